// A file in memory, for what is shared by files.
#pragma once

#include <cstring>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace driver {

class TestFile {
  public:
    explicit TestFile(size_t size, unsigned flags = MFD_ALLOW_SEALING) : file_(memfd_create("test", flags)) {
        EXPECT_EQ(ftruncate(file_, static_cast<off_t>(size)), 0);
    }
    ~TestFile() { close(file_); }
    TestFile(const TestFile&) = delete;
    TestFile& operator=(const TestFile&) = delete;

    int get() const { return file_; }
    void write(const std::vector<uint8_t>& bytes, size_t offset = 0) const {
        EXPECT_EQ(pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset)),
                  static_cast<ssize_t>(bytes.size()));
    }

  private:
    int file_;
};

}  // namespace driver
