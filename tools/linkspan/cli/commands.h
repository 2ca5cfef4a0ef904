// SPDX-License-Identifier: Apache-2.0
// The commands, and what each is given. Each begins in a file of this room with its name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/io.h"
#include "common/link_filter.h"
#include "input/read_settings.h"
#include "iri/verbs.h"
#include "linkspan/document.h"
#include "linkspan/linkspan.h"
#include "linkspan/render.h"
#include "output/scan_settings.h"

namespace linkspan::command {

// --- linkspan explain: the candidates of a text, and why they are links or not

struct ExplainSettings {
  std::vector<std::string> texts;  // "-": standard input; never empty
  Options options;
  Rules rules = {};
};

// Prints the candidates of each text; returns the exit status.
int run_explain(const ExplainSettings& settings);

// --- linkspan render: the texts of all inputs, with clickable links

enum class RenderFormat : uint8_t { html, ansi, markdown };

struct RenderSettings {
  ReadSettings read;
  RenderFormat to = RenderFormat::html;
  render::HtmlForm page = render::HtmlForm::fragment;
  uint32_t most_characters = 0;  // of a link, that are shown; 0: all
  bool keeps_html = false;       // writes the links into the page of HTML that is read
  render::TextColours colours = render::TextColours::show;
  render::OpenableSchemes openable = {};
  std::string place_uri = {};  // of places in files; empty: their `file:` URI
  render::OpenableSchemes for_places = render::OpenableSchemes::of_files();
  render::ShowDestination destination = render::ShowDestination::where_serious;
};

// Returns the exit status. REQUIRES: one input if it keeps HTML.
int run_render(const RenderSettings& settings, const Engine& engine);

// --- linkspan pick: the links of all inputs, to choose from
//
//   linkspan pick letter.txt           a full-screen list; Enter opens a link
//   dmesg | linkspan pick              the same of a pipe; keys come from the terminal
//   linkspan pick a.txt | xargs wget   standard output is a pipe: the URIs, one a line
//   wget $(linkspan pick --print a)    the list, and then the URIs that were chosen
//
// The list appears as soon as there are links, and grows as more are read (pick/screen.h). Messages
// on standard error are written at the end. Guarded by tests/command/pick/pick_terminal_test.cc.

// The use of the chosen links; or no list, as the output is a pipe.
enum class PickWay : uint8_t { list, open, print };

struct PickSettings {
  ReadSettings read;
  LinkFilter::Wanted keep = {};
  PickWay way = PickWay::list;
};

// Returns the exit status. May end the process instead, by the signal that ended the list or while
// an input is still open.
int run_pick(const PickSettings& settings, const Engine& engine);

// --- linkspan iri: one answer line for each IRI in the arguments or lines of standard input.
//
//   linkspan iri to-uri http://h/ü      http://h/%C3%BC
//   linkspan iri to-uri 'http://h/a b'  an empty line; standard error says what is wrong where, and
//                                       the exit status is 1
//
// Guarded by tests/command/iri/command_iri_test.cc.

// Returns the exit status.
int run_iri(const IriSettings& settings);

// --- linkspan lsp: a server of the Language Server Protocol 3.17 over standard input and output,
// for editors that show, explain and rewrite the links of texts.
//
// docs/lsp.md is for its users; server.h says how it works. Guarded by tests/command/lsp/.
struct LspSettings {
  std::string log;    // a file that every message is written to; empty: none
  std::string check;  // a file of such messages, to be compared with the answers of the server now
};

// Returns the exit status: 0 after `shutdown` and `exit`, else 1.
int run_lsp(const LspSettings& settings);

// --- linkspan scan: the links of all inputs, in order

// Returns the exit status.
int run_scan(const ScanSettings& settings, const Engine& engine);

// The same to another output, without --output. REQUIRES: it has a descriptor.
int run_scan(const ScanSettings& settings, const Engine& engine, Output& output);

}  // namespace linkspan::command
