// SPDX-License-Identifier: Apache-2.0

// Command bench runs the binding for Go on short texts (tools/bench/bindings): bench FILE RUNS find_all|text_linker
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"syscall"

	"linkspan.example/links/linkspan"
)

// Seconds of processor time.
func now() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		log.Fatal(err)
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}

func main() {
	content, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	runs, _ := strconv.Atoi(os.Args[2])
	engine, err := linkspan.NewEngine(linkspan.Prose)
	if err != nil {
		log.Fatal(err)
	}
	linker, err := linkspan.NewLinker(engine)
	if err != nil {
		log.Fatal(err)
	}
	var places []linkspan.Place
	find := func(text string) int { return len(linker.Links(text)) }
	if os.Args[3] == "find_all" {
		find = func(text string) int {
			places = engine.Find(text, places)
			return len(places)
		}
	}
	texts := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	for run := 0; run <= runs; run++ { // the first run is not counted
		links, begin := 0, now()
		for _, text := range texts {
			links += find(text)
		}
		if run == 1 {
			fmt.Print(links)
		}
		if run > 0 {
			fmt.Printf(" %.6f", now()-begin)
		}
	}
	fmt.Println()
}
