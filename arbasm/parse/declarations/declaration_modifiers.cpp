#include "arbasm/parse/declarations/declaration_modifiers.h"

#include "arbasm/parse/language/dialect.h"

namespace arbasm {

bool parse_modifiers(TokenCursor& cursor, const Program& program, DeclarationModifiers& modifiers) {
    for (; cursor.token().kind == TokenKind::Identifier; cursor.advance()) {
        const std::string_view word = cursor.token().text;
        const auto type = [&](DataType data_type) {
            if (modifiers.type != DataType::Typeless)
                return cursor.fail("a declaration may have one of INT, UINT and FLOAT");
            modifiers.type = data_type;
            return true;
        };
        const auto size = [&](bool& flag) {
            if (modifiers.is_short || modifiers.is_long)
                return cursor.fail("a declaration may have one of SHORT and LONG");
            flag = true;
            return true;
        };
        const auto interpolation = [&](bool& flag) {
            if (flag) return cursor.fail(std::string(word) + " is given twice");
            flag = true;
            modifiers.interpolation_where = cursor.token().where;
            return true;
        };
        const SourceLocation where = cursor.token().where;
        bool ok = true;
        if (word == "INT") {
            ok = type(DataType::S32);
        } else if (word == "UINT") {
            ok = type(DataType::U32);
        } else if (word == "FLOAT") {
            ok = type(DataType::F32);
        } else if (word == "SHORT") {
            ok = size(modifiers.is_short);
        } else if (word == "LONG") {
            ok = size(modifiers.is_long);
        } else if (is_fragment(program) && word == "FLAT") {
            ok = interpolation(modifiers.flat);
        } else if (is_fragment(program) && word == "CENTROID") {
            ok = interpolation(modifiers.centroid);
        } else if (is_fragment(program) && word == "NOPERSPECTIVE") {
            ok = interpolation(modifiers.no_perspective);
        } else if (is_fragment(program) && word == "SMOOTH" && is_internal(program)) {
            ok = interpolation(modifiers.smooth);
        } else if (is_fragment(program) && word == "SAMPLE" && program.instruction_set >= InstructionSet::Nv41) {
            ok = interpolation(modifiers.sample);
        } else {
            break;
        }
        if (!ok) return false;
        if (!modifiers.any) modifiers.where = where;
        modifiers.any = true;
    }
    if (modifiers.flat && (modifiers.centroid || modifiers.no_perspective || modifiers.sample)) {
        return cursor.fail(modifiers.interpolation_where, "FLAT excludes CENTROID, NOPERSPECTIVE and SAMPLE");
    }
    if (modifiers.smooth && (modifiers.flat || modifiers.no_perspective)) {
        return cursor.fail(modifiers.interpolation_where, "SMOOTH excludes FLAT and NOPERSPECTIVE");
    }
    if (modifiers.centroid && modifiers.sample) {
        return cursor.fail(modifiers.interpolation_where, "CENTROID and SAMPLE exclude each other");
    }
    return true;
}

bool parse_size_modifier(TokenCursor& cursor, DeclarationModifiers& modifiers) {
    if (!cursor.token().is("SHORT") && !cursor.token().is("LONG")) return true;
    modifiers.where = cursor.token().where;
    modifiers.any = true;
    (cursor.token().is("SHORT") ? modifiers.is_short : modifiers.is_long) = true;
    cursor.advance();
    if (cursor.token().is("SHORT") || cursor.token().is("LONG"))
        return cursor.fail("a declaration may have one of SHORT and LONG");
    if (!cursor.token().is("TEMP") && !cursor.token().is("OUTPUT")) return cursor.unexpected("TEMP or OUTPUT");
    return true;
}

}  // namespace arbasm
