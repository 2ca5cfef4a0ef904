// SPDX-License-Identifier: Apache-2.0
#include "search.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "bytes.h"
#include "errors.h"
#include "may_link.h"
#include "text_source.h"
#include "workers.h"

namespace linkspan_python {
namespace {

// The GIL is held during the search of a shorter text.
constexpr size_t kShort = 2048;

// The number of texts that are taken from Python at a time. With one thread: as many as the inner
// caches hold. With fewer texts, the GIL would be acquired so often that a busy Python thread could
// delay this one. With several, which are started for each batch: so many that a start costs
// little.
size_t batch_size(size_t threads) {
  constexpr size_t kForOneThread = 4096;
  constexpr size_t kForEach = 65536;
  return threads == 1 ? kForOneThread : kForEach * threads;
}

TextRef checked_text(py::handle text) {
  if (!PyUnicode_Check(text.ptr())) {
    throw py::type_error(std::string("text must be a str, or bytes with charset=…, not ") +
                         Py_TYPE(text.ptr())->tp_name);
  }
  return text_of(text.ptr());
}

std::optional<py::gil_scoped_release> release_for(TextRef text) {
  std::optional<py::gil_scoped_release> released;
  if (text.length >= kShort) released.emplace();
  return released;
}

// A batch in slices: a thread that has finished a slice takes the next one.
struct Slices {
  size_t texts, count;
  size_t begin(size_t slice) const { return texts * slice / count; }
  size_t end(size_t slice) const { return begin(slice + 1); }
};

Slices slices_of(size_t texts, size_t threads) {
  return {texts, threads == 1 ? 1 : std::min(texts, threads * 8)};
}

// Adds the links of one slice to columns.
class ColumnsOfTexts {
 public:
  ColumnsOfTexts(const EngineState& engine, Wanted wanted)
      : engine_(engine), by_links_(wanted.needs_links() || engine.has_rules()) {
    if (by_links_) finder_.emplace(engine);
  }

  void add(TextRef text, int64_t row, Columns& columns) {
    if (!engine_.has_rules() && !prefilter_.may_have_link(text)) return;
    const std::string_view utf8 = utf8_of(text, scratch_);
    OffsetMap map(utf8, unit_of(text));
    const auto place = [&](linkspan::Range range) {
      const uint64_t start = map.at(range.begin);
      return Columns::Place{row, start, map.at(range.end)};
    };
    if (by_links_) {
      (*finder_)->find(
          utf8, [&](const linkspan::Link& link) { columns.add(place(link.span.range), link); });
    } else {
      engine_.engine().scan(utf8, [&](const linkspan::Span& span) {
        columns.add(place(span.range), span, span.text(utf8));
      });
    }
  }

