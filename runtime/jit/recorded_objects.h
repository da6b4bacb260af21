// Objects of this program in the memory of recorded code. Code names their members; widths and types of accesses follow
// from the members' types.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "runtime/jit/recorded_memory.h"

namespace runtime::jit {

template <class Object>
struct PointerTo;

namespace detail {

template <class Array>
struct ElementOf;
template <class T, size_t count>
struct ElementOf<T[count]> {
    using Type = T;
};
template <class T, size_t count>
struct ElementOf<std::array<T, count>> {
    using Type = T;
};
template <class Array>
using Element = typename ElementOf<Array>::Type;

// An Object at an offset within another one.
template <class Object>
struct Part {
    using Type = Object;
    int64_t offset;
};
// The part of that Object to which a path leads: members and indices, one after the other.
template <class Object>
Part<Object> follow(int64_t offset) {
    return {offset};
}
template <class Object, std::integral Index, class... Path>
auto follow(int64_t offset, Index index, Path... path);
template <class Object, class Member, class Class, class... Path>
auto follow(int64_t offset, Member Class::*member, Path... path) {
    static_assert(std::is_same_v<Class, Object>, "a member of another type");
    static_assert(sizeof member == sizeof(int64_t), "not a data member");
    // By the platform's C++ ABI, a pointer to a data member is its offset.
    return follow<Member>(offset + std::bit_cast<int64_t>(member), path...);
}
template <class Object, std::integral Index, class... Path>
auto follow(int64_t offset, Index index, Path... path) {
    using Each = Element<Object>;
    return follow<Each>(offset + static_cast<int64_t>(index) * static_cast<int64_t>(sizeof(Each)), path...);
}

// The number that stands for a value in memory.
template <class Value>
struct PlainOf {
    using Type = std::remove_cv_t<Value>;
};
template <class Value>
requires std::is_enum_v<Value>
struct PlainOf<Value> {
    using Type = std::underlying_type_t<Value>;
};
template <class Value>
using Plain = typename PlainOf<Value>::Type;

// The recorded number of a plain number's type.
template <class Value>
struct RecordedAs;
template <>
struct RecordedAs<float> {
    using Number = ScalarFloat;
};
template <>
struct RecordedAs<int32_t> {
    using Number = ScalarSigned;
};
template <>
struct RecordedAs<uint32_t> {
    using Number = ScalarUnsigned;
};
template <>
struct RecordedAs<uint64_t> {
    using Number = ScalarWideUnsigned;
};
template <>
struct RecordedAs<int64_t> {
    using Number = ScalarWideSigned;
};

template <class Value>
using RecordedNumber = typename RecordedAs<Plain<Value>>::Number;

template <class Value>
inline constexpr bool is_byte = std::same_as<Plain<Value>, bool> || std::same_as<Plain<Value>, uint8_t>;

template <class P>
using Pointee = std::remove_cv_t<std::remove_pointer_t<P>>;

}  // namespace detail

// To an object, or to the first of several. A path within it has pointers to members, and indices of elements of
// arrays: at(&Machine::condition_codes, 1, &ConditionCode::sign). The empty path leads to the object itself.
template <class Object>
struct PointerTo : Pointer {
    explicit PointerTo(Pointer p) : Pointer(p) {}
    explicit PointerTo(llvm::Value* v) : Pointer(v) {}

    template <class... Path>
    auto at(Path... path) const {
        if constexpr (sizeof...(path) == 0) {
            return *this;
        } else {
            const auto part = detail::follow<Object>(0, path...);
            return PointerTo<typename decltype(part)::Type>(*this + part.offset);
        }
    }
    // The object so many further on, of several that lie one after the other.
    PointerTo operator[](int64_t index) const { return PointerTo(*this + index * int64_t{sizeof(Object)}); }
    // The first element of an array.
    auto elements() const { return PointerTo<detail::Element<Object>>(*this); }

    // The number or pointer at the path's end. Bytes and truth values become numbers of 32 bits.
    template <class... Path>
    auto load(Path... path) const {
        return load_value(at(path...));
    }
    // See jit::load_constant().
    template <class... Path>
    auto load_constant(Path... path) const {
        return load_constant_value(at(path...));
    }
    // The pointer at the path's end, to `count` objects that can be read whatever happens; see load_constant_pointer().
    template <class... Path>
    auto load_readable(size_t count, Path... path) const {
        return load_readable_pointer(at(path...), count);
    }

  private:
    template <class Value>
    static auto load_value(PointerTo<Value> from) {
        if constexpr (std::is_pointer_v<Value>)
            return PointerTo<detail::Pointee<Value>>(load_pointer(from));
        else if constexpr (detail::is_byte<Value>)
            return load_byte(from);
        else
            return jit::load<detail::RecordedNumber<Value>>(from, alignof(Value));
    }
    template <class Value>
    static auto load_constant_value(PointerTo<Value> from) {
        if constexpr (std::is_pointer_v<Value>)
            return PointerTo<detail::Pointee<Value>>(load_constant_pointer(from));
        else
            return jit::load_constant<detail::RecordedNumber<Value>>(from, alignof(Value));
    }
    template <class To>
    static auto load_readable_pointer(PointerTo<To*> from, size_t count) {
        return PointerTo<std::remove_cv_t<To>>(load_constant_pointer(from, count * sizeof(To)));
    }
};

// Room for one on the stack of the function being recorded, as long as it runs.
template <class Object>
PointerTo<Object> stack_object() {
    return PointerTo<Object>(stack_memory(sizeof(Object), alignof(Object)));
}

template <class Object, RecordedValue Number>
void store(PointerTo<Object> to, Number number) {
    static_assert(std::same_as<Number, detail::RecordedNumber<Object>>, "a number of another type");
    detail::store(to, number.value, alignof(Object));
}

}  // namespace runtime::jit
