// SPDX-License-Identifier: Apache-2.0
// Prints a message as an HTML page with clickable links.
//
//   mail_html letter.eml > letter.html
#include <linkspan/mail.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "Usage: mail_html FILE\n");
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) {
    std::fprintf(stderr, "%s cannot be read\n", argv[1]);
    return 1;
  }

  const auto engine = linkspan::Engine::create({});
  std::string html;
  const auto writer = linkspan::render::html_writer(
      html, {.form = linkspan::render::HtmlForm::page, .title = argv[1]});
  const auto summary = linkspan::mail::render(bytes, *engine, *writer);
  if (!summary) {
    std::fprintf(stderr, "%s\n", summary.error().message.c_str());
    return 2;
  }
  std::fwrite(html.data(), 1, html.size(), stdout);
}