 private:
  const EngineState& engine_;
  const bool by_links_;
  Prefilter prefilter_;
  std::optional<EngineState::Lease> finder_;
  Scratch scratch_;
};

// Searches a batch. `found` receives the columns of each slice.
void search_slices(const EngineState& engine, const std::vector<TextRef>& texts, int64_t first_row,
                   size_t threads, std::vector<Columns>& found) {
  const Slices slices = slices_of(texts.size(), threads);
  found.assign(slices.count, Columns(found.front().wanted));
  work_in_threads(threads, slices.count, [&] {
    return [&, search = ColumnsOfTexts(engine, found.front().wanted)](size_t slice) mutable {
      for (size_t i = slices.begin(slice); i < slices.end(slice); ++i) {
        search.add(texts[i], first_row + static_cast<int64_t>(i), found[slice]);
      }
    };
  });
}

// The links have offsets of this unit in the text.
py::list find_in_document(const EngineState& engine, std::string_view text, Unit unit,
                          linkspan::DocumentOptions options) {
  std::vector<LinkData> links;
  OffsetMap map(text, unit);
  const auto summary = [&] {
    const py::gil_scoped_release released;
    return linkspan::linkify(
        {text, std::move(options)}, engine.engine(),
        [&](const linkspan::Link& link) { links.push_back(link_data(link, map)); });
  }();
  value_of(summary);
  return list_of(std::move(links));
}

}  // namespace

py::list find_in_str(const EngineState& engine, py::handle text) {
  const TextRef ref = checked_text(text);
  std::vector<LinkData> links;
  {
    const auto released = release_for(ref);
    const auto finder = engine.lease();
    links = links_in(ref, *finder);
  }
  return list_of(std::move(links));
}

py::list find_in_bytes(const EngineState& engine, py::handle object, const std::string& charset) {
  linkspan::DocumentOptions options = engine.document();
  options.charset = charset;
  const Bytes bytes(object);
  return find_in_document(engine, bytes.view(), Unit::bytes, std::move(options));
}

py::list find_in_markup(const EngineState& engine, py::handle object, const std::string& charset,
                        const std::string& links, linkspan::Markup markup) {
  linkspan::DocumentOptions options = engine.document();
  options.charset = charset;
  options.markup = markup;
  options.html_links = value_of(linkspan::parse_html_links(links));
  if (!py::isinstance<py::str>(object)) {
    const Bytes bytes(object);
    return find_in_document(engine, bytes.view(), Unit::bytes, std::move(options));
  }
  options.charset = "utf-8";
  const std::string utf8 = utf8_of(object, "text");
  return find_in_document(engine, utf8, Unit::code_points, std::move(options));
}

bool contains(const EngineState& engine, py::handle text) {
  const TextRef ref = checked_text(text);
  const auto released = release_for(ref);
  const auto finder = engine.lease();
  const std::string_view utf8 = utf8_of(ref, finder->scratch);
  if (!engine.has_rules()) return engine.engine().contains(utf8);
  bool found = false;
  finder->find(utf8, [&](const linkspan::Link&) {
    found = true;
    return linkspan::Visit::stop;
  });
  return found;
}

py::list find_many(const EngineState& engine, py::handle texts, size_t threads) {
  const auto source = source_of(texts);
  py::list lists;
  std::vector<TextRef> batch;
  const size_t limit = batch_size(threads);
  for (source->next(limit, batch); !batch.empty(); source->next(limit, batch)) {
    std::vector<std::vector<LinkData>> found(batch.size());
    const Slices slices = slices_of(batch.size(), threads);
    {
      const py::gil_scoped_release released;
      work_in_threads(threads, slices.count, [&] {
        return [&, finder = engine.lease()](size_t slice) {
          for (size_t i = slices.begin(slice); i < slices.end(slice); ++i) {
            found[i] = links_in(batch[i], *finder);
          }
        };
      });
    }
    for (std::vector<LinkData>& links : found) lists.append(list_of(std::move(links)));
  }
  return lists;
}

std::shared_ptr<Columns> find_columns(const EngineState& engine, py::handle texts, Wanted wanted,
                                      size_t threads) {
  const auto source = source_of(texts);
  auto columns = std::make_shared<Columns>(wanted);
  std::optional<ColumnsOfTexts> search;
  if (threads == 1) search.emplace(engine, wanted);
  std::vector<TextRef> batch;
  std::vector<Columns> found(1, Columns(wanted));
  int64_t row = 0;
  const size_t limit = batch_size(threads);
  for (source->next(limit, batch); !batch.empty(); source->next(limit, batch)) {
    {
      const py::gil_scoped_release released;
      if (search) {
        for (size_t i = 0; i < batch.size(); ++i) {
          search->add(batch[i], row + static_cast<int64_t>(i), *columns);
        }
      } else {
        search_slices(engine, batch, row, threads, found);
        for (const Columns& slice : found) columns->append(slice);
      }
    }
    row += static_cast<int64_t>(batch.size());
  }
  return columns;
}

}  // namespace linkspan_python
