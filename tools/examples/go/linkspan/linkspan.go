// SPDX-License-Identifier: Apache-2.0

// Package linkspan finds links in text. It needs cgo, linkspan_c.h and liblinkspan.so.0.
//
//	for _, place := range engine.Find(text, nil) { text[place.Offset:place.End()] }
//	for _, link := range linker.Links(text) { open(link.URI) }
package linkspan

// #cgo LDFLAGS: -llinkspan
// #include <linkspan/linkspan_c.h>
// #include <stdlib.h>
import "C"

import (
	"errors"
	"runtime"
	"unsafe"
)

const Prose, UTS58, Code, Strict = 0, 1, 2, 3 // profiles

type Kind int32

func (kind Kind) String() string { return C.GoString(C.linkspan_kind_name(C.linkspan_kind(kind))) }

// Place is a linkspan_place: where a link is, in bytes of the text.
type Place struct {
	Offset, Size         uint64
	Kind                 Kind
	Form, EndedBy        int32
	HostOffset, HostSize uint32
	HasEscapes           int32
}

func (place Place) End() uint64 { return place.Offset + place.Size }

// Link is a link and what it leads to: URI is to be opened. Its place is in bytes of the text.
type Link struct {
	Start, End     uint64
	Kind           Kind
	Text, IRI, URI string
	Warnings       []string
}

func failure(fault *C.linkspan_error) error {
	defer C.linkspan_error_free(fault)
	return errors.New("linkspan: " + C.GoString(C.linkspan_error_message(fault)))
}
func data(text string) *C.char { return *(**C.char)(unsafe.Pointer(&text)) }

type Engine struct{ handle *C.linkspan_engine } // the rules; any number of goroutines may use one at once
func NewEngine(profile int) (*Engine, error) {
	engine, options, fault := &Engine{}, C.linkspan_options{}, (*C.linkspan_error)(nil)
	C.linkspan_options_init(&options, C.sizeof_linkspan_options)
	options.profile = C.linkspan_profile(profile)
	if C.linkspan_engine_create(&options, &engine.handle, &fault) != C.LINKSPAN_OK {
		return nil, failure(fault)
	}
	runtime.SetFinalizer(engine, func(engine *Engine) { C.linkspan_engine_free(engine.handle) })
	return engine, nil
}

// Find returns the places of all links, in the memory of places if that is large enough.
func (engine *Engine) Find(text string, places []Place) []Place {
	if places = places[:cap(places)]; len(places) == 0 {
		places = make([]Place, 8)
	}
	room := (*C.linkspan_place)(unsafe.Pointer(&places[0]))
	count := C.linkspan_find_all(engine.handle, data(text), C.size_t(len(text)), room, C.size_t(len(places)))
	runtime.KeepAlive(engine)
	if count > C.size_t(len(places)) {
		return engine.Find(text, make([]Place, count))
	}
	return places[:count]
}

type Linker struct{ handle *C.linkspan_text_linker } // one goroutine at a time may use it
func NewLinker(engine *Engine) (*Linker, error) {
	linker, fault := &Linker{}, (*C.linkspan_error)(nil)
	if C.linkspan_text_linker_open(engine.handle, nil, &linker.handle, &fault) != C.LINKSPAN_OK {
		return nil, failure(fault)
	}
	runtime.KeepAlive(engine)
	runtime.SetFinalizer(linker, func(linker *Linker) { C.linkspan_text_linker_free(linker.handle) })
	return linker, nil
}

// Links returns the links of a text in UTF-8.
func (linker *Linker) Links(text string) []Link {
	var links *C.linkspan_text_link
	count := C.linkspan_text_linker_find(linker.handle, data(text), C.size_t(len(text)), &links)
	return linker.copies(links, count)
}

// Read returns the links of a document in any charset: a name, or "auto".
func (linker *Linker) Read(content string, charset string) ([]Link, error) {
	links, count, fault := (*C.linkspan_text_link)(nil), C.size_t(0), (*C.linkspan_error)(nil)
	options := C.linkspan_document_options{struct_size: C.sizeof_linkspan_document_options, charset: C.CString(charset)}
	defer C.free(unsafe.Pointer(options.charset))
	if C.linkspan_text_linker_read(linker.handle, data(content), C.size_t(len(content)), &options,
		&links, &count, nil, &fault) != C.LINKSPAN_OK {
		return nil, failure(fault)
	}
	return linker.copies(links, count), nil
}

func (linker *Linker) copies(links *C.linkspan_text_link, count C.size_t) []Link { // before the next call
	copies := make([]Link, count)
	for i, link := range unsafe.Slice(links, count) {
		copies[i] = Link{uint64(link.first.offset), uint64(link.past.offset), Kind(link.place.kind),
			C.GoString(link.text), C.GoString(link.iri), C.GoString(link.uri), nil}
		for bits := link.warnings; bits != 0; bits &= bits - 1 {
			copies[i].Warnings = append(copies[i].Warnings, C.GoString(C.linkspan_warning_name(C.linkspan_warning(bits&-bits))))
		}
	}
	runtime.KeepAlive(linker)
	return copies
}
