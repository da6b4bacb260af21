#include "arbasm/parse/instructions/texture.h"

#include "arbasm/parse/instructions/texture_unit.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/operand.h"
#include "arbasm/parse/operands/operand_count.h"
#include "ir/texture_targets.h"

namespace arbasm {
namespace {

bool parse_texture_offset(ParseContext& context, Instruction& instruction) {
    TextureAccess& texture = instruction.texture;
    if (context.token().is("offset") && is_nv5(context.program)) {
        context.advance();
        if (!context.expect('(')) return false;
        const SourceLocation where = context.token().where;
        Operand operand;
        if (!parse_operand(context, instruction, {'v', 's'}, operand) || !context.expect(')')) return false;
        if ((instruction.opcode == Opcode::Txd && !is_internal(context.program)) ||
            instruction.opcode == Opcode::Txgo) {
            return context.fail(where, std::string(spelling(instruction.opcode)) + " takes no variable offset");
        }
        if (!has_feature(texture.target, 'o')) {
            return context.fail(
                where, "target " + std::string(texture_target_row(texture.target).spelling) + " takes no offset");
        }
        texture.has_offset = true;
        texture.offset_operand = operand;
        return true;
    }
    if (!context.expect('(')) return false;
    texture.has_offset = true;
    const TextureTargetRow& row = texture_target_row(texture.target);
    size_t count = 0;
    do {
        if (count == 3) return context.fail("an offset has at most three components");
        const SourceLocation where = context.token().where;
        const bool negative = context.token().is('-');
        if (negative || context.token().is('+')) context.advance();
        int64_t value = 0;
        if (!context.parse_unsigned(value, 1 << 20, "a texel offset")) return false;
        if (negative) value = -value;
        if (value < context.limits.texel_offset_min || value > context.limits.texel_offset_max) {
            return context.fail(where, "a texel offset must be in " + std::to_string(context.limits.texel_offset_min) +
                                           ".." + std::to_string(context.limits.texel_offset_max));
        }
        const bool takes = row.features.find('o') != std::string_view::npos &&
                           static_cast<int>(count) < row.coordinates && instruction.opcode != Opcode::Txgo;
        if (value != 0 && !takes) {
            return context.fail(where, instruction.opcode == Opcode::Txgo ? "TXGO takes its offsets as operands"
                                                                          : "target " + std::string(row.spelling) +
                                                                                " takes no offset in this direction");
        }
        texture.offset[count++] = static_cast<int8_t>(value);
    } while (context.accept(','));
    return context.expect(')');
}

bool check_texture(ParseContext& context, const Instruction& instruction, SourceLocation target_where,
                   SourceLocation unit_where) {
    const TextureAccess& texture = instruction.texture;
    if (!takes_target(context.program, instruction)) {
        return context.fail(target_where, std::string(spelling(instruction.opcode)) + " can't be used with target " +
                                              std::string(texture_target_row(texture.target).spelling));
    }
    return texture.handle || note_texture_target(context, context.program, texture, unit_where);
}

}  // namespace

bool parse_texture(ParseContext& context, Instruction& instruction) {
    TextureAccess& texture = instruction.texture;
    SourceLocation second_where{};
    const uint8_t first_operands = instruction.operand_count;
    bool second = false;
    if (is_nv5(context.program) && !starts_texture_unit(context, context.symbols) &&
        (first_operands == 1 || instruction.opcode == Opcode::Txd)) {
        // What has no room in the coordinates comes in a vector of its own.
        second = true;
        second_where = context.token().where;
        if (!parse_operand(context, instruction, {'v', 'f'}, instruction.operands[first_operands])) return false;
        instruction.operand_count = static_cast<uint8_t>(first_operands + 1);
        if (!expect_more(context, instruction)) return false;
    }
    const Token unit = context.token();
    if (!parse_unit(context, instruction, RegisterFile::Texture, "texture")) return false;
    if (context.token().is('.')) {
        if (!is_nv5(context.program) || !has_trait(instruction.opcode, Trait::Gathers)) {
            return context.fail("only TXG and TXGO select a component of the texture");
        }
        context.advance();
        const size_t at = context.token().kind == TokenKind::Identifier && context.token().text.size() == 1
                              ? std::string_view("xyzwrgba").find(context.token().text[0])
                              : std::string_view::npos;
        if (at == std::string_view::npos) return context.unexpected("a component of the texture");
        texture.gather_component = static_cast<uint8_t>(at & 3);
        texture.explicit_component = true;
        context.advance();
    }
    if (!expect_more(context, instruction)) return false;
    SourceLocation target_where;
    if (!parse_target(context, context.program, instruction, target_where)) return false;
    // The 5.0 grammar lost the comma before the offset; programs write it both ways.
    if (is_nv4(context.program) &&
        (context.token().is(',') || context.token().is('(') || context.token().is("offset"))) {
        context.accept(',');
        if (!parse_texture_offset(context, instruction)) return false;
    }
    const int extras = coordinate_extras(instruction);
    const std::string target(texture_target_row(texture.target).spelling);
    if (extras >= 0 && second != (extras > 0)) {
        const std::string name(spelling(instruction.opcode));
        if (second) {
            return context.fail(second_where,
                                name + " with target " + target + " takes no second vector before the texture");
        }
        return context.fail(target_where, instruction.modifiers & modifier_lodclamp
                                              ? name + ".LODCLAMP takes the clamp in a second vector before the texture"
                                          : texture.target == TextureTarget::TargetShadowArrayCube
                                              ? target + " takes a second operand with the reference value"
                                              : name + " with target " + target +
                                                    " takes the level of detail in a second vector before the texture");
    }
    return check_texture(context, instruction, target_where, unit.where);
}

}  // namespace arbasm
