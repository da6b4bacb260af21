// Rules about variables: what they name of their files.
#include <algorithm>
#include <limits>

#include "ir/verify/rules.h"

namespace arbasm {
namespace {

bool is_register_file(RegisterFile file) { return file >= RegisterFile::Attribute && file <= RegisterFile::Address; }

bool has_file(const Program& /*program*/, const Variable& variable) {
    return variable.file > RegisterFile::None && variable.file <= RegisterFile::Subroutine;
}

bool has_size(const Program& /*program*/, const Variable& variable) {
    return variable.size >= 1 && (variable.array || variable.size == 1);
}

// How many registers the file has; of what is no register, any number.
int64_t registers_of(const Program& program, RegisterFile file) {
    switch (file) {
        case RegisterFile::Attribute: return static_cast<int64_t>(program.attributes.size());
        case RegisterFile::Result: return static_cast<int64_t>(program.results.size());
        case RegisterFile::Parameter: return static_cast<int64_t>(program.parameters.size());
        case RegisterFile::Temporary: return program.temporary_count;
        case RegisterFile::Address: return program.address_count;
        case RegisterFile::None:
        case RegisterFile::Buffer:
        case RegisterFile::Texture:
        case RegisterFile::Image:
        case RegisterFile::Storage:
        case RegisterFile::Counter:
        case RegisterFile::Shared:
        case RegisterFile::Subroutine: break;
    }
    return std::numeric_limits<int32_t>::max();
}

bool is_in_file(const Program& program, const Variable& variable) {
    const int64_t registers = is_register_file(variable.file) ? variable.registers_per_element() : 1;
    return variable.base >= 0 && variable.base + variable.size * registers <= registers_of(program, variable.file);
}

bool has_name(const Program& /*program*/, const Variable& variable) {
    const bool is_bound = variable.file == RegisterFile::Attribute || variable.file == RegisterFile::Result ||
                          variable.file == RegisterFile::Parameter;
    return !variable.name.empty() || (is_bound && !variable.array && !variable.implicit);
}

bool has_type(const Program& /*program*/, const Variable& variable) {
    return variable.type == DataType::Typeless || variable.type == DataType::F32 || variable.type == DataType::S32 ||
           variable.type == DataType::U32;
}

// The registers of a LONG variable come in pairs of low and high words.
bool has_words(const Program& program, const Variable& variable) {
    if (variable.file != RegisterFile::Attribute && variable.file != RegisterFile::Parameter) return true;
    for (int32_t n = 0; n < variable.size * variable.registers_per_element(); ++n) {
        const auto at = static_cast<size_t>(variable.base + n);
        const Binding& binding =
            variable.file == RegisterFile::Attribute ? program.attributes[at].binding : program.parameters[at];
        if (binding.high != (variable.is_wide() && n % 2 == 1)) return false;
    }
    return true;
}

bool agrees_with_attributes(const Program& program, const Variable& variable) {
    if (variable.file != RegisterFile::Attribute) return true;
    for (int32_t n = 0; n < variable.size * variable.registers_per_element(); ++n) {
        const Attribute& attribute = program.attributes[static_cast<size_t>(variable.base + n)];
        if (attribute.is_long != variable.is_long ||
            attribute.per_vertex != (variable.per_vertex || variable.vertex >= 0))
            return false;
        // The pair of a single LONG attribute belongs to vertices, which nothing interpolates.
        if (!variable.is_long && (attribute.interpolation != variable.interpolation ||
                                  attribute.sample_location != variable.sample_location))
            return false;
    }
    return true;
}

bool has_vertex(const Program& /*program*/, const Variable& variable) {
    const bool chosen = variable.per_vertex || variable.vertex != -1;
    return (!chosen || variable.file == RegisterFile::Attribute) &&
           (variable.per_vertex ? variable.vertex == -1 : variable.vertex >= -1);
}

bool has_buffers(const Program& /*program*/, const Variable& variable) {
    const bool reaches = variable.file == RegisterFile::Buffer || variable.file == RegisterFile::Storage ||
                         variable.file == RegisterFile::Counter;
    const bool ranges = variable.file == RegisterFile::Buffer || variable.file == RegisterFile::Storage;
    if (!reaches) return variable.buffer == 0 && variable.buffer_count == 1 && !variable.is_buffer_range;
    return variable.buffer >= 0 && variable.buffer_count >= 1 && (variable.buffer_count == 1 || ranges) &&
           (variable.is_buffer_range ? ranges && variable.array : variable.buffer_count == 1);
}

bool has_subroutines(const Program& program, const Variable& variable) {
    const auto& numbers = variable.subroutine_parameters;
    if (variable.file != RegisterFile::Subroutine) return variable.subroutine_type == -1 && numbers.empty();
    if (!numbers.empty() && numbers.size() != static_cast<size_t>(variable.size)) return false;
    if (variable.subroutine_type < 0 ||
        static_cast<size_t>(variable.subroutine_type) >= program.subroutine_types.size())
        return false;
    for (int32_t element = 0; element < variable.size; ++element) {
        const int32_t number = variable.subroutine_parameter(element);
        if (number < 0 || number >= program.subroutine_parameters) return false;
    }
    return true;
}

bool is_in_shared_memory(const Program& program, const Variable& variable) {
    return variable.file != RegisterFile::Shared || program.shared_memory == 0 ||
           variable.base + int64_t{variable.size} <= program.shared_memory;
}

constexpr VariableRule rules[] = {
    {"a variable has a file", has_file},
    {"a variable has elements; one that is no array has one", has_size},
    {"a variable's registers are in its file", is_in_file},
    {"only what is bound, and no array, is without a name", has_name},
    {"a variable is FLOAT, INT, UINT or without a type", has_type},
    {"a LONG variable has pairs of registers, others have none", has_words},
    {"an attribute's registers are as its variable was declared", agrees_with_attributes},
    {"an attribute has a vertex, is one of each vertex, or neither", has_vertex},
    {"only buffers have binding points, and only ranges several", has_buffers},
    {"a SUBROUTINE variable has a type and numbers that the program declares", has_subroutines},
    {"a SHARED variable lies in the shared memory that is declared", is_in_shared_memory},
};

}  // namespace

std::span<const VariableRule> variable_rules() { return rules; }

}  // namespace arbasm
