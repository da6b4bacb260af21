#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::parse_modifiers(Modifiers& modifiers) {
    for (; token().kind == TokenKind::Identifier; advance()) {
        const std::string_view word = token().text;
        const auto type = [&](DataType data_type) {
            if (modifiers.type != DataType::Typeless) return fail("a declaration may have one of INT, UINT and FLOAT");
            modifiers.type = data_type;
            return true;
        };
        const auto size = [&](bool& flag) {
            if (modifiers.is_short || modifiers.is_long) return fail("a declaration may have one of SHORT and LONG");
            flag = true;
            return true;
        };
        const auto interpolation = [&](bool& flag) {
            if (flag) return fail(std::string(word) + " is given twice");
            flag = true;
            modifiers.interpolation_where = token().where;
            return true;
        };
        const SourceLocation where = token().where;
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
        } else if (is_fragment() && word == "FLAT") {
            ok = interpolation(modifiers.flat);
        } else if (is_fragment() && word == "CENTROID") {
            ok = interpolation(modifiers.centroid);
        } else if (is_fragment() && word == "NOPERSPECTIVE") {
            ok = interpolation(modifiers.no_perspective);
        } else if (is_fragment() && word == "SMOOTH" && is_internal()) {
            ok = interpolation(modifiers.smooth);
        } else if (is_fragment() && word == "SAMPLE" && program_.instruction_set >= InstructionSet::Nv41) {
            ok = interpolation(modifiers.sample);
        } else {
            break;
        }
        if (!ok) return false;
        if (!modifiers.any) modifiers.where = where;
        modifiers.any = true;
    }
    if (modifiers.flat && (modifiers.centroid || modifiers.no_perspective || modifiers.sample)) {
        return fail(modifiers.interpolation_where, "FLAT excludes CENTROID, NOPERSPECTIVE and SAMPLE");
    }
    if (modifiers.smooth && (modifiers.flat || modifiers.no_perspective)) {
        return fail(modifiers.interpolation_where, "SMOOTH excludes FLAT and NOPERSPECTIVE");
    }
    if (modifiers.centroid && modifiers.sample) {
        return fail(modifiers.interpolation_where, "CENTROID and SAMPLE exclude each other");
    }
    return true;
}

// SHORT and LONG of NV_fragment_program.
bool Parser::parse_size_modifier(Modifiers& modifiers) {
    if (!token().is("SHORT") && !token().is("LONG")) return true;
    modifiers.where = token().where;
    modifiers.any = true;
    (token().is("SHORT") ? modifiers.is_short : modifiers.is_long) = true;
    advance();
    if (token().is("SHORT") || token().is("LONG")) return fail("a declaration may have one of SHORT and LONG");
    if (!token().is("TEMP") && !token().is("OUTPUT")) return unexpected("TEMP or OUTPUT");
    return true;
}

}  // namespace arbasm
