#include "glsl/check/constants.h"
#include "glsl/check/pointers.h"
#include "glsl/check/precisions.h"
#include "glsl/check/qualifier_rules.h"
#include "glsl/check/type_rules.h"
#include "glsl/syntax/nesting.h"
#include "glsl/syntax/parser.h"

#include "ir/switches.h"

namespace glsl {

bool Parser::begins_declaration() const {
    if (tokens_.is(TokenKind::Keyword))
        return is_qualifier(tokens_.peek().keyword) || tokens_.is(Keyword::Struct) || tokens_.is(Keyword::Precision) ||
               tokens_.is(Keyword::Unsigned);
    if (!tokens_.is(TokenKind::Identifier) || !checker_.type_named(tokens_.peek().text)) return false;
    size_t ahead = 1;
    // float[2] a, but not float[2](…).
    while (tokens_.is(TokenKind::LeftBracket, ahead)) {
        int open = 0;
        do {
            if (tokens_.is(TokenKind::End, ahead)) return false;
            if (tokens_.is(TokenKind::LeftBracket, ahead)) open++;
            if (tokens_.is(TokenKind::RightBracket, ahead)) open--;
            ahead++;
        } while (open);
    }
    return !tokens_.is(TokenKind::LeftParen, ahead) && !tokens_.is(TokenKind::Dot, ahead);
}

// One qualifier of those that stand before a type. False: there is none.
bool Parser::qualifier(Specifier& specifier) {
    if (!tokens_.is(TokenKind::Keyword) || !is_qualifier(tokens_.peek().keyword)) return false;
    const Token& token = tokens_.take();
    Qualifiers& own = specifier.qualifiers;
    const auto once = [&](bool& flag) {
        if (flag) context_.error(token.where, "the qualifier " + std::string(token.text) + " is given twice");
        flag = true;
    };
    const auto choose = [&]<class T>(T& choice, T value) {
        if (choice != T::None)
            context_.error(token.where, std::string(token.text) + " contradicts a qualifier before it");
        choice = value;
    };
    const auto store = [&](Storage storage) {
        if (own.storage != Storage::Global || specifier.in || specifier.out)
            context_.error(token.where, std::string(token.text) + " contradicts a qualifier before it");
        own.storage = storage;
    };
    specifier.any_qualifier = true;
    check_order(context_, specifier, token);
    ASMGL_SOME_CASES
    switch (token.keyword) {
        case Keyword::Const: once(own.constant); break;
        case Keyword::In: once(specifier.in); break;
        case Keyword::Out: once(specifier.out); break;
        case Keyword::InOut: once(specifier.inout); break;
        case Keyword::Attribute: once(specifier.attribute); break;
        case Keyword::Varying: once(specifier.varying); break;
        case Keyword::Uniform: store(Storage::Uniform); break;
        case Keyword::Buffer: store(Storage::Buffer); break;
        case Keyword::Shared: store(Storage::Shared); break;
        case Keyword::Invariant: once(own.invariant); break;
        case Keyword::Precise: once(own.precise); break;
        case Keyword::Centroid: once(own.centroid); break;
        case Keyword::Sample: once(own.sample); break;
        case Keyword::Patch: once(own.patch); break;
        case Keyword::Coherent: once(own.coherent); break;
        case Keyword::Volatile: once(own.is_volatile); break;
        case Keyword::Restrict: once(own.restrict_); break;
        case Keyword::Readonly: once(own.readonly); break;
        case Keyword::Writeonly: once(own.writeonly); break;
        case Keyword::Flat: choose(own.interpolation, Interpolation::Flat); break;
        case Keyword::Smooth: choose(own.interpolation, Interpolation::Smooth); break;
        case Keyword::Noperspective: choose(own.interpolation, Interpolation::NoPerspective); break;
        case Keyword::Lowp: choose(own.precision, Precision::Low); break;
        case Keyword::Mediump: choose(own.precision, Precision::Medium); break;
        case Keyword::Highp: choose(own.precision, Precision::High); break;
        case Keyword::Layout: layout(specifier, token.where); break;
        case Keyword::Subroutine:
            once(specifier.subroutine);
            subroutine(specifier);
            break;
        default: break;  // is_qualifier() lets nothing else through
    }
    ASMGL_END_SOME_CASES
    return true;
}

// Behind the word: the types that the function may stand for.
void Parser::subroutine(Specifier& specifier) {
    if (!tokens_.take_if(TokenKind::LeftParen)) return;
    specifier.subroutine_list = true;
    do {
        if (!tokens_.is(TokenKind::Identifier)) {
            tokens_.unexpected("the name of a subroutine's type");
            while (!tokens_.at_end() && !tokens_.is(TokenKind::RightParen) && !tokens_.is(TokenKind::Semicolon))
                tokens_.take();
            break;
        }
        const Token& name = tokens_.take();
        specifier.subroutine_types.push_back({name.text, std::nullopt, name.where});
    } while (tokens_.take_if(TokenKind::Comma));
    tokens_.expect(TokenKind::RightParen, ") behind the types");
}

void Parser::qualifiers(Specifier& specifier, bool parameter) {
    while (qualifier(specifier)) {
    }
    if (!parameter) find_storage(context_, specifier);
}

// A type, with its brackets. False: there is none; nothing is reported.
bool Parser::type_specifier(Specifier& specifier) {
    if (tokens_.is(Keyword::Struct)) {
        specifier.type = structure();
    } else if (tokens_.is(Keyword::Unsigned)) {
        tokens_.take();
        if (tokens_.is(TokenKind::Identifier) && tokens_.peek().text == "int") tokens_.take();
        specifier.type = basic_type(Scalar::Uint);
    } else {
        if (!tokens_.is(TokenKind::Identifier)) return false;
        const Type* type = checker_.type_named(tokens_.peek().text);
        if (!type) {
            // `Unknown name`: a mistyped type.
            if (tokens_.is(TokenKind::Identifier, 1)) {
                context_.error(tokens_.peek().where, std::string(tokens_.peek().text) + " is no type" +
                                                         (known_type(tokens_.peek().text) ? " of this version" : ""));
                tokens_.take();
                specifier.type = specifier.base = error_type;
                return true;
            }
            return false;
        }
        tokens_.take();
        specifier.type = type;
    }
    specifier.base = expressions_.array_suffix(specifier.type);
    specifier.type = expressions_.pointers(specifier.base);
    return true;
}

const Type* Parser::structure() {
    const Location where = tokens_.take().where;
    std::string_view name;
    if (tokens_.is(TokenKind::Identifier)) name = tokens_.take().text;
    if (!tokens_.expect(TokenKind::LeftBrace, "{ of the structure")) return error_type;
    return checker_.declare_structure(name, members(nullptr, Storage::Global), where);
}

// Reads the qualifiers of a member of a structure (`block` is Global then) or of a block.
void Parser::member_qualifiers(Specifier& specifier, Storage block) {
    while (qualifier(specifier)) {
    }
    Qualifiers& own = specifier.qualifiers;
    const Storage written = specifier.in ? Storage::In : specifier.out ? Storage::Out : own.storage;
    const bool words = specifier.attribute || specifier.varying || specifier.inout || own.constant;
    if (block == Storage::Global) {
        // Structures of handles may say how their images are reached.
        const bool handles = holds("ARB_bindless_texture NV_bindless_texture", context_.language());
        const bool memory = own.coherent || own.is_volatile || own.restrict_ || own.readonly || own.writeonly;
        if (words || written != Storage::Global || own.interpolation != Interpolation::None || own.invariant ||
            own.precise || own.centroid || own.sample || own.patch || (!handles && (specifier.layouts || memory)))
            context_.error(specifier.where, "members of a structure have no qualifiers but a precision");
    } else if (written == Storage::Shared && block == Storage::Buffer && !words) {
        // Programs have it there, and drivers have let them.
        context_.warning(specifier.where, "a member of a storage block is not shared");
    } else if (words || (written != Storage::Global && written != block)) {
        context_.error(specifier.where, "the storage of a block's member is that of the block");
    }
    own.storage = block;
}

// The members of a structure or, with `own`, of a block whose storage is `block`; to behind the }.
std::vector<Member> Parser::members(std::vector<BlockMember>* own, Storage block) {
    std::vector<Member> list;
    while (!tokens_.at_end() && !tokens_.take_if(TokenKind::RightBrace)) {
        const size_t before = tokens_.position();
        Specifier specifier;
        specifier.where = tokens_.peek().where;
        member_qualifiers(specifier, block);
        const bool defines = tokens_.is(Keyword::Struct);
        if (!type_specifier(specifier)) {
            tokens_.unexpected("the type of a member");
            tokens_.skip_to_statement_end();
            if (tokens_.position() == before) tokens_.take();
            continue;
        }
        if (defines) check_structure_within(context_, own != nullptr, specifier.where);
        if (own)
            apply_layout(context_, specifier.layout, LayoutForm::Member, specifier.qualifiers, specifier.type);
        else
            check_member(context_, checker_.scopes(), specifier.qualifiers, specifier.layout, specifier.type,
                         specifier.where);
        const Type* type = specifier.type;
        do {
            if (!tokens_.is(TokenKind::Identifier)) {
                tokens_.unexpected("the name of a member");
                break;
            }
            const Token& name = tokens_.take();
            list.push_back({name.text, tokens_.is(TokenKind::LeftBracket) ? expressions_.array_suffix(type) : type,
                            specifier.qualifiers.precision});
            if (own)
                own->push_back({specifier.qualifiers});
            else
                check_member_sizes(context_, list.back(), name.where);
        } while (tokens_.take_if(TokenKind::Comma) && (type = expressions_.pointers(specifier.base)));
        if (!tokens_.expect(TokenKind::Semicolon, "; behind the member")) tokens_.skip_to_statement_end();
    }
    return list;
}

void Parser::external_declaration() {
    if (tokens_.take_if(TokenKind::Semicolon)) return;
    if (tokens_.is(Keyword::Precision)) {
        precision_statement();
        return;
    }
    Specifier specifier;
    specifier.where = tokens_.peek().where;
    qualifiers(specifier, false);
    // `layout(…) in;`
    if (specifier.any_qualifier && tokens_.take_if(TokenKind::Semicolon)) {
        default_layout(specifier);
        return;
    }
    if (tokens_.is(TokenKind::Identifier) && !checker_.type_named(tokens_.peek().text)) {
        if (tokens_.is(TokenKind::LeftBrace, 1)) {
            const Token& name = tokens_.take();
            block(specifier, name.text, name.where);
            return;
        }
        // `invariant gl_Position, other;`
        if (specifier.any_qualifier && (tokens_.is(TokenKind::Comma, 1) || tokens_.is(TokenKind::Semicolon, 1))) {
            do
                if (tokens_.is(TokenKind::Identifier)) {
                    const Token& name = tokens_.take();
                    checker_.redeclare(specifier.qualifiers, name.text, name.where);
                }
            while (tokens_.take_if(TokenKind::Comma));
            if (!tokens_.expect(TokenKind::Semicolon, ";")) tokens_.skip_to_statement_end();
            return;
        }
    }
    const bool defines = tokens_.is(Keyword::Struct);
    if (!type_specifier(specifier)) {
        tokens_.unexpected("a declaration");
        tokens_.skip_to_statement_end();
        return;
    }
    if (tokens_.take_if(TokenKind::Semicolon)) {
        declare_nothing(specifier, defines);
        return;
    }
    const bool empty_first = take_empty_declarator(specifier);
    if (!tokens_.is(TokenKind::Identifier)) {
        tokens_.unexpected("a name");
        tokens_.skip_to_statement_end();
        return;
    }
    const Token& name = tokens_.take();
    if (defines) check_structure_qualifiers(context_, specifier.qualifiers, specifier.where);
    if (tokens_.is(TokenKind::LeftParen) && !empty_first)
        function(specifier, name.text, name.where);
    else
        declarators(specifier, name.text, name.where);
}

// A declaration that ends behind its type: of a structure, or of where counters begin.
void Parser::declare_nothing(Specifier& specifier, bool defines) {
    for (const Type* part = specifier.type; part->is_array() && context_.language().is_es(); part = part->element)
        if (!part->size) context_.error(specifier.where, "an array needs a size");
    if (specifier.qualifiers.storage == Storage::Buffer)
        context_.error(specifier.where, "buffer stands with a block", "write buffer Name { … };");
    if (defines) {
        check_structure_qualifiers(context_, specifier.qualifiers, specifier.where);
    } else if (specifier.type->kind == TypeKind::AtomicCounter && specifier.layouts) {
        apply_layout(context_, specifier.layout, LayoutForm::Variable, specifier.qualifiers, specifier.type);
        checker_.counters().set_default(specifier.qualifiers, specifier.type);
    } else if (specifier.type->is_basic() || specifier.type->is_opaque()) {
        context_.warning(specifier.where, "this declares nothing");
    }
}

// `int, a;`: by the grammar a type alone is the first of the declarations.
bool Parser::take_empty_declarator(Specifier& specifier) {
    if (!tokens_.is(TokenKind::Comma) || !tokens_.is(TokenKind::Identifier, 1)) return false;
    tokens_.take();
    specifier.type = expressions_.pointers(specifier.base);
    return true;
}

Declaration* Parser::declarator(const Specifier& specifier, std::string_view name, Location where) {
    const Type* type = tokens_.is(TokenKind::LeftBracket) ? expressions_.array_suffix(specifier.type) : specifier.type;
    if (!tokens_.take_if(TokenKind::Equal)) return checker_.declare(specifier.qualifiers, type, name, nullptr, where);
    const Initialiser value = initialiser();
    return checker_.declare(specifier.qualifiers, type, name, &value, where);
}

std::vector<Declaration*> Parser::declarators(Specifier& specifier, std::string_view name, Location where) {
    apply_layout(context_, specifier.layout, LayoutForm::Variable, specifier.qualifiers, specifier.type, name);
    check_subroutine_variable(context_, specifier.subroutine, specifier.qualifiers, specifier.type, where);
    std::vector<Declaration*> list{declarator(specifier, name, where)};
    while (tokens_.take_if(TokenKind::Comma)) {
        specifier.type = expressions_.pointers(specifier.base);
        if (!tokens_.is(TokenKind::Identifier)) {
            tokens_.unexpected("a name");
            break;
        }
        const Token& token = tokens_.take();
        list.push_back(declarator(specifier, token.text, token.where));
    }
    if (!tokens_.expect(TokenKind::Semicolon, "; behind the declaration")) tokens_.skip_to_statement_end();
    return list;
}

Initialiser Parser::initialiser() {
    Initialiser result;
    result.where = tokens_.peek().where;
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) {
        result.expression = nesting.refuse(context_, tokens_.peek().where);
        tokens_.skip_to_statement_end();
        return result;
    }
    if (!tokens_.take_if(TokenKind::LeftBrace)) {
        result.expression = expressions_.assignment();
        return result;
    }
    while (!tokens_.at_end() && !tokens_.is(TokenKind::RightBrace)) {
        result.list.push_back(initialiser());
        if (!tokens_.take_if(TokenKind::Comma)) break;
    }
    if (!tokens_.expect(TokenKind::RightBrace, "} behind the initialisers")) tokens_.skip_to_statement_end();
    return result;
}

