#include "glsl/check/constants.h"
#include "glsl/check/pointers.h"
#include "glsl/check/precisions.h"
#include "glsl/check/qualifier_rules.h"
#include "glsl/check/type_rules.h"
#include "glsl/syntax/nesting.h"
#include "glsl/syntax/parser.h"

namespace glsl {

namespace {

bool is_qualifier(Keyword keyword) {
    switch (keyword) {
        case Keyword::In:
        case Keyword::Out:
        case Keyword::InOut:
        case Keyword::Const:
        case Keyword::Uniform:
        case Keyword::Attribute:
        case Keyword::Varying:
        case Keyword::Invariant:
        case Keyword::Centroid:
        case Keyword::Flat:
        case Keyword::Smooth:
        case Keyword::Noperspective:
        case Keyword::Lowp:
        case Keyword::Mediump:
        case Keyword::Highp:
        case Keyword::Layout:
        case Keyword::Patch:
        case Keyword::Sample:
        case Keyword::Subroutine:
        case Keyword::Precise:
        case Keyword::Coherent:
        case Keyword::Restrict:
        case Keyword::Readonly:
        case Keyword::Writeonly:
        case Keyword::Volatile:
        case Keyword::Buffer:
        case Keyword::Shared: return true;
        default: return false;  // what begins a statement, and words of other rules
    }
}

}  // namespace

// Before 4.20 qualifiers stand in an order: each behind those of lower rank. 0: anywhere.
static int rank_of(Keyword keyword) {
    switch (keyword) {
        case Keyword::Invariant:
        case Keyword::Precise: return 1;
        case Keyword::Flat:
        case Keyword::Smooth:
        case Keyword::Noperspective:
        case Keyword::Layout: return 2;
        case Keyword::Const:
        case Keyword::Centroid:
        case Keyword::Sample:
        case Keyword::Patch: return 3;
        case Keyword::In:
        case Keyword::Out:
        case Keyword::InOut:
        case Keyword::Uniform:
        case Keyword::Attribute:
        case Keyword::Varying:
        case Keyword::Buffer:
        case Keyword::Shared: return 4;
        case Keyword::Lowp:
        case Keyword::Mediump:
        case Keyword::Highp: return 5;
        default: return 0;  // what is no qualifier doesn't come here; of the memory
    }
}

void Parser::in_order(Specifier& specifier, const Token& token) {
    const int rank = rank_of(token.keyword);
    if (rank && rank < specifier.rank &&
        !holds("420 es310 ARB_shading_language_420pack EXT_gpu_shader4", context_.language()))
        context_.error(token.where, std::string(token.text) + " stands behind a qualifier that it has to precede",
                       "the order is invariant, smooth or flat, layout, centroid, in or out, precision");
    specifier.rank = std::max(specifier.rank, rank);
}

bool Parser::begins_declaration() const {
    if (is(TokenKind::Keyword))
        return is_qualifier(peek().keyword) || is(Keyword::Struct) || is(Keyword::Precision) || is(Keyword::Unsigned);
    if (!is(TokenKind::Identifier) || !checker_.type_named(peek().text)) return false;
    size_t ahead = 1;
    // float[2] a, but not float[2](…).
    while (is(TokenKind::LeftBracket, ahead)) {
        int open = 0;
        do {
            if (is(TokenKind::End, ahead)) return false;
            if (is(TokenKind::LeftBracket, ahead)) open++;
            if (is(TokenKind::RightBracket, ahead)) open--;
            ahead++;
        } while (open);
    }
    return !is(TokenKind::LeftParen, ahead) && !is(TokenKind::Dot, ahead);
}

// One qualifier of those that stand before a type. False: there is none.
bool Parser::qualifier(Specifier& specifier) {
    if (!is(TokenKind::Keyword) || !is_qualifier(peek().keyword)) return false;
    const Token& token = take();
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
    in_order(specifier, token);
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
    return true;
}

// Behind the word: the types that the function may stand for.
void Parser::subroutine(Specifier& specifier) {
    if (!take_if(TokenKind::LeftParen)) return;
    specifier.subroutine_list = true;
    do {
        if (!is(TokenKind::Identifier)) {
            unexpected("the name of a subroutine's type");
            while (!at_end() && !is(TokenKind::RightParen) && !is(TokenKind::Semicolon)) take();
            break;
        }
        const Token& name = take();
        specifier.subroutine_types.push_back({name.text, std::nullopt, name.where});
    } while (take_if(TokenKind::Comma));
    expect(TokenKind::RightParen, ") behind the types");
}

void Parser::qualifiers(Specifier& specifier, bool parameter) {
    while (qualifier(specifier)) {
    }
    storage_of_stage(specifier, parameter);
}

// What in, out, attribute and varying mean in this stage.
void Parser::storage_of_stage(Specifier& specifier, bool parameter) {
    if (parameter) return;
    const Location where = specifier.where;
    const Language& language = context_.language();
    Storage& storage = specifier.qualifiers.storage;
    const arbasm::Stage stage = context_.shader().stage;
    const bool old = specifier.attribute || specifier.varying;
    if (!specifier.in && !specifier.out && !specifier.inout && !old) return;
    if (storage != Storage::Global) {
        context_.error(where, "the qualifiers contradict each other");
        return;
    }
    if (old && specifier.layouts && !language.is_es() && !holds("ARB_fragment_coord_conventions", language))
        context_.error(where, "layouts don't stand with attribute and varying", "write in or out");
    if (old && holds("130", language) && language.profile != Profile::Compatibility)
        context_.warning(where, std::string(specifier.attribute ? "attribute" : "varying") + " is deprecated",
                         specifier.attribute || stage == arbasm::Stage::Fragment ? "write in" : "write out");
    const Interpolation interpolation = specifier.qualifiers.interpolation;
    if (old && interpolation != Interpolation::None && !holds("EXT_gpu_shader4", language))
        context_.error(where, "smooth, flat and noperspective don't stand with attribute and varying",
                       "write in or out");
    const bool geometry4 = stage == arbasm::Stage::Geometry;  // ARB_geometry_shader4 has varying in, varying out
    constexpr std::string_view fetch = "EXT_shader_framebuffer_fetch EXT_shader_framebuffer_fetch_non_coherent";
    if (specifier.inout && !specifier.in && !specifier.out && stage == arbasm::Stage::Fragment &&
        language.at_least(130, 300) && holds(fetch, language)) {
        storage = Storage::Out;
        specifier.qualifiers.inout = true;
    } else if (specifier.inout || (specifier.in && specifier.out)) {
        context_.error(where, "inout is for parameters");
    } else if (specifier.attribute) {
        if (stage != arbasm::Stage::Vertex) context_.error(where, "attributes are for vertex shaders");
        storage = Storage::In;
    } else if (specifier.varying && (geometry4 || stage == arbasm::Stage::Fragment) &&
               (specifier.in || specifier.out)) {
        storage = specifier.in ? Storage::In : Storage::Out;
        if (!geometry4 && !(specifier.out && holds("EXT_gpu_shader4", language)))
            context_.error(where, "varying stands without in and out here");
    } else if (specifier.varying) {
        storage = stage == arbasm::Stage::Fragment ? Storage::In : Storage::Out;
        if (specifier.in || specifier.out) context_.error(where, "varying stands without in and out here");
    } else {
        // Extensions that add layouts of inputs and outputs to older versions add these words with them.
        const bool has_words =
            geometry4 || holds(
                             "130 es300 EXT_gpu_shader4 ARB_geometry_shader4 ARB_fragment_coord_conventions "
                             "ARB_explicit_attrib_location ARB_separate_shader_objects ARB_tessellation_shader "
                             "ARB_compute_shader ARB_conservative_depth AMD_conservative_depth",
                             language);
        if (!has_words)
            context_.error(where, "in and out of variables need version 130 or 300 es", "write attribute or varying");
        if (stage == arbasm::Stage::Compute && !specifier.layouts)
            context_.error(where, "compute shaders have no inputs or outputs of their own");
        storage = specifier.in ? Storage::In : Storage::Out;
    }
}

// A type, with its brackets. False: there is none; nothing is reported.
bool Parser::type_specifier(Specifier& specifier) {
    if (is(Keyword::Struct)) {
        specifier.type = structure();
    } else if (is(Keyword::Unsigned)) {
        take();
        if (is(TokenKind::Identifier) && peek().text == "int") take();
        specifier.type = basic_type(Scalar::Uint);
    } else {
        if (!is(TokenKind::Identifier)) return false;
        const Type* type = checker_.type_named(peek().text);
        if (!type) {
            // `Unknown name`: a mistyped type.
            if (is(TokenKind::Identifier, 1)) {
                context_.error(peek().where, std::string(peek().text) + " is no type" +
                                                 (known_type(peek().text) ? " of this version" : ""));
                take();
                specifier.type = specifier.base = error_type;
                return true;
            }
            return false;
        }
        take();
        specifier.type = type;
    }
    specifier.base = array_suffix(specifier.type);
    specifier.type = pointers(specifier.base);
    return true;
}

// The * behind a type.
const Type* Parser::pointers(const Type* type) {
    while (is(TokenKind::Star) && has_pointers(context_)) {
        const Location where = take().where;
        if (!type->is_error()) type = pointer_to(context_, type, where);
        while (take_if(Keyword::Restrict) || take_if(Keyword::Const) || take_if(Keyword::Volatile)) {
        }
    }
    return type;
}

// The numbers in brackets, from the outermost; 0 where there is none.
std::vector<int32_t> Parser::array_sizes() {
    std::vector<int32_t> sizes;
    while (is(TokenKind::LeftBracket)) {
        const Location where = take().where;
        if (take_if(TokenKind::RightBracket)) {
            sizes.push_back(0);
            continue;
        }
        sizes.push_back(constant_size(context_, conditional(), where));
        if (!expect(TokenKind::RightBracket, "]")) break;
    }
    if (sizes.size() > 1) require_arrays_of_arrays(context_, peek().where);
    return sizes;
}

// Brackets behind a type or name: the first is the outermost array.
const Type* Parser::array_suffix(const Type* type) {
    const std::vector<int32_t> sizes = array_sizes();
    if (sizes.size() == 1 && type->is_array()) require_arrays_of_arrays(context_, peek().where);
    for (size_t n = sizes.size(); n-- > 0;) {
        type = context_.array_of(type, sizes[n]);
        if (!check_extent(context_, type, peek().where)) return error_type;
    }
    return type;
}

const Type* Parser::structure() {
    const Location where = take().where;
    std::string_view name;
    if (is(TokenKind::Identifier)) name = take().text;
    if (!expect(TokenKind::LeftBrace, "{ of the structure")) return error_type;
    return checker_.declare_structure(name, members(nullptr, Storage::Global), where);
}

// Of a member of a structure (`block` is Global then) or of a block.
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
    while (!at_end() && !take_if(TokenKind::RightBrace)) {
        const size_t before = next_;
        Specifier specifier;
        specifier.where = peek().where;
        member_qualifiers(specifier, block);
        const bool defines = is(Keyword::Struct);
        if (!type_specifier(specifier)) {
            unexpected("the type of a member");
            skip_to_statement_end();
            if (next_ == before) take();
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
            if (!is(TokenKind::Identifier)) {
                unexpected("the name of a member");
                break;
            }
            const Token& name = take();
            list.push_back(
                {name.text, is(TokenKind::LeftBracket) ? array_suffix(type) : type, specifier.qualifiers.precision});
            if (own)
                own->push_back({specifier.qualifiers});
            else
                check_member_sizes(context_, list.back(), name.where);
        } while (take_if(TokenKind::Comma) && (type = pointers(specifier.base)));
        if (!expect(TokenKind::Semicolon, "; behind the member")) skip_to_statement_end();
    }
    return list;
}

