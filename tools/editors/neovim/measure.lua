-- SPDX-License-Identifier: Apache-2.0
-- Measures in Neovim the time from a key press to the new links on the screen.
--
--   nvim -u tools/editors/neovim/measure.lua FILE     edits FILE in memory, and does not write it
--
-- Inserts a link in the middle of the file and types 300 letters at its end. Each time is from the key press
-- to the extmark of the changed link. Writes median, 95th percentile and maximum, in milliseconds, to
-- $LINKSPAN_MEASURED, or to standard output. $LINKSPAN is the command.

local folder = debug.getinfo(1, 'S').source:match('^@(.*)/[^/]*$')
vim.opt.rtp:prepend(folder)
vim.o.swapfile = false
vim.cmd('syntax off')

local linkspan = require('linkspan')
linkspan.setup({ cmd = { vim.env.LINKSPAN or 'linkspan', 'lsp' } })

local kKeys = 300
local times, pressed, before = {}, nil, 0

local function finish()
  table.sort(times)
  local function at(share) return times[math.max(1, math.ceil(#times * share))] end
  local out = assert(io.open(vim.env.LINKSPAN_MEASURED or '/dev/stdout', 'w'))
  out:write(string.format('%d keys: median %.1f ms, 95 %% %.1f ms, worst %.1f ms\n', #times, at(0.5),
                          at(0.95), times[#times]))
  out:close()
  vim.cmd('qa!')
end

local function press()
  before = vim.api.nvim_win_get_cursor(0)[2]
  pressed = vim.loop.hrtime()
  vim.api.nvim_input('x')
end

-- Whether the link ends at the cursor, after the letter that was typed.
local function is_up_to_date()
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local link = linkspan.link_at(vim.api.nvim_get_current_buf(), row - 1, column - 1)
  return link and link.end_col == column and column > before
end

linkspan.on_shown = function()
  if not pressed or not is_up_to_date() then return end
  table.insert(times, (vim.loop.hrtime() - pressed) / 1e6)
  pressed = nil
  if #times == kKeys then
    finish()
  else
    vim.defer_fn(press, 30)
  end
end

vim.defer_fn(function()
  local middle = math.floor(vim.api.nvim_buf_line_count(0) / 2)
  vim.api.nvim_buf_set_lines(0, middle, middle, false, { '会場 https://example.jp/a 地図' })
  vim.api.nvim_win_set_cursor(0, { middle + 1, #'会場 https://example.jp/a' })
  vim.api.nvim_input('i')
  vim.defer_fn(press, 500)
end, 1500)
