#include "arbasm/parse/parser.h"
#include "ir/texture_targets.h"

namespace arbasm {

bool has_feature(TextureTarget target, char feature) { return texture_target_row(target).has_feature(feature); }

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