void Parser::external_declaration() {
    if (take_if(TokenKind::Semicolon)) return;
    if (is(Keyword::Precision)) {
        precision_statement();
        return;
    }
    Specifier specifier;
    specifier.where = peek().where;
    qualifiers(specifier, false);
    // `layout(…) in;`
    if (specifier.any_qualifier && take_if(TokenKind::Semicolon)) {
        default_layout(specifier);
        return;
    }
    if (is(TokenKind::Identifier) && !checker_.type_named(peek().text)) {
        if (is(TokenKind::LeftBrace, 1)) {
            const Token& name = take();
            block(specifier, name.text, name.where);
            return;
        }
        // `invariant gl_Position, other;`
        if (specifier.any_qualifier && (is(TokenKind::Comma, 1) || is(TokenKind::Semicolon, 1))) {
            do
                if (is(TokenKind::Identifier)) {
                    const Token& name = take();
                    checker_.redeclare(specifier.qualifiers, name.text, name.where);
                }
            while (take_if(TokenKind::Comma));
            if (!expect(TokenKind::Semicolon, ";")) skip_to_statement_end();
            return;
        }
    }
    const bool defines = is(Keyword::Struct);
    if (!type_specifier(specifier)) {
        unexpected("a declaration");
        skip_to_statement_end();
        return;
    }
    if (take_if(TokenKind::Semicolon)) {
        declare_nothing(specifier, defines);
        return;
    }
    const bool empty_first = take_empty_declarator(specifier);
    if (!is(TokenKind::Identifier)) {
        unexpected("a name");
        skip_to_statement_end();
        return;
    }
    const Token& name = take();
    if (defines) check_structure_qualifiers(context_, specifier.qualifiers, specifier.where);
    if (is(TokenKind::LeftParen) && !empty_first)
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
    if (!is(TokenKind::Comma) || !is(TokenKind::Identifier, 1)) return false;
    take();
    specifier.type = pointers(specifier.base);
    return true;
}

