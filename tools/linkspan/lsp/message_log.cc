// SPDX-License-Identifier: Apache-2.0
#include "lsp/message_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

namespace linkspan::command::lsp {
namespace {

// In UTC, to a thousandth of a second (RFC 3339).
std::string time_now() {
  using std::chrono::milliseconds;
  using std::chrono::seconds;
  const auto now = std::chrono::system_clock::now();
  const auto whole = std::chrono::floor<seconds>(now);
  const auto rest = std::chrono::floor<milliseconds>(now - whole);
  const std::tm date = fmt::gmtime(std::chrono::system_clock::to_time_t(whole));
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", date, rest.count());
}

}  // namespace

Result<MessageLog> MessageLog::open(const std::string& path) {
  MessageLog log;
  const mode_t before = umask(S_IRWXG | S_IRWXO);
  log.file_.open(path, std::ios::binary | std::ios::trunc);
  umask(before);
  if (!log.file_) {
    return Error{ErrorCode::io, 0, fmt::format("cannot write {}: {}", path, std::strerror(errno))};
  }
  return log;
}

void MessageLog::write(From from, const std::string& message) {
  if (!file_.is_open()) return;
  const std::optional<Json> parsed = parse(std::string(message));
  const std::string content =
      parsed ? "\"message\":" + to_text(*parsed) : "\"text\":" + to_text(Json(message));
  file_ << fmt::format(R"({{"time":"{}","from":"{}",{}}})", time_now(),
                       from == From::client ? "client" : "server", content)
        << std::endl;
}

Result<LogEntry> parse_log_entry(std::string line) {
  const std::optional<Json> entry = parse(line);
  const std::string from = entry ? string_of(member(*entry, "from")) : std::string();
  const Json& message = entry ? member(*entry, "message") : Json();
  const Json& text = entry ? member(*entry, "text") : Json();
  if ((from != "client" && from != "server") || (message.is_null() && !text.is_string())) {
    return Error{
        ErrorCode::syntax, 0,
        R"(a line is {"from":"client" or "server","message":{…}}, with a time or without)"};
  }
  return LogEntry{from == "client" ? From::client : From::server,
                  message.is_null() ? string_of(text) : to_text(message)};
}

}  // namespace linkspan::command::lsp
