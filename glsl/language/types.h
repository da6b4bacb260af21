// GLSL's types. Basic and opaque types are rows of one static table; arrays and structures belong to a shader's
// TypeTable, which has each of them once: within a shader two types are equal if their pointers are. Between shaders:
// same_type().
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "glsl/language/versions.h"

namespace glsl {

enum class TypeKind : uint8_t {
    Error,
    Void,
    Basic,
    Sampler,
    Image,
    AtomicCounter,
    Subroutine,
    Structure,
    Array,
    Pointer
};
enum class Scalar : uint8_t {
    None,
    Bool,
    Int,
    Uint,
    Float,
    Double,
    Int64,
    Uint64,
    Int8,
    Uint8,
    Int16,
    Uint16,
    Float16
};
inline constexpr int scalar_count = 13;

inline constexpr bool is_wide(Scalar scalar) {
    return scalar == Scalar::Double || scalar == Scalar::Int64 || scalar == Scalar::Uint64;
}
// Whether it has 8 or 16 bits.
inline constexpr bool is_small(Scalar scalar) { return scalar >= Scalar::Int8; }

// What registers and constants hold a number as: a small one in 32 bits, extended by its sign or zeros, a half as the
// float of the same value.
constexpr Scalar carrier(Scalar scalar) {
    switch (scalar) {
        case Scalar::Int8:
        case Scalar::Int16: return Scalar::Int;
        case Scalar::Uint8:
        case Scalar::Uint16: return Scalar::Uint;
        case Scalar::Float16: return Scalar::Float;
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Int:
        case Scalar::Uint:
        case Scalar::Float:
        case Scalar::Double:
        case Scalar::Int64:
        case Scalar::Uint64: break;
    }
    return scalar;
}
constexpr bool is_signed_integer(Scalar scalar) { return carrier(scalar) == Scalar::Int || scalar == Scalar::Int64; }
constexpr bool is_unsigned_integer(Scalar scalar) {
    return carrier(scalar) == Scalar::Uint || scalar == Scalar::Uint64;
}
constexpr bool is_floating_point(Scalar scalar) { return carrier(scalar) == Scalar::Float || scalar == Scalar::Double; }
constexpr Scalar integer_scalar(int bits, bool with_sign) {
    switch (bits) {
        case 8: return with_sign ? Scalar::Int8 : Scalar::Uint8;
        case 16: return with_sign ? Scalar::Int16 : Scalar::Uint16;
        case 64: return with_sign ? Scalar::Int64 : Scalar::Uint64;
        default: return with_sign ? Scalar::Int : Scalar::Uint;
    }
}
constexpr int bit_count(Scalar scalar) {
    if (scalar == Scalar::Int8 || scalar == Scalar::Uint8) return 8;
    return is_small(scalar) ? 16 : is_wide(scalar) ? 64 : 32;
}
// Whether every number of the first is one of the second.
constexpr bool holds_all_of(Scalar from, Scalar to) {
    if (from == to) return true;
    if (is_floating_point(to)) {
        const int digits = to == Scalar::Double ? 53 : to == Scalar::Float ? 24 : 11;
        return is_floating_point(from) ? bit_count(from) <= bit_count(to)
                                       : bit_count(from) - (is_signed_integer(from) ? 1 : 0) <= digits;
    }
    if (is_floating_point(from)) return false;
    if (is_signed_integer(from)) return is_signed_integer(to) && bit_count(from) <= bit_count(to);
    return bit_count(from) < bit_count(to) || (is_unsigned_integer(to) && bit_count(from) == bit_count(to));
}

// The texture target of a sampler or image type.
enum class Dimension : uint8_t { None, D1, D2, D3, Cube, Rectangle, Buffer };

struct Type;
struct Structure;

struct Type {
    TypeKind kind = TypeKind::Error;
    // Basic: of the components. Sampler, Image: of what it gives.
    Scalar scalar = Scalar::None;
    uint8_t columns = 1;  // 2 to 4: a matrix
    uint8_t rows = 1;     // components of a vector or of a matrix's column
    // Sampler, Image.
    Dimension dimension = Dimension::None;
    bool arrayed = false, shadow = false, multisample = false, external = false;
    // Pointer: the type that it points to; scalar is Uint64. Array: its element; size 0: not sized yet (the last member
    // of a storage block: sized by the buffer).
    const Type* element = nullptr;
    int32_t size = 0;
    int32_t stride = 0;  // bytes from element to element, where SPIR-V says so; else 0
    const Structure* structure = nullptr;
    std::string_view name;   // as GLSL writes it; arrays: empty, see to_string()
    std::string_view where;  // where a basic or opaque type exists
    // Array, Structure, Pointer: counted when the type is made, since walks through what it contains may have no end
    // in sight. Numbers and registers at most beyond_counting.
    int64_t numbers_within = 0, registers_within = 0;
    int32_t parts = 1;  // types that it is made of: an array's element once, a structure's members each
    int32_t depth = 0;  // of types within types

    static constexpr int64_t beyond_counting = int64_t{1} << 40;

