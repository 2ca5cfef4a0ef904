// The messages of a Maildir: a folder with the folders cur, new and tmp, and a message in each file
// of the first two (maildir(5), https://cr.yp.to/proto/maildir.html).
//
//   inbox/cur/1234.M5P6.host:2,S  and  inbox/new/1235.M7P8.host    its messages
//   inbox/tmp/1236.M9P1.host                                       none: still being written
//   inbox/cur/.nfs0001                                             none: hidden files never are
//
// Guarded by tests/mail_maildir_test.cc.
#pragma once

#include <filesystem>
#include <vector>

#include "linkspan/result.h"

namespace linkspan::mail {

// Has the folder the three folders of a Maildir?
bool is_maildir(const std::filesystem::path& folder);

// The files of its messages in the order of their names, which begin with the time of delivery. An
// error, with a sentence, when the folder is no Maildir or cannot be read.
Result<std::vector<std::filesystem::path>> maildir_messages(const std::filesystem::path& folder);

}  // namespace linkspan::mail
