#!/bin/sh
# Go github.com/yuin/goldmark 1.8.7 with its extension GFM links part of a host or of a path, and leaves the rest as text:
#   `https://example.xn--p1ai/a`       → https://example.xn      another host: the last label has to be of letters
#   `https://example.travel2/a`        → https://example.travel
#   `www.example.org:8080/a`           → http://www.example.org  with `http://` it keeps the port
#   `https://example.org/wiki/Zürich`  → https://example.org/wiki/Z
# By the specification of GFM (6.9, autolinks) a domain is of letters, digits, `_` and `-`, and all that is no space and no `<` goes on with the
# link. Its own pattern for email addresses takes `joe@example.xn--p1ai`. `<https://example.xn--p1ai/a>` is whole. Hugo renders with it.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
export GOPATH="$work/go" GOFLAGS=-mod=mod GOTOOLCHAIN=local
go mod init check >/dev/null 2>&1
go get github.com/yuin/goldmark@v1.8.7 >/dev/null 2>&1
cat > main.go <<'END'
package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

func main() {
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM))
	status := 0
	for _, seen := range [][2]string{
		{"https://example.xn--p1ai/a", "https://example.xn"},
		{"https://example.travel2/a", "https://example.travel"},
		{"www.example.org:8080/a", "http://www.example.org"},
		{"http://www.example.org:8080/a", "http://www.example.org:8080/a"},
		{"https://example.org/wiki/Zürich", "https://example.org/wiki/Z"},
		{"joe@example.xn--p1ai", "mailto:joe@example.xn--p1ai"},
		{"<https://example.xn--p1ai/a>", "https://example.xn--p1ai/a"},
	} {
		var html bytes.Buffer
		if err := markdown.Convert([]byte("see "+seen[0]+" there"), &html); err != nil {
			panic(err)
		}
		fmt.Print(seen[0], " → ", html.String())
		if !strings.Contains(html.String(), `<a href="`+seen[1]+`">`) {
			status = 1
		}
	}
	os.Exit(status)
}
END
go run .
