#include "glsl/language/types.h"

#include <algorithm>
#include <array>

namespace glsl {

namespace {

constexpr Type basic_row(std::string_view name, Scalar scalar, int columns, int rows, std::string_view where) {
    Type type;
    type.kind = TypeKind::Basic;
    type.scalar = scalar;
    type.columns = static_cast<uint8_t>(columns);
    type.rows = static_cast<uint8_t>(rows);
    type.name = name;
    type.where = where;
    return type;
}

constexpr Type opaque_row(TypeKind kind, std::string_view name, Scalar scalar, Dimension dimension, bool arrayed,
                          bool shadow, bool multisample, bool external, std::string_view where) {
    Type type;
    type.kind = kind;
    type.scalar = scalar;
    type.dimension = dimension;
    type.arrayed = arrayed;
    type.shadow = shadow;
    type.multisample = multisample;
    type.external = external;
    type.name = name;
    type.where = where;
    return type;
}

constexpr Type rows[] = {
#define GLSL_BASIC_TYPE(name, scalar, columns, rows, where) basic_row(#name, Scalar::scalar, columns, rows, where),
#define GLSL_SAMPLER_TYPE(name, scalar, dimension, arrayed, shadow, multisample, external, where)                      \
    opaque_row(TypeKind::Sampler, #name, Scalar::scalar, Dimension::dimension, arrayed, shadow, multisample, external, \
               where),
#define GLSL_IMAGE_TYPE(name, scalar, dimension, arrayed, multisample, where) \
    opaque_row(TypeKind::Image, #name, Scalar::scalar, Dimension::dimension, arrayed, false, multisample, false, where),
#define GLSL_COUNTER_TYPE(name, where) \
    opaque_row(TypeKind::AtomicCounter, #name, Scalar::Uint, Dimension::None, false, false, false, false, where),
#include "glsl/language/types.def"
};
constexpr int row_count = static_cast<int>(std::size(rows));
static_assert(row_count <= 256, "by_name counts in bytes");

// Row numbers in the order of their names.
constexpr auto by_name = [] {
    std::array<uint8_t, row_count> order{};
    for (int n = 0; n < row_count; n++) order[static_cast<size_t>(n)] = static_cast<uint8_t>(n);
    std::sort(order.begin(), order.end(), [](uint8_t a, uint8_t b) { return rows[a].name < rows[b].name; });
    return order;
}();

// Where the names that begin with each character start in that order; most words that are asked for are no types.
constexpr auto by_first = [] {
    std::array<uint16_t, 129> starts{};
    for (size_t c = 0; c < starts.size(); c++)
        for (const Type& row : rows) starts[c] += static_cast<size_t>(row.name[0]) < c;
    return starts;
}();

// The first row of each shape: mat2 stands before mat2x2, which is another name of the same type.
constexpr auto by_shape = [] {
    std::array<int16_t, scalar_count * 5 * 5> table{};
    for (auto& entry : table) entry = -1;
    for (int n = row_count - 1; n >= 0; n--)
        if (rows[n].is_basic())
            table[static_cast<size_t>((static_cast<int>(rows[n].scalar) * 5 + rows[n].columns) * 5 + rows[n].rows)] =
                static_cast<int16_t>(n);
    return table;
}();

constexpr Type error_row{};
constexpr Type void_row = [] {
    Type type;
    type.kind = TypeKind::Void;
    type.name = "void";
    return type;
}();

const Type* row_named(std::string_view name) {
    const auto first = static_cast<unsigned char>(name.empty() ? '\0' : name[0]);
    if (first >= 128) return nullptr;
    const auto *const begin = by_name.data() + by_first[first], *const end = by_name.data() + by_first[first + 1u];
    const auto* const found = std::lower_bound(
        begin, end, name, [](uint8_t row, std::string_view wanted) { return rows[row].name < wanted; });
    return found != end && rows[*found].name == name ? &rows[*found] : nullptr;
}

const Type* canonical(const Type* row) {
    return row && row->is_basic() ? basic_type(row->scalar, row->rows, row->columns) : row;
}

}  // namespace

const Type* const error_type = &error_row;
const Type* const void_type = &void_row;

const Type* basic_type(Scalar scalar, int row, int column) {
    const int found = by_shape[static_cast<size_t>((static_cast<int>(scalar) * 5 + column) * 5 + row)];
    return found < 0 ? error_type : &rows[found];
}

const Type* find_type(std::string_view name, const Language& language) {
    const Type* row = row_named(name);
    return row && holds(row->where, language) ? canonical(row) : nullptr;
}

const Type* known_type(std::string_view name) { return canonical(row_named(name)); }

const Type* with_scalar(const Type* opaque, Scalar scalar) {
    for (const Type& row : rows)
        if (row.kind == opaque->kind && row.scalar == scalar && row.dimension == opaque->dimension &&
            row.arrayed == opaque->arrayed && row.shadow == opaque->shadow && row.multisample == opaque->multisample &&
            row.external == opaque->external)
            return &row;
    return nullptr;
}

int Structure::find(std::string_view member) const {
    for (size_t n = 0; n < members.size(); n++)
        if (members[n].name == member) return static_cast<int>(n);
    return -1;
}

std::string to_string(const Type* type) {
    std::string sizes;
    for (; type->is_array(); type = type->element) sizes += type->size ? "[" + std::to_string(type->size) + "]" : "[]";
    if (type->is_error()) return "(error)" + sizes;
    if (type->is_pointer()) return to_string(type->element) + "*" + sizes;
    if (type->is_structure()) {
        const std::string_view name = type->structure->name;
        return (name.empty() ? "struct" : std::string(name)) + sizes;
    }
    return std::string(type->name) + sizes;
}

bool same_type(const Type* a, const Type* b) {
    if (a == b) return true;
    if (a->kind != b->kind) return false;
    if (a->is_array()) return a->size == b->size && same_type(a->element, b->element);
    if (a->is_pointer()) return same_type(a->element, b->element);
    if (!a->is_structure()) return false;
    const Structure &left = *a->structure, &right = *b->structure;
    return left.name == right.name && left.members.size() == right.members.size() &&
           std::equal(left.members.begin(), left.members.end(), right.members.begin(),
                      [](const Member& x, const Member& y) { return x.name == y.name && same_type(x.type, y.type); });
}

bool contains(const Type* type, bool (*test)(const Type*)) {
    if (test(type)) return true;
    if (type->is_array()) return contains(type->element, test);
    if (!type->is_structure()) return false;
    return std::any_of(type->structure->members.begin(), type->structure->members.end(),
                       [test](const Member& member) { return contains(member.type, test); });
}

namespace {

int64_t times(int64_t count, int32_t size) {
    return count > Type::beyond_counting / std::max(size, 1) ? Type::beyond_counting : count * size;
}

int32_t plus_one(int32_t count) { return std::min(count, INT32_MAX - 1) + 1; }

}  // namespace

const Type* TypeTable::array(const Type* element, int32_t size, int32_t stride) {
    const Type*& entry = arrays_[{element, size, stride}];
    if (!entry) {
        Type* type = new (memory_->allocate(sizeof(Type), alignof(Type))) Type;
        type->kind = size == pointer_size ? TypeKind::Pointer : TypeKind::Array;
        type->element = element;
        if (type->is_array())
            type->size = size;
        else
            type->scalar = Scalar::Uint64;
        type->stride = stride;
        if (type->is_array()) {
            type->numbers_within = times(component_count(element), size);
            type->registers_within = times(register_count(element), size);
        }
        type->parts = plus_one(element->parts);
        type->depth = plus_one(element->depth);
        entry = type;
    }
    return entry;
}

const Type* TypeTable::subroutine(std::string_view name) {
    Type* type = new (memory_->allocate(sizeof(Type), alignof(Type))) Type;
    type->kind = TypeKind::Subroutine;
    type->name = name;
    return type;
}

const Type* TypeTable::structure(std::string_view name, std::span<const Member> members) {
    auto* structure = new (memory_->allocate(sizeof(Structure), alignof(Structure))) Structure{name, members};
    Type* type = new (memory_->allocate(sizeof(Type), alignof(Type))) Type;
    type->kind = TypeKind::Structure;
    type->structure = structure;
    type->name = name;
    for (const Member& member : members) {
        const auto add = [](int64_t& sum, int64_t count) { sum = std::min(sum + count, Type::beyond_counting); };
        add(type->numbers_within, component_count(member.type));
        add(type->registers_within, register_count(member.type));
        type->parts = static_cast<int32_t>(std::min<int64_t>(int64_t{type->parts} + member.type->parts, INT32_MAX));
        type->depth = std::max(type->depth, plus_one(member.type->depth));
    }
    return type;
}

}  // namespace glsl
