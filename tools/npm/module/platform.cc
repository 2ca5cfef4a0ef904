// SPDX-License-Identifier: Apache-2.0
// What src/iri takes of its tables and of utf8proc, from the platform: IDNA from URL, normalization
// from String.prototype.normalize (../src/platform.js). So the module has no tables for them.
#include <optional>
#include <string>
#include <string_view>

#include "iri/nfc.h"
#include "linkspan/iri.h"
#include "module.h"

namespace linkspan {
namespace module {
namespace {

enum class Operation : int32_t { to_ascii, to_unicode, nfc };

std::string result;

// Puts the result into platform_buffer(), and returns its size; -1 if there is none.
__attribute__((import_module("linkspan"), import_name("platform"))) extern "C" int32_t platform(
    Operation operation, const char* text, uint32_t size);

std::optional<std::string> on_platform(Operation operation, std::string_view text) {
  const int32_t size = platform(operation, text.data(), static_cast<uint32_t>(text.size()));
  if (size < 0) return std::nullopt;
  return result.substr(0, static_cast<size_t>(size));
}

}  // namespace

LINKSPAN_EXPORT(platform_buffer) char* platform_buffer(uint32_t size) {
  if (result.size() < size) result.resize(size);
  return result.data();
}

}  // namespace module

namespace iri {

using module::on_platform;
using module::Operation;

std::optional<std::string> host_to_ascii(std::string_view host) {
  return on_platform(Operation::to_ascii, host);
}

std::optional<std::string> host_to_unicode(std::string_view host) {
  return on_platform(Operation::to_unicode, host);
}

std::string nfc(std::string_view utf8) {
  return on_platform(Operation::nfc, utf8).value_or(std::string(utf8));
}

}  // namespace iri
}  // namespace linkspan
