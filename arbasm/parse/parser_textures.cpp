#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {
namespace {

struct TargetRow {
    TextureTarget target;
    std::string_view spelling, first;
    int coordinates;
    bool layered, shadow;
    std::string_view features;
};
constexpr TargetRow target_rows[] = {
#define ARBASM_TEXTURE_TARGET(name, spelling, first, coordinates, layered, shadow, features) \
    {TextureTarget::name, spelling, first, coordinates, layered, shadow, features},
#include "arbasm/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
};

const TargetRow& target_row(TextureTarget target) { return target_rows[static_cast<size_t>(target) - 1]; }

bool has_feature(TextureTarget target, char feature) {
    return target_row(target).features.find(feature) != std::string_view::npos;
}

// Which targets an opcode takes, beyond what the target itself allows (Table X.17 of NV_gpu_program4 and the
// instruction descriptions).
bool takes_target(Opcode opcode, TextureTarget target, bool is_nv5) {
    using T = TextureTarget;
    const TargetRow& row = target_row(target);
    const bool multisample = has_feature(target, 'm');
    if (opcode == Opcode::Txfms) return multisample;
    if (multisample) return opcode == Opcode::Txq || opcode == Opcode::Txqs;
    if (target == T::TargetBuffer) return opcode == Opcode::Txf || opcode == Opcode::Txq;
    switch (opcode) {
        case Opcode::Txf: return !row.shadow && target != T::TargetCube && target != T::TargetArrayCube;
        case Opcode::Txb:
        case Opcode::Txl:
        case Opcode::Txp:
            return target != T::TargetShadowCube && target != T::TargetShadowArray2D &&
                   target != T::TargetShadowArrayCube && !(opcode == Opcode::Txp && target == T::TargetArrayCube);
        case Opcode::Txg:
            if (row.shadow && !is_nv5) return false;
            return row.coordinates != 1 && target != T::Target3D;
        case Opcode::Txgo: return row.coordinates == 2;
        case Opcode::Txd: return target != T::TargetShadowArrayCube;
        default: return true;
    }
}

std::string quote(std::string_view text) { return "\"" + std::string(text) + "\""; }

}  // namespace

bool Parser::starts_texture_unit() const {
    if (token().kind != TokenKind::Identifier) return false;
    const int32_t* found = find_variable(token().text);
    if (found != nullptr) {
        return is_poisoned(*found) || program_.variables[static_cast<size_t>(*found)].file == RegisterFile::Texture;
    }
    return token().is("texture") || token().is("handle");
}