    constexpr bool is_error() const { return kind == TypeKind::Error; }
    constexpr bool is_void() const { return kind == TypeKind::Void; }
    constexpr bool is_basic() const { return kind == TypeKind::Basic; }
    constexpr bool is_scalar() const { return is_basic() && columns == 1 && rows == 1; }
    constexpr bool is_vector() const { return is_basic() && columns == 1 && rows > 1; }
    constexpr bool is_matrix() const { return is_basic() && columns > 1; }
    constexpr bool is_array() const { return kind == TypeKind::Array; }
    constexpr bool is_pointer() const { return kind == TypeKind::Pointer; }
    constexpr bool is_structure() const { return kind == TypeKind::Structure; }
    constexpr bool is_sampler() const { return kind == TypeKind::Sampler; }
    constexpr bool is_image() const { return kind == TypeKind::Image; }
    constexpr bool is_subroutine() const { return kind == TypeKind::Subroutine; }
    constexpr bool is_opaque() const {
        return is_sampler() || is_image() || kind == TypeKind::AtomicCounter || is_subroutine();
    }
    constexpr bool is_integer() const {
        return is_basic() && (is_signed_integer(scalar) || is_unsigned_integer(scalar));
    }
    constexpr bool is_floating() const { return is_basic() && is_floating_point(scalar); }
    constexpr bool is_bool() const { return is_basic() && scalar == Scalar::Bool; }
    constexpr int components() const { return columns * rows; }
};

// The innermost element type of arrays, and of arrays of arrays.
constexpr const Type* innermost(const Type* type) {
    while (type->is_array()) type = type->element;
    return type;
}

enum class Precision : uint8_t { None, Low, Medium, High };

struct Member {
    std::string_view name;
    const Type* type = nullptr;
    Precision precision = Precision::None;  // of structures in OpenGL ES
    // Where it lies, as SPIR-V says it; -1: by the rules of GLSL.
    int32_t offset = -1;
    int32_t matrix_stride = 0;
    bool row_major = false;
};
struct Structure {
    std::string_view name;  // empty: without one
    std::span<const Member> members;
    int find(std::string_view member) const;  // -1: none
};

// What registers and memory hold of a scalar, vector or matrix; of a sampler or image: its handle, where it has one.
constexpr Scalar stored_scalar(const Type* type) {
    return type->is_sampler() || type->is_image() ? Scalar::Uint64 : type->scalar;
}

// The basic type of this shape; columns 1 for scalars and vectors.
const Type* basic_type(Scalar scalar, int rows = 1, int columns = 1);
extern const Type* const error_type;
extern const Type* const void_type;

// The basic or opaque type of this name that exists in the language; null: none. known_type: in any language.
const Type* find_type(std::string_view name, const Language& language);
const Type* known_type(std::string_view name);

// The same kind of sampler or image with another scalar (isampler2D for Int): null where there is none.
const Type* with_scalar(const Type* opaque, Scalar scalar);

// "float[3][2]", "mat3x2", the structure's name.
std::string to_string(const Type* type);

// Equal in structure and names: for types of different shaders.
bool same_type(const Type* a, const Type* b);

// The basic and opaque values that a value of this type consists of, in order, an array's elements one by one: calls
// visit(type) for each.
template <class Visit>
void for_each_leaf(const Type* type, Visit&& visit) {
    if (type->is_array()) {
        for (int n = 0; n < type->size; n++) for_each_leaf(type->element, visit);
    } else if (type->is_structure()) {
        for (const Member& member : type->structure->members) for_each_leaf(member.type, visit);
    } else {
        visit(type);
    }
}

// Numbers (of opaque values: one) in a value, and registers that hold it: one for each scalar, vector, column of a
// matrix and opaque value.
constexpr int64_t component_count(const Type* type) {
    if (type->is_array() || type->is_structure()) return type->numbers_within;
    return type->is_basic() ? type->components() : 1;
}
constexpr int64_t register_count(const Type* type) {
    if (type->is_array() || type->is_structure()) return type->registers_within;
    return type->is_basic() ? type->columns : 1;
}
bool contains(const Type* type, bool (*test)(const Type*));

class TypeTable {
  public:
    explicit TypeTable(std::pmr::memory_resource* memory) : memory_(memory) {}
    const Type* array(const Type* element, int32_t size, int32_t stride = 0);
    const Type* structure(std::string_view name, std::span<const Member> members);
    const Type* pointer(const Type* element) { return array(element, pointer_size); }
    const Type* subroutine(std::string_view name);

  private:
    static constexpr int32_t pointer_size = -1;  // the key of a pointer; no array has it
    struct ArrayKey {
        const Type* element;
        int32_t size, stride;
        bool operator==(const ArrayKey&) const = default;
    };
    struct Hash {
        size_t operator()(const ArrayKey& key) const {
            return std::hash<const void*>{}(key.element) * 31 + static_cast<size_t>(key.size) +
                   7 * static_cast<size_t>(key.stride);
        }
    };
    std::pmr::memory_resource* memory_;
    std::unordered_map<ArrayKey, const Type*, Hash> arrays_;
};

}  // namespace glsl
