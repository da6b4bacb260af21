// layout(…), of variables, blocks and whole stages; and interface blocks.
#include "glsl/check/constants.h"
#include "glsl/check/type_rules.h"
#include "glsl/syntax/parser.h"

namespace glsl {

// Reads the identifiers; what they say depends on what the declaration turns out to be.
void Parser::layout(Specifier& specifier, Location where) {
    const Language& language = context_.language();
    const int group = specifier.layouts++;
    if (group && !holds("420 es310 ARB_shading_language_420pack", language))
        context_.error(where, "a declaration has one layout before version 420", "write layout(…, …)");
    if (!tokens_.expect(TokenKind::LeftParen, "( behind layout")) return;
    do {
        if (!tokens_.is(TokenKind::Identifier) && !tokens_.is(TokenKind::Keyword)) {
            tokens_.unexpected("an identifier of a layout");
            break;
        }
        const Token& name = tokens_.take();
        LayoutItem item{name.text, std::nullopt, name.where, group};
        if (tokens_.take_if(TokenKind::Equal)) {
            const bool literal = (tokens_.is(TokenKind::IntConstant) || tokens_.is(TokenKind::UintConstant)) &&
                                 (tokens_.is(TokenKind::Comma, 1) || tokens_.is(TokenKind::RightParen, 1));
            Expression* value = expressions_.conditional();
            if (!literal && !holds("440 es320 ARB_enhanced_layouts", language)) {
                const char* const text = "numbers of layouts are plain ones before version 440";
                const char* const hint = "#extension GL_ARB_enhanced_layouts : enable";
                // Drivers that have the extension take it from 420 on without a word, and conformance tests ask that.
                if (holds("420", language))
                    context_.warning(value->where, text, hint);
                else
                    context_.error(value->where, text, hint);
            }
            item.number = 0;
            if (const std::optional<int64_t> number = constant_integer(context_, value, name.text)) {
                if (*number < 0 || *number > INT32_MAX)
                    context_.error(name.where, std::string(name.text) + " can't be " + std::to_string(*number));
                else
                    item.number = static_cast<int32_t>(*number);
            }
        }
        specifier.layout.push_back(item);
    } while (tokens_.take_if(TokenKind::Comma));
    if (!tokens_.expect(TokenKind::RightParen, ") behind the layout")) {
        while (!tokens_.at_end() && !tokens_.is(TokenKind::RightParen) && !tokens_.is(TokenKind::Semicolon))
            tokens_.take();
        tokens_.take_if(TokenKind::RightParen);
    }
}

// `layout(…) in;`, `layout(std140) uniform;` and the like.
void Parser::default_layout(Specifier& specifier) {
    if (!specifier.layouts) {
        context_.error(specifier.where, "qualifiers without a declaration");
        return;
    }
    apply_layout(context_, specifier.layout, LayoutForm::Default, specifier.qualifiers, nullptr);
    checker_.default_layout(specifier.qualifiers, specifier.where);
    const Layout& layout = specifier.qualifiers.layout;
    // Drivers let a binding and an offset stand here, and nothing comes of it: counters want their type.
    if (specifier.qualifiers.storage == Storage::Uniform && (layout.binding < 0) != (layout.offset < 0))
        context_.error(specifier.where, "a default of atomic counters has a binding and an offset");
    Layout& defaults = specifier.qualifiers.storage == Storage::Buffer ? buffer_defaults_ : uniform_defaults_;
    if (specifier.qualifiers.storage == Storage::Uniform || specifier.qualifiers.storage == Storage::Buffer) {
        if (layout.packing != Packing::None) defaults.packing = layout.packing;
        if (layout.matrix != MatrixLayout::None) defaults.matrix = layout.matrix;
        defaults.command_bindable |= layout.command_bindable;
    }
}

void Parser::block(const Specifier& specifier, std::string_view name, Location where) {
    tokens_.take();  // {
    Qualifiers qualifiers = specifier.qualifiers;
    if (qualifiers.storage == Storage::Global) {
        context_.error(where, "a block is uniform, buffer, in or out");
        qualifiers.storage = Storage::Uniform;
    }
    apply_layout(context_, specifier.layout, LayoutForm::Block, qualifiers, nullptr);
    const Layout& defaults = qualifiers.storage == Storage::Buffer ? buffer_defaults_ : uniform_defaults_;
    if (qualifiers.layout.packing == Packing::None) qualifiers.layout.packing = defaults.packing;
    if (qualifiers.layout.matrix == MatrixLayout::None) qualifiers.layout.matrix = defaults.matrix;
    qualifiers.layout.command_bindable |= defaults.command_bindable;
    std::vector<BlockMember> own;
    std::vector<Member> list = members(&own, qualifiers.storage);
    std::string_view instance;
    std::vector<int32_t> sizes;
    if (tokens_.is(TokenKind::Identifier)) {
        instance = tokens_.take().text;
        sizes = expressions_.array_sizes();
    }
    if (!tokens_.expect(TokenKind::Semicolon, "; behind the block")) tokens_.skip_to_statement_end();
    checker_.declare_block(qualifiers, name, std::move(list), std::move(own), instance, sizes, where);
}

}  // namespace glsl
