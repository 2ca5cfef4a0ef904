// SPDX-License-Identifier: Apache-2.0
#include "lsp/server_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/file_uri.h"

namespace linkspan::command::lsp {

void WorkspaceFiles::begin(Environment& environment, const std::vector<std::string>& folders,
                           std::string_view document_uri) {
  environment_ = &environment;
  folders_.clear();
  bases_.clear();
  for (const std::string& folder : folders) {
    std::optional<std::string> path = environment.canonical_path(folder);
    if (path) folders_.push_back(*std::move(path));
  }
  const std::optional<std::string> path = base::path_of_uri(document_uri);
  if (path) bases_.push_back(path->substr(0, path->rfind('/')));
  bases_.insert(bases_.end(), folders_.begin(), folders_.end());
}

std::optional<std::string> WorkspaceFiles::uri_of(std::string_view path) const {
  if (environment_ == nullptr) return std::nullopt;
  std::optional<std::string> found;
  if (path.starts_with('/')) found = inside(std::string(path));
  for (size_t i = 0; i < bases_.size() && !found && !path.starts_with('/'); ++i) {
    found = inside((bases_[i] + '/').append(path));
  }
  if (!found) return std::nullopt;
  return base::uri_of_path(*found);
}

std::optional<std::string> WorkspaceFiles::inside(const std::string& path) const {
  std::optional<std::string> found = environment_->canonical_path(path);
  const auto holds = [&found](const std::string& folder) {
    return found->starts_with(folder.ends_with('/') ? folder : folder + '/');
  };
  if (found && std::none_of(folders_.begin(), folders_.end(), holds)) found.reset();
  return found;
}

std::string_view GapBuffer::operator()(uint64_t offset) const {
  const std::string_view held = held_;
  if (offset < gap_begin_) return held.substr(offset, gap_begin_ - offset);
  return held.substr(std::min<uint64_t>(offset + (gap_end_ - gap_begin_), held.size()));
}

std::string GapBuffer::copy(Range range) const {
  std::string copied;
  const uint64_t end = std::min(range.end, size());
  copied.reserve(end - std::min(range.begin, end));
  for (uint64_t at = range.begin; at < end;) {
    const std::string_view piece = (*this)(at).substr(0, end - at);
    copied += piece;
    at += piece.size();
  }
  return copied;
}

void GapBuffer::replace(Range range, std::string_view text) {
  move_gap_to(range.begin);
  gap_end_ += range.size();
  if (gap_end_ - gap_begin_ < text.size()) make_room(text.size());
  std::copy(text.begin(), text.end(), held_.begin() + static_cast<std::ptrdiff_t>(gap_begin_));
  gap_begin_ += text.size();
}

void GapBuffer::move_gap_to(size_t offset) {
  char* const bytes = held_.data();
  if (offset < gap_begin_) {
    const size_t moved = gap_begin_ - offset;
    std::memmove(bytes + gap_end_ - moved, bytes + offset, moved);
    gap_end_ -= moved;
  } else {
    const size_t moved = offset - gap_begin_;
    std::memmove(bytes + gap_begin_, bytes + gap_end_, moved);
    gap_end_ += moved;
  }
  gap_begin_ = offset;
}

// Makes the gap longer than `bytes` by a sixteenth of the text, so that the cost of copying it is
// spread over many edits.
void GapBuffer::make_room(size_t bytes) {
  constexpr size_t kLeast = 1024;
  const size_t gap = bytes + std::max(kLeast, held_.size() / 16);
  const size_t after = held_.size() - gap_end_;
  const size_t needed = gap_begin_ + gap + after;
  if (needed <= held_.capacity()) {
    held_.resize(needed);
    std::memmove(held_.data() + gap_begin_ + gap, held_.data() + gap_end_, after);
  } else {
    std::string larger;
    larger.reserve(needed);
    larger.append(held_, 0, gap_begin_).append(gap, '\0').append(held_, gap_end_);
    held_ = std::move(larger);
  }
  gap_end_ = gap_begin_ + gap;
}

namespace {

// The client lists encodings in the order of its preference.
TextUnit unit_of(const Json& encodings) {
  if (!encodings.is_array()) return TextUnit::utf16;
  for (const Json& encoding : encodings) {
    for (const TextUnit unit : {TextUnit::utf8, TextUnit::utf16, TextUnit::utf32}) {
      if (string_of(encoding) == encoding_name(unit)) return unit;
    }
  }
  return TextUnit::utf16;
}

// A line or a character that is not a number counts as 0.
TextPosition position_of(const Json& json) {
  return {number_of(member(json, "line")).value_or(0),
          number_of(member(json, "character")).value_or(0)};
}

}  // namespace

const char* encoding_name(TextUnit unit) {
  if (unit == TextUnit::utf8) return "utf-8";
  return unit == TextUnit::utf16 ? "utf-16" : "utf-32";
}

ClientCapabilities parse_capabilities(const Json& capabilities) {
  const Json& text = member(capabilities, "textDocument");
  const Json& workspace = member(capabilities, "workspace");
  const auto registers = [&workspace](std::string_view name) {
    return is_true(member_at(workspace, {name, "dynamicRegistration"}));
  };
  ClientCapabilities client;
  client.unit = unit_of(member_at(capabilities, {"general", "positionEncodings"}));
  client.hover_markdown = has_string(member_at(text, {"hover", "contentFormat"}), "markdown");
  client.link_tooltips = is_true(member_at(text, {"documentLink", "tooltipSupport"}));
  client.action_literals = member_at(text, {"codeAction", "codeActionLiteralSupport"}).is_object();
  client.code_descriptions =
      is_true(member_at(text, {"publishDiagnostics", "codeDescriptionSupport"}));
  client.versioned_edits = is_true(member_at(workspace, {"workspaceEdit", "documentChanges"}));
  client.configuration = is_true(member(workspace, "configuration"));
  client.registers_configuration = registers("didChangeConfiguration");
  client.registers_watched_files = registers("didChangeWatchedFiles");
  client.work_done_progress = is_true(member_at(capabilities, {"window", "workDoneProgress"}));
  return client;
}

void OpenDocument::read(const Engine& engine, const Progress& progress) {
  constexpr size_t kLongestPiece = 1 << 20;  // so that progress is reported
  const auto read_piece = [&](uint64_t offset) {
    if (progress) progress(offset);
    return text(offset).substr(0, kLongestPiece);
  };
  index = LinkIndex(engine);
  index.assign(text.size(), read_piece).value();  // there is text up to text.size()
  state = State::read;
  extra_links.reset();
  markdown_links.reset();
  warned.clear();
}

LinkChange OpenDocument::replace(Range range, std::string_view new_text) {
  text.replace(range, new_text);
  extra_links.reset();
  markdown_links.reset();
  return index.replace(range, new_text.size(), reader()).value();
}

Json OpenDocument::position(uint64_t offset, TextUnit unit) const {
  const TextPosition at = index.position_of(offset, unit, reader());
  return {{"line", at.line}, {"character", at.character}};
}

Json OpenDocument::range(Range range, TextUnit unit) const {
  return {{"start", position(range.begin, unit)}, {"end", position(range.end, unit)}};
}

uint64_t OpenDocument::offset(const Json& position, TextUnit unit) const {
  return index.offset_of(position_of(position), unit, reader());
}

Range OpenDocument::offsets(const Json& range, TextUnit unit) const {
  const uint64_t start = offset(member(range, "start"), unit);
  const uint64_t end = offset(member(range, "end"), unit);
  return {std::min(start, end), std::max(start, end)};
}

OpenDocument* Session::document(const std::string& uri) {
  const auto found = documents.find(uri);
  return found == documents.end() ? nullptr : &found->second;
}

Session::Found Session::document_of(const Json& params) {
  const std::string uri = string_of(member_at(params, {"textDocument", "uri"}));
  OpenDocument* const found = document(uri);
  if (found == nullptr) {
    return {nullptr,
            {"null", {{ErrorCodes::invalid_params, "no document is open as '" + uri + "'"}}}};
  }
  if (found->state == OpenDocument::State::unread) read_document(*this, *found);
  return {found};
}

Scanner& Session::scanner(std::string_view language) {
  const Profile profile = profile_of(settings, language);
  const auto found = scanners_.find(profile);
  if (found != scanners_.end()) return found->second;
  Options options = settings.options;
  options.profile = profile;
  const Engine engine = Engine::create(options).value();  // parse_settings() has tried it
  TextLinker linker =
      TextLinker::create(engine, {.default_scheme = settings.default_scheme}).value();
  return scanners_.emplace(profile, Scanner{engine, std::move(linker)}).first->second;
}

void Session::notify(std::string_view method, const Json& params) {
  send_(to_text({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}));
}

void Session::request(std::string_view method, const Json& params, TakeResponse take) {
  const std::string id = fmt::format("linkspan-{}", ++requests_);
  awaited_[id] = std::move(take);
  send_(to_text({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}));
}

void Session::show_message(MessageType type, std::string_view sentence) {
  notify("window/showMessage",
         {{"type", static_cast<int>(type)}, {"message", fmt::format("linkspan: {}", sentence)}});
}

void Session::take_response(const Json& message) {
  const auto awaited = awaited_.find(string_of(member(message, "id")));
  if (awaited == awaited_.end()) return;
  const TakeResponse take = std::move(awaited->second);
  awaited_.erase(awaited);
  if (take) take(message);
}

}  // namespace linkspan::command::lsp
