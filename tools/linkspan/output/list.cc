// SPDX-License-Identifier: Apache-2.0
// The list for people: --to list.
//
//   a.txt:1:5: https://example.org/
//   a.txt:2:5: https://bank.example@a.example/  ⚠ leads to a.example (userinfo-like-host)
//
// With several inputs, a line begins with its source. Unprintable characters (base/printable.h) are
// written as their bytes. In colours, they are those of grep, with a clickable link (OSC 8) if it
// is safe to open.
#include <charconv>
#include <cstring>

#include "base/printable.h"
#include "linkspan/iri.h"
#include "linkspan/render.h"
#include "output/form.h"
#include "output/shown_text.h"
#include "output/statistics.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kBeforeSign = "  ";

// The end of a buffer, written in place. PERF: 17 ns less for a record of the list than when each
// number and text was appended by itself.
class Place {
 public:
  // REQUIRES: no more than `most` bytes are put.
  Place(std::string& out, size_t most) : out_(out) {
    const size_t size = out.size();
    out.resize(size + most);
    at_ = out.data() + size;
  }
  ~Place() { out_.resize(offset()); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  void put(char c) { *at_++ = c; }
  void put(std::string_view text) {
    std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
  }
  void put(uint64_t number) { at_ = std::to_chars(at_, at_ + kDigits, number).ptr; }
  void put_count(uint64_t count, Counts* counts) {
    if (counts != nullptr) {
      counts->push_back({offset(), count});
    } else {
      put(count);
    }
  }

  static constexpr size_t kDigits = 20;  // of 2^64

 private:
  size_t offset() const { return static_cast<size_t>(at_ - out_.data()); }

  std::string& out_;
  char* at_ = nullptr;
};

// A list shows the destination of such a link, as its text may be "here".
std::string_view text_in_list(const Link& link, std::string& changed) {
  return link.span.form == linkspan::Form::href ? shown_iri(link, changed)
                                                : shown_text(link, changed);
}

// Where a wrapper leads, and the warnings.
std::string remarks_of(const Link& link) {
  if (link.warnings.empty() && link.target.empty()) return {};
  std::string remarks;
  if (!link.target.empty()) remarks = "\u2192 " + link.target;
  const std::string sign = render::warning_sign(link);
  if (!remarks.empty() && !sign.empty()) remarks += kBeforeSign;
  return remarks + sign;
}

class List : public OutputForm {
 public:
  std::string head(const Origin& origin, const Naming& naming) const override {
    std::string head;
    if (naming.names_input()) head += base::printable(origin.source) + ':';
    const std::string place = place_in_source(origin);
    if (!place.empty()) head += base::printable(place) + ':';
    return head;
  }

  void record(std::string& out, std::string_view head, const LinkRecord& record) const override {
    constexpr size_t kMarks = 4;  // "1:5: " without numbers, and the line feed
    const Link& link = record.link;
    std::string changed;
    const std::string_view text = text_in_list(link, changed);
    const std::string sign = remarks_of(link);
    Place place(out, head.size() + 2 * Place::kDigits + kMarks + text.size() + kBeforeSign.size() +
                         sign.size());
    place.put(head);
    const Position begin = link.pieces.front().begin;
    place.put_count(begin.line > 0 ? begin.line : begin.offset, record.counts);
    if (begin.line > 0) {
      place.put(':');
      place.put(begin.offset);
    }
    place.put(':');
    place.put(' ');
    place.put(text);
    if (!sign.empty()) {
      place.put(kBeforeSign);
      place.put(sign);
    }
    place.put('\n');
  }

  Wants wants() const override { return Wants::begins_and_warnings; }
  std::optional<OffsetUnit> offsets() const override { return OffsetUnit::lines; }
  bool has_names() const override { return true; }
  bool has_counts() const override { return false; }
  bool has_statistics() const override { return true; }
  void statistics(std::string& out, const LinkStatistics& statistics, uint32_t top) const override {
    statistics.append_table(out, top);
  }
  const OutputForm* coloured() const override;
};

class ColouredList final : public List {
  void record(std::string& out, std::string_view head, const LinkRecord& record) const override {
    // ECMA-48, section 8.3.117 (SGR), and the sequence that terminals know for hyperlinks.
    constexpr std::string_view kName = "\x1B[35m", kPlace = "\x1B[32m", kAlarm = "\x1B[31m",
                               kNoColour = "\x1B[m";
    constexpr std::string_view kBeginLink = "\x1B]8;;", kEndSequence = "\x1B\\";
    const Link& link = record.link;
    std::string changed;
    if (!head.empty()) ((out += kName) += head) += kNoColour;
    append_plain_position(out += kPlace, link.pieces.front().begin, record.counts);
    (out += kNoColour) += ": ";
    const std::string_view uri = render::opened_uri(link);
    const bool opens =
        !link.is_defanged && render::is_openable(link.uri) && render::is_openable(uri);
    if (opens) ((out += kBeginLink) += uri) += kEndSequence;
    out += text_in_list(link, changed);
    if (opens) (out += kBeginLink) += kEndSequence;
    const std::string sign = remarks_of(link);
    if (!sign.empty()) (((out += kBeforeSign) += kAlarm) += sign) += kNoColour;
    out += '\n';
  }
  Wants wants() const override { return Wants::links; }  // for the URI
};

const OutputForm* List::coloured() const {
  static const ColouredList form;
  return &form;
}

}  // namespace

const OutputForm& list_form() {
  static const List form;
  return form;
}

// A link a line, and nothing else: --to uri, iri and text. The line is printable, and has no line
// break.

namespace {

class UriLines : public OutputForm {
 public:
  std::string head(const Origin& origin, const Naming& naming) const override {
    if (naming.file_names != FileNames::always) return {};
    return name_in_line(origin.source, naming.line_end) + ':';
  }
  void record(std::string& out, std::string_view head, const LinkRecord& record) const override {
    std::string changed;
    out += head;
    out += line(record.link, changed);
    out += '\n';
  }
  std::optional<OffsetUnit> offsets() const override { return std::nullopt; }
  bool has_names() const override { return true; }
};

class IriLines final : public UriLines {
  std::string_view line(const Link& link, std::string& changed) const override {
    if (link.target.empty()) return shown_iri(link, changed);
    const Result<std::string> shown = iri::to_iri(link.target);
    return changed = shown.ok() ? *shown : link.target;
  }
};

class TextLines final : public UriLines {
  Wants wants() const override { return Wants::begins; }
  std::string_view line(const Link& link, std::string& changed) const override {
    return shown_text(link, changed);
  }
};

}  // namespace

const OutputForm& uri_form() {
  static const UriLines form;
  return form;
}

const OutputForm& iri_form() {
  static const IriLines form;
  return form;
}

const OutputForm& text_form() {
  static const TextLines form;
  return form;
}

}  // namespace linkspan::command
