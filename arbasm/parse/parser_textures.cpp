#include <algorithm>

#include "arbasm/parse/parser.h"
#include "ir/texture_targets.h"

namespace arbasm {
namespace {

bool has_feature(TextureTarget target, char feature) { return texture_target_row(target).has_feature(feature); }

}  // namespace

bool Parser::starts_texture_unit() const {
    if (token().kind != TokenKind::Identifier) return false;
    const int32_t* found = find_variable(token().text);
    if (found != nullptr) {
        return is_poisoned(*found) || program_.variables[static_cast<size_t>(*found)].file == RegisterFile::Texture;
    }
    return token().is("texture") || token().is("handle");
}

// handle(D0.x): a 64-bit number instead of a unit.
bool Parser::parse_handle(TextureAccess& texture, std::string_view what) {
    if (!program_.has(Option::NvBindlessTexture) && !program_.has(Option::ArbBindlessTexture)) {
        return fail("a handle of " + std::string(what) + " needs OPTION NV_bindless_texture");
    }
    advance();
    if (!expect('(')) return false;
    Instruction none;
    Operand operand;
    if (!parse_operand(none, {'s', 'a'}, operand)) return false;
    texture.handle = operand;
    return expect(')');
}

// texture[n], image[n], a variable, or a handle.
bool Parser::parse_unit(Instruction& instruction, RegisterFile file, std::string_view word) {
    TextureAccess& texture = instruction.texture;
    const Token unit = token();
    const std::string what = file == RegisterFile::Image ? "an image" : "a texture image";
    const int32_t* found = unit.kind == TokenKind::Identifier ? find_variable(unit.text) : nullptr;
    if (found == nullptr && unit.is("handle")) return parse_handle(texture, what);
    if (found != nullptr && is_poisoned(*found)) {
        // Reported where it was declared; what follows can't be judged without it.
        return false;
    }
    if (found != nullptr && program_.variables[static_cast<size_t>(*found)].file == file) {
        advance();
        Operand use;
        if (!parse_variable_use(use, *found, unit)) return false;
        texture.variable = *found;
        texture.unit = use.element;
        texture.relative = use.relative;
        return true;
    }
    if (found != nullptr || !unit.is(word)) {
        return unexpected(what + " unit such as " + std::string(word) + "[0]");
    }
    advance();
    if (!token().is('[')) return true;
    advance();
    if (token().kind == TokenKind::Identifier) {
        return fail(what + " unit must be given by a number",
                    is_nv5() ? "declare an array of units and index that" : "");
    }
    int64_t number = 0;
    const SourceLocation where = token().where;
    const int units = file == RegisterFile::Image ? limits_.image_units : limits_.texture_image_units;
    if (!parse_unsigned(number, int64_t{1} << 30, what + " unit")) return false;
    if (number >= units) {
        return fail(where, what.substr(what.find(' ') + 1) + " unit " + std::to_string(number) +
                               " is out of range: there are " + std::to_string(units));
    }
    texture.unit = static_cast<int32_t>(number);
    return expect(']');
}

bool Parser::parse_target(Instruction& instruction, SourceLocation& where) {
    TextureAccess& texture = instruction.texture;
    const bool image = opcode_info(instruction.opcode).has_image;
    const std::string what = image ? "an image" : "a texture";
    lexer_.relex_as_word();
    where = token().where;
    if (token().kind != TokenKind::Identifier) return unexpected(what + " target such as 2D");
    for (const TextureTargetRow& row : texture_target_rows()) {
        if (row.spelling != token().text) continue;
        const std::string name(row.spelling);
        if (is_arb() ? row.first == "40" || row.first == "50" : row.first == "50" && !is_nv5()) {
            return fail("target " + name + " is not part of " + header() + " programs");
        }
        if (is_arb() && row.first == "shadow" && !program_.has(Option::ArbFragmentProgramShadow)) {
            return fail("target " + name + " needs OPTION ARB_fragment_program_shadow");
        }
        if (has_feature(row.target, 'm') && !image && instruction.opcode != Opcode::Txqs &&
            !program_.has(Option::NvTextureMultisample) && !program_.has(Option::NvExplicitMultisample) &&
            !is_internal()) {
            return fail("target " + name + " needs OPTION NV_texture_multisample");
        }
        if (image && !has_feature(row.target, 'i')) return fail("target " + name + " is none of images");
        texture.target = row.target;
    }
    if (texture.target == TextureTarget::None) {
        std::vector<std::string_view> names;
        for (const TextureTargetRow& row : texture_target_rows()) names.push_back(row.spelling);
        const std::string nearest = nearest_of(token().text, names);
        return fail(quote(token().text) + " is not " + what + " target",
                    nearest.empty() ? "" : "did you mean " + nearest + "?");
    }
    advance();
    return true;
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

bool Parser::parse_image_unit(Instruction& instruction) {
    return parse_unit(instruction, RegisterFile::Image, "image");
}

bool Parser::parse_image_target(Instruction& instruction) {
    SourceLocation where;
    if (!parse_target(instruction, where)) return false;
    const TextureAccess& texture = instruction.texture;
    if (instruction.opcode == Opcode::Imqs && !has_feature(texture.target, 'm')) {
        return fail(where, "IMQS counts the samples of targets 2DMS and ARRAY2DMS");
    }
    if (texture.handle) return true;
    int32_t first = texture.unit, count = 1;
    if (texture.variable >= 0) {
        const Variable& variable = program_.variables[static_cast<size_t>(texture.variable)];
        first = texture.relative.file == RegisterFile::None ? variable.base + texture.unit : variable.base;
        count = texture.relative.file == RegisterFile::None ? 1 : variable.size;
    }
    auto& units = program_.image_units;
    if (units.size() < static_cast<size_t>(first + count)) units.resize(static_cast<size_t>(first + count));
    for (int32_t unit = first; unit < first + count; ++unit) units[static_cast<size_t>(unit)] = texture.target;
    return true;
}

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
                                   std::string(texture_target_row(known).spelling) + " already");
        }
        known = texture.target;
    }
    return true;
}

}  // namespace arbasm