bool Parser::parse_texture(Instruction& instruction) {
    TextureAccess& texture = instruction.texture;
    SourceLocation second_where{};
    bool second = false;
    if (is_nv5() && !starts_texture_unit() && instruction.operand_count == 1) {
        // SHADOWARRAYCUBE: the reference value comes in a vector of its own.
        second = true;
        second_where = token().where;
        if (!parse_operand(instruction, {'v', 'f'}, instruction.operands[1])) return false;
        instruction.operand_count = 2;
        if (!expect(',')) return false;
    }
    const Token unit = token();
    if (!starts_texture_unit()) return unexpected("a texture image unit such as texture[0]");
    if (unit.is("handle") && find_variable("handle") == nullptr)
        return fail("bindless texture handles are not supported yet");
    const int32_t* found = find_variable(unit.text);
    advance();
    if (found != nullptr && is_poisoned(*found)) {
        // Reported where it was declared; what follows can't be judged without it.
        return false;
    }
    if (found != nullptr) {
        Operand use;
        if (!parse_variable_use(use, *found, unit, false)) return false;
        texture.variable = *found;
        texture.unit = use.element;
        texture.relative = use.relative;
    } else if (token().is('[')) {
        advance();
        if (token().kind == TokenKind::Identifier) {
            return fail("a texture image unit must be given by a number",
                        is_nv5() ? "declare a TEXTURE array and index that" : "");
        }
        int64_t number = 0;
        const SourceLocation where = token().where;
        if (!parse_unsigned(number, int64_t{1} << 30, "a texture image unit")) return false;
        if (number >= limits_.texture_image_units) {
            return fail(where, "texture image unit " + std::to_string(number) + " is out of range: there are " +
                                   std::to_string(limits_.texture_image_units));
        }
        texture.unit = static_cast<int32_t>(number);
        if (!expect(']')) return false;
    }
    if (token().is('.')) {
        if (!is_nv5() || (instruction.opcode != Opcode::Txg && instruction.opcode != Opcode::Txgo)) {
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
    if (!expect(',')) return false;
    lexer_.relex_as_word();
    const SourceLocation target_where = token().where;
    if (token().kind != TokenKind::Identifier) return unexpected("a texture target such as 2D");
    for (const TargetRow& row : target_rows) {
        if (row.spelling != token().text) continue;
        const std::string name(row.spelling);
        if (is_arb() ? row.first == "40" || row.first == "50" : row.first == "50" && !is_nv5()) {
            return fail("target " + name + " is not part of " + header() + " programs");
        }
        if (is_arb() && row.first == "shadow" && !program_.has(Option::ArbFragmentProgramShadow)) {
            return fail("target " + name + " needs OPTION ARB_fragment_program_shadow");
        }
        if (has_feature(row.target, 'm') && !program_.has(Option::NvTextureMultisample) &&
            !program_.has(Option::NvExplicitMultisample)) {
            return fail("target " + name + " needs OPTION NV_texture_multisample");
        }
        texture.target = row.target;
    }
    if (texture.target == TextureTarget::None) {
        std::vector<std::string_view> names;
        for (const TargetRow& row : target_rows) names.push_back(row.spelling);
        const std::string nearest = nearest_of(token().text, names);
        return fail(quote(token().text) + " is not a texture target",
                    nearest.empty() ? "" : "did you mean " + nearest + "?");
    }
    advance();
    // The 5.0 grammar lost the comma before the offset; programs write it both ways.
    if (is_nv4() && (token().is(',') || token().is('(') || token().is("offset"))) {
        accept(',');
        if (!parse_texture_offset(instruction)) return false;
    }
    if (second != (texture.target == TextureTarget::TargetShadowArrayCube && instruction.opcode != Opcode::Txq)) {
        return fail(second ? second_where : target_where,
                    second ? "only SHADOWARRAYCUBE takes a second operand before the texture"
                           : "SHADOWARRAYCUBE takes a second operand with the reference value");
    }
    return check_texture(instruction, target_where, unit.where);
}

bool Parser::parse_texture_offset(Instruction& instruction) {
    TextureAccess& texture = instruction.texture;
    if (token().is("offset") && is_nv5()) {
        advance();
        if (!expect('(')) return false;
        const SourceLocation where = token().where;
        Operand operand;
        if (!parse_operand(instruction, {'v', 's'}, operand) || !expect(')')) return false;
        if (instruction.opcode == Opcode::Txd || instruction.opcode == Opcode::Txgo) {
            return fail(where, std::string(spelling(instruction.opcode)) + " takes no variable offset");
        }
        if (!has_feature(texture.target, 'o')) {
            return fail(where, "target " + std::string(target_row(texture.target).spelling) + " takes no offset");
        }
        texture.has_offset = true;
        texture.offset_operand = operand;
        return true;
    }
    if (!expect('(')) return false;
    texture.has_offset = true;
    const TargetRow& row = target_row(texture.target);
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
    if (!takes_target(instruction.opcode, texture.target, is_nv5())) {
        return fail(target_where, std::string(spelling(instruction.opcode)) + " can't be used with target " +
                                      std::string(target_row(texture.target).spelling));
    }
    return note_texture_target(texture, unit_where);
}

// One target per texture image unit; an array counts with all its units.
bool Parser::note_texture_target(const TextureAccess& texture, SourceLocation where) {
    int32_t first = texture.unit, count = 1;
    if (texture.variable >= 0) {
        const Variable& variable = program_.variables[static_cast<size_t>(texture.variable)];
        first = variable.base;
        count = variable.size;
    }
    auto& units = program_.texture_units;
    if (units.size() < static_cast<size_t>(first + count)) units.resize(static_cast<size_t>(first + count));
    for (int32_t unit = first; unit < first + count; ++unit) {
        TextureTarget& known = units[static_cast<size_t>(unit)];
        if (known != TextureTarget::None && known != texture.target) {
            return fail(where, "texture image unit " + std::to_string(unit) + " is used with target " +
                                   std::string(target_row(known).spelling) + " already");
        }
        known = texture.target;
    }
    return true;
}

}  // namespace arbasm
