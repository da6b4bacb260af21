// Where a shader's tree lives: taken piece by piece, given back as a whole.
#pragma once

#include <cstring>
#include <memory_resource>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace glsl {

class Arena {
  public:
    template <class T, class... Arguments>
    T* make(Arguments&&... arguments) {
        static_assert(std::is_trivially_destructible_v<T>, "nobody calls the destructors");
        return new (memory_.allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
    }
    template <class T>
    std::span<T> copy(std::span<const T> items) {
        static_assert(std::is_trivially_copyable_v<T>);
        if (items.empty()) return {};
        T* copied = static_cast<T*>(memory_.allocate(items.size_bytes(), alignof(T)));
        std::memcpy(static_cast<void*>(copied), static_cast<const void*>(items.data()), items.size_bytes());
        return {copied, items.size()};
    }
    template <class T>
    std::span<T> copy(const std::vector<T>& items) {
        return copy(std::span<const T>(items));
    }
    std::string_view text(std::string_view characters) {
        const std::span<char> copied = copy(std::span<const char>(characters.data(), characters.size()));
        return {copied.data(), copied.size()};
    }
    std::pmr::memory_resource* memory() { return &memory_; }

    // Whether there is room for a constant of so many numbers that is made of other constants: each line of a shader
    // may double what those before it have.
    bool takes_numbers(size_t count) {
        if (count > most_numbers - numbers_) return false;
        numbers_ += count;
        return true;
    }
    static constexpr size_t most_numbers = size_t{1} << 23;

  private:
    size_t numbers_ = 0;
    std::pmr::monotonic_buffer_resource memory_{16384};
};

}  // namespace glsl
