// SPDX-License-Identifier: Apache-2.0
// Modules that are loaded only when needed: GMime for mail and libarchive for compressed input,
// with some twenty libraries that they need, ncurses for `linkspan pick`, and RE2 for rules. PERF:
// `linkspan --version` takes 2.4 ms of CPU time, and 5.2 ms with these libraries loaded.
//
// modules/loaded.cc loads linkspan-mail.so, linkspan-archive.so and others, which are in the folder
// lib/linkspan beside that of the program; modules/linked.cc is for programs that are linked with
// all of them (CMake option LINKSPAN_MODULES). Neither is part of the interface of the library.
//
// Guarded by tests/command/input/command_documents_test.cc, for a program without its modules, and
// by all tests of mail and compressed input.
#pragma once

#include <memory>
#include <string_view>

#include "linkspan/mail.h"
#include "linkspan/result.h"
#include "modules/archive_members.h"
#include "modules/decoder.h"
#include "modules/rule_sources.h"
#include "pick/screen.h"

namespace linkspan::command {

// mail::read_message(). Fails with io when the module cannot be loaded.
Result<mail::Summary> read_message(std::string_view message, const mail::ReadOptions& options,
                                   mail::Visitor& visitor);

// make_decoder(). Fails likewise.
Result<std::unique_ptr<Decoder>> open_decoder(Compression compression, StoredBytes& bytes);

// compress(). Fails likewise.
Result<std::string> compress_bytes(Compression compression, std::string_view bytes);

// make_archive_members(). Fails likewise.
Result<std::unique_ptr<ArchiveMembers>> open_archive(ArchiveBytes& bytes);

// show_pick_screen(). Fails likewise.
Result<PickAnswer> pick_on_screen(const PickRequest& request);

// make_rules(). Fails likewise.
Result<Rules> load_rules(const RuleSources& sources);

// The entry points of the modules.
extern "C" {
using ReadMessageEntry = void(std::string_view message, const mail::ReadOptions& options,
                              mail::Visitor& visitor, mail::Summary& summary);
using PickEntry = void(const PickRequest& request, PickAnswer& answer);
using MakeRulesEntry = void(const RuleSources& sources, Result<Rules>& made);
using OpenArchiveEntry = ArchiveMembers*(ArchiveBytes& bytes);
using MakeDecoderEntry = Decoder*(Compression compression, StoredBytes& bytes);
using CompressEntry = void(Compression compression, std::string_view bytes,
                           std::string& compressed);
}
inline constexpr const char* kReadMessageEntry = "linkspan_read_message";
inline constexpr const char* kPickEntry = "linkspan_pick";
inline constexpr const char* kMakeRulesEntry = "linkspan_make_rules";
inline constexpr const char* kOpenArchiveEntry = "linkspan_open_archive";
inline constexpr const char* kCompressEntry = "linkspan_compress";
inline constexpr const char* kMakeDecoderEntry = "linkspan_make_decoder";

}  // namespace linkspan::command
