// SPDX-License-Identifier: Apache-2.0
// resolve() is the algorithm of RFC 3986, section 5.2, in its strict form: a reference with a
// scheme is never read as a relative one. IRIs are resolved as URIs are (RFC 3987, section 6.5).
//
//   http://a/b/c/d;p?q and ../g        → http://a/b/g
//   foo:bar and baz                    → foo:baz
//   a/b and c                          → an error: the base has no scheme
//
// relativize() is its inverse. A reference without a path keeps path and query of the base, so if
// the paths are the same, `#f` or `?q#f` is the shortest. Otherwise the path may be relative to
// that of the base, or absolute, with the authority, or with the scheme too; the shortest that
// resolves to the target is returned.
//
// Guarded by tests/iri/iri_resolve_test.cc, against all short references, and
// tests/iri/iri_properties_test.cc.
#include "iri/resolve.h"

#include <algorithm>
#include <utility>

namespace linkspan::iri {
namespace {

// `role` is what the text is called in an error.
Result<View> parse_as(const std::string& role, std::string_view text) {
  Result<View> view = parse(text);
  if (view.ok()) return view;
  Error error = view.error();
  error.message.insert(0, role + ": ");
  return error;
}

// An IRI with a scheme.
Result<View> parse_absolute(const std::string& role, std::string_view text) {
  Result<View> view = parse_as(role, text);
  if (view.ok() && !view->scheme()) {
    return Error{ErrorCode::syntax, 0, role + " has no scheme, and must be an absolute IRI"};
  }
  return view;
}

// With the `/` before it, if there is one.
void remove_last_segment(std::string& path) {
  const size_t slash = path.rfind('/');
  path.resize(slash == std::string::npos ? 0 : slash);
}

// Up to and including the last `/`.
std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

// RFC 3986, section 5.2.3, without dot segments.
std::string merged(const Components& base, std::string_view path,
                   DotSegments dots = DotSegments::plain) {
  const bool is_bare = base.authority && base.path.empty();
  std::string folder(is_bare ? "/" : folder_of(base.path));
  return without_dot_segments(folder.append(path), dots);
}

// RFC 3986, section 5.2.2.
std::string resolved(const Components& base, const Components& reference, DotSegments dots) {
  Components target = reference;
  std::string path;
  if (reference.scheme || reference.authority || reference.path.starts_with('/')) {
    path = without_dot_segments(reference.path, dots);
  } else if (reference.path.empty()) {
    path = base.path;
    if (!reference.query) target.query = base.query;
  } else {
    path = merged(base, reference.path, dots);
  }
  target.path = path;
  if (!reference.scheme) {
    target.scheme = base.scheme;
    if (!reference.authority) target.authority = base.authority;
  }
  return recomposed(target);
}

// The dots of which the segment consists; 0 if it has anything else, or is empty.
size_t dots_in(std::string_view segment, DotSegments dots) {
  size_t count = 0;
  while (!segment.empty()) {
    const bool is_escaped = dots == DotSegments::also_as_browsers &&
                            (segment.starts_with("%2E") || segment.starts_with("%2e"));
    if (!is_escaped && segment[0] != '.') return 0;
    segment.remove_prefix(is_escaped ? 3 : 1);
    ++count;
  }
  return count;
}

bool is_in_same_place(const Components& left, const Components& right) {
  return left.scheme == right.scheme && left.authority == right.authority;
}

// The reference from the folder `from` to `path`, both without dot segments. It does not resolve to
// `path` if that has no `/` at its start and `..` is needed.
std::string path_from(std::string_view from, std::string_view path) {
  const auto differ = std::mismatch(from.begin(), from.end(), path.begin(), path.end());
  const auto same = static_cast<size_t>(differ.first - from.begin());
  const std::string_view common = folder_of(from.substr(0, same));
  const std::string_view left = from.substr(common.size());
  const std::string_view rest = path.substr(common.size());
  std::string reference;
  for (auto up = std::count(left.begin(), left.end(), '/'); up > 0; --up) reference += "../";
  const bool has_colon = rest.find(':') < rest.find('/');  // which would be read as a scheme
  if (reference.empty() && (rest.empty() || rest[0] == '/' || has_colon)) reference = "./";
  if (rest.empty()) reference.pop_back();
  return reference.append(rest);
}

// Keeps the shortest reference.
class Shortest {
 public:
  void add(const Components& reference) {
    std::string text = recomposed(reference);
    if (!best_ || text.size() < best_->size()) best_ = std::move(text);
  }
  std::string take() && { return *std::move(best_); }

