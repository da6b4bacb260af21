// Hashes of what tests compute, recorded on x86-64: every other machine computes the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace arbasm {

// FNV-1a of 64 bits.
class RunningHash {
  public:
    void add_bytes(const void* bytes, size_t count) {
        for (size_t i = 0; i < count; i++) value_ = (value_ ^ static_cast<const uint8_t*>(bytes)[i]) * 0x100000001b3u;
    }
    template <class T>
    requires std::has_unique_object_representations_v<T>
    void add(const T& value) { add_bytes(&value, sizeof value); }
    uint64_t value() const { return value_; }

  private:
    uint64_t value_ = 0xcbf29ce484222325u;
};

// Fails the test that is running where tests/golden/hashes.txt has another hash under this name, or none. With
// ASMGL_RECORD_HASHES=FILE it writes "NAME HASH" to the end of that file instead (scripts/record-hashes).
void expect_recorded_hash(const std::string& name, uint64_t hash);

}  // namespace arbasm
