#include "arbasm/parse/instructions/texture_unit.h"

#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/index.h"
#include "arbasm/parse/operands/operand.h"
#include "arbasm/parse/text/nearest.h"
#include "ir/texture_targets.h"

namespace arbasm {
namespace {

// handle(D0.x): a 64-bit number instead of a unit.
bool parse_handle(ParseContext& context, TextureAccess& texture, std::string_view what) {
    if (!context.program.has(Option::NvBindlessTexture) && !context.program.has(Option::ArbBindlessTexture)) {
        return context.fail("a handle of " + std::string(what) + " needs OPTION NV_bindless_texture");
    }
    context.advance();
    if (!context.expect('(')) return false;
    Instruction none;
    Operand operand;
    if (!parse_operand(context, none, {'s', 'a'}, operand)) return false;
    texture.handle = operand;
    return context.expect(')');
}

}  // namespace

bool has_feature(TextureTarget target, char feature) { return texture_target_row(target).has_feature(feature); }

bool starts_texture_unit(const TokenCursor& cursor, const Symbols& symbols) {
    if (cursor.token().kind != TokenKind::Identifier) return false;
    const int32_t* found = symbols.find(cursor.token().text);
    if (found != nullptr) {
        return is_poisoned(*found) || symbols.variable(*found).file == RegisterFile::Texture;
    }
    return cursor.token().is("texture") || cursor.token().is("handle");
}

bool parse_unit(ParseContext& context, Instruction& instruction, RegisterFile file, std::string_view word) {
    TextureAccess& texture = instruction.texture;
    const Token unit = context.token();
    const std::string what = file == RegisterFile::Image ? "an image" : "a texture image";
    const int32_t* found = unit.kind == TokenKind::Identifier ? context.symbols.find(unit.text) : nullptr;
    if (found == nullptr && unit.is("handle")) return parse_handle(context, texture, what);
    if (found != nullptr && is_poisoned(*found)) {
        // Reported where it was declared; what follows can't be judged without it.
        return false;
    }
    if (found != nullptr && context.symbols.variable(*found).file == file) {
        context.advance();
        Operand use;
        if (!parse_variable_use(context, use, *found, unit)) return false;
        texture.variable = *found;
        texture.unit = use.element;
        texture.relative = use.relative;
        return true;
    }
    if (found != nullptr || !unit.is(word)) {
        return context.unexpected(what + " unit such as " + std::string(word) + "[0]");
    }
    context.advance();
    if (!context.token().is('[')) return true;
    context.advance();
    if (context.token().kind == TokenKind::Identifier) {
        return context.fail(what + " unit must be given by a number",
                            is_nv5(context.program) ? "declare an array of units and index that" : "");
    }
    int64_t number = 0;
    const SourceLocation where = context.token().where;
    const int units = file == RegisterFile::Image ? context.limits.image_units : context.limits.texture_image_units;
    if (!context.parse_unsigned(number, int64_t{1} << 30, what + " unit")) return false;
    if (number >= units) {
        return context.fail(where, what.substr(what.find(' ') + 1) + " unit " + std::to_string(number) +
                                       " is out of range: there are " + std::to_string(units));
    }
    texture.unit = static_cast<int32_t>(number);
    return context.expect(']');
}

bool parse_target(TokenCursor& cursor, const Program& program, Instruction& instruction, SourceLocation& where) {
    TextureAccess& texture = instruction.texture;
    const bool image = opcode_info(instruction.opcode).has_image;
    const std::string what = image ? "an image" : "a texture";
    cursor.relex_as_word();
    where = cursor.token().where;
    if (cursor.token().kind != TokenKind::Identifier) return cursor.unexpected(what + " target such as 2D");
    for (const TextureTargetRow& row : texture_target_rows()) {
        if (row.spelling != cursor.token().text) continue;
        const std::string name(row.spelling);
        if (is_arb(program) ? row.first == "40" || row.first == "50" : row.first == "50" && !is_nv5(program)) {
            return cursor.fail("target " + name + " is not part of " + program_header(program) + " programs");
        }
        if (is_arb(program) && row.first == "shadow" && !program.has(Option::ArbFragmentProgramShadow)) {
            return cursor.fail("target " + name + " needs OPTION ARB_fragment_program_shadow");
        }
        if (has_feature(row.target, 'm') && !image && instruction.opcode != Opcode::Txqs &&
            !program.has(Option::NvTextureMultisample) && !program.has(Option::NvExplicitMultisample) &&
            !is_internal(program)) {
            return cursor.fail("target " + name + " needs OPTION NV_texture_multisample");
        }
        if (image && !has_feature(row.target, 'i')) return cursor.fail("target " + name + " is none of images");
        texture.target = row.target;
    }
    if (texture.target == TextureTarget::None) {
        std::vector<std::string_view> names;
        for (const TextureTargetRow& row : texture_target_rows()) names.push_back(row.spelling);
        const std::string nearest = nearest_of(cursor.token().text, names);
        return cursor.fail(quote(cursor.token().text) + " is not " + what + " target",
                           nearest.empty() ? "" : "did you mean " + nearest + "?");
    }
    cursor.advance();
    return true;
}

bool note_texture_target(TokenCursor& cursor, Program& program, const TextureAccess& texture, SourceLocation where) {
    int32_t first = texture.unit, count = 1;
    if (texture.variable >= 0) {
        const Variable& variable = program.variables[static_cast<size_t>(texture.variable)];
        first = variable.base;
        count = variable.size;
    }
    auto& units = program.texture_units;
    if (units.size() < static_cast<size_t>(first + count)) units.resize(static_cast<size_t>(first + count));
    for (int32_t unit = first; unit < first + count; ++unit) {
        TextureTarget& known = units[static_cast<size_t>(unit)];
        if (known != TextureTarget::None && known != texture.target) {
            return cursor.fail(where, "texture image unit " + std::to_string(unit) + " is used with target " +
                                          std::string(texture_target_row(known).spelling) + " already");
        }
        known = texture.target;
    }
    return true;
}

}  // namespace arbasm
