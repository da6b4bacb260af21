// Rules about operands: those of instructions, offsets and handles of textures.
#include <algorithm>

#include "ir/language_features.h"
#include "ir/verify/rules.h"

namespace arbasm {

char type_class(DataType type) {
    switch (type) {
        case DataType::F32:
        case DataType::F64:
        case DataType::F16: return 'F';
        case DataType::U32:
        case DataType::U64:
        case DataType::U8:
        case DataType::U16: return 'U';
        case DataType::S32:
        case DataType::S64:
        case DataType::S8:
        case DataType::S16:
        case DataType::Typeless: break;
    }
    return 'S';
}

bool is_index(const Program& program, const RelativeIndex& index) {
    if (index.file == RegisterFile::None) return index == RelativeIndex{};
    if (!names_variable(program, index.file, index.variable) || index.component > 3) return false;
    const Variable& variable = program.variables[static_cast<size_t>(index.variable)];
    const bool is_register = is_nv4_family(program.instruction_set)
                                 ? index.file == RegisterFile::Temporary || index.file == RegisterFile::Attribute ||
                                       index.file == RegisterFile::Parameter
                                 : index.file == RegisterFile::Address;
    const bool is_x = index.component == 0 || is_nv4_family(program.instruction_set) || has_vector_addresses(program);
    return is_register && is_x && !variable.per_vertex && variable.vertex < 0 && index.element >= 0 &&
           index.element < variable.size;
}

bool is_within(const Program& program, const Variable& variable, int32_t element, const RelativeIndex& relative) {
    const bool indexed = relative.file != RegisterFile::None;
    if (indexed && !variable.array) return false;
    if (indexed && !is_nv4_family(program.instruction_set)) return element >= -256 && element <= 255;
    return element >= 0 && element < variable.size;
}

namespace {

bool is_declared(const OperandUse& use) { return names_variable(use.program, use.operand.file, use.operand.variable); }

bool is_in_right_file(const OperandUse& use) {
    const RegisterFile file = use.operand.file;
    const Opcode opcode = use.instruction.opcode;
    if (opcode == Opcode::Cali) return file == RegisterFile::Subroutine;
    if (has_trait(opcode, Trait::Interpolates))
        if (&use.operand == &use.instruction.operands[0]) return file == RegisterFile::Attribute;
    const bool counts =
        opcode == Opcode::Loop || (opcode == Opcode::Rep && !is_nv4_family(use.program.instruction_set));
    if (counts) return file == RegisterFile::Parameter;
    switch (use.shape.kind) {
        case 'a': return file == RegisterFile::Address;
        case 'b':
            return file == opcode_info(opcode).traits.memory &&
                   (file != RegisterFile::Buffer || use.variable().element_words == 0);
        default:
            return file == RegisterFile::Attribute || file == RegisterFile::Parameter ||
                   file == RegisterFile::Temporary ||
                   (file == RegisterFile::Buffer && use.variable().element_words != 0);
    }
}

bool is_element(const OperandUse& use) {
    return is_index(use.program, use.operand.relative) &&
           is_within(use.program, use.variable(), use.operand.element, use.operand.relative);
}

// How many vertices or buffers a constant number may choose from; 0: it is no array of them.
int64_t vertices_of(const OperandUse& use) {
    const Variable& variable = use.variable();
    const Program& program = use.program;
    if (variable.is_buffer_range) return variable.buffer_count;
    if (!variable.per_vertex && variable.vertex < 0) return 0;
    const bool of_output = program.attributes[static_cast<size_t>(variable.base)].binding.of_output;
    const int64_t most = of_output                          ? program.vertices_out
                         : program.stage == Stage::Geometry ? primitive_vertices(program.primitive_in)
                                                            : 0;
    return most > 0 ? most : INT32_MAX;
}

bool has_vertex(const OperandUse& use) {
    const Operand& operand = use.operand;
    const Variable& variable = use.variable();
    const bool indexed = operand.vertex_relative.file != RegisterFile::None;
    const int64_t vertices = vertices_of(use);
    if (vertices == 0) return operand.vertex == -1 && operand.vertex_relative == RelativeIndex{};
    if (variable.vertex >= 0) return operand.vertex == variable.vertex && !indexed && operand.vertex < vertices;
    return is_index(use.program, operand.vertex_relative) && operand.vertex >= 0 &&
           (indexed || operand.vertex < vertices);
}

bool selects_components(const OperandUse& use) {
    const uint8_t last = use.instruction.opcode == Opcode::Swz ? swizzle_one : 3;
    return std::ranges::all_of(use.operand.swizzle, [last](uint8_t selector) { return selector <= last; });
}

bool is_scalar_as_wanted(const OperandUse& use) {
    const Operand& operand = use.operand;
    const bool wanted = use.shape.kind == 's';
    const bool all_same = std::ranges::count(operand.swizzle, operand.swizzle[0]) == 4;
    return operand.scalar == wanted && (!wanted || all_same);
}

bool has_signs(const OperandUse& use) {
    const Operand& operand = use.operand;
    const Opcode opcode = use.instruction.opcode;
    const bool none = operand.negate == 0 && !operand.absolute && !operand.negate_inside;
    const bool is_memory = use.shape.kind == 'b' && opcode != Opcode::Ldc;
    if (use.shape.kind == 'a' || is_memory || opcode == Opcode::Cali || opcode == Opcode::Cvt) return none;
    if (opcode == Opcode::Swz) return operand.negate <= 0xf && !operand.absolute && !operand.negate_inside;
    return (operand.negate == 0 || operand.negate == 0xf) && (operand.absolute || !operand.negate_inside) &&
           (!operand.absolute || has_condition_codes(use.program));
}

bool has_declared_type(const OperandUse& use) {
    const bool is_register = use.shape.kind != 'a' && use.shape.kind != 'b' && use.instruction.opcode != Opcode::Cali;
    if (!is_register || !use.checked || !is_nv4_family(use.program.instruction_set)) return true;
    const DataType declared = use.variable().type;
    return declared == DataType::Typeless || type_class(declared) == type_class(use.type);
}

bool literal_has_width(const OperandUse& use) {
    const Variable& variable = use.variable();
    if (use.operand.file != RegisterFile::Parameter || !variable.name.empty()) return true;
    if (use.program.parameters[static_cast<size_t>(variable.base)].kind != BindingKind::Constant) return true;
    return variable.is_wide() == (use.program.instruction_set == InstructionSet::Nv50 && is_64_bit(use.type));
}

constexpr OperandRule rules[] = {
    {"an operand names a variable of its file", is_declared},
    {"an operand is in a file that the row says", is_in_right_file},
    {"an operand's element is in its variable, at constant and at run-time indices", is_element},
    {"an operand has the number of a vertex or of a buffer where its variable has several, and no other", has_vertex},
    {"a swizzle selects components; that of SWZ numbers, too", selects_components},
    {"an operand is a scalar where the row says so", is_scalar_as_wanted},
    {"an operand has signs that its opcode and its program have", has_signs},
    {"an operand's variable is declared with the type that is read, or NTC says it need not be", has_declared_type},
    {"a literal has as many bits as are read of it", literal_has_width},
};

}  // namespace

std::span<const OperandRule> operand_rules() { return rules; }

}  // namespace arbasm
