// SPDX-License-Identifier: Apache-2.0
#include "lsp/message_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <deque>
#include <fstream>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "common/io.h"
#include "lsp/server.h"

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

// A line of a log.
struct LogEntry {
  From from;
  // As it came: JSON, or text that is not JSON.
  std::string text;
};

// Fails with syntax and a sentence that says what a line is.
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

// A message of the server, with its line in the file; 0: it was sent now.
struct Said {
  Json message;
  size_t line = 0;
};

// Messages with the same name are compared.
std::string name_of(const Json& message) {
  const std::string method = string_of(member(message, "method"));
  if (!method.empty()) return "message " + method;
  return "response to request " + to_text(member(message, "id"));
}

Said without_version(std::string text, size_t line) {
  Said said{parse(text).value_or(Json()), line};
  if (member_at(said.message, {"result", "serverInfo"}).is_object()) {
    said.message["result"].erase("serverInfo");
  }
  return said;
}

class Check {
 public:
  Check(std::string path, Environment& environment)
      : path_(std::move(path)), server_(environment, [this](const std::string& message) {
          now_.push_back(without_version(message, 0));
        }) {}

  int run() {
    std::ifstream file(path_, std::ios::binary);
    if (!file) return report_system_error(path_, errno), kIncomplete;
    size_t number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line.empty()) continue;
      const Result<LogEntry> entry = parse_log_entry(line);
      if (!entry.ok()) {
        report_problem(fmt::format("{}, line {}: {}", path_, number, entry.error().message));
        return kIncomplete;
      }
      take(*entry, number);
    }
    while (server_.has_work()) server_.work();
    return compare();
  }

 private:
  // The server had handled as many messages as it needed to send this one, and does so again.
  void take(const LogEntry& entry, size_t number) {
    if (entry.from == From::client) {
      ++sent_;
      return server_.receive(entry.text);
    }
    then_.push_back(without_version(entry.text, number));
    while (now_.size() < then_.size() && server_.has_work()) server_.work();
  }

  // Differences are shown in the order of the file, then messages that the file lacks, in the order
  // in which they were sent.
  int compare() {
    std::map<std::string, std::deque<const Said*>> now;
    for (const Said& said : now_) now[name_of(said.message)].push_back(&said);
    size_t differences = 0;
    for (const Said& then : then_) {
      std::deque<const Said*>& left = now[name_of(then.message)];
      const Said* const given = left.empty() ? nullptr : left.front();
      if (given != nullptr) left.pop_front();
      if (given != nullptr && given->message == then.message) continue;
      ++differences;
      show(then, given);
    }
    for (const Said& said : now_) {
      std::deque<const Said*>& left = now[name_of(said.message)];
      if (left.empty() || left.front() != &said) continue;
      left.pop_front();
      ++differences;
      show_new(said);
    }
    print(fmt::format("{} messages of the client, {} of the server: {}", sent_, then_.size(),
                      differences == 0 ? std::string("all as in the file")
                                       : fmt::format("{} differ", differences)));
    return differences == 0 ? kDone : kIncomplete;
  }

  static void print(const std::string& line) {
    std::fputs((base::printable(line) + '\n').c_str(), stdout);
  }

  // The value at a JSON Pointer (RFC 6901); null if the JSON has no such place.
  static Json value_at(const Json& json, const std::string& pointer) {
    const Json::json_pointer path(pointer);
    return json.contains(path) ? json.at(path) : Json();
  }

  void show(const Said& then, const Said* now) const {
    const std::string name = name_of(then.message);
    if (now == nullptr)
      return print(fmt::format("{}:{}: there is no {} now", path_, then.line, name));
    print(fmt::format("{}:{}: the {} differs:", path_, then.line, name));
    for (const Json& change : Json::diff(then.message, now->message)) {
      const std::string pointer = string_of(change["path"]);
      print(fmt::format("  {} is {}", pointer, to_text(value_at(now->message, pointer))));
      print(fmt::format("  in the file it is {}", to_text(value_at(then.message, pointer))));
    }
  }

  void show_new(const Said& now) const {
    print(fmt::format("{}: there is a {} that is not in the file: {}", path_, name_of(now.message),
                      to_text(now.message)));
  }

  std::string path_;
  Server server_;
  std::vector<Said> then_, now_;  // messages of the server: in the file, and sent now
  size_t sent_ = 0;
};

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

int check_log(const std::string& path, Environment& environment) {
  return Check(path, environment).run();
}

}  // namespace linkspan::command::lsp
