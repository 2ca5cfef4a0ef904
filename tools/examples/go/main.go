// SPDX-License-Identifier: Apache-2.0

// Command links prints links:
//
//	links text < letter.txt            start and end, in bytes, and kind of each link in UTF-8 text
//	links document CHARSET letter.txt  the URIs of a text file in any charset, or in "auto"
//	links lines < texts.txt            one line of JSON for each line, which is a text of its own
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"linkspan.example/links/linkspan"
)

// For links without characters that JSON writes as escapes.
func json(link linkspan.Link) string {
	warnings := ""
	if len(link.Warnings) > 0 {
		warnings = `,"warnings":["` + strings.Join(link.Warnings, `","`) + `"]`
	}
	return fmt.Sprintf(`{"start":%d,"end":%d,"kind":"%v","text":"%s","iri":"%s","uri":"%s"%s}`,
		link.Start, link.End, link.Kind, link.Text, link.IRI, link.URI, warnings)
}

func printLines(engine *linkspan.Engine, linker *linkspan.Linker, out io.Writer) {
	var places []linkspan.Place
	in := bufio.NewScanner(os.Stdin)
	for number := 1; in.Scan(); number++ {
		text := in.Text()
		places = engine.Find(text, places)
		var links []string
		for i, link := range linker.Links(text) {
			if place := places[i]; place.Offset != link.Start || place.End() != link.End || place.Kind != link.Kind {
				log.Fatalf("Find and Links differ: %s", text)
			}
			links = append(links, json(link))
		}
		fmt.Fprintf(out, "{\"id\":%d,\"links\":[%s]}\n", number, strings.Join(links, ","))
	}
}

func main() {
	engine, err := linkspan.NewEngine(linkspan.Prose)
	if err != nil {
		log.Fatal(err)
	}
	linker, err := linkspan.NewLinker(engine)
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	switch {
	case len(os.Args) == 2 && os.Args[1] == "text":
		text, err := io.ReadAll(os.Stdin)
		if err != nil {
			log.Fatal(err)
		}
		for _, place := range engine.Find(string(text), nil) {
			fmt.Fprintf(out, "%d\t%d\t%v\n", place.Offset, place.End(), place.Kind)
		}
	case len(os.Args) == 4 && os.Args[1] == "document":
		content, err := os.ReadFile(os.Args[3])
		if err != nil {
			log.Fatal(err)
		}
		links, err := linker.Read(string(content), os.Args[2])
		if err != nil {
			log.Fatal(err)
		}
		for _, link := range links {
			fmt.Fprintln(out, link.URI)
		}
	case len(os.Args) == 2 && os.Args[1] == "lines":
		printLines(engine, linker, out)
	default:
		log.Fatal("Usage: links text|document|lines [CHARSET FILE]")
	}
}
