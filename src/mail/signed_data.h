// SPDX-License-Identifier: Apache-2.0
// The content of an S/MIME message that was signed as a whole (`smime-type=signed-data`, RFC 8551,
// section 3.5.2): a MIME entity in the structure SignedData of CMS (RFC 5652, section 5.1), in BER
// (ITU-T X.690). The signature is neither read nor verified.
//
//   ContentInfo   30 { 06 signedData, A0 {
//     SignedData  30 { 02 version, 31 { digestAlgorithms },
//                      30 { 06 data, A0 { 04 "Content-Type: text/plain⏎…" }}, … }}}
//
// Elements may have an indefinite length, and the content may be in pieces, as programs write it in
// a stream. Of an incomplete entity, the existing part is returned.
//
// Guarded by tests/mail/mail_signed_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace linkspan::mail {

// The entity; empty if the bytes are not SignedData with a content. Time is linear.
std::string signed_content(std::string_view cms);

}  // namespace linkspan::mail
