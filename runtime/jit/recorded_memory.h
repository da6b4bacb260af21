// Memory of recorded code: pointers, loads and stores, gathers, variables.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/jit/recorded_lanes.h"

namespace runtime::jit {

template <class T>
concept RecordedValue = arbasm::LaneType<T> &&
    (std::same_as<typename T::Lanes, RecordedLanes> || std::same_as<typename T::Lanes, RecordedWideLanes> ||
     std::same_as<typename T::Lanes, RecordedNumbers> || std::same_as<typename T::Lanes, RecordedWideNumbers>);

struct Pointer {
    llvm::Value* value;
    explicit Pointer(llvm::Value* v) : value(v) {}
};
// Bytes further on. Numbers of 32 bits are unsigned.
Pointer operator+(Pointer p, int64_t bytes);
Pointer operator+(Pointer p, ScalarUnsigned bytes);
Pointer operator+(Pointer p, ScalarWideUnsigned bytes);
inline Pointer operator+(Pointer p, ScalarWideSigned bytes) { return p + as_unsigned(bytes); }
ScalarMask is_null(Pointer p);
ScalarWideUnsigned address_of(Pointer p);
Pointer choose(ScalarMask mask, Pointer a, Pointer b);
Pointer load_pointer(Pointer from);
// See load_constant(). `bytes` can be read there whatever happens: constants of that memory may be loaded before a
// loop, with what follows from them. 0: nobody says.
Pointer load_constant_pointer(Pointer from, size_t bytes = 0);

namespace detail {
enum class Shape : uint8_t { Float, Signed, Unsigned, WideFloat, WideSigned, WideUnsigned, Mask };
template <class T>
inline constexpr bool is_single =
    std::same_as<typename T::Lanes, RecordedNumbers> || std::same_as<typename T::Lanes, RecordedWideNumbers>;
template <class T>
inline constexpr Shape shape_of = [] {
    using L = typename T::Lanes;
    constexpr bool wide = L::bits == 64;
    if constexpr (std::same_as<T, typename L::Mask>)
        return Shape::Mask;
    else if constexpr (std::same_as<T, typename L::Float>)
        return wide ? Shape::WideFloat : Shape::Float;
    else if constexpr (std::same_as<T, typename L::Signed>)
        return wide ? Shape::WideSigned : Shape::Signed;
    else
        return wide ? Shape::WideUnsigned : Shape::Unsigned;
}();
llvm::Value* load(Pointer from, Shape shape, bool single, unsigned alignment, bool constant = false);
void store(Pointer to, llvm::Value* value, unsigned alignment);
llvm::Value* load_masked(Pointer from, Shape shape, Mask mask, unsigned alignment);
void store_masked(Pointer to, llvm::Value* value, Mask mask, unsigned alignment);
llvm::Value* gather(Pointer base, Unsigned offsets, Shape shape, Mask mask);
void scatter(Pointer base, Unsigned offsets, llvm::Value* value, Mask mask);
llvm::Value* gather_at(WideUnsigned addresses, Shape shape, Mask mask);
void scatter_at(WideUnsigned addresses, llvm::Value* value, Mask mask);
llvm::Value* load_atomically(Pointer at, int bits);
llvm::Value* new_variable(Shape shape, bool single);
llvm::Value* variable_value(llvm::Value* variable, Shape shape);
void set_variable(llvm::Value* variable, llvm::Value* value, Shape shape);
}  // namespace detail

// As many numbers as the type has lanes, one after the other. Masks lie in memory as words of ones or zeros in
// variables only.
template <RecordedValue T>
T load(Pointer from, unsigned alignment = 4) {
    return T(detail::load(from, detail::shape_of<T>, detail::is_single<T>, alignment));
}
template <RecordedValue T>
void store(Pointer to, T value, unsigned alignment = 4) {
    detail::store(to, value.value, alignment);
}
// From memory that nobody changes while the function runs: loaded once, or again where that is cheaper.
template <RecordedValue T>
T load_constant(Pointer from, unsigned alignment = 4) {
    return T(detail::load(from, detail::shape_of<T>, detail::is_single<T>, alignment, true));
}
// Lanes that are not in the mask read as zero and are not stored; their memory is not touched.
template <RecordedValue T>
T load_masked(Pointer from, Mask mask, unsigned alignment = 4) {
    return T(detail::load_masked(from, detail::shape_of<T>, mask, alignment));
}
template <RecordedValue T>
void store_masked(Pointer to, T value, Mask mask, unsigned alignment = 4) {
    detail::store_masked(to, value.value, mask, alignment);
}

// Bytes, one after the other, or a number of 16 bits; to words with zeros above, from the low bits of words.
Unsigned load_bytes(Pointer from);
void store_bytes(Pointer to, Unsigned value);
ScalarUnsigned load_byte(Pointer from);
void store_byte(Pointer to, ScalarUnsigned value);
void store_short(Pointer to, ScalarUnsigned value);

// Each lane's number at base + its offset in bytes, or at an address of its own; zero, and no access, where the mask
// is not set.
template <RecordedValue T>
T gather(Pointer base, Unsigned offsets, Mask mask) {
    return T(detail::gather(base, offsets, detail::shape_of<T>, mask));
}
template <RecordedValue T>
void scatter(Pointer base, Unsigned offsets, T value, Mask mask) {
    detail::scatter(base, offsets, value.value, mask);
}
template <RecordedValue T>
T gather_at(WideUnsigned addresses, Mask mask) {
    return T(detail::gather_at(addresses, detail::shape_of<T>, mask));
}
template <RecordedValue T>
void scatter_at(WideUnsigned addresses, T value, Mask mask) {
    detail::scatter_at(addresses, value.value, mask);
}

// ---- memory that other threads see -------------------------------------------------------------------------------

// Vectors of `words` words, one for each lane after the other: a value for each of the words. Nothing is left out or
// read twice.
std::vector<Unsigned> load_vectors(Pointer from, int words);
void store_vectors(Pointer to, const std::vector<Unsigned>& words);
// The same of lanes in as many equal parts as there are pointers: at each they lie one after the other.
std::vector<Unsigned> load_parts(const std::vector<Pointer>& from, int words);
void store_parts(const std::vector<Pointer>& to, const std::vector<Unsigned>& words);
ScalarUnsigned load_shared(Pointer from);
void store_shared(Pointer to, ScalarUnsigned value);
// 1, 2 or 4 bytes of each lane, one after the other, and of one lane: to words with zeros above, from their low bits.
Unsigned load_shared_numbers(Pointer from, int bytes);
void store_shared_numbers(Pointer to, Unsigned value, int bytes);
ScalarUnsigned load_shared_number(Pointer from, int bytes);
void store_shared_number(Pointer to, ScalarUnsigned value, int bytes);
// Two words at once.
ScalarWideUnsigned load_shared_pair(Pointer from);
void store_shared_pair(Pointer to, ScalarWideUnsigned value);

enum class AtomicChange : uint8_t {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    Exchange,
    Min,
    Max,
    UnsignedMin,
    UnsignedMax,
    IncrementWrap,
    DecrementWrap
};
// What was there before.
ScalarUnsigned change_atomically(AtomicChange change, Pointer at, ScalarUnsigned operand);
ScalarWideUnsigned change_atomically(AtomicChange change, Pointer at, ScalarWideUnsigned operand);
ScalarUnsigned exchange_if_equal(Pointer at, ScalarUnsigned expected, ScalarUnsigned value);
ScalarWideUnsigned exchange_if_equal(Pointer at, ScalarWideUnsigned expected, ScalarWideUnsigned value);
template <RecordedValue T = ScalarUnsigned>
T load_atomically(Pointer at) {
    return T(detail::load_atomically(at, static_cast<int>(T::Lanes::bits)));
}
// A memory fence for all threads.
void order_memory();

// ---- variables ---------------------------------------------------------------------------------------------------

// A value that changes across branches and loops. LLVM puts it into registers. Copies name the same variable.
template <RecordedValue T>
class Variable {
  public:
    explicit Variable(T initial) : Variable() { *this = initial; }
    // Undefined until it is set.
    Variable() : memory_(detail::new_variable(detail::shape_of<T>, detail::is_single<T>)) {}
    const Variable& operator=(T value) const {
        detail::set_variable(memory_, value.value, detail::shape_of<T>);
        return *this;
    }
    T get() const { return T(detail::variable_value(memory_, detail::shape_of<T>)); }
    operator T() const { return get(); }

