// The characters of a compilation: the application's strings put one behind the other, and what #include brings.
#pragma once

#include <cstdint>
#include <deque>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glsl {

// A line continuation that has been taken out, or the begin of the application's next string. `at` counts in the text
// without continuations.
struct SourceBreak {
    uint32_t at = 0;
    uint32_t removed = 0;  // bytes taken out; 0: a string begins
};

// Offsets (Location::offset) count through the texts as they were given, one behind the other in the order of `add`.
class SourceText {
  public:
    struct Part {
        uint32_t base = 0;                // offset of its first byte
        std::string_view original;        // as given
        std::string_view text;            // without line continuations; a 0 follows, and none is inside
        std::vector<SourceBreak> breaks;  // ascending
    };

    // Copies. A string ends at a zero byte. Null if all parts together had 2 GiB or more.
    const Part* add(std::span<const std::string_view> strings);

    // The physical line that contains the offset, without its end.
    std::string_view line_at(uint32_t offset) const;

    // Strings that have a path instead of a number (#include, #line with a path) have negative numbers.
    int32_t add_path(std::string_view path);
    std::string string_name(int32_t string) const;

    // Where all texts of the compilation live.
    std::pmr::memory_resource& memory() { return memory_; }
    // A copy that lives as long.
    std::string_view keep(std::string_view text);

  private:
    std::pmr::monotonic_buffer_resource memory_{4096};
    std::deque<Part> parts_;  // never moved: lexers point at them
    std::vector<std::string> paths_;
    uint32_t size_ = 0;
};

}  // namespace glsl
