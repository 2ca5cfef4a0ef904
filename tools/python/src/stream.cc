// SPDX-License-Identifier: Apache-2.0
#include "stream.h"

#include <utility>

#include "bytes.h"
#include "errors.h"

namespace linkspan_python {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

linkspan::DocumentStream open(const EngineState& engine,
                              const std::optional<std::string>& charset) {
  linkspan::DocumentOptions options = engine.document();
  if (charset) {
    options.charset = *charset;
  } else {
    options.offsets = linkspan::OffsetUnit::code_points;
  }
  return value_of(linkspan::DocumentStream::open(engine.engine(), options));
}

// Raises an error if two threads use a stream at the same time, which is possible as feed releases
// the GIL.
class InUse {
 public:
  explicit InUse(bool& is_in_use) : is_in_use_(is_in_use) {
    if (is_in_use) throw std::runtime_error("the stream is in use by another thread");
    is_in_use = true;
  }
  ~InUse() { is_in_use_ = false; }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  bool& is_in_use_;
};

}  // namespace

TextStream::TextStream(const EngineState& engine, const std::optional<std::string>& charset)
    : unit_(charset ? Unit::bytes : Unit::code_points), stream_(open(engine, charset)) {}

std::string_view TextStream::utf8_of_str(py::handle chunk) {
  if (!PyUnicode_Check(chunk.ptr())) {
    throw py::type_error(std::string("a chunk must be a str, not ") +
                         Py_TYPE(chunk.ptr())->tp_name + "; for bytes, use stream(charset=…)");
  }
  const std::string_view utf8 = utf8_of(text_of(chunk.ptr()), scratch_);
  if (!has_begun_ && utf8.starts_with(kByteOrderMark)) before_ = 1;
  has_begun_ = has_begun_ || !utf8.empty();
  return utf8;
}

LinkData TextStream::link_data_of(const linkspan::Link& link) const {
  if (unit_ == Unit::code_points) return link_data_by_positions(link, before_);
  OffsetMap map({}, Unit::bytes);
  return link_data(link, map);
}

py::list TextStream::feed(py::handle chunk) {
  const InUse in_use(is_in_use_);
  std::optional<Bytes> bytes;
  if (unit_ == Unit::bytes) {
    if (PyUnicode_Check(chunk.ptr())) {
      throw py::type_error("a chunk must be bytes, as the stream has a charset, not str");
    }
    bytes.emplace(chunk);
  }
  const std::string_view text = bytes ? bytes->view() : utf8_of_str(chunk);
  std::vector<LinkData> links;
  {
    const py::gil_scoped_release released;
    stream_.feed(text, [&](const linkspan::Link& link) { links.push_back(link_data_of(link)); });
  }
  return list_of(std::move(links));
}

py::list TextStream::finish() {
  const InUse in_use(is_in_use_);
  std::vector<LinkData> links;
  {
    const py::gil_scoped_release released;
    stream_.finish([&](const linkspan::Link& link) { links.push_back(link_data_of(link)); });
  }
  has_begun_ = false;
  before_ = 0;
  return list_of(std::move(links));
}

}  // namespace linkspan_python
