-- SPDX-License-Identifier: Apache-2.0
-- Prints links with linkspan.lua:
--
--   luajit links.lua text < letter.txt            start and end, in bytes, and kind of each link in UTF-8 text
--   luajit links.lua document CHARSET letter.txt  the URIs of a text file in any charset, or in "auto"
--   luajit links.lua lines < texts.txt            one line of JSON for each line, which is a text of its own
package.path = (arg[0]:match "^.*/" or "") .. "?.lua;" .. package.path
local linkspan = require "linkspan"

-- For links without characters that JSON writes as escapes.
local function json_of(link)
  local json = ('{"start":%d,"end":%d,"kind":"%s","text":"%s","iri":"%s","uri":"%s"'):format(
    link.first - 1, link.last, link.kind, link.text, link.iri, link.uri)
  if #link.warnings == 0 then return json .. "}" end
  return json .. ',"warnings":["' .. table.concat(link.warnings, '","') .. '"]}'
end

local engine = assert(linkspan.engine())
local linker = assert(linkspan.linker(engine))
if arg[1] == "text" then
  for _, place in ipairs(assert(engine:find(io.read "*a"))) do
    print(("%d\t%d\t%s"):format(place.first - 1, place.last, place.kind))
  end
elseif arg[1] == "document" and #arg == 3 then
  local file = assert(io.open(arg[3], "rb"))
  for _, link in ipairs(assert(linker:read(file:read "*a", arg[2]))) do print(link.uri) end
elseif arg[1] == "lines" then
  local number = 0
  for text in io.lines() do
    number = number + 1
    local links = {}
    for i, link in ipairs(assert(linker:links(text))) do
      local place = engine:find(text)[i]
      assert(place.first == link.first and place.last == link.last and place.kind == link.kind)
      links[i] = json_of(link)
    end
    print(('{"id":%d,"links":[%s]}'):format(number, table.concat(links, ",")))
  end
else
  io.stderr:write "Usage: luajit links.lua text|document|lines [CHARSET FILE]\n"
  os.exit(2)
end