  private:
    llvm::Value* memory_;
};

// Stack memory of the function being recorded, as long as it runs.
Pointer stack_memory(size_t bytes, unsigned alignment);
// Words that are part of its code, in rows of 16 bytes.
Pointer constant_memory(const std::vector<uint32_t>& words);

// Lanes in memory, to be had by a number that is known at run time only.
class LaneArray {
  public:
    LaneArray() : memory_(stack_memory(4 * static_cast<size_t>(lane_count()), 64)) {}
    explicit LaneArray(Unsigned values) : LaneArray() { set(values); }
    void set(Unsigned values) const { store(memory_, values, alignment()); }
    Unsigned get() const { return load<Unsigned>(memory_, alignment()); }
    ScalarUnsigned at(ScalarUnsigned lane) const { return load<ScalarUnsigned>(pointer(lane)); }
    void set(ScalarUnsigned lane, ScalarUnsigned value) const { store(pointer(lane), value); }
    // An even lane, low, and the one behind it.
    ScalarWideUnsigned pair_at(ScalarUnsigned lane) const { return load<ScalarWideUnsigned>(pointer(lane), 8); }
    void set_pair(ScalarUnsigned lane, ScalarWideUnsigned values) const { store(pointer(lane), values, 8); }

  private:
    static unsigned alignment() { return 4 * static_cast<unsigned>(lane_count() < 16 ? lane_count() : 16); }
    Pointer pointer(ScalarUnsigned lane) const { return memory_ + (lane << ScalarUnsigned(2u)); }
    Pointer memory_;
};

}  // namespace runtime::jit
