// SPDX-License-Identifier: Apache-2.0
// linkspan._mail: finds links in messages, and messages in mailboxes and Maildirs.
//
// It is a separate module so that `import linkspan` does not load GMime and about twenty libraries
// that GMime needs. It uses classes of linkspan._core, which must be imported first.
//
// Guarded by tests/python/test_mail.py.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bytes.h"
#include "errors.h"
#include "finder.h"
#include "link_data.h"
#include "linkspan/mail.h"

namespace linkspan_python {
namespace {

namespace mail = linkspan::mail;

struct Found {
  std::string part;
  std::string field;  // the header field, or empty
  std::string media_type, charset;
  std::optional<uint64_t> raw_begin;
  LinkData link;
};

// Collects the links of a message and of its wanted header fields.
class Collector final : public mail::MessageReceiver {
 public:
  explicit Collector(const EngineState& engine) : engine_(engine) {}

  void header(const mail::Header& header) override {
    OffsetMap map(header.value, Unit::bytes);
    const auto take = [&](const linkspan::Link& link) {
      found.push_back({header.path, header.name, "", "", std::nullopt, link_data(link, map)});
    };
    if (!fields_) fields_ = open_fields();
    fields_->feed(header.value, take);
    fields_->finish(take);
  }
  void begin_part(const mail::TextPart& part) override { part_ = part; }
  void link(const linkspan::Link& link) override {
    OffsetMap map({}, Unit::bytes);
    found.push_back(
        {part_.path, "", part_.media_type, part_.charset, part_.raw_begin, link_data(link, map)});
  }

  std::vector<Found> found;

 private:
  // Cannot fail: the constructor of EngineState has opened one.
  linkspan::DocumentStream open_fields() const {
    linkspan::DocumentOptions options = engine_.document();
    options.layout = {.controls = linkspan::Controls::colours};
    return linkspan::DocumentStream::open(engine_.engine(), options).value();
  }

  const EngineState& engine_;
  std::optional<linkspan::DocumentStream> fields_;
  mail::TextPart part_;
};

py::list links(const EngineState& engine, py::handle message, size_t begin, size_t end,
               const std::string& charset, const std::vector<std::string>& headers) {
  const Bytes bytes(message);
  mail::MessageOptions options;
  options.read.headers = headers;
  options.document = engine.document();
  options.charset = charset;
  Collector collector(engine);
  const auto summary = [&] {
    const py::gil_scoped_release released;
    return mail::read_documents(bytes.view().substr(begin, end - begin), engine.engine(), collector,
                                options);
  }();
  value_of(summary);
  py::list list;
  for (Found& found : collector.found) {
    list.append(py::make_tuple(str_of(found.part), str_of(found.field), str_of(found.media_type),
                               str_of(found.charset), found.raw_begin,
                               py::cast(std::move(found.link))));
  }
  return list;
}

// The ranges of the messages in a mailbox. Bytes that do not begin with a From_ line are one
// message, even if they contain such lines.
std::vector<std::pair<uint64_t, uint64_t>> messages(py::handle mailbox) {
  const Bytes bytes(mailbox);
  const py::gil_scoped_release released;
  std::vector<std::pair<uint64_t, uint64_t>> places;
  bool is_mailbox = true;
  const auto add = [&](const mail::MessagePlace& place) {
    if (places.empty()) is_mailbox = place.from_line != place.begin;
    places.emplace_back(place.begin, place.end);
  };
  mail::MboxSplitter splitter;
  splitter.feed(bytes.view(), add);
  splitter.finish(add);
  if (!is_mailbox) places.assign(1, {0, bytes.view().size()});
  return places;
}

// The first From_ line at or after `begin`. `mailbox` must contain some lines before `begin`, as
// they decide whether the line at `begin` is one. Reads only as far as needed.
std::optional<uint64_t> next_from_line(py::handle mailbox, uint64_t begin) {
  constexpr size_t kChunk = 64 * 1024;
  const Bytes bytes(mailbox);
  const py::gil_scoped_release released;
  std::optional<uint64_t> found;
  const auto take = [&](const mail::MessagePlace& place) {
    const bool is_after_from_line = place.from_line != place.begin;
    if (!found && is_after_from_line && place.from_line >= begin) found = place.from_line;
  };
  mail::MboxSplitter splitter;
  for (std::string_view rest = bytes.view(); !rest.empty() && !found;) {
    splitter.feed(rest.substr(0, kChunk), take);
    rest.remove_prefix(std::min(kChunk, rest.size()));
  }
  if (!found) splitter.finish(take);
  return found;
}

std::vector<std::string> maildir_messages(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& path : value_of(mail::maildir_messages(folder))) names.push_back(path.string());
  return names;
}

}  // namespace
}  // namespace linkspan_python

PYBIND11_MODULE(_mail, module) {
  namespace py = pybind11;
  py::module_::import("linkspan._core");
  py::options options;
  options.disable_function_signatures();
  module.def("links", &linkspan_python::links);
  module.def("messages", &linkspan_python::messages);
  module.def("next_from_line", &linkspan_python::next_from_line);
  module.def("is_maildir",
             [](const std::string& folder) { return linkspan::mail::is_maildir(folder); });
  module.def("maildir_messages", [](const std::string& folder) {
    std::vector<py::bytes> names;  // file names may have any bytes
    for (const std::string& name : linkspan_python::maildir_messages(folder))
      names.emplace_back(name);
    return names;
  });
}
