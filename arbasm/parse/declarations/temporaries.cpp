#include "arbasm/parse/declarations/temporaries.h"

#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/declarations/new_variable.h"
#include "arbasm/parse/language/dialect.h"

namespace arbasm {

bool parse_temp(ParseContext& context, const DeclarationModifiers& modifiers) {
    if (modifiers.interpolation()) {
        return context.fail(modifiers.interpolation_where,
                            "interpolation modifiers belong to ATTRIB declarations only");
    }
    do {
        Token name;
        if (!parse_new_name(context, name)) return false;
        Variable variable;
        variable.file = RegisterFile::Temporary;
        variable.name = name.text;
        variable.type = modifiers.type;
        variable.is_long = modifiers.is_long && is_nv4(context.program);  // LONG is the usual size before
        variable.is_short = modifiers.is_short;
        int64_t size = -1;
        if (context.token().is('[')) {
            if (!is_nv4(context.program)) {
                context.symbols.poison(name.text);
                return context.fail("arrays of temporaries came with the NV_gpu_program4 family");
            }
            const SourceLocation where = context.token().where;
            const bool failed = !parse_array_size(context, variable.array, size);
            if (failed || size < 0) {
                context.symbols.poison(name.text);
                return size < 0 && !failed ? context.fail(where, "an array of temporaries needs a size") : false;
            }
            variable.size = static_cast<int32_t>(size);
        }
        context.symbols.declare(name, std::move(variable), {});
    } while (context.accept(','));
    return true;
}

bool parse_address(ParseContext& context) {
    do {
        Token name;
        if (!parse_new_name(context, name)) return false;
        Variable variable;
        variable.file = RegisterFile::Address;
        variable.name = name.text;
        variable.type = DataType::S32;
        context.symbols.declare(name, std::move(variable), {});
    } while (context.accept(','));
    return true;
}

bool parse_alias(ParseContext& context) {
    Token name;
    if (!parse_new_name(context, name)) return false;
    if (!context.expect('=')) return context.symbols.poison(name.text), false;
    const int32_t* variable =
        context.token().kind == TokenKind::Identifier ? context.symbols.find(context.token().text) : nullptr;
    if (variable == nullptr) {
        context.symbols.poison(name.text);
        return context.token().kind == TokenKind::Identifier ? unknown_name(context, context.symbols, context.token())
                                                             : context.unexpected("the name of a variable");
    }
    context.advance();
    context.symbols.declare(name.text, *variable);
    return true;
}

}  // namespace arbasm
