// layout(…), of variables, blocks and whole stages; and interface blocks.
#include "glsl/check/constants.h"
#include "glsl/syntax/parser.h"

namespace glsl {

namespace {

// Identifiers of layouts that take a number, and where it goes.
struct NumberRow {
    std::string_view name;
    int32_t Layout::*member;
};
constexpr NumberRow number_rows[] = {
    {"location", &Layout::location},     {"component", &Layout::component},   {"index", &Layout::index},
    {"binding", &Layout::binding},       {"offset", &Layout::offset},         {"align", &Layout::align},
    {"stream", &Layout::stream},         {"xfb_buffer", &Layout::xfb_buffer}, {"xfb_offset", &Layout::xfb_offset},
    {"xfb_stride", &Layout::xfb_stride},
};

struct StageNumberRow {
    std::string_view name;
    int32_t StageLayout::*member;
};
constexpr StageNumberRow stage_number_rows[] = {
    {"max_vertices", &StageLayout::vertices_out},
    {"vertices", &StageLayout::vertices_out},
    {"invocations", &StageLayout::invocations},
};

struct StageWordRow {
    std::string_view name;
    std::string_view StageLayout::*member;
};
constexpr StageWordRow input_rows[] = {
    {"points", &StageLayout::primitive_in},
    {"lines", &StageLayout::primitive_in},
    {"lines_adjacency", &StageLayout::primitive_in},
    {"triangles", &StageLayout::primitive_in},
    {"triangles_adjacency", &StageLayout::primitive_in},
    {"quads", &StageLayout::primitive_in},
    {"isolines", &StageLayout::primitive_in},
    {"equal_spacing", &StageLayout::spacing},
    {"fractional_even_spacing", &StageLayout::spacing},
    {"fractional_odd_spacing", &StageLayout::spacing},
    {"cw", &StageLayout::order},
    {"ccw", &StageLayout::order},
    {"pixel_interlock_ordered", &StageLayout::interlock},
    {"pixel_interlock_unordered", &StageLayout::interlock},
    {"sample_interlock_ordered", &StageLayout::interlock},
    {"sample_interlock_unordered", &StageLayout::interlock},
};
constexpr StageWordRow output_rows[] = {
    {"points", &StageLayout::primitive_out},
    {"line_strip", &StageLayout::primitive_out},
    {"triangle_strip", &StageLayout::primitive_out},
};
constexpr std::string_view depth_words[] = {"depth_any", "depth_greater", "depth_less", "depth_unchanged"};
constexpr std::string_view image_formats[] = {"rgba32f",     "rgba16f",    "rg32f",     "rg16f",     "r11f_g11f_b10f",
                                              "r32f",        "r16f",       "rgba16",    "rgb10_a2",  "rgba8",
                                              "rg16",        "rg8",        "r16",       "r8",        "rgba16_snorm",
                                              "rgba8_snorm", "rg16_snorm", "rg8_snorm", "r16_snorm", "r8_snorm",
                                              "rgba32i",     "rgba16i",    "rgba8i",    "rg32i",     "rg16i",
                                              "rg8i",        "r32i",       "r16i",      "r8i",       "rgba32ui",
                                              "rgba16ui",    "rgb10_a2ui", "rgba8ui",   "rg32ui",    "rg16ui",
                                              "rg8ui",       "r32ui",      "r16ui",     "r8ui",      "size1x8",
                                              "size1x16",    "size1x32",   "size2x32",  "size4x32"};

template <class Range>
bool contains_word(const Range& words, std::string_view word) {
    for (const std::string_view candidate : words)
        if (candidate == word) return true;
    return false;
}

}  // namespace

void Parser::layout(Specifier& specifier) {
    specifier.has_layout = true;
    if (!expect(TokenKind::LeftParen, "( behind layout")) return;
    do {
        if (!is(TokenKind::Identifier) && !is(TokenKind::Keyword)) {
            unexpected("an identifier of a layout");
            break;
        }
        const Token& name = take();
        if (!take_if(TokenKind::Equal)) {
            layout_identifier(specifier, name.text, name.where);
            continue;
        }
        Expression* value = conditional();
        if (!layout_value(specifier, name.text, value, name.where))
            checker_.error(name.where, "layouts have no number named " + std::string(name.text));
    } while (take_if(TokenKind::Comma));
    if (!expect(TokenKind::RightParen, ") behind the layout")) {
        while (!at_end() && !is(TokenKind::RightParen) && !is(TokenKind::Semicolon)) take();
        take_if(TokenKind::RightParen);
    }
}

// A word of a layout. Those of the stage are kept in the shader; whether they stand before `in;` or `out;` shows later.
void Parser::layout_identifier(Specifier& specifier, std::string_view name, Location where) {
    Layout& own = specifier.qualifiers.layout;
    StageLayout& stage = checker_.shader().layout;
    if (name == "std140")
        own.packing = Packing::Std140;
    else if (name == "std430")
        own.packing = Packing::Std430;
    else if (name == "shared")
        own.packing = Packing::Shared;
    else if (name == "packed")
        own.packing = Packing::Packed;
    else if (name == "row_major")
        own.matrix = MatrixLayout::RowMajor;
    else if (name == "column_major")
        own.matrix = MatrixLayout::ColumnMajor;
    else if (name == "origin_upper_left")
        stage.origin_upper_left = own.origin_upper_left = true;
    else if (name == "pixel_center_integer")
        stage.pixel_center_integer = own.pixel_center_integer = true;
    else if (name == "early_fragment_tests")
        stage.early_fragment_tests = true;
    else if (name == "post_depth_coverage")
        stage.post_depth_coverage = true;
    else if (name == "point_mode")
        stage.point_mode = true;
    else if (name == "local_size_variable")
        stage.variable_group_size = true;
    else if (contains_word(depth_words, name))
        stage.depth = name;
    else if (contains_word(image_formats, name))
        own.image_format = name;
    else if (name == "bindless_sampler" || name == "bound_sampler" || name == "bindless_image" || name == "bound_image")
        return;
    else {
        for (const StageWordRow& row : input_rows)
            if (row.name == name) specifier.stage_word = &(stage.*row.member), specifier.stage_name = row.name;
        for (const StageWordRow& row : output_rows)
            if (row.name == name) specifier.stage_word_out = &(stage.*row.member), specifier.stage_name = row.name;
        if (!specifier.stage_word && !specifier.stage_word_out)
            checker_.error(where, "layouts have no identifier " + std::string(name));
        // Words of `in;` don't depend on what follows, but points, which both have.
        if (specifier.stage_word && !specifier.stage_word_out) {
            *specifier.stage_word = specifier.stage_name;
            specifier.stage_word = nullptr;
        } else if (specifier.stage_word_out && !specifier.stage_word) {
            *specifier.stage_word_out = specifier.stage_name;
            specifier.stage_word_out = nullptr;
        }
    }
}

bool Parser::layout_value(Specifier& specifier, std::string_view name, Expression* value, Location where) {
    const std::optional<int64_t> number = checker_.constant_integer(value, name);
    if (number && (*number < 0 || *number > INT32_MAX)) {
        checker_.error(where, std::string(name) + " can't be " + std::to_string(*number));
        return true;
    }
    const auto given = static_cast<int32_t>(number.value_or(0));
    for (const NumberRow& row : number_rows)
        if (row.name == name) {
            specifier.qualifiers.layout.*row.member = given;
            return true;
        }
    StageLayout& stage = checker_.shader().layout;
    for (const StageNumberRow& row : stage_number_rows)
        if (row.name == name) {
            stage.*row.member = given;
            return true;
        }
    constexpr std::string_view sizes[] = {"local_size_x", "local_size_y", "local_size_z"};
    for (size_t n = 0; n < 3; n++)
        if (sizes[n] == name) {
            if (!given) checker_.error(where, std::string(name) + " can't be 0");
            stage.group_size[n] = given;
            return true;
        }
    return false;
}

// `layout(…) in;`, `layout(std140) uniform;` and the like.
void Parser::default_layout(const Specifier& specifier) {
    if (specifier.stage_word && specifier.in) *specifier.stage_word = specifier.stage_name;
    if (specifier.stage_word_out && specifier.out) *specifier.stage_word_out = specifier.stage_name;
    checker_.size_vertex_arrays();
    const Layout& layout = specifier.qualifiers.layout;
    Layout& defaults = specifier.qualifiers.storage == Storage::Buffer ? buffer_defaults_ : uniform_defaults_;
    if (specifier.qualifiers.storage == Storage::Uniform || specifier.qualifiers.storage == Storage::Buffer) {
        if (layout.packing != Packing::None) defaults.packing = layout.packing;
        if (layout.matrix != MatrixLayout::None) defaults.matrix = layout.matrix;
        if (layout.location >= 0 || layout.binding >= 0)
            checker_.error(specifier.where, "a default has no location and no binding");
    } else if (specifier.out && (layout.stream >= 0 || layout.xfb_buffer >= 0 || layout.xfb_stride >= 0)) {
        StageLayout& stage = checker_.shader().layout;
        if (layout.stream >= 0) stage.stream = layout.stream;
        if (layout.xfb_buffer >= 0) xfb_buffer_ = layout.xfb_buffer;
        if (layout.xfb_stride < 0) return;
        if (static_cast<size_t>(xfb_buffer_) < stage.xfb_strides.size())
            stage.xfb_strides[static_cast<size_t>(xfb_buffer_)] = layout.xfb_stride;
        else
            checker_.error(specifier.where, "there is no buffer " + std::to_string(xfb_buffer_));
    } else if (!specifier.has_layout) {
        checker_.error(specifier.where, "qualifiers without a declaration");
    }
}

void Parser::block(const Specifier& specifier, std::string_view name, Location where) {
    take();  // {
    Qualifiers qualifiers = specifier.qualifiers;
    if (qualifiers.storage == Storage::Global) {
        checker_.error(where, "a block is uniform, buffer, in or out");
        qualifiers.storage = Storage::Uniform;
    }
    const Layout& defaults = qualifiers.storage == Storage::Buffer ? buffer_defaults_ : uniform_defaults_;
    if (qualifiers.layout.packing == Packing::None) qualifiers.layout.packing = defaults.packing;
    if (qualifiers.layout.matrix == MatrixLayout::None) qualifiers.layout.matrix = defaults.matrix;
    std::vector<BlockMember> own;
    std::vector<Member> list = members(&own);
    std::string_view instance;
    int32_t array_size = -1;
    if (is(TokenKind::Identifier)) {
        instance = take().text;
        if (is(TokenKind::LeftBracket)) {
            const Location bracket = take().where;
            array_size = is(TokenKind::RightBracket) ? 0 : checker_.constant_size(conditional(), bracket);
            expect(TokenKind::RightBracket, "]");
        }
    }
    if (!expect(TokenKind::Semicolon, "; behind the block")) skip_to_statement_end();
    checker_.declare_block(qualifiers, name, std::move(list), std::move(own), instance, array_size, where);
}

}  // namespace glsl
