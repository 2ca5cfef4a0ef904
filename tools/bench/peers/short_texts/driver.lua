-- SPDX-License-Identifier: Apache-2.0
-- The binding for LuaJIT on short texts (tools/bench/bindings): luajit driver.lua FILE RUNS find_all|text_linker
package.path = arg[0]:match "^.*/" .. "../../../examples/luajit/?.lua"
local linkspan = require "linkspan"
local engine = assert(linkspan.engine())
local linker = assert(linkspan.linker(engine))
local texts = {}
for text in io.lines(arg[1]) do texts[#texts + 1] = text end
local line = {}
for run = 0, tonumber(arg[2]) do  -- the first run is not counted
  local links, begin = 0, os.clock()
  for i = 1, #texts do
    links = links + #(arg[3] == "find_all" and engine:find(texts[i]) or linker:links(texts[i]))
  end
  line[run == 0 and 1 or run + 1] = run == 0 and tostring(links) or ("%.6f"):format(os.clock() - begin)
end
print(table.concat(line, " "))
