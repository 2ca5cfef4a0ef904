// SPDX-License-Identifier: Apache-2.0
#include "pick/clipboard.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace linkspan::command {
namespace {

// RFC 4648, section 4.
std::string to_base64(std::string_view bytes) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string encoded;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    uint32_t bits = 0;
    for (size_t j = 0; j < 3; ++j) {
      bits = bits << 8 | (j < group.size() ? static_cast<unsigned char>(group[j]) : 0u);
    }
    for (size_t j = 0; j < 4; ++j) {
      encoded += j <= group.size() ? kAlphabet[bits >> (18 - 6 * j) & 63] : '=';
    }
  }
  return encoded;
}

bool is_set(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    bytes.remove_prefix(count > 0 ? static_cast<size_t>(count) : 0);
  }
  return true;
}

// Runs a program that reads the text. Returns whether it succeeded.
bool pipe_into(std::array<const char*, 5> words, std::string_view text) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, nothing, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, nothing, STDERR_FILENO);
  pid_t id = -1;
  const int error = posix_spawnp(&id, words[0], &actions, nullptr,
                                 const_cast<char* const*>(words.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  close(nothing);
  const bool is_written = error == 0 && write_all(ends[1], text);
  close(ends[1]);
  if (error != 0) return false;
  int status = 0;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  return is_written && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::string clipboard_sequence(std::string_view text, Multiplexer multiplexer) {
  std::string sequence = "\x1B]52;c;" + to_base64(text) + '\a';
  if (multiplexer == Multiplexer::none) return sequence;
  constexpr size_t kMostBytesOfDcs = 512;  // GNU screen discards longer DCS strings
  std::string wrapped;
  for (size_t i = 0; i < sequence.size(); i += kMostBytesOfDcs) {
    wrapped += "\x1BP" + sequence.substr(i, kMostBytesOfDcs) + "\x1B\\";
  }
  return wrapped;
}

std::string copy_to_clipboard(std::string_view text, int terminal) {
  if (text.size() > kMostClipboardBytes) return "too long for the clipboard of a terminal";
  if (is_set("TMUX") && pipe_into({"tmux", "load-buffer", "-w", "-", nullptr}, text)) return {};
  const Multiplexer multiplexer = is_set("STY") ? Multiplexer::screen : Multiplexer::none;
  if (!write_all(terminal, clipboard_sequence(text, multiplexer))) {
    return "the terminal cannot be written to";
  }
  return {};
}

}  // namespace linkspan::command
