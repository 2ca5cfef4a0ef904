// What is loaded only when an input needs it: GMime for mail and libarchive for compressed input,
// with some twenty libraries that they need. PERF: `linkspan --version` takes 2.4 ms of CPU time,
// and 5.2 ms with these libraries loaded.
//
// modules_loaded.cc loads linkspan-mail.so and linkspan-archive.so, which lie in the folder
// lib/linkspan beside that of the program; modules_linked.cc is for programs that have all in
// themselves (CMake option LINKSPAN_MODULES). Neither is part of the interface of the library.
//
// Guarded by tests/command_documents_test.cc, for a program without its modules, and by all that
// read mail and compressed input.
#pragma once

#include <memory>
#include <string_view>

#include "decoder.h"
#include "linkspan/result.h"
#include "mail/message.h"

namespace linkspan::command {

// mail::read_message(). Fails with io when the module cannot be loaded.
Result<mail::Summary> read_message(std::string_view message, const mail::ReadOptions& options,
                                   mail::Visitor& visitor);

// make_archive_decoder(). Fails likewise.
Result<std::unique_ptr<Decoder>> open_decoder(Compression compression, StoredBytes& bytes);

// The entry points of the modules.
extern "C" {
using ReadMessageEntry = void(std::string_view message, const mail::ReadOptions& options,
                              mail::Visitor& visitor, mail::Summary& summary);
using MakeDecoderEntry = Decoder*(Compression compression, StoredBytes& bytes);
}
inline constexpr const char* kReadMessageEntry = "linkspan_read_message";
inline constexpr const char* kMakeDecoderEntry = "linkspan_make_decoder";

}  // namespace linkspan::command