 private:
  std::optional<std::string> best_;
};

// REQUIRES: the path of the target has no dot segments.
std::string shortest_with_path(const Components& base, const Components& target) {
  Shortest shortest;
  Components reference = target;
  reference.scheme = reference.authority = std::nullopt;
  if (is_in_same_place(base, target)) {
    const std::string path = path_from(merged(base, ""), target.path);
    if (merged(base, path) == target.path) {
      reference.path = path;
      shortest.add(reference);
    }
    reference.path = target.path;
    if (target.path.starts_with('/')) shortest.add(reference);
  }
  reference.authority = target.authority;
  if (base.scheme == target.scheme && target.authority) shortest.add(reference);
  shortest.add(target);
  return std::move(shortest).take();
}

}  // namespace

Components components_of(const View& view) {
  return {view.scheme(), view.authority(), view.path(), view.query(), view.fragment()};
}

std::string without_dot_segments(std::string_view path, DotSegments dots) {
  std::string out;
  out.reserve(path.size());
  while (path.starts_with("./") || path.starts_with("../")) path.remove_prefix(path.find('/') + 1);
  if (path == "." || path == "..") return out;
  // From here on, `path` is empty or starts with `/` and a segment; only the first segment may lack
  // the `/`.
  while (!path.empty()) {
    const size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view segment = path.substr(0, end);
    path.remove_prefix(end);
    const size_t dot_count = segment.starts_with('/') ? dots_in(segment.substr(1), dots) : 0;
    if (dot_count == 2) remove_last_segment(out);
    if (dot_count != 1 && dot_count != 2) {
      out += segment;
    } else if (path.empty()) {
      out += '/';
    }
  }
  return out;
}

std::string recomposed(const Components& components) {
  std::string text;
  if (components.scheme) text.append(*components.scheme).append(":");
  if (components.authority) {
    text.append("//").append(*components.authority);
  } else if (components.path.starts_with("//")) {
    text += "/.";
  }
  text += components.path;
  if (components.query) text.append("?").append(*components.query);
  if (components.fragment) text.append("#").append(*components.fragment);
  return text;
}

Result<std::string> resolve(std::string_view base, std::string_view reference, DotSegments dots) {
  const Result<View> from = parse_absolute("the base", base);
  if (!from.ok()) return from.error();
  const Result<View> view = parse_as("the reference", reference);
  if (!view.ok()) return view.error();
  return resolved(components_of(*from), components_of(*view), dots);
}

Result<std::string> relativize(std::string_view base, std::string_view target) {
  const Result<View> from = parse_absolute("the base", base);
  if (!from.ok()) return from.error();
  const Result<View> to = parse_absolute("the target", target);
  if (!to.ok()) return to.error();
  const Components source = components_of(*from);
  Components goal = components_of(*to);
  const bool keeps_path = is_in_same_place(source, goal) && source.path == goal.path;
  if (keeps_path && source.query == goal.query) {
    return recomposed({{}, {}, {}, {}, goal.fragment});
  }
  if (keeps_path && goal.query) return recomposed({{}, {}, {}, goal.query, goal.fragment});
  const std::string path = without_dot_segments(goal.path);
  goal.path = path;
  return shortest_with_path(source, goal);
}

}  // namespace linkspan::iri
