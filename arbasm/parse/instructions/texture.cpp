#include "arbasm/parse/parser.h"
#include "ir/texture_targets.h"

namespace arbasm {

bool Parser::parse_texture_offset(Instruction& instruction) {
    TextureAccess& texture = instruction.texture;
    if (token().is("offset") && is_nv5()) {
        advance();
        if (!expect('(')) return false;
        const SourceLocation where = token().where;
        Operand operand;
        if (!parse_operand(instruction, {'v', 's'}, operand) || !expect(')')) return false;
        if ((instruction.opcode == Opcode::Txd && !is_internal()) || instruction.opcode == Opcode::Txgo) {
            return fail(where, std::string(spelling(instruction.opcode)) + " takes no variable offset");
        }
        if (!has_feature(texture.target, 'o')) {
            return fail(where,
                        "target " + std::string(texture_target_row(texture.target).spelling) + " takes no offset");
        }
        texture.has_offset = true;
        texture.offset_operand = operand;
        return true;
    }
    if (!expect('(')) return false;
    texture.has_offset = true;
    const TextureTargetRow& row = texture_target_row(texture.target);
    size_t count = 0;
    do {
        if (count == 3) return fail("an offset has at most three components");
        const SourceLocation where = token().where;
        const bool negative = token().is('-');
        if (negative || token().is('+')) advance();
        int64_t value = 0;
        if (!parse_unsigned(value, 1 << 20, "a texel offset")) return false;
        if (negative) value = -value;
        if (value < limits_.texel_offset_min || value > limits_.texel_offset_max) {
            return fail(where, "a texel offset must be in " + std::to_string(limits_.texel_offset_min) + ".." +
                                   std::to_string(limits_.texel_offset_max));
        }
        const bool takes = row.features.find('o') != std::string_view::npos &&
                           static_cast<int>(count) < row.coordinates && instruction.opcode != Opcode::Txgo;
        if (value != 0 && !takes) {
            return fail(where, instruction.opcode == Opcode::Txgo
                                   ? "TXGO takes its offsets as operands"
                                   : "target " + std::string(row.spelling) + " takes no offset in this direction");
        }
        texture.offset[count++] = static_cast<int8_t>(value);
    } while (accept(','));
    return expect(')');
}

bool Parser::check_texture(const Instruction& instruction, SourceLocation target_where, SourceLocation unit_where) {
    const TextureAccess& texture = instruction.texture;
    if (!takes_target(program_, instruction)) {
        return fail(target_where, std::string(spelling(instruction.opcode)) + " can't be used with target " +
                                      std::string(texture_target_row(texture.target).spelling));
    }
    return texture.handle || note_texture_target(texture, unit_where);
}

bool Parser::parse_texture(Instruction& instruction) {
    TextureAccess& texture = instruction.texture;
    SourceLocation second_where{};
    const uint8_t first_operands = instruction.operand_count;
    bool second = false;
    if (is_nv5() && !starts_texture_unit() && (first_operands == 1 || instruction.opcode == Opcode::Txd)) {
        // What has no room in the coordinates comes in a vector of its own.
        second = true;
        second_where = token().where;
        if (!parse_operand(instruction, {'v', 'f'}, instruction.operands[first_operands])) return false;
        instruction.operand_count = static_cast<uint8_t>(first_operands + 1);
        if (!expect_more(instruction)) return false;
    }
    const Token unit = token();
    if (!parse_unit(instruction, RegisterFile::Texture, "texture")) return false;
    if (token().is('.')) {
        if (!is_nv5() || !has_trait(instruction.opcode, Trait::Gathers)) {
            return fail("only TXG and TXGO select a component of the texture");
        }
        advance();
        const size_t at = token().kind == TokenKind::Identifier && token().text.size() == 1
                              ? std::string_view("xyzwrgba").find(token().text[0])
                              : std::string_view::npos;
        if (at == std::string_view::npos) return unexpected("a component of the texture");
        texture.gather_component = static_cast<uint8_t>(at & 3);
        texture.explicit_component = true;
        advance();
    }
    if (!expect_more(instruction)) return false;
    SourceLocation target_where;
    if (!parse_target(instruction, target_where)) return false;
    // The 5.0 grammar lost the comma before the offset; programs write it both ways.
    if (is_nv4() && (token().is(',') || token().is('(') || token().is("offset"))) {
        accept(',');
        if (!parse_texture_offset(instruction)) return false;
    }
    const int extras = coordinate_extras(instruction);
    const std::string target(texture_target_row(texture.target).spelling);
    if (extras >= 0 && second != (extras > 0)) {
        const std::string name(spelling(instruction.opcode));
        if (second) {
            return fail(second_where, name + " with target " + target + " takes no second vector before the texture");
        }
        return fail(target_where, instruction.modifiers & modifier_lodclamp
                                      ? name + ".LODCLAMP takes the clamp in a second vector before the texture"
                                  : texture.target == TextureTarget::TargetShadowArrayCube
                                      ? target + " takes a second operand with the reference value"
                                      : name + " with target " + target +
                                            " takes the level of detail in a second vector before the texture");
    }
    return check_texture(instruction, target_where, unit.where);
}

}  // namespace arbasm
