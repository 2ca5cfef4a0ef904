// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <system_error>

#include "linkspan/mail.h"

namespace linkspan::mail {
namespace fs = std::filesystem;
namespace {

std::error_code append_messages(const fs::path& folder, std::vector<fs::path>& messages) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  while (!error && entry != fs::directory_iterator()) {
    std::error_code ignored;  // a deleted file is not a regular file
    const bool is_hidden = entry->path().filename().string().starts_with('.');
    if (!is_hidden && entry->is_regular_file(ignored)) messages.push_back(entry->path());
    entry.increment(error);
  }
  return error;
}

}  // namespace

bool is_maildir(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "cur", ignored) && fs::is_directory(folder / "new", ignored) &&
         fs::is_directory(folder / "tmp", ignored);
}

Result<std::vector<fs::path>> maildir_messages(const fs::path& folder) {
  if (!is_maildir(folder)) {
    return Error{
        ErrorCode::not_found, 0,
        folder.string() + " is not a Maildir: it does not have the folders cur, new and tmp"};
  }
  std::vector<fs::path> messages;
  for (const char* const name : {"cur", "new"}) {
    if (const std::error_code error = append_messages(folder / name, messages)) {
      return Error{ErrorCode::io, 0,
                   (folder / name).string() + " cannot be read: " + error.message()};
    }
  }
  std::sort(messages.begin(), messages.end(),
            [](const fs::path& a, const fs::path& b) { return a.filename() < b.filename(); });
  return messages;
}

}  // namespace linkspan::mail
