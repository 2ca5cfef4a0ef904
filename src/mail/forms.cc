// SPDX-License-Identifier: Apache-2.0
// What the forms of a multipart/alternative have in common, by their words and destinations.
//
//   plain: Open it.                HTML: <a href="https://shop.example/17">Open it</a>
//   →  the HTML has a destination more: its link is reported, and it is the fuller form
//
//   plain: Open it: https://shop.example/17      HTML: the same
//   →  the plain form has all of it: no link of the HTML is reported, and it is shown
//
// Guarded by tests/mail/mail_forms_test.cc.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "base/keyed_hash.h"
#include "base/utf8.h"
#include "linkspan/mail.h"
#include "unicode/properties.h"

namespace linkspan::mail {
namespace {

// A form without links is as full as another one that has ten words less and a destination.
constexpr size_t kWordsOfDestination = 10;
// Of the words of another form, one in so many may be missing: `View this mail in your browser`.
constexpr size_t kMissingWords = 5;

constexpr size_t kLongestWord = 64;  // in bytes; the rest of a longer one does not matter

enum class Role : uint8_t { separates, letter, word };

// Scripts without spaces between words have a word for each character.
Role role_of(char32_t c) {
  const unicode::Properties properties = unicode::properties(c);
  const bool is_of_word = properties.is_letter() || properties.is_mark() || properties.is_digit();
  if (!is_of_word) return Role::separates;
  return properties.is_east_asian_wide() ? Role::word : Role::letter;
}

// The different words of a text that comes in pieces, cut anywhere.
class Words {
 public:
  void add(std::string_view text) {
    std::string joined;
    if (!cut_.empty()) {
      joined = std::exchange(cut_, {}).append(text);
      text = joined;
    }
    const auto* at = reinterpret_cast<const uint8_t*>(text.data());
    for (const uint8_t* const end = at + text.size(); at != end;) {
      const base::CodePoint c = base::decode(at, end, base::Text::more_may_follow);
      if (c.length == 0) {
        cut_.assign(reinterpret_cast<const char*>(at), static_cast<size_t>(end - at));
        return;
      }
      take(c.value, {reinterpret_cast<const char*>(at), c.length});
      at += c.length;
    }
  }

  void end_word() {
    if (!word_.empty()) words_.insert(base::sip_hash(base::process_key(), word_)[0]);
    word_.clear();
  }

  size_t size() const { return words_.size(); }
  size_t missing_in(const Words& other) const {
    return static_cast<size_t>(std::count_if(words_.begin(), words_.end(), [&other](uint64_t word) {
      return !other.words_.contains(word);
    }));
  }

 private:
  void take(char32_t c, std::string_view bytes) {
    const Role role = role_of(c);
    if (role != Role::letter) end_word();
    if (role == Role::separates || word_.size() >= kLongestWord) return;
    word_ += c < 0x80 ? base::to_ascii_lower(bytes) : std::string(bytes);
    if (role == Role::word) end_word();
  }

  std::unordered_set<uint64_t> words_;  // hashes with a random key
  std::string word_;                    // the current one
  std::string cut_;                     // the start of a character
};

}  // namespace

void MergedForms::set_options(const TextPart& part, DocumentOptions& options) {
  const bool is_in_one = part.alternative != 0;
  options.destinations = is_in_one ? &destinations_[part.alternative] : nullptr;
  options.repeats = part.is_later_form ? Repeats::leave_out : Repeats::keep;
}

class FormReader::OneForm final : public Receiver {
 public:
  void begin_part(const TextPart& part) { is_plain_ &= part.media_type == "text/plain"; }
  void text(std::string_view decoded) override { words_.add(decoded); }
  // The text of a link in a plain text is its destination.
  void piece(std::string_view decoded, const Link& link) override {
    if (link.span.form == Form::href) words_.add(decoded);
  }
  void link(const Link& link) override { destinations_.add(link.uri); }
  void end_part() { words_.end_word(); }

  bool is_plain() const { return is_plain_; }
  bool stands_for(const OneForm& other) const {
    return other.words_.missing_in(words_) * kMissingWords <= other.words_.size() &&
           destinations_.size() >= other.destinations_.size();
  }
  size_t fullness() const { return words_.size() + kWordsOfDestination * destinations_.size(); }

 private:
  bool is_plain_ = true;
  Words words_;
  Destinations destinations_;
};

FormReader::FormReader(DocumentStream& stream,
                       std::function<DocumentOptions(const TextPart&)> options)
    : stream_(stream), options_(std::move(options)) {}
FormReader::~FormReader() = default;

void FormReader::begin_form() { forms_.emplace_back(); }

void FormReader::begin_part(const TextPart& part) {
  forms_.back().begin_part(part);
  DocumentOptions options = options_(part);
  options.charset_fallback = "auto";
  is_open_ = !stream_.begin(options).has_value();
}

void FormReader::block(std::string_view bytes) {
  if (is_open_) stream_.feed(bytes, forms_.back());
}

void FormReader::end_part() {
  if (is_open_) stream_.finish(forms_.back());
  is_open_ = false;
  forms_.back().end_part();
}

// Plain forms first, so that another one must have more.
size_t FormReader::fullest() {
  const std::vector<OneForm> forms = std::exchange(forms_, {});
  std::vector<size_t> order(forms.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_partition(order.begin(), order.end(),
                        [&forms](size_t form) { return forms[form].is_plain(); });
  size_t best = order.empty() ? 0 : order.front();
  for (const size_t form : order) {
    if (forms[best].stands_for(forms[form])) continue;
    if (forms[form].fullness() > forms[best].fullness()) best = form;
  }
  return best;
}

}  // namespace linkspan::mail
