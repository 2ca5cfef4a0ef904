// SPDX-License-Identifier: Apache-2.0
// Promise: the text of an S/MIME message that was signed as a whole is read, in any encoding of its
// structure, and damage affects only the damaged part.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "mail/signed_data.h"
#include "tests/mail/mail_support.h"

namespace linkspan::test {
namespace mail_signed_test {

const std::string kSignedData = "\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02";
const std::string kData = "\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x01";
const std::string kVersion = "\x02\x01\x01";

// An element of definite length.
std::string definite(char tag, const std::string& content) {
  const size_t size = content.size();
  if (size < 0x80) return std::string{tag, static_cast<char>(size)} + content;
  return std::string{tag, '\x82', static_cast<char>(size >> 8), static_cast<char>(size & 0xFF)} +
         content;
}

std::string indefinite(char tag, const std::string& content) {
  return std::string{tag, '\x80'} + content + std::string(2, '\0');
}

template <class Element>
std::string signed_data(const Element& element, const std::string& octets) {
  const std::string algorithms = element('\x31', element('\x30', std::string("\x05\0", 2)));
  const std::string content = element('\x30', kData + element('\xA0', octets));
  const std::string certificates = definite('\x30', "none");
  return element(
      '\x30', kSignedData +
                  element('\xA0', element('\x30', kVersion + algorithms + content + certificates)));
}

const std::string kEntity = "Content-Type: text/plain; charset=koi8-r\r\n\r\n" +
                            std::string(300, 'x') + " https://a.example/";

TEST(MailSigned, TheContentIsFoundInDefiniteAndIndefiniteLengthEncoding) {
  EXPECT_EQ(mail::signed_content(signed_data(definite, definite('\x04', kEntity))), kEntity);
  EXPECT_EQ(mail::signed_content(signed_data(indefinite, definite('\x04', kEntity))), kEntity);
  const std::string pieces = definite('\x04', kEntity.substr(0, 100)) + definite('\x04', "") +
                             definite('\x04', kEntity.substr(100));
  EXPECT_EQ(mail::signed_content(signed_data(indefinite, indefinite('\x24', pieces))), kEntity);
  EXPECT_EQ(mail::signed_content(signed_data(definite, definite('\x24', pieces))), kEntity);
}

TEST(MailSigned, TruncatedOrDamagedDataIsReadAsFarAsPossible) {
  const std::string whole = signed_data(indefinite, definite('\x04', kEntity));
  for (size_t size = 0; size <= whole.size(); ++size) {
    const ExactCopy cut(std::string_view(whole).substr(0, size));
    const std::string content = mail::signed_content(cut.view());
    EXPECT_TRUE(kEntity.starts_with(content)) << size;
  }
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const char octet : {'\0', '\x1F', '\x7F', '\x80', '\x88', '\xFF'}) {
      std::string damaged = whole;
      damaged[at] = octet;
      const ExactCopy copy(damaged);
      EXPECT_LE(mail::signed_content(copy.view()).size(), whole.size());
    }
  }
  EXPECT_EQ(mail::signed_content(definite('\x30', kData + definite('\x04', kEntity))), "");
  EXPECT_EQ(mail::signed_content(signed_data(definite, "")), "") << "only certificates";
  EXPECT_EQ(mail::signed_content(std::string(100000, '\x30')), "");
}

ReadMessage smime(const std::string& parameters, const std::string& body) {
  return read("Content-Type: application/pkcs7-mime" + parameters +
              "\nContent-Transfer-Encoding: binary\n\n" + body);
}

TEST(MailSigned, TheEntityIsReadAsAMessage) {
  const std::string body = signed_data(indefinite, definite('\x04', kEntity));
  for (const std::string parameters : {"; smime-type=signed-data", "; name=smime.p7m", ""}) {
    const ReadMessage message = smime(parameters, body);
    ASSERT_EQ(message.parts.size(), 1u) << parameters;
    EXPECT_EQ(message.parts[0].declared.path, "1.1");
    EXPECT_EQ(message.parts[0].declared.charset, "koi8-r");
    EXPECT_EQ(message.parts[0].declared.raw_begin, std::nullopt);
    EXPECT_EQ(message.parts[0].text, kEntity.substr(kEntity.find("xxx")));
    EXPECT_EQ(message.summary.encrypted_parts, 0u);
  }
}

TEST(MailSigned, TheNestingOfSignedMessagesIsLimited) {
  std::string entity = kEntity;
  for (int depth = 0; depth < 20; ++depth) {
    entity =
        "Content-Type: application/pkcs7-mime; smime-type=signed-data\n"
        "Content-Transfer-Encoding: binary\n\n" +
        signed_data(indefinite, definite('\x04', entity));
  }
  const ReadMessage message = read(entity);
  EXPECT_TRUE(message.parts.empty());
  EXPECT_FALSE(message.summary.all_was_read);
}

}  // namespace mail_signed_test
}  // namespace linkspan::test
