// SPDX-License-Identifier: Apache-2.0
#include "common/file_range.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "common/io.h"

namespace linkspan::command {

FileRange rest_of_file(const std::string& name, int descriptor) {
  struct stat status {};
  const off_t begin = lseek(descriptor, 0, SEEK_CUR);
  if (begin < 0 || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return {name, status.st_dev, status.st_ino, static_cast<uint64_t>(begin), FileRange::kToTheEnd};
}

size_t read_at(int descriptor, char* into, size_t size, uint64_t offset) {
  size_t done = 0;
  errno = 0;
  while (done < size) {
    const ssize_t got =
        pread(descriptor, into + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return done;
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  errno = 0;
  return done;
}

FileRangeReader::FileRangeReader(const FileRange& range) : offset_(range.begin), left_(range.size) {
  const bool is_standard_input = range.name == "-";
  descriptor_ = is_standard_input ? dup(STDIN_FILENO)
                                  : open(range.name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  struct stat status {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    failure_ = std::strerror(errno);
  } else if (status.st_dev != range.device || status.st_ino != range.inode) {
    failure_ = "is another file now; its links are missing";
  }
}

FileRangeReader::~FileRangeReader() {
  if (descriptor_ >= 0) close(descriptor_);
}

size_t FileRangeReader::read(char* into, size_t size) {
  if (!failure_.empty()) return 0;
  const auto wanted = static_cast<size_t>(std::min<uint64_t>(size, left_));
  const size_t got = read_at(descriptor_, into, wanted, offset_);
  if (errno != 0) failure_ = std::strerror(errno);
  offset_ += got;
  left_ -= got;
  return got;
}

std::string FileRangeReader::read_all() {
  std::string bytes;
  for (;;) {
    const size_t before = bytes.size();
    bytes.resize(before + static_cast<size_t>(std::min<uint64_t>(left_, kBlockBytes)));
    const size_t got = read(bytes.data() + before, bytes.size() - before);
    bytes.resize(before + got);
    if (got == 0) return bytes;
  }
}

}  // namespace linkspan::command