ParameterDeclaration Parser::parameter() {
    Specifier specifier;
    specifier.where = tokens_.peek().where;
    qualifiers(specifier, true);
    ParameterDeclaration result;
    result.where = specifier.where;
    result.qualifiers = specifier.qualifiers;
    if (specifier.qualifiers.storage != Storage::Global || specifier.attribute || specifier.varying)
        context_.error(specifier.where, "parameters are in, out, inout or const");
    if (specifier.layouts) context_.error(specifier.where, "parameters have no layout");
    result.mode = specifier.inout || (specifier.in && specifier.out) ? ParameterMode::InOut
                  : specifier.out                                    ? ParameterMode::Out
                                                                     : ParameterMode::In;
    if (!type_specifier(specifier)) {
        tokens_.unexpected("the type of a parameter");
        return result;
    }
    result.type = specifier.type;
    if (tokens_.is(TokenKind::Identifier)) {
        result.where = tokens_.peek().where;
        result.name = tokens_.take().text;
        if (tokens_.is(TokenKind::LeftBracket)) result.type = expressions_.array_suffix(result.type);
    }
    return result;
}

void Parser::function(Specifier& specifier, std::string_view name, Location where) {
    tokens_.take();  // (
    std::vector<ParameterDeclaration> parameters;
    const bool none =
        tokens_.is(TokenKind::Identifier) && tokens_.peek().text == "void" && tokens_.is(TokenKind::RightParen, 1);
    if (none) tokens_.take();
    if (!none && !tokens_.is(TokenKind::RightParen)) {
        do parameters.push_back(parameter());
        while (tokens_.take_if(TokenKind::Comma));
    }
    if (!tokens_.expect(TokenKind::RightParen, ") behind the parameters")) {
        tokens_.skip_to_statement_end();
        return;
    }
    if (specifier.subroutine && !specifier.subroutine_list) {
        checker_.subroutines().declare_type(specifier.type, name, parameters, where);
        if (!tokens_.expect(TokenKind::Semicolon, "; behind the type of subroutines")) tokens_.skip_to_statement_end();
        return;
    }
    if (specifier.subroutine_list)
        apply_layout(context_, specifier.layout, LayoutForm::Function, specifier.qualifiers, specifier.type);
    else if (specifier.qualifiers.storage != Storage::Global || specifier.qualifiers.constant || specifier.layouts)
        context_.error(specifier.where, "a function's type has no qualifiers but a precision");
    Function* declared = checker_.functions().declare(
        {specifier.type, specifier.qualifiers.precision, name, parameters, !tokens_.is(TokenKind::LeftBrace), where});
    if (specifier.subroutine_list) {
        checker_.subroutines().associate(declared, specifier.subroutine_types, specifier.qualifiers.layout.index,
                                         where);
        if (!tokens_.is(TokenKind::LeftBrace))
            context_.error(where, "a subroutine has a body where it names its types");
    }
    if (tokens_.take_if(TokenKind::Semicolon)) return;
    if (!tokens_.is(TokenKind::LeftBrace)) {
        tokens_.unexpected("{ or ; behind the function");
        tokens_.skip_to_statement_end();
        return;
    }
    if (!checker_.scopes().is_global()) {
        context_.error(where, "a function can't be defined in another");
        tokens_.skip_to_statement_end();
        return;
    }
    checker_.begin_body(declared);
    BlockStatement* body = compound(false);
    checker_.end_body(declared, body);
}

void Parser::precision_statement() {
    const Location where = tokens_.take().where;
    Specifier specifier;
    specifier.where = where;
    while (qualifier(specifier)) {
    }
    if (specifier.qualifiers.precision == Precision::None || !type_specifier(specifier)) {
        tokens_.unexpected("a precision and a type");
        tokens_.skip_to_statement_end();
        return;
    }
    set_default_precision(context_, checker_.scopes(), specifier.qualifiers.precision, specifier.type, where);
    if (!tokens_.expect(TokenKind::Semicolon, ";")) tokens_.skip_to_statement_end();
}

}  // namespace glsl