Declaration* Parser::declarator(const Specifier& specifier, std::string_view name, Location where) {
    const Type* type = is(TokenKind::LeftBracket) ? array_suffix(specifier.type) : specifier.type;
    if (!take_if(TokenKind::Equal)) return checker_.declare(specifier.qualifiers, type, name, nullptr, where);
    const Initialiser value = initialiser();
    return checker_.declare(specifier.qualifiers, type, name, &value, where);
}

std::vector<Declaration*> Parser::declarators(Specifier& specifier, std::string_view name, Location where) {
    apply_layout(context_, specifier.layout, LayoutForm::Variable, specifier.qualifiers, specifier.type, name);
    check_subroutine_variable(context_, specifier.subroutine, specifier.qualifiers, specifier.type, where);
    std::vector<Declaration*> list{declarator(specifier, name, where)};
    while (take_if(TokenKind::Comma)) {
        specifier.type = pointers(specifier.base);
        if (!is(TokenKind::Identifier)) {
            unexpected("a name");
            break;
        }
        const Token& token = take();
        list.push_back(declarator(specifier, token.text, token.where));
    }
    if (!expect(TokenKind::Semicolon, "; behind the declaration")) skip_to_statement_end();
    return list;
}

Initialiser Parser::initialiser() {
    Initialiser result;
    result.where = peek().where;
    const Nesting nesting(nesting_);
    if (nesting.too_deep()) {
        result.expression = nesting.refuse(context_, peek().where);
        skip_to_statement_end();
        return result;
    }
    if (!take_if(TokenKind::LeftBrace)) {
        result.expression = assignment();
        return result;
    }
    while (!at_end() && !is(TokenKind::RightBrace)) {
        result.list.push_back(initialiser());
        if (!take_if(TokenKind::Comma)) break;
    }
    if (!expect(TokenKind::RightBrace, "} behind the initialisers")) skip_to_statement_end();
    return result;
}

