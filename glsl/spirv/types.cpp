#include "glsl/spirv/types.h"

#include "glsl/check/constants.h"
#include "glsl/check/conversions.h"
#include "glsl/check/type_rules.h"

#include "ir/switches.h"

namespace glsl::spirv {

const TypeInfo* Types::find(Id id) const {
    const auto found = types_.find(id);
    return found == types_.end() ? nullptr : &found->second;
}

// A type that stands before the instruction, as all have to but those that pointers point to.
const TypeInfo* Types::type_before(Id id, uint32_t at) {
    const TypeInfo* found = find(id);
    if (!found) read_.error(at, "the id " + std::to_string(id) + " is no type that stands before");
    return found;
}

const Type* Types::value_type(Id id, uint32_t at) {
    const TypeInfo* found = find(id);
    if (found && found->type) return found->type;
    read_.error(at, "the id " + std::to_string(id) + " is no type of values");
    return error_type;
}

bool Types::check_size(const TypeInfo& info, uint32_t at) {
    const Type* type = info.type;
    const bool deep = type && type->depth > TypeLimits::most_depth;
    if (!type ||
        (!deep && type->parts <= TypeLimits::most_parts && component_count(type) <= TypeLimits::most_components))
        return true;
    read_.error(at, deep ? "the type contains more than " + std::to_string(TypeLimits::most_depth) + " others"
                         : "the type is too large");
    return false;
}

bool Types::read_numeric(const Instruction& instruction, TypeInfo& info) {
    const uint32_t at = instruction.at, first = instruction.operands[0];
    if (info.opcode == Op::TypeInt || info.opcode == Op::TypeFloat) {
        const bool is_signed = info.opcode == Op::TypeInt && instruction.operands[1];
        struct Row {
            uint32_t bits;
            Scalar floating, with_sign, without;
        };
        constexpr Row rows[] = {{8, Scalar::None, Scalar::Int8, Scalar::Uint8},
                                {16, Scalar::Float16, Scalar::Int16, Scalar::Uint16},
                                {32, Scalar::Float, Scalar::Int, Scalar::Uint},
                                {64, Scalar::Double, Scalar::Int64, Scalar::Uint64}};
        for (const Row& row : rows) {
            const Scalar scalar = info.opcode == Op::TypeFloat ? row.floating : is_signed ? row.with_sign : row.without;
            if (row.bits == first && scalar != Scalar::None && has_arithmetic(scalar, context_.language()))
                info.type = basic_type(scalar);
        }
        if (!info.type) read_.error(at, "numbers of " + std::to_string(first) + " bits are not supported");
        return info.type != nullptr;
    }
    const TypeInfo* part = type_before(first, at);
    const uint32_t count = instruction.operands[1];
    const bool matrix = info.opcode == Op::TypeMatrix;
    if (!part) return false;
    const bool fits =
        part->type && (matrix ? part->type->is_vector() && part->type->is_floating() : part->type->is_scalar());
    if (!fits || count < 2 || count > 4) {
        read_.error(at,
                    matrix ? "a matrix has 2 to 4 columns of floating-point vectors" : "a vector has 2 to 4 scalars");
        return false;
    }
    info.element = first;
    info.type = matrix ? basic_type(part->type->scalar, part->type->rows, static_cast<int>(count))
                       : basic_type(part->type->scalar, static_cast<int>(count));
    return true;
}

// OpTypeImage %type dimension depth arrayed multisampled sampled format
bool Types::read_image(const Instruction& instruction, TypeInfo& info) {
    const uint32_t at = instruction.at;
    if (info.opcode == Op::TypeSampledImage) {
        const TypeInfo* image = type_before(instruction.operands[0], at);
        if (!image) return false;
        if (image->type && image->type->is_sampler()) {
            info.type = image->type;
            info.element = instruction.operands[0];
            return true;
        }
        read_.error(at, "OpTypeSampledImage wants an image that is sampled");
        return false;
    }
    const TypeInfo* sampled = type_before(instruction.operands[0], at);
    if (!sampled) return false;
    constexpr Dimension dimensions[] = {Dimension::D1,   Dimension::D2,        Dimension::D3,
                                        Dimension::Cube, Dimension::Rectangle, Dimension::Buffer};
    const uint32_t dimension = instruction.operands[1], use = instruction.operands[5];
    if (!sampled->type || !sampled->type->is_scalar() || dimension >= std::size(dimensions) || use < 1 || use > 2) {
        read_.error(at, "this type of image is not supported");
        return false;
    }
    Type wanted;
    wanted.kind = use == 1 ? TypeKind::Sampler : TypeKind::Image;
    wanted.dimension = dimensions[dimension];
    wanted.shadow = use == 1 && instruction.operands[2] == 1;
    wanted.arrayed = instruction.operands[3] != 0;
    wanted.multisample = instruction.operands[4] != 0;
    info.type = with_scalar(&wanted, sampled->type->scalar);
    if (!info.type) read_.error(at, "there are no images or textures of this kind");
    return info.type != nullptr;
}

bool Types::read_array(const Instruction& instruction, const Expression* given, TypeInfo& info) {
    const uint32_t at = instruction.at;
    const TypeInfo* part = type_before(instruction.operands[0], at);
    if (!part) return false;
    if (!part->type || part->type->is_void() || (part->type->is_array() && !part->type->size)) {
        read_.error(at, "there are no arrays of this type");
        return false;
    }
    int64_t size = 0;
    if (info.opcode == Op::TypeArray) {
        if (!is_integer_constant(given)) {
            read_.error(at, "the size of an array is a constant integer");
            return false;
        }
        size = integer_value(*as<Constant>(given));
        if (size < 1 || size > TypeLimits::most_elements) {
            read_.error(at, "an array can't have " + std::to_string(size) + " elements");
            return false;
        }
    }
    const uint32_t stride = read_.module().decoration(instruction.result, Decoration::ArrayStride).value_or(0);
    if (stride > 1 << 28) {
        read_.error(at, "the stride of the array is too large");
        return false;
    }
    info.element = instruction.operands[0];
    info.type = context_.shader().types.array(part->type, static_cast<int32_t>(size), static_cast<int32_t>(stride));
    return true;
}

bool Types::read_structure(const Instruction& instruction, TypeInfo& info) {
    const uint32_t at = instruction.at;
    constexpr uint32_t most_bytes = 1 << 28;
    std::vector<Member> members;
    size_t builtins = 0;
    for (size_t n = 0; n < instruction.operands.size(); n++) {
        const Id id = instruction.operands[n];
        const TypeInfo* part = type_before(id, at);
        if (!part) return false;
        if (!part->type || part->type->is_void()) {
            read_.error(at, "a member can't be of this type");
            return false;
        }
        const auto number = static_cast<int32_t>(n);
        const auto offset = read_.module().decoration(instruction.result, Decoration::Offset, number);
        const auto stride = read_.module().decoration(instruction.result, Decoration::MatrixStride, number);
        if (offset.value_or(0) > most_bytes || stride.value_or(0) > most_bytes) {
            read_.error(at, "the member lies too far behind the beginning");
            return false;
        }
        Member member{read_.name("m" + std::to_string(n)), part->type};
        if (offset) member.offset = static_cast<int32_t>(*offset);
        member.matrix_stride = static_cast<int32_t>(stride.value_or(0));
        member.row_major = read_.module().has(instruction.result, Decoration::RowMajor, number);
        members.push_back(member);
        builtins += read_.module().has(instruction.result, Decoration::BuiltIn, number);
        info.members.push_back(id);
    }
    if (members.empty() || (builtins && builtins < members.size())) {
        read_.error(at, members.empty() ? "structures without members are not supported"
                                        : "built-in variables are in a block of their own");
        return false;
    }
    info.builtin_block = builtins != 0;
    info.type = context_.shader().types.structure({}, read_.arena().copy(members));
    return true;
}

bool Types::read_kind(const Instruction& instruction, const Expression* size, TypeInfo& info) {
    const uint32_t at = instruction.at;
    ASMGL_SOME_CASES
    switch (info.opcode) {
        case Op::TypeVoid: info.type = void_type; break;
        case Op::TypeBool: info.type = basic_type(Scalar::Bool); break;
        case Op::TypeInt:
        case Op::TypeFloat:
        case Op::TypeVector:
        case Op::TypeMatrix:
            if (!read_numeric(instruction, info)) return false;
            break;
        case Op::TypeImage:
        case Op::TypeSampledImage:
            if (!read_image(instruction, info)) return false;
            break;
        case Op::TypeArray:
        case Op::TypeRuntimeArray:
            if (!read_array(instruction, size, info)) return false;
            break;
        case Op::TypeStruct:
            if (!read_structure(instruction, info)) return false;
            break;
        case Op::TypePointer: {
            info.storage = static_cast<StorageClass>(instruction.operands[0]);
            info.element = instruction.operands[1];
            if (!type_before(info.element, at)) return false;
            break;
        }
        case Op::TypeFunction:
            info.element = instruction.operands[0];
            if (!type_before(info.element, at)) return false;
            info.members.assign(instruction.operands.begin() + 1, instruction.operands.end());
            for (const Id member : info.members)
                if (!type_before(member, at)) return false;
            break;
        default: read_.error(at, "Op" + std::string(instruction.row->name) + " is not supported"); return false;
    }
    ASMGL_END_SOME_CASES
    return check_size(info, at);
}

void Types::read(const Instruction& instruction, const Expression* size) {
    TypeInfo info;
    info.opcode = instruction.opcode();
    if (read_kind(instruction, size, info)) types_[instruction.result] = std::move(info);
}

}  // namespace glsl::spirv
