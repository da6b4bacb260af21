#include "arbasm/parse/declarations/declaration.h"

#include "arbasm/parse/declarations/bound_variables.h"
#include "arbasm/parse/declarations/declaration_modifiers.h"
#include "arbasm/parse/declarations/memory.h"
#include "arbasm/parse/declarations/temporaries.h"
#include "arbasm/parse/declarations/units.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/stage_words.h"

namespace arbasm {

bool parse_declaration(ParseContext& context, StageDeclarations& declared, Subroutines& subroutines) {
    DeclarationModifiers modifiers;
    if (is_nv4(context.program) && !parse_modifiers(context, context.program, modifiers)) return false;
    if (is_arb(context.program) && has_precisions(context.program) && !parse_size_modifier(context, modifiers))
        return false;
    const Token word = context.token();
    const auto no_modifiers = [&] {
        if (!modifiers.any) return true;
        return context.fail(modifiers.where, std::string(word.text) + " takes no modifiers");
    };
    if (word.is("TEMP")) return context.advance(), parse_temp(context, modifiers);
    if (word.is("ATTRIB")) return context.advance(), parse_bound(context, RegisterFile::Attribute, modifiers);
    if (word.is("OUTPUT")) return context.advance(), parse_bound(context, RegisterFile::Result, modifiers);
    if (word.is("PARAM")) return context.advance(), parse_bound(context, RegisterFile::Parameter, modifiers);
    if (word.is("ALIAS")) return context.advance(), no_modifiers() && parse_alias(context);
    if (word.is("ADDRESS") && is_arb(context.program)) return context.advance(), parse_address(context);
    if (declares_buffer(word.text)) return parse_buffer(context, modifiers);
    if (is_nv5(context.program)) {
        if (word.is("TEXTURE"))
            return context.advance(), no_modifiers() && parse_units(context, RegisterFile::Texture, "texture");
        if (word.is("IMAGE"))
            return context.advance(), no_modifiers() && parse_units(context, RegisterFile::Image, "image");
        if (word.is("SUBROUTINETYPE"))
            return context.advance(), no_modifiers() && parse_subroutine_type(context, subroutines);
        if (word.is("SUBROUTINE")) return context.advance(), no_modifiers() && parse_subroutine(context, subroutines);
        if (word.is("SHARED")) return parse_shared(context, modifiers);
    }
    if (word.kind == TokenKind::Identifier && is_stage_declaration(context.program, word.text)) {
        return no_modifiers() && parse_stage_declaration(context, declared);
    }
    return context.unexpected("TEMP, ATTRIB, PARAM, OUTPUT or another declaration behind its modifiers");
}

}  // namespace arbasm
