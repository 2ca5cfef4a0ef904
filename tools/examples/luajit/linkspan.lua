-- SPDX-License-Identifier: Apache-2.0
-- linkspan for LuaJIT: this file and liblinkspan.so.0, and nothing to build.
--
--   local linkspan = require "linkspan"
--   local engine = assert(linkspan.engine {profile = "code"})
--   for _, place in ipairs(engine:find(text)) do text:sub(place.first, place.last) end
--   local linker = linkspan.linker(engine)
--   for _, link in ipairs(linker:links(text)) do open(link.uri) end
--
-- Positions are those of string.sub: bytes, from 1. What fails returns nil and a message. LINKSPAN_LIBRARY may name the
-- shared library.
local ffi = require "ffi"

ffi.cdef [[ /* of options the first members: struct_size says that there are no more */
typedef struct linkspan_engine linkspan_engine; typedef struct linkspan_error linkspan_error;
typedef struct linkspan_text_linker linkspan_text_linker;
typedef struct { size_t struct_size; int profile, bare_domains, email; } linkspan_options;
typedef struct { size_t struct_size; const char* charset; } linkspan_document_options;
typedef struct { uint64_t offset, size; int32_t kind, form, ended_by; uint32_t host_offset, host_size; int32_t has_escapes; }
  linkspan_place;
typedef struct {
  linkspan_place place; struct { uint64_t line, offset; } first, past;
  const char* text; size_t text_size; const char* iri; size_t iri_size; const char* uri; size_t uri_size;
  const char* display; size_t display_size; const void* pieces; size_t pieces_count; uint32_t warnings;
} linkspan_text_link;
const char* linkspan_error_message(const linkspan_error*); void linkspan_error_free(linkspan_error*);
const char* linkspan_warning_name(int); void linkspan_options_init(linkspan_options*, size_t);
int linkspan_engine_create(const linkspan_options*, linkspan_engine**, linkspan_error**);
size_t linkspan_find_all(const linkspan_engine*, const char*, size_t, linkspan_place*, size_t);
int linkspan_text_linker_open(const linkspan_engine*, const void*, linkspan_text_linker**, linkspan_error**);
size_t linkspan_text_linker_find(linkspan_text_linker*, const char*, size_t, const linkspan_text_link**);
int linkspan_text_linker_read(linkspan_text_linker*, const char*, size_t, const linkspan_document_options*,
                              const linkspan_text_link**, size_t*, void*, linkspan_error**);
void linkspan_engine_free(linkspan_engine*); void linkspan_text_linker_free(linkspan_text_linker*);
]]
local library = ffi.load(os.getenv "LINKSPAN_LIBRARY" or "liblinkspan.so.0")
local profiles, kinds = {prose = 0, uts58 = 1, code = 2, strict = 3}, {[0] = "url", "email", "custom"}
local capacity, places = 64, ffi.new "linkspan_place[64]"
local Engine, Linker, linkspan = {}, {}, {}
Engine.__index, Linker.__index = Engine, Linker
local new_links, new_error = ffi.typeof "const linkspan_text_link*[1]", ffi.typeof "linkspan_error*[1]"

-- nil and why a call has failed.
local function failure(holder)
  local message = ffi.string(library.linkspan_error_message(holder[0]))
  library.linkspan_error_free(holder[0])
  return nil, message ~= "" and message or "out of memory"
end

local function names_of(warnings, names)
  for number = 0, 30 do
    if bit.band(warnings, bit.lshift(1, number)) ~= 0 then
      names[#names + 1] = ffi.string(library.linkspan_warning_name(bit.lshift(1, number)))
    end
  end
  return names
end

local function table_of(links, count)
  local found = {}
  for i = 0, tonumber(count) - 1 do
    local link = links[i]
    found[i + 1] = {
      first = tonumber(link.first.offset) + 1, last = tonumber(link.past.offset), kind = kinds[link.place.kind],
      text = ffi.string(link.text, link.text_size), iri = ffi.string(link.iri, link.iri_size),
      uri = ffi.string(link.uri, link.uri_size), warnings = names_of(link.warnings, {}),
    }
  end
  return found
end

function linkspan.engine(wanted)
  local options, handle, holder = ffi.new "linkspan_options", ffi.new "linkspan_engine*[1]", new_error()
  library.linkspan_options_init(options, ffi.sizeof(options))
  options.profile = profiles[wanted and wanted.profile or "prose"] or -1
  if library.linkspan_engine_create(options, handle, holder) ~= 0 then return failure(holder) end
  return setmetatable({handle = ffi.gc(handle[0], library.linkspan_engine_free)}, Engine)
end

-- The places of all links of a text in UTF-8.
function Engine:find(text)
  local count = tonumber(library.linkspan_find_all(self.handle, text, #text, places, capacity))
  if count > #text then return nil, "out of memory" end
  if count > capacity then
    capacity, places = count, ffi.new("linkspan_place[?]", count)
    return self:find(text)
  end
  local found = {}
  for i = 0, count - 1 do
    local place = places[i]
    local before = tonumber(place.offset)
    found[i + 1] = {first = before + 1, last = before + tonumber(place.size), kind = kinds[place.kind]}
  end
  return found
end

function linkspan.linker(engine)
  local handle, holder = ffi.new "linkspan_text_linker*[1]", new_error()
  if library.linkspan_text_linker_open(engine.handle, nil, handle, holder) ~= 0 then return failure(holder) end
  return setmetatable({handle = ffi.gc(handle[0], library.linkspan_text_linker_free)}, Linker)
end

-- The links of a text in UTF-8.
function Linker:links(text)
  local links = new_links()
  local count = library.linkspan_text_linker_find(self.handle, text, #text, links)
  if links[0] == nil and count ~= 0 then return nil, "out of memory" end
  return table_of(links[0], count)
end

-- The links of a document in any charset: a name, or "auto".
function Linker:read(bytes, charset)
  local options = ffi.new("linkspan_document_options", ffi.sizeof "linkspan_document_options", charset)
  local links, count, holder = new_links(), ffi.new "size_t[1]", new_error()
  local status = library.linkspan_text_linker_read(self.handle, bytes, #bytes, options, links, count, nil, holder)
  if status ~= 0 then return failure(holder) end
  return table_of(links[0], count[0])
end

return linkspan
