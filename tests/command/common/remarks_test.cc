// SPDX-License-Identifier: Apache-2.0
// Promise: messages about inputs are counted by kind and summarized in few lines, from any number
// of processes; no message is lost or written twice (tools/linkspan/common/remarks.h).

#include "tools/linkspan/common/remarks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "linkspan/mail.h"

namespace linkspan::command {
namespace remarks_test {

size_t lines_in(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(Remarks, AFewOfAKindArePrintedUnchanged) {
  Remarks remarks;
  remarks.add(Remark::charset_unknown, "b.eml:1", "there is no charset \"x\"");
  remarks.add(Remark::link_to_directory, "d/l");
  remarks.add(Remark::charset_unknown, "a.eml:1", "there is no charset \"y\"");
  EXPECT_EQ(remarks.take_due(), "");
  EXPECT_EQ(remarks.summary(),
            "linkspan: d/l: a link to a directory is not followed; name it as an argument\n"
            "linkspan: b.eml:1: there is no charset \"x\"\n"
            "linkspan: a.eml:1: there is no charset \"y\"\n");
}

TEST(Remarks, ManyOfAKindAreCountedAndTheFirstIsPrinted) {
  Remarks remarks;
  const Remark cut_off = remark_of(mail::WarningKind::cut_off);
  const Remark no_field = remark_of(mail::WarningKind::not_a_field);
  for (int i = 1; i <= 12345; ++i) {
    const std::string subject = "inbox.mbox: message " + std::to_string(i);
    remarks.add(cut_off, subject, "the message ends before its last boundary");
    remarks.add(no_field, subject, "a line in a header is not a field and was left out: x y");
  }
  EXPECT_EQ(remarks.summary(),
            "linkspan: 12,345 times: a line in a header is not a field and was left out; first: "
            "inbox.mbox: message 1: x y\n"
            "linkspan: 12,345 times: the message ends before its last boundary; first: inbox.mbox: "
            "message 1\n");
}

TEST(Remarks, OfHtmlPartsOnlyTheNumberIsPrinted) {
  Remarks remarks;
  remarks.add(Remark::html_part, "a.eml", {}, 0);
  EXPECT_EQ(remarks.summary(), "");
  remarks.add(Remark::html_part, "a.eml", {}, 1);
  EXPECT_EQ(remarks.summary(), "linkspan: 1 text/html part was not read\n");
  remarks.add(Remark::html_part, "b.eml", {}, 1233);
  EXPECT_EQ(remarks.summary(), "linkspan: 1,234 text/html parts were not read\n");
}

TEST(Remarks, TheFirstErrorsArePrintedAtOnceAndTheOthersCounted) {
  Remarks remarks;
  std::string due;
  for (int i = 0; i < 30; ++i) {
    remarks.add(Remark::unreadable, "f" + std::to_string(i), "No such file or directory");
    due += remarks.take_due();
  }
  EXPECT_TRUE(due.starts_with("linkspan: f0: No such file or directory\nlinkspan: f1: "));
  EXPECT_EQ(lines_in(due), Remarks::kMostAtOnce);
  EXPECT_EQ(remarks.summary(), "linkspan: 20 more times: cannot be read\n");
}

TEST(Remarks, OfWorkersAreMergedInOrder) {
  Remarks all;
  for (int worker = 0; worker < 100; ++worker) {
    Remarks of_worker;
    for (int i = 0; i < 100; ++i) {
      const std::string subject = std::to_string(worker) + '/' + std::to_string(i);
      of_worker.add(Remark::charset_unknown, subject, "x");
      of_worker.add(Remark::damaged, subject, "y");
    }
    all.take_over(of_worker);
  }
  const std::string due = all.take_due();
  EXPECT_TRUE(due.starts_with("linkspan: 0/0: y\nlinkspan: 0/1: y\n")) << due;
  EXPECT_EQ(lines_in(due), Remarks::kMostAtOnce);
  EXPECT_EQ(all.summary(),
            "linkspan: 9,990 more times: damaged or cut off, and not read to its end\n"
            "linkspan: 10,000 times: a charset is not known; first: 0/0: x\n");
}

TEST(Remarks, OfAllKindsHaveALimitedNumberOfLines) {
  Remarks remarks;
  const size_t kinds = static_cast<size_t>(Remark::mail) + mail::kWarningKinds;
  for (int times = 0; times < 20; ++times) {
    for (size_t kind = 0; kind < kinds; ++kind) {
      remarks.add(static_cast<Remark>(kind), "a", "b");
      Remarks until_now = remarks;
      const std::string due = until_now.take_due();
      EXPECT_LE(lines_in(due + until_now.summary()), Remarks::kMostLines);
    }
  }
  const std::string due = remarks.take_due();
  EXPECT_LE(lines_in(due + remarks.summary()), Remarks::kMostLines);
}

TEST(Remarks, AllOrNoneArePrintedOnRequest) {
  Remarks all(Messages::all);
  Remarks none(Messages::none);
  for (int i = 0; i < 1000; ++i) {
    for (Remarks* const remarks : {&all, &none}) {
      remarks->add(Remark::charset_unknown, "a", "b");
      remarks->add(Remark::unreadable, "a", "c");
      remarks->add(Remark::html_part, "a", {}, 2);
    }
  }
  const std::string due = all.take_due();
  EXPECT_TRUE(
      due.starts_with("linkspan: a: b\nlinkspan: a: c\n"
                      "linkspan: a: 2 text/html parts were not read\n"));
  EXPECT_EQ(lines_in(due), 3000u);
  EXPECT_EQ(all.take_due() + all.summary(), "");
  EXPECT_EQ(none.take_due() + none.summary(), "");
}

TEST(Remarks, ControlCharactersInThemAreEscaped) {
  Remarks remarks;
  for (int i = 0; i < 2; ++i) {
    remarks.add(Remark::charset_unknown, "a\x1B]0;x\x07\n", "b\u009B\u202E");
    remarks.add(Remark::unreadable, "c\x1B", "d");
  }
  const std::string text = remarks.take_due() + remarks.summary();
  EXPECT_EQ(text.find_first_of("\x1B\x07\x9B"), std::string::npos) << text;
  EXPECT_NE(text.find(R"(a\x1B]0;x\x07\x0A: b\xC2\x9B\xE2\x80\xAE)"), std::string::npos) << text;
}

}  // namespace remarks_test
}  // namespace linkspan::command
