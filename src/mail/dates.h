// Dates as headers of mail and From_ lines of mailboxes have them.
//
//   From a@b Fri Jul  8 12:08:34 2011        Date: Fri, 8 Jul 2011 12:08:34 +0200     dated
//   From Russia with love, in 2011           Date: tomorrow                           not dated
//
// Guarded by tests/mail_mbox_test.cc and tests/mail_recognition_test.cc.
#pragma once

#include <string_view>

namespace linkspan::mail {

// Does the line name a month in three letters, a time of day and a year, in any order?
bool names_date(std::string_view line);

}  // namespace linkspan::mail
