#include "ir/code_identity.h"

#include <concepts>
#include <type_traits>

namespace arbasm {
namespace {

// Every record is taken apart into all of its members, so that one which is added does not compile until it is written
// here, or named as ignored. Each value says where it ends (numbers by their last byte, lists by their length): two
// programs give equal bytes only if all values are equal.
class IdentityWriter {
  public:
    explicit IdentityWriter(std::string& bytes) : bytes_(bytes) {}

    template <class... Values>
    void add(const Values&... values) {
        (write(values), ...);
    }

  private:
    // Seven bits a byte, the lowest first. Small negative numbers are small, too: -1 is common.
    void write(std::integral auto number) {
        const auto wide = static_cast<int64_t>(number);
        auto bits = static_cast<uint64_t>(wide) << 1 ^ static_cast<uint64_t>(wide >> 63);
        for (; bits >= 0x80; bits >>= 7) bytes_ += static_cast<char>(bits | 0x80);
        bytes_ += static_cast<char>(bits);
    }
    template <class Enum>
    requires std::is_enum_v<Enum>
    void write(Enum value) { write(static_cast<std::underlying_type_t<Enum>>(value)); }
    void write(const std::string& text) {
        write(text.size());
        bytes_ += text;
    }
    template <class T, size_t n>
    void write(const std::array<T, n>& values) {
        for (const T& value : values) write(value);
    }
    template <class T>
    void write(const std::vector<T>& values) {
        write(values.size());
        for (const T& value : values) write(value);
    }

    void write(const Binding& binding) {
        const auto& [kind, index, row, vertex, back, secondary, of_output, high, form, constant] = binding;
        add(kind, index, row, vertex, back, secondary, of_output, high, form, constant);
    }
    void write(const Variable& variable) {
        const auto& [file, name, array, implicit, base, size, type, is_long, is_short, interpolation, sample_location,
                     per_vertex, vertex, buffer, buffer_count, element_words, is_buffer_range, subroutine_type,
                     subroutine_parameters] = variable;
        add(file, array, implicit, base, size, type, is_long, is_short, interpolation, sample_location, per_vertex,
            vertex, buffer, buffer_count, element_words, is_buffer_range, subroutine_type, subroutine_parameters);
    }
    void write(const Attribute& attribute) {
        const auto& [binding, interpolation, sample_location, type, is_long, per_vertex] = attribute;
        add(binding, interpolation, sample_location, type, is_long, per_vertex);
    }
    void write(const RelativeIndex& index) {
        const auto& [variable, element, file, component] = index;
        add(variable, element, file, component);
    }
    void write(const Operand& operand) {
        const auto& [variable, element, vertex, relative, vertex_relative, file, swizzle, scalar, negate, absolute,
                     negate_inside] = operand;
        add(variable, element, vertex, relative, vertex_relative, file, swizzle, scalar, negate, absolute,
            negate_inside);
    }
    void write(const RareOperand& operand) {
        add(operand.has_value());
        if (operand) add(*operand);
    }
    void write(const ConditionMask& mask) {
        const auto& [test, code_register, swizzle] = mask;
        add(test, code_register, swizzle);
    }
    void write(const Destination& destination) {
        const auto& [variable, element, relative, file, write_mask, condition] = destination;
        add(variable, element, relative, file, write_mask, condition);
    }
    void write(const TextureAccess& texture) {
        const auto& [variable, unit, relative, target, gather_component, explicit_component, has_offset, offset,
                     offset_operand, handle] = texture;
        add(variable, unit, relative, target, gather_component, explicit_component, has_offset, offset, offset_operand,
            handle);
    }
    void write(const Instruction& instruction) {
        const auto& [opcode, type, storage, storage_components, condition_update, saturation, precision, rounding,
                     atomic, operand_count, condition_operand, condition, modifiers, target, result, operands, texture,
                     where] = instruction;
        add(opcode, type, storage, storage_components, condition_update, saturation, precision, rounding, atomic,
            operand_count, condition_operand, condition, modifiers, target, result);
        for (size_t i = 0; i < operand_count; i++) add(operands[i]);
        // Few instructions have one.
        const bool has_texture = !(texture == TextureAccess{});
        add(has_texture);
        if (has_texture) add(texture);
    }
    // Execution begins at the label "main".
    void write(const Label& label) {
        const auto& [name, instruction, subroutine_number] = label;
        add(name, instruction, subroutine_number);
    }
    void write(const SubroutineType& type) {
        const auto& [name, labels] = type;
        add(labels);
    }
    void write(const Passthrough& passthrough) {
        const auto& [result, write_mask] = passthrough;
        add(result, write_mask);
    }
    void write(const OptionSet& options) {
        for (size_t i = 0; i < static_cast<size_t>(Option::Count); i++)
            if (options.has(static_cast<Option>(i))) add(i);
        add(Option::Count);
    }

    void write(const Program& program) {
        const auto& [stage, instruction_set, options, variables, instructions, labels, subroutine_types,
                     subroutine_parameters, attributes, results, parameters, temporary_count, address_count,
                     texture_units, image_units, primitive_in, primitive_out, vertices_out, invocations, passthroughs,
                     secondary_view_layer_offset, tess_mode, tess_spacing, tess_vertex_order, tess_point_mode,
                     group_size, shared_memory, resources, source] = program;
        add(stage, instruction_set, options, variables, instructions, labels, subroutine_types, subroutine_parameters,
            attributes, results, parameters, temporary_count, address_count, texture_units, image_units, primitive_in,
            primitive_out, vertices_out, invocations, passthroughs, secondary_view_layer_offset, tess_mode,
            tess_spacing, tess_vertex_order, tess_point_mode, group_size, shared_memory);
    }

    std::string& bytes_;
};

}  // namespace

std::string code_identity(const Program& program) {
    std::string bytes;
    bytes.reserve(64 * program.instructions.size());
    IdentityWriter(bytes).add(program);
    return bytes;
}

}  // namespace arbasm
