#include "arbasm/parse/instructions/image.h"

#include "arbasm/parse/instructions/texture_unit.h"

namespace arbasm {

bool parse_image_unit(ParseContext& context, Instruction& instruction) {
    return parse_unit(context, instruction, RegisterFile::Image, "image");
}

bool parse_image_target(ParseContext& context, Instruction& instruction) {
    SourceLocation where;
    if (!parse_target(context, context.program, instruction, where)) return false;
    const TextureAccess& texture = instruction.texture;
    if (instruction.opcode == Opcode::Imqs && !has_feature(texture.target, 'm')) {
        return context.fail(where, "IMQS counts the samples of targets 2DMS and ARRAY2DMS");
    }
    if (texture.handle) return true;
    int32_t first = texture.unit, count = 1;
    if (texture.variable >= 0) {
        const Variable& variable = context.symbols.variable(texture.variable);
        first = texture.relative.file == RegisterFile::None ? variable.base + texture.unit : variable.base;
        count = texture.relative.file == RegisterFile::None ? 1 : variable.size;
    }
    auto& units = context.program.image_units;
    if (units.size() < static_cast<size_t>(first + count)) units.resize(static_cast<size_t>(first + count));
    for (int32_t unit = first; unit < first + count; ++unit) units[static_cast<size_t>(unit)] = texture.target;
    return true;
}

}  // namespace arbasm
