#include "glsl/spirv/images.h"

#include "glsl/check/constructors.h"

#include "ir/switches.h"

namespace glsl::spirv {

namespace {

// What instructions that sample differ in.
struct SampleRow {
    Op opcode;
    bool reference = false, projected = false, sparse = false;
};

constexpr SampleRow sample_rows[] = {
    {Op::ImageSampleImplicitLod},
    {Op::ImageSampleExplicitLod},
    {Op::ImageSampleDrefImplicitLod, true},
    {Op::ImageSampleDrefExplicitLod, true},
    {Op::ImageSampleProjImplicitLod, false, true},
    {Op::ImageSampleProjExplicitLod, false, true},
    {Op::ImageSampleProjDrefImplicitLod, true, true},
    {Op::ImageSampleProjDrefExplicitLod, true, true},
    {Op::ImageSparseSampleImplicitLod, false, false, true},
    {Op::ImageSparseSampleExplicitLod, false, false, true},
    {Op::ImageSparseSampleDrefImplicitLod, true, false, true},
    {Op::ImageSparseSampleDrefExplicitLod, true, false, true},
};

int dimensions(const Type& type) {
    switch (type.dimension) {
        case Dimension::D1:
        case Dimension::Buffer: return 1;
        case Dimension::D3:
        case Dimension::Cube: return 3;
        case Dimension::None:
        case Dimension::D2:
        case Dimension::Rectangle: break;
    }
    return 2;
}

}  // namespace

ImageInstructions::Operands ImageInstructions::operands_of(std::span<const uint32_t> words, uint32_t at) {
    Operands result;
    if (words.empty()) return result;
    size_t next = 1;
    // In the order of the mask's bits.
    Expression** const destinations[] = {&result.bias,   &result.level,   &result.gradients[0], &result.offset,
                                         &result.offset, &result.offsets, &result.sample,       &result.least_level};
    for (size_t bit = 0; bit < std::size(destinations); bit++) {
        if (!(words[0] >> bit & 1)) continue;
        *destinations[bit] = values_.value(words[next++], at);
        if (bit == 2) result.gradients[1] = values_.value(words[next++], at);
    }
    result.right = !reader_.context().failed();
    return result;
}

// The same number of each component as another scalar, where signs or kinds differ.
Expression* ImageInstructions::numbers(Expression* expression, Scalar scalar, uint32_t at) {
    return reader_.operations().to_scalar(expression, scalar, at);
}

// The sampler or image that a value is.
Expression* ImageInstructions::opaque(Id id, bool image, uint32_t at) {
    Expression* found = values_.value(id, at);
    if (found->type->is_error()) return found;
    if (image ? found->type->is_image() : found->type->is_sampler()) return found;
    reader_.context().error(at, image ? "this is no image" : "this is no texture");
    return reader_.context().wrong(at);
}

// Whether a texture is compared with is said by the instruction, not by the type.
Expression* ImageInstructions::with_shadow(Expression* sampler, bool shadow, uint32_t at) {
    if (sampler->type->is_error() || sampler->type->shadow == shadow) return sampler;
    Type wanted = *sampler->type;
    wanted.shadow = shadow;
    const Type* type = with_scalar(&wanted, wanted.scalar);
    if (!type) {
        reader_.context().error(at, "a texture of this kind can't be compared with");
        return reader_.context().wrong(at);
    }
    Expression* copy = nullptr;
    if (const auto* reference = as<Reference>(sampler)) copy = reader_.context().arena().make<Reference>(*reference);
    if (const auto* index = as<Index>(sampler)) copy = reader_.context().arena().make<Index>(*index);
    if (const auto* member = as<MemberAccess>(sampler)) copy = reader_.context().arena().make<MemberAccess>(*member);
    if (!copy) return reader_.context().wrong(at);
    copy->type = type;
    return copy;
}

bool ImageInstructions::read(const Instruction& instruction) {
    const Op opcode = instruction.opcode();
    for (const SampleRow& row : sample_rows)
        if (row.opcode == opcode) {
            sample(instruction);
            return true;
        }
    ASMGL_SOME_CASES
    switch (opcode) {
        case Op::ImageFetch:
        case Op::ImageSparseFetch: fetch(instruction); return true;
        case Op::ImageGather:
        case Op::ImageDrefGather:
        case Op::ImageSparseGather:
        case Op::ImageSparseDrefGather: gather(instruction); return true;
        case Op::ImageRead:
        case Op::ImageSparseRead: read_image(instruction); return true;
        case Op::ImageWrite: write_image(instruction); return true;
        case Op::Image:
            values_.set(instruction.result, opaque(instruction.operands[0], false, instruction.at));
            return true;
        case Op::ImageQuerySizeLod:
        case Op::ImageQuerySize:
        case Op::ImageQueryLod:
        case Op::ImageQueryLevels:
        case Op::ImageQuerySamples: query_image(instruction); return true;
        default: return false;
    }
    ASMGL_END_SOME_CASES
}

// What a function of textures or images gives; `last` stands behind all arguments. Where the instruction asks for
// residency, the function of ARB_sparse_texture2 of that name is called, which gives a code and writes the texel: both
// are members of the result.
void ImageInstructions::define_texel(const Instruction& instruction, std::string name,
                                     std::vector<Expression*> arguments, Expression* last, bool sparse) {
    const uint32_t at = instruction.at;
    const Type* result = values_.result_type(instruction);
    if (!sparse) {
        if (last) arguments.push_back(last);
        Expression* texel = values_.call(name, std::move(arguments), at);
        if (!texel->type->is_error() && name == "imageLoad" && result->is_basic() && result->rows < 4)
            texel = reader_.operations().first_components(texel, result->rows, at);
        values_.define(instruction, reader_.operations().fit(texel, result, at), true);
        return;
    }
    if (!result->is_structure() || result->structure->members.size() != 2 ||
        !result->structure->members[1].type->is_basic())
        return reader_.context().error(at, "the result of a sparse instruction is a structure of a code and a texel");
    const Type* wanted = result->structure->members[1].type;
    const Type* whole = wanted->is_scalar() && name != "imageLoad" ? wanted : basic_type(wanted->scalar, 4);
    const auto declare = [&](std::string_view prefix, const Type* type) {
        Variable* variable = values_.local(prefix, instruction.result, type, at);
        values_.hoist(variable, at);
        return reader_.operations().reference(variable, at);
    };
    Expression* const texel = declare("texel", whole);
    Expression* const code = declare("code", basic_type(Scalar::Int));
    arguments.push_back(texel);
    if (last) arguments.push_back(last);
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    if (!name.ends_with("ARB")) name += "ARB";
    values_.assign(code, values_.call("sparse" + name, std::move(arguments), at), at);
    if (reader_.context().failed()) return;
    Expression* given = texel;
    if (wanted->rows < whole->rows) given = reader_.operations().first_components(texel, wanted->rows, at);
    values_.define(instruction,
                   make_construction(context_, result,
                                     {reader_.operations().fit(code, result->structure->members[0].type, at),
                                      reader_.operations().fit(given, wanted, at)},
                                     location_of(at)),
                   true);
}

void ImageInstructions::sample(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    SampleRow row{};
    for (const SampleRow& candidate : sample_rows)
        if (candidate.opcode == instruction.opcode()) row = candidate;
    Expression* sampler = with_shadow(opaque(instruction.operands[0], false, at), row.reference, at);
    Expression* given = values_.stable(instruction.operands[1], at);
    Expression* reference = row.reference ? values_.value(instruction.operands[2], at) : nullptr;
    const Operands operands = operands_of(instruction.operands.subspan(row.reference ? 3 : 2), at);
    if (!operands.right || reader_.context().failed()) return;
    const Type& type = *sampler->type;
    const Type* const number = basic_type(Scalar::Float);
    const int used = dimensions(type) + type.arrayed;
    const bool projected = row.projected && !type.arrayed && type.dimension != Dimension::Cube;
    if (row.projected && !projected) return reader_.context().error(at, "a texture of this kind can't be projected");
    Expression* coordinates = reader_.operations().first_components(given, used + projected, at);
    std::vector<Expression*> arguments = {sampler};
    if (row.reference && used < 4) {
        // Beside the coordinates: one-dimensional ones leave y free; a divisor is last.
        std::vector<Expression*> parts;
        parts.reserve(size_t(used));
        for (int n = 0; n < used; n++)
            parts.push_back(coordinates->type->is_scalar()
                                ? coordinates
                                : reader_.operations().element(coordinates, static_cast<uint32_t>(n), at));
        if (parts.size() == 1) parts.push_back(reader_.operations().zero(number, at));
        parts.push_back(reference);
        if (projected) parts.push_back(reader_.operations().element(coordinates, static_cast<uint32_t>(used), at));
        const Type* whole = basic_type(Scalar::Float, static_cast<int>(parts.size()));
        arguments.push_back(make_construction(context_, whole, parts, location_of(at)));
    } else {
        arguments.push_back(coordinates);
        if (row.reference) arguments.push_back(reference);
    }
    std::string name = projected ? "textureProj" : "texture";
    if (operands.gradients[0]) {
        name += "Grad";
        arguments.insert(arguments.end(), operands.gradients.begin(), operands.gradients.end());
    } else if (operands.level && type.dimension != Dimension::Rectangle) {
        name += "Lod";
        arguments.push_back(numbers(operands.level, Scalar::Float, at));
    }
    if (operands.offset) {
        name += "Offset";
        arguments.push_back(numbers(operands.offset, Scalar::Int, at));
    }
    if (operands.least_level) {
        name += "ClampARB";
        arguments.push_back(operands.least_level);
    }
    if (reader_.context().failed()) return;
    define_texel(instruction, std::move(name), std::move(arguments), operands.bias, row.sparse);
}

void ImageInstructions::fetch(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    Expression* sampler = with_shadow(opaque(instruction.operands[0], false, at), false, at);
    Expression* given = values_.value(instruction.operands[1], at);
    const Operands operands = operands_of(instruction.operands.subspan(2), at);
    if (!operands.right || reader_.context().failed()) return;
    const Type& type = *sampler->type;
    const int used = dimensions(type) + type.arrayed;
    std::vector<Expression*> arguments = {
        sampler, reader_.operations().first_components(numbers(given, Scalar::Int, at), used, at)};
    const bool levels = type.dimension != Dimension::Rectangle && type.dimension != Dimension::Buffer;
    if (type.multisample)
        arguments.push_back(operands.sample ? numbers(operands.sample, Scalar::Int, at)
                                            : reader_.operations().integer(0, at));
    else if (levels)
        arguments.push_back(operands.level ? numbers(operands.level, Scalar::Int, at)
                                           : reader_.operations().integer(0, at));
    if (operands.offset) arguments.push_back(numbers(operands.offset, Scalar::Int, at));
    if (reader_.context().failed()) return;
    define_texel(instruction, operands.offset ? "texelFetchOffset" : "texelFetch", std::move(arguments), nullptr,
                 instruction.opcode() == Op::ImageSparseFetch);
}

void ImageInstructions::gather(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Op opcode = instruction.opcode();
    const bool compares = opcode == Op::ImageDrefGather || opcode == Op::ImageSparseDrefGather;
    const bool sparse = opcode == Op::ImageSparseGather || opcode == Op::ImageSparseDrefGather;
    Expression* sampler = with_shadow(opaque(instruction.operands[0], false, at), compares, at);
    Expression* given = values_.value(instruction.operands[1], at);
    Expression* third = values_.value(instruction.operands[2], at);  // the reference value, or which component
    const Operands operands = operands_of(instruction.operands.subspan(3), at);
    if (!operands.right || reader_.context().failed()) return;
    const Type& type = *sampler->type;
    std::vector<Expression*> arguments = {
        sampler, reader_.operations().first_components(given, dimensions(type) + type.arrayed, at)};
    if (compares) arguments.push_back(third);
    if (operands.offset) arguments.push_back(numbers(operands.offset, Scalar::Int, at));
    if (operands.offsets) arguments.push_back(operands.offsets);
    Expression* const component = compares ? nullptr : numbers(third, Scalar::Int, at);
    if (reader_.context().failed()) return;
    const char* name = operands.offsets  ? "textureGatherOffsets"
                       : operands.offset ? "textureGatherOffset"
                                         : "textureGather";
    define_texel(instruction, name, std::move(arguments), component, sparse);
}

// The first arguments of image functions: the image, the texel's coordinates and, where there are several, its sample.
std::vector<Expression*> ImageInstructions::texel_coordinates(Expression* image, Expression* given,
                                                              const Operands& operands, uint32_t at) {
    const Type& type = *image->type;
    const int used = dimensions(type) + (type.arrayed && !(type.dimension == Dimension::Cube));
    std::vector<Expression*> arguments = {
        image, reader_.operations().first_components(numbers(given, Scalar::Int, at), used, at)};
    if (type.multisample)
        arguments.push_back(operands.sample ? numbers(operands.sample, Scalar::Int, at)
                                            : reader_.operations().integer(0, at));
    return arguments;
}

void ImageInstructions::read_image(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    Expression* image = opaque(instruction.operands[0], true, at);
    Expression* given = values_.value(instruction.operands[1], at);
    const Operands operands = operands_of(instruction.operands.subspan(2), at);
    if (!operands.right || reader_.context().failed()) return;
    std::vector<Expression*> arguments = texel_coordinates(image, given, operands, at);
    if (reader_.context().failed()) return;
    // What other invocations write may be read.
    values_.flush();
    define_texel(instruction, "imageLoad", std::move(arguments), nullptr, instruction.opcode() == Op::ImageSparseRead);
}

void ImageInstructions::write_image(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    Expression* image = opaque(instruction.operands[0], true, at);
    Expression* given = values_.value(instruction.operands[1], at);
    Expression* texel = values_.stable(instruction.operands[2], at);
    const Operands operands = operands_of(instruction.operands.subspan(3), at);
    if (!operands.right || reader_.context().failed()) return;
    std::vector<Expression*> arguments = texel_coordinates(image, given, operands, at);
    if (!texel->type->is_basic() || texel->type->columns > 1) return reader_.context().error(at, "a texel is a vector");
    const Scalar scalar = image->type->scalar;
    texel = numbers(texel, scalar, at);
    if (texel->type->rows < 4) {
        std::vector<Expression*> parts = {texel};
        for (int n = texel->type->rows; n < 4; n++) parts.push_back(reader_.operations().zero(basic_type(scalar), at));
        texel = make_construction(context_, basic_type(scalar, 4), parts, location_of(at));
    }
    arguments.push_back(texel);
    if (reader_.context().failed()) return;
    values_.flush();
    values_.emit(values_.call("imageStore", std::move(arguments), at), at);
}

void ImageInstructions::query_image(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Op opcode = instruction.opcode();
    Expression* what = values_.value(instruction.operands[0], at);
    const Type* result = values_.result_type(instruction);
    if (reader_.context().failed()) return;
    const bool image = what->type->is_image();
    if (!image && !what->type->is_sampler()) return reader_.context().error(at, "this is neither texture nor image");
    std::vector<Expression*> arguments = {what};
    std::string_view name = image ? "imageSize" : "textureSize";
    if (opcode == Op::ImageQuerySizeLod)
        arguments.push_back(numbers(values_.value(instruction.operands[1], at), Scalar::Int, at));
    if (opcode == Op::ImageQueryLod) {
        name = "textureQueryLod";
        arguments.push_back(reader_.operations().first_components(values_.value(instruction.operands[1], at),
                                                                  dimensions(*what->type), at));
    }
    if (opcode == Op::ImageQueryLevels) name = "textureQueryLevels";
    if (opcode == Op::ImageQuerySamples) name = image ? "imageSamples" : "textureSamples";
    if (reader_.context().failed()) return;
    values_.define(instruction, reader_.operations().fit(values_.call(name, std::move(arguments), at), result, at),
                   true);
}

}  // namespace glsl::spirv
