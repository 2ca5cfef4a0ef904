-- SPDX-License-Identifier: Apache-2.0
-- linkspan for Neovim 0.7 or later: underlines links while you type, and `gx` opens the link under the
-- cursor.
--
--   require('linkspan').setup({ settings = { profile = 'code' } })
--
-- The plugin starts `linkspan lsp`. After each change and each scroll, it requests the links in the part of
-- a buffer that is on the screen (request linkspan/links of docs/lsp.md), and sets an extmark for each.
-- Only the response to the newest request is used, as older ones are for older versions of the text.
--
-- Tested by tests/editor_neovim.py.

local M = {}

local namespace = vim.api.nvim_create_namespace('linkspan')

M.options = {
  cmd = { 'linkspan', 'lsp' }, -- the server
  settings = {},               -- see docs/lsp.md
  highlight = 'Underlined',    -- the highlight group of links
  gx = true,                   -- map gx
  open = nil,                  -- a function that opens a URI; default: the system's opener
  -- Returns whether a buffer has links. The default is normal buffers.
  filter = function(buffer) return vim.bo[buffer].buftype == '' end,
}

M.on_shown = nil -- a function that is called with a buffer after its links were updated

local client_id          -- of the only server
local links_of = {}      -- by buffer: the links on the screen, as { row, col, end_row, end_col, target }
local newest_request = {} -- by buffer: the number of the last request
local is_open = {}        -- by buffer: whether the server has its text

local function client()
  return client_id and vim.lsp.get_client_by_id(client_id)
end

-- The byte column of a position, which the server counts in UTF-16 code units.
local function byte_column(buffer, position)
  local line = vim.api.nvim_buf_get_lines(buffer, position.line, position.line + 1, false)[1]
  if line == nil then return 0 end
  if position.character == 0 then return 0 end
  local ok, column = pcall(vim.str_byteindex, line, position.character, true)
  return ok and column or #line
end

local function show(buffer, links)
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  local shown = {}
  for _, link in ipairs(links) do
    local from, to = link.range.start, link.range['end']
    local mark = {
      row = from.line,
      col = byte_column(buffer, from),
      end_row = to.line,
      end_col = byte_column(buffer, to),
      target = link.target,
    }
    table.insert(shown, mark)
    -- Fails if the text has become shorter; the next response will replace these links.
    pcall(vim.api.nvim_buf_set_extmark, buffer, namespace, mark.row, mark.col, {
      end_row = mark.end_row,
      end_col = mark.end_col,
      hl_group = M.options.highlight,
    })
  end
  links_of[buffer] = shown
  if M.on_shown then M.on_shown(buffer) end
end

-- The lines of a buffer that are on the screen in any window, as a half-open range.
local function lines_on_screen(buffer)
  local first, last = math.huge, 0
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local info = vim.fn.getwininfo(window)[1]
    first = math.min(first, info.topline - 1)
    last = math.max(last, info.botline)
  end
  return first, last
end

-- Requests the links on the screen and shows them.
function M.refresh(buffer)
  local server = client()
  if not server or not is_open[buffer] then return end
  local first, last = lines_on_screen(buffer)
  if first >= last then return end
  local number = (newest_request[buffer] or 0) + 1
  newest_request[buffer] = number
  server.request('linkspan/links', {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = {
      start = { line = first, character = 0 },
      ['end'] = { line = last, character = 0 },
    },
  }, function(err, links)
    if err or newest_request[buffer] ~= number or not vim.api.nvim_buf_is_loaded(buffer) then return end
    show(buffer, links or {})
  end, buffer)
end

-- The link at a row and byte column, both from 0, or nil.
function M.link_at(buffer, row, column)
  for _, link in ipairs(links_of[buffer] or {}) do
    local after_start = row > link.row or (row == link.row and column >= link.col)
    local before_end = row < link.end_row or (row == link.end_row and column < link.end_col)
    if after_start and before_end then return link end
  end
end

local function open_with_system(uri)
  if vim.ui.open then
    vim.ui.open(uri)
    return
  end
  local opener = vim.fn.has('mac') == 1 and 'open' or 'xdg-open'
  if vim.env.BROWSER and vim.env.BROWSER ~= '' then opener = vim.env.BROWSER end
  -- SAFETY: a list is not passed to a shell, which would interpret characters of the URI.
  if vim.fn.jobstart({ opener, uri }, { detach = true }) <= 0 then
    vim.notify('linkspan: cannot run ' .. opener, vim.log.levels.ERROR)
  end
end

-- Opens the link under the cursor. Returns false if there is none.
function M.open()
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local link = M.link_at(vim.api.nvim_get_current_buf(), row - 1, column)
  if not link or not link.target then return false end
  (M.options.open or open_with_system)(link.target)
  return true
end

-- Opens the link under the cursor or, without one, does what gx does without this plugin.
local function gx()
  if M.open() then
    vim.api.nvim_echo({ { '' } }, false, {}) -- clear an older message such as `no link here`
    return
  end
  local name = vim.fn.expand('<cfile>')
  if name == '' then
    vim.notify('linkspan: no link here')
  elseif vim.ui.open then
    vim.ui.open(name)
  else
    vim.fn['netrw#BrowseX'](name, 0)
  end
end

local function start_server()
  if client() then return client_id end
  if vim.fn.executable(M.options.cmd[1]) ~= 1 then
    vim.notify('linkspan: ' .. M.options.cmd[1] .. ' is not installed, or not on PATH',
               vim.log.levels.ERROR)
    return nil
  end
  -- An empty Lua table would become an empty array in JSON.
  local settings = next(M.options.settings) and M.options.settings or vim.empty_dict()
  client_id = vim.lsp.start_client({
    name = 'linkspan',
    cmd = M.options.cmd,
    root_dir = vim.fn.getcwd(),
    init_options = settings,
    settings = { linkspan = settings },
    flags = { debounce_text_changes = 0 },
    on_attach = function(_, buffer)
      is_open[buffer] = true
      M.refresh(buffer)
    end,
    on_exit = function() client_id, is_open = nil, {} end,
  })
  return client_id
end

function M.attach(buffer)
  if not vim.api.nvim_buf_is_loaded(buffer) or not M.options.filter(buffer) then return end
  local id = start_server()
  if not id then return end
  if not vim.lsp.buf_is_attached(buffer, id) then vim.lsp.buf_attach_client(buffer, id) end
end

function M.setup(options)
  M.options = vim.tbl_deep_extend('force', M.options, options or {})
  local group = vim.api.nvim_create_augroup('linkspan', { clear = true })
  local function on(events, run)
    vim.api.nvim_create_autocmd(events, { group = group, callback = function(event) run(event.buf) end })
  end
  on({ 'BufReadPost', 'BufNewFile', 'FileType' }, M.attach)
  on({ 'TextChanged', 'TextChangedI', 'TextChangedP', 'BufWinEnter' }, M.refresh)
  on({ 'WinScrolled', 'VimResized' }, function() M.refresh(vim.api.nvim_get_current_buf()) end)
  on('BufUnload', function(buffer)
    links_of[buffer], newest_request[buffer], is_open[buffer] = nil, nil, nil
  end)
  if M.options.gx then
    vim.keymap.set('n', 'gx', gx, { desc = 'Open the link under the cursor (linkspan)' })
  end
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do M.attach(buffer) end
end

return M