ParameterDeclaration Parser::parameter() {
    Specifier specifier;
    specifier.where = peek().where;
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
        unexpected("the type of a parameter");
        return result;
    }
    result.type = specifier.type;
    if (is(TokenKind::Identifier)) {
        result.where = peek().where;
        result.name = take().text;
        if (is(TokenKind::LeftBracket)) result.type = array_suffix(result.type);
    }
    return result;
}

void Parser::function(Specifier& specifier, std::string_view name, Location where) {
    take();  // (
    std::vector<ParameterDeclaration> parameters;
    const bool none = is(TokenKind::Identifier) && peek().text == "void" && is(TokenKind::RightParen, 1);
    if (none) take();
    if (!none && !is(TokenKind::RightParen)) {
        do parameters.push_back(parameter());
        while (take_if(TokenKind::Comma));
    }
    if (!expect(TokenKind::RightParen, ") behind the parameters")) {
        skip_to_statement_end();
        return;
    }
    if (specifier.subroutine && !specifier.subroutine_list) {
        checker_.subroutines().declare_type(specifier.type, name, parameters, where);
        if (!expect(TokenKind::Semicolon, "; behind the type of subroutines")) skip_to_statement_end();
        return;
    }
    if (specifier.subroutine_list)
        apply_layout(context_, specifier.layout, LayoutForm::Function, specifier.qualifiers, specifier.type);
    else if (specifier.qualifiers.storage != Storage::Global || specifier.qualifiers.constant || specifier.layouts)
        context_.error(specifier.where, "a function's type has no qualifiers but a precision");
    Function* declared = checker_.functions().declare(
        {specifier.type, specifier.qualifiers.precision, name, parameters, !is(TokenKind::LeftBrace), where});
    if (specifier.subroutine_list) {
        checker_.subroutines().associate(declared, specifier.subroutine_types, specifier.qualifiers.layout.index,
                                         where);
        if (!is(TokenKind::LeftBrace)) context_.error(where, "a subroutine has a body where it names its types");
    }
    if (take_if(TokenKind::Semicolon)) return;
    if (!is(TokenKind::LeftBrace)) {
        unexpected("{ or ; behind the function");
        skip_to_statement_end();
        return;
    }
    if (!checker_.scopes().is_global()) {
        context_.error(where, "a function can't be defined in another");
        skip_to_statement_end();
        return;
    }
    checker_.begin_body(declared);
    BlockStatement* body = compound(false);
    checker_.end_body(declared, body);
}

void Parser::precision_statement() {
    const Location where = take().where;
    Specifier specifier;
    specifier.where = where;
    while (qualifier(specifier)) {
    }
    if (specifier.qualifiers.precision == Precision::None || !type_specifier(specifier)) {
        unexpected("a precision and a type");
        skip_to_statement_end();
        return;
    }
    set_default_precision(context_, checker_.scopes(), specifier.qualifiers.precision, specifier.type, where);
    if (!expect(TokenKind::Semicolon, ";")) skip_to_statement_end();
}

}  // namespace glsl
