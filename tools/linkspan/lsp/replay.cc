// SPDX-License-Identifier: Apache-2.0
#include "lsp/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "io.h"
#include "lsp/message_log.h"
#include "lsp/server.h"
#include "settings.h"

namespace linkspan::command::lsp {
namespace {

// A message of the server, with the line of the file that it is in; 0: it was sent now.
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

  using ByName = std::map<std::string, std::vector<const Said*>>;
  static ByName by_name(const std::vector<Said>& all) {
    ByName sorted;
    for (const Said& said : all) sorted[name_of(said.message)].push_back(&said);
    return sorted;
  }

  int compare() {
    const ByName then = by_name(then_), now = by_name(now_);
    size_t differences = 0;
    for (const auto& [name, expected] : then) {
      const auto found = now.find(name);
      const size_t count = found == now.end() ? 0 : found->second.size();
      for (size_t i = 0; i < expected.size(); ++i) {
        const Said* const given = i < count ? found->second[i] : nullptr;
        if (given == nullptr || given->message != expected[i]->message) {
          ++differences;
          show(name, *expected[i], given);
        }
      }
    }
    for (const auto& [name, given] : now) {
      const auto found = then.find(name);
      const size_t expected = found == then.end() ? 0 : found->second.size();
      for (size_t i = expected; i < given.size(); ++i, ++differences) show_new(name, *given[i]);
    }
    print(fmt::format("{} messages of the client, {} of the server: {}", sent_, then_.size(),
                      differences == 0 ? std::string("all as in the file")
                                       : fmt::format("{} differ", differences)));
    return differences == 0 ? kDone : kIncomplete;
  }

  static void print(const std::string& line) {
    std::fputs((base::printable(line) + '\n').c_str(), stdout);
  }

  static std::string shortened(const Json& json) {
    constexpr size_t kMost = 200;
    std::string text = to_text(json);
    if (text.size() <= kMost) return text;
    size_t end = kMost;
    while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return text.substr(0, end) + "…";
  }

  // The value at a JSON Pointer (RFC 6901); null where the JSON has no such place.
  static Json value_at(const Json& json, const std::string& pointer) {
    const Json::json_pointer path(pointer);
    return json.contains(path) ? json.at(path) : Json();
  }

  void show(const std::string& name, const Said& then, const Said* now) const {
    constexpr size_t kMostPlaces = 3;
    if (now == nullptr)
      return print(fmt::format("{}:{}: there is no {} now", path_, then.line, name));
    print(fmt::format("{}:{}: the {} differs:", path_, then.line, name));
    size_t places = 0;
    for (const Json& change : Json::diff(then.message, now->message)) {
      if (++places > kMostPlaces) return print("  and more");
      const std::string pointer = string_of(change["path"]);
      print(fmt::format("  {} is {}", pointer, shortened(value_at(now->message, pointer))));
      print(fmt::format("  in the file it is {}", shortened(value_at(then.message, pointer))));
    }
  }

  void show_new(const std::string& name, const Said& now) const {
    print(fmt::format("{}: there is a {} that is not in the file: {}", path_, name,
                      shortened(now.message)));
  }

  std::string path_;
  Server server_;
  std::vector<Said> then_, now_;  // messages of the server: in the file, and sent now
  size_t sent_ = 0;
};

}  // namespace

int check_log(const std::string& path, Environment& environment) {
  return Check(path, environment).run();
}

}  // namespace linkspan::command::lsp
