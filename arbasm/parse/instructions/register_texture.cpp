#include <utility>

#include "arbasm/parse/parser.h"
#include "ir/texture_targets.h"

namespace arbasm {

bool Parser::parse_register_texture(Instruction& instruction) {
    const Token unit = token();
    const std::string_view word = unit.text;
    int64_t number = -1;
    if (unit.kind == TokenKind::Identifier && word.starts_with("TEX") && (word.size() == 4 || word.size() == 5)) {
        number = 0;
        for (char c : word.substr(3)) number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : 100;
    }
    if (number < 0 || number > 15) return unexpected("a texture image unit, TEX0 to TEX15");
    if (number >= limits_.texture_image_units) {
        return fail("texture image unit " + std::to_string(number) + " is out of range: there are " +
                    std::to_string(limits_.texture_image_units));
    }
    advance();
    if (!expect_more(instruction)) return false;
    lexer_.relex_as_word();
    constexpr std::pair<std::string_view, TextureTarget> targets[] = {{"1D", TextureTarget::Target1D},
                                                                      {"2D", TextureTarget::Target2D},
                                                                      {"3D", TextureTarget::Target3D},
                                                                      {"CUBE", TextureTarget::TargetCube},
                                                                      {"RECT", TextureTarget::TargetRect}};
    for (const auto& [name, target] : targets) {
        if (token().is(name)) instruction.texture.target = target;
    }
    if (instruction.texture.target == TextureTarget::None) {
        return unexpected("a texture target, one of 1D, 2D, 3D, CUBE and RECT");
    }
    advance();
    instruction.texture.unit = static_cast<int32_t>(number);
    return note_texture_target(instruction.texture, unit.where);
}

}  // namespace arbasm
