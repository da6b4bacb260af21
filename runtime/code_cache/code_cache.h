// Compiled code kept on disk for later processes: a folder with a file for each piece, named by the SHA-256 of its
// identity.
//
// The files are executed: a folder or a file that is not the user's, or that others can write, is not used; symbolic
// links are not followed, and checksum, format and the whole identity are compared. Files appear by renaming, whole or
// not at all; several processes may read, write and remove at once, and be killed at any moment. Code that can't be
// read is compiled again: failures here never reach the caller.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/code_cache/code_file.h"
#include "runtime/threads/fork_hold.h"

namespace runtime::code_cache {

struct CacheStatistics {
    uint64_t files = 0, bytes = 0;
    uint64_t leftovers = 0;  // files that a writer has begun: it is at work, or was killed
};

class CodeCache {
  public:
    enum class Missing : uint8_t { Make, Leave };

    // `folder`: made where it is missing, with those above it, unless it is to be left so. `most_bytes`: beyond it, the
    // least recently used files are removed.
    CodeCache(const std::string& folder, uint64_t most_bytes, Missing missing = Missing::Make);
    ~CodeCache();
    CodeCache(const CodeCache&) = delete;
    CodeCache& operator=(const CodeCache&) = delete;

    // Whether there is a folder to work with; why not otherwise.
    bool works() const { return folder_ >= 0; }
    const std::string& complaint() const { return complaint_; }
    // Nothing stands in the way of the folder; it is made when there is something to keep.
    bool not_made_yet() const { return not_made_yet_; }

    std::optional<StoredCode> find(std::string_view identity);
    void keep(std::string_view identity, const StoredCode& code);

    CacheStatistics statistics() const;
    // Removes all; how many files there were.
    uint64_t clear();

  private:
    void bound(uint64_t written);

    int folder_ = -1;
    bool not_made_yet_ = false;
    uint64_t most_bytes_;
    std::string complaint_;
    ForkSafe<> mutex_;
    std::optional<uint64_t> bytes_;  // in the folder, as far as this process knows; none: not counted yet
};

// Where the user's cache is: ASMGL_CACHE_DIR, else asmgl in the user's cache folder. Empty: nowhere (`off`, a
// privileged process, a user without a home).
std::string cache_folder();
// The process's cache; null where there is none. Never destroyed.
CodeCache* user_cache();
// One line about the folder: path, files, bytes. Does not create it.
std::string cache_summary();

// The linker's build ID of the driver; empty if there is none: then nothing is cached.
const std::string& build_identity();
// The offset of this build's code or data from an address that the build fixes, and back; none and null outside the
// build.
std::optional<int64_t> offset_in_build(const void* address);
const void* address_in_build(int64_t offset);

}  // namespace runtime::code_cache
