// SPDX-License-Identifier: Apache-2.0
#include "mail/parser_view.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace linkspan::mail {
namespace {

// A type of GObject is a pair of structs that begin with those of its base type.
struct ViewStream {
  GMimeStream parent;
  const ParserView* view;
};
struct ViewStreamClass {
  GMimeStreamClass parent;
};

GType g_view_stream_type = 0;  // NOLINT: set once by register_stream_type

const ParserView& view_of(GMimeStream* stream) {
  return *reinterpret_cast<ViewStream*>(stream)->view;
}

int64_t end_of(GMimeStream* stream) {
  const auto size = static_cast<int64_t>(view_of(stream).stream_size());
  return stream->bound_end == -1 ? size : std::min<int64_t>(stream->bound_end, size);
}

// Overwrites bytes in [begin, end) of the message, which was copied to `to`.
void overwrite(const std::vector<Overwrite>& all, uint64_t begin, uint64_t end, char* to) {
  auto one = std::partition_point(all.begin(), all.end(), [begin](const Overwrite& candidate) {
    return candidate.range.end <= begin;
  });
  for (; one != all.end() && one->range.begin < end; ++one) {
    const uint64_t from = std::max(one->range.begin, begin);
    const uint64_t stop = std::min(one->range.end, end);
    std::transform(to + (from - begin), to + (stop - begin), to + (from - begin),
                   [one](char c) { return c == '\r' || c == '\n' ? c : one->with; });
  }
}

// Overwrites zero bytes.
void hide_zeros(char* begin, size_t size) {
  char* const end = begin + size;
  const auto next = [end](char* at) {
    return static_cast<char*>(std::memchr(at, '\0', static_cast<size_t>(end - at)));
  };
  for (char* zero = next(begin); zero != nullptr; zero = next(zero)) *zero = kHiddenZero;
}

ssize_t read(GMimeStream* stream, char* to, size_t size) {
  const gint64 begin = stream->position;
  const gint64 left = end_of(stream) - begin;
  if (left <= 0) return 0;
  const auto count = static_cast<gint64>(std::min(size, static_cast<size_t>(left)));
  view_of(stream).copy(static_cast<uint64_t>(begin), static_cast<uint64_t>(begin + count), to);
  stream->position = begin + count;
  return static_cast<ssize_t>(count);
}

gboolean at_end(GMimeStream* stream) { return stream->position >= end_of(stream) ? TRUE : FALSE; }

gint64 tell(GMimeStream* stream) { return stream->position; }

gint64 length(GMimeStream* stream) { return end_of(stream) - stream->bound_start; }

gint64 seek(GMimeStream* stream, gint64 offset, GMimeSeekWhence whence) {
  if (whence == GMIME_STREAM_SEEK_CUR) offset += stream->position;
  if (whence == GMIME_STREAM_SEEK_END) offset += end_of(stream);
  if (offset < stream->bound_start || offset > end_of(stream)) return -1;
  stream->position = offset;
  return offset;
}

int reset(GMimeStream* stream) {
  stream->position = stream->bound_start;
  return 0;
}

ssize_t write(GMimeStream* /*stream*/, const char* /*bytes*/, size_t /*size*/) { return -1; }

int nothing_to_do(GMimeStream* /*stream*/) { return 0; }

GMimeStream* open_range(const ParserView& view, gint64 begin, gint64 end) {
  auto* const stream = static_cast<ViewStream*>(g_object_new(g_view_stream_type, nullptr));
  g_mime_stream_construct(&stream->parent, begin, end);
  stream->view = &view;
  return &stream->parent;
}

GMimeStream* substream(GMimeStream* stream, gint64 begin, gint64 end) {
  return open_range(view_of(stream), begin, end);
}

void init_class(gpointer any_class, gpointer /*data*/) {
  auto* const stream_class = static_cast<GMimeStreamClass*>(any_class);
  stream_class->read = read;
  stream_class->write = write;
  stream_class->flush = nothing_to_do;
  stream_class->close = nothing_to_do;
  stream_class->eos = at_end;
  stream_class->reset = reset;
  stream_class->seek = seek;
  stream_class->tell = tell;
  stream_class->length = length;
  stream_class->substream = substream;
}

}  // namespace

uint64_t ParserView::put_in_before(uint64_t stream_offset) const {
  // INVARIANT: the i-th is at line_ends[i] + i in the stream, which grows with i.
  size_t low = 0;
  size_t high = line_ends.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (line_ends[middle] + middle < stream_offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

uint64_t ParserView::body_after(uint64_t line_in_header) const {
  auto at = static_cast<size_t>(line_in_header);
  while (at < message.size()) {
    const size_t next = next_line(message, at, ends);
    const bool is_empty = ends_line(message, at, ends) || message.substr(at).starts_with("\r\n");
    if (is_empty || std::binary_search(line_ends.begin(), line_ends.end(), next)) return next;
    at = next;
  }
  return at;
}

void ParserView::copy(uint64_t begin, uint64_t end, char* to) const {
  while (begin < end) {
    const auto put_in = static_cast<size_t>(put_in_before(begin));
    const bool is_last = put_in == line_ends.size();
    const uint64_t stop = is_last ? end : std::min(end, line_ends[put_in] + put_in);
    if (stop == begin) {
      *to++ = '\n';
      ++begin;
      continue;
    }
    const auto size = static_cast<size_t>(stop - begin);
    const size_t in_message = static_cast<size_t>(begin) - put_in;
    copy_text(message, in_message, in_message + size, ends, to);
    overwrite(guard.overwrites, in_message, in_message + size, to);
    hide_zeros(to, size);
    to += size;
    begin = stop;
  }
}

void register_stream_type() {
  g_view_stream_type = g_type_register_static_simple(
      GMIME_TYPE_STREAM, "LinkspanViewStream", sizeof(ViewStreamClass), init_class,
      sizeof(ViewStream), nullptr, G_TYPE_FLAG_FINAL);
}

Ref<GMimeStream> open_stream(const ParserView& view) {
  return Ref<GMimeStream>(open_range(view, 0, static_cast<int64_t>(view.stream_size())));
}

}  // namespace linkspan::mail
