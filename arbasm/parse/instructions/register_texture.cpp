#include "arbasm/parse/instructions/register_texture.h"

#include <utility>

#include "arbasm/parse/instructions/texture_unit.h"
#include "arbasm/parse/operands/operand_count.h"
#include "ir/texture_targets.h"

namespace arbasm {

bool parse_register_texture(ParseContext& context, Instruction& instruction) {
    const Token unit = context.token();
    const std::string_view word = unit.text;
    int64_t number = -1;
    if (unit.kind == TokenKind::Identifier && word.starts_with("TEX") && (word.size() == 4 || word.size() == 5)) {
        number = 0;
        for (char c : word.substr(3)) number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : 100;
    }
    if (number < 0 || number > 15) return context.unexpected("a texture image unit, TEX0 to TEX15");
    if (number >= context.limits.texture_image_units) {
        return context.fail("texture image unit " + std::to_string(number) + " is out of range: there are " +
                            std::to_string(context.limits.texture_image_units));
    }
    context.advance();
    if (!expect_more(context, instruction)) return false;
    context.relex_as_word();
    constexpr std::pair<std::string_view, TextureTarget> targets[] = {{"1D", TextureTarget::Target1D},
                                                                      {"2D", TextureTarget::Target2D},
                                                                      {"3D", TextureTarget::Target3D},
                                                                      {"CUBE", TextureTarget::TargetCube},
                                                                      {"RECT", TextureTarget::TargetRect}};
    for (const auto& [name, target] : targets) {
        if (context.token().is(name)) instruction.texture.target = target;
    }
    if (instruction.texture.target == TextureTarget::None) {
        return context.unexpected("a texture target, one of 1D, 2D, 3D, CUBE and RECT");
    }
    context.advance();
    instruction.texture.unit = static_cast<int32_t>(number);
    return note_texture_target(context, context.program, instruction.texture, unit.where);
}

}  // namespace arbasm
