#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {
namespace {

// 0…3 for x y z w, 4…7 for r g b a, -1 for anything else.
int component(char c) {
    const size_t at = std::string_view("xyzwrgba").find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

std::string type_word(DataType type) {
    switch (type) {
        case DataType::F32:
        case DataType::F64:
        case DataType::F16: return "floating-point";
        case DataType::U32:
        case DataType::U64:
        case DataType::U8:
        case DataType::U16: return "unsigned integer";
        case DataType::S32:
        case DataType::S64:
        case DataType::S8:
        case DataType::S16:
        case DataType::Typeless: break;
    }
    return "signed integer";
}

char type_class(DataType type) { return type_word(type)[0]; }

}  // namespace

const int32_t* Parser::find_variable(std::string_view name) const {
    const auto found = names_.find(name);
    return found == names_.end() ? nullptr : &found->second;
}

bool Parser::unknown_name(const Token& name) {
    std::vector<std::string_view> names;
    for (const auto& [declared, variable] : names_) names.push_back(declared);
    for (std::string_view word : {"vertex", "fragment", "program", "state", "result"}) names.push_back(word);
    std::sort(names.begin(), names.end());
    const std::string nearest = nearest_of(name.text, names);
    return fail(name.where, quote(name.text) + " is not declared",
                nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
}

// Type checking of 2.X.3.1: a variable with a type is read and written as that type only, unless NTC is given.
bool Parser::check_type(const Instruction& instruction, const Variable& variable, DataType wanted, SourceLocation where,
                        std::string_view verb) {
    if (variable.type == DataType::Typeless || instruction.modifiers & modifier_ntc) return true;
    if (type_class(variable.type) == type_class(wanted)) return true;
    return fail(where,
                quote(variable.name) + " is declared as " + type_word(variable.type) + ", but " +
                    std::string(spelling(instruction.opcode)) + " " + std::string(verb) + " it as " + type_word(wanted),
                "the modifier .NTC turns this check off");
}

// ---- indices

bool Parser::parse_relative_register(RelativeIndex& relative) {
    const Token name = token();
    const int32_t* found = find_variable(name.text);
    if (found == nullptr && is_nv4() && starts_binding() && !name.is("result")) {
        Instruction none;
        Operand operand;
        bool is_scalar_constant = false;
        if (!parse_operand_base(none, DataType::S32, operand, is_scalar_constant)) return false;
        if (operand.vertex >= 0) return fail(name.where, "an attribute of a vertex can't be an index", "copy it first");
        relative.file = operand.file;
        relative.variable = operand.variable;
        return parse_index_component(relative);
    }
    if (found == nullptr) return unknown_name(name);
    advance();
    if (is_poisoned(*found)) {
        // Reported where it was declared; the component still has to be eaten.
        if (accept('.')) advance();
        return true;
    }
    const Variable& variable = program_.variables[static_cast<size_t>(*found)];
    relative.file = variable.file;
    relative.variable = *found;
    if (!is_nv4()) {
        if (variable.file != RegisterFile::Address) {
            return fail(name.where, "an array is indexed by a number or by an address register");
        }
    } else {
        if (variable.file != RegisterFile::Temporary && variable.file != RegisterFile::Attribute &&
            variable.file != RegisterFile::Parameter) {
            return fail(name.where, quote(name.text) + " can't be used as an index");
        }
        if (type_class(variable.type) == 'f' && variable.type != DataType::Typeless) {
            return fail(name.where, "an index must be an integer, and " + quote(name.text) + " is declared as FLOAT");
        }
        if (variable.array) {
            if (!token().is('[')) return fail("\"" + variable.name + "\" is an array and needs an index");
            // Only one level of run-time indices: the grammar has no more, and neither may the recursion.
            if (peek_is_identifier()) {
                return fail(name.where, "the element of an array that serves as index must be given by a number");
            }
            RelativeIndex none;
            if (!parse_index(variable, name, relative.element, none)) return false;
        }
    }
    if (variable.per_vertex || variable.vertex >= 0) {
        return fail(name.where, "an attribute of a vertex can't be an index", "copy it to a temporary first");
    }
    return parse_index_component(relative);
}

bool Parser::parse_index_component(RelativeIndex& relative) {
    if (!accept('.')) return unexpected("a component such as \".x\" behind the index register");
    if (token().kind != TokenKind::Identifier || token().text.size() != 1 || component(token().text[0]) < 0) {
        return unexpected("a component such as \"x\"");
    }
    relative.component = static_cast<uint8_t>(component(token().text[0]) & 3);
    if (!is_nv4() && !has_vector_addresses() && token().text != "x") {
        return fail("address registers have the component x only");
    }
    advance();
    return true;
}

// "[4]", "[A.x]", "[A.x+4]", "[A.x-4]"
bool Parser::parse_index(const Variable& variable, const Token& name, int32_t& element, RelativeIndex& relative) {
    if (!expect('[')) return false;
    const SourceLocation where = token().where;
    // One buffer of a range is chosen by the first index; its elements by the second.
    const int64_t size = variable.size;
    const auto out_of_range = [&](int64_t value) {
        return fail(where, "element " + std::to_string(value) + " is outside " + quote(name.text) + ", which has " +
                               std::to_string(size) + (size == 1 ? " element" : " elements"));
    };
    if (token().kind == TokenKind::Integer) {
        int64_t value = 0;
        if (!parse_unsigned(value, int64_t{1} << 30, "an index")) return false;
        if (value >= size) return out_of_range(value);
        element = static_cast<int32_t>(value);
        return expect(']');
    }
    if (token().kind != TokenKind::Identifier) return unexpected("a number or an index register");
    if (is_arb() && is_fragment()) return fail("fragment programs can't index arrays at run time");
    if (!parse_relative_register(relative)) return false;
    if (token().is('+') || token().is('-')) {
        const bool negative = token().is('-');
        advance();
        const SourceLocation offset_where = token().where;
        int64_t value = 0;
        if (!parse_unsigned(value, int64_t{1} << 30, "an offset")) return false;
        // ARB_vertex_program allows -64…63, NV_gpu_program4 (2.X.4.2) 0…size-1.
        if (is_arb()) {
            if (value > (negative ? 64 : 63)) return fail(offset_where, "the offset must be in -64..63");
        } else if (negative ? value != 0 : value >= size) {
            return fail(offset_where, "the offset must be in 0.." + std::to_string(size - 1) +
                                          ", inside the array; add anything else to the index beforehand");
        }
        element = static_cast<int32_t>(negative ? -value : value);
    }
    return expect(']');
}

// The first index of a variable that has a value for each vertex.
bool Parser::parse_vertex_index(Operand& operand, const Variable& variable, const Token& name) {
    Variable vertices = variable;
    vertices.size = limits_.patch_vertices;
    const SourceLocation where = token().where;
    operand.vertex = 0;
    if (!parse_index(vertices, name, operand.vertex, operand.vertex_relative)) return false;
    const bool of_output = bindings_[static_cast<size_t>(operand.variable)].front().of_output;
    if (operand.vertex_relative.file == RegisterFile::None) note_vertex(operand.vertex, of_output, where);
    return true;
}

// The index of a variable, if it has or needs one.
bool Parser::parse_variable_use(Operand& operand, int32_t index, const Token& name) {
    if (const Variable& plain = program_.variables[static_cast<size_t>(index)]; !plain.array && !plain.per_vertex) {
        operand.file = plain.file;
        operand.variable = index;
        operand.vertex = plain.vertex;
        if (token().is('[')) return fail(quote(name.text) + " is not an array");
        return true;
    }
    // A copy, since an index may be a variable that is not declared yet.
    const Variable variable = program_.variables[static_cast<size_t>(index)];
    operand.file = variable.file;
    operand.variable = index;
    operand.vertex = variable.vertex;
    if (variable.per_vertex) {
        if (!token().is('[')) {
            return fail(quote(name.text) + " has a value for each vertex and needs the number of one, as in " +
                        std::string(name.text) + "[0]");
        }
        if (!parse_vertex_index(operand, variable, name)) return false;
        if (variable.array && !token().is('[')) {
            return fail(quote(name.text) + " needs two indices: the vertex, then the element");
        }
    }
    if (!variable.array) {
        if (token().is('[')) return fail(quote(name.text) + " is not an array");
        return true;
    }
    if (!token().is('[')) return fail(quote(name.text) + " is an array and needs an index");
    if (variable.is_buffer_range) {
        Variable buffers = variable;
        buffers.size = variable.buffer_count;
        if (!parse_index(buffers, name, operand.vertex, operand.vertex_relative)) return false;
        if (operand.vertex < 0) operand.vertex = 0;
        if (!token().is('[')) return fail(quote(name.text) + " needs two indices: the buffer, then the element");
    }
    if (!parse_index(variable, name, operand.element, operand.relative)) return false;
    if (operand.relative.file != RegisterFile::None) {
        source_map_.indexed.resize(program_.variables.size());
        source_map_.indexed[static_cast<size_t>(index)] = true;
    }
    return true;
}

// ---- suffixes

bool Parser::parse_swizzle(Swizzle& swizzle, bool scalar, bool required, bool& was_single) {
    swizzle = identity_swizzle;
    was_single = false;
    if (!token().is('.')) {
        if (!required) return true;
        return unexpected("a component such as \".x\": the operand is a scalar");
    }
    advance();
    const Token word = token();
    if (word.kind != TokenKind::Identifier) return unexpected("components such as \"xyzw\"");
    const size_t size = word.text.size();
    if (size != 1 && size != 4) {
        const bool all = std::all_of(word.text.begin(), word.text.end(), [](char c) { return component(c) >= 0; });
        return fail(all ? "a swizzle has one or four components" : quote(word.text) + " is not a swizzle");
    }
    bool has_position = false, has_colour = false;
    for (size_t n = 0; n < 4; ++n) {
        const int selected = component(word.text[size == 1 ? 0 : n]);
        if (selected < 0) return fail(quote(word.text) + " is not a swizzle");
        (selected < 4 ? has_position : has_colour) = true;
        swizzle[n] = static_cast<uint8_t>(selected & 3);
    }
    if (has_position && has_colour) return fail("a swizzle can't mix xyzw and rgba");
    if (has_colour && !is_nv4() && (is_vertex() || is_register_style())) {
        return fail(header() + " programs name components x, y, z and w");
    }
    if (scalar && size != 1) return fail("the operand is a scalar and takes one component");
    was_single = size == 1;
    advance();
    return true;
}

bool Parser::parse_write_mask(uint8_t& mask) {
    mask = 0xf;
    if (!accept('.')) return true;
    const Token word = token();
    if (word.kind != TokenKind::Identifier) return unexpected("a write mask such as \"xyz\"");
    mask = 0;
    int last = -1;
    bool has_position = false, has_colour = false;
    for (char c : word.text) {
        const int selected = component(c);
        if (selected < 0) return fail(quote(word.text) + " is not a write mask");
        (selected < 4 ? has_position : has_colour) = true;
        if ((selected & 3) <= last) {
            return fail("the components of a write mask stand in the order " +
                        std::string(has_colour ? "rgba" : "xyzw") + ", each at most once");
        }
        last = selected & 3;
        mask |= static_cast<uint8_t>(1 << last);
    }
    if (has_position && has_colour) return fail("a write mask can't mix xyzw and rgba");
    if (has_colour && !is_nv4() && (is_vertex() || is_register_style())) {
        return fail(header() + " programs name components x, y, z and w");
    }
    advance();
    return true;
}

// The four selectors of SWZ.
bool Parser::parse_extended_swizzle(const Instruction& instruction, Operand& operand) {
    bool has_position = false, has_colour = false;
    for (size_t n = 0; n < 4; ++n) {
        if (!expect_more(instruction)) return false;
        if (token().is('-')) {
            operand.negate |= static_cast<uint8_t>(1 << n);
            advance();
        } else {
            accept('+');
        }
        if (token().kind == TokenKind::Integer && (token().text == "0" || token().text == "1")) {
            operand.swizzle[n] = token().text == "0" ? swizzle_zero : swizzle_one;
        } else if (token().kind == TokenKind::Identifier && token().text.size() == 1 &&
                   component(token().text[0]) >= 0) {
            const int selected = component(token().text[0]);
            (selected < 4 ? has_position : has_colour) = true;
            operand.swizzle[n] = static_cast<uint8_t>(selected & 3);
            if (has_position && has_colour) return fail("a swizzle can't mix xyzw and rgba");
            if (has_colour && is_arb() && is_vertex()) return fail("vertex programs name components x, y, z and w");
        } else {
            return unexpected("0, 1 or a component");
        }
        advance();
    }
    return true;
}

// ---- operands

bool Parser::parse_operand_base(Instruction& instruction, DataType type, Operand& operand, bool& is_scalar_constant) {
    const Token start = token();
    is_scalar_constant = false;
    if (is_register_style()) return parse_register_operand(operand, is_scalar_constant);
    if (starts_relative_binding(RegisterFile::Attribute))
        return parse_relative_binding(RegisterFile::Attribute, operand);
    const bool is_signed = start.is('-') || start.is('+');  // only where parse_operand left it
    if (start.is('{') || start.kind == TokenKind::Integer || start.kind == TokenKind::Float || is_signed) {
        Binding constant;
        if (is_nv5() && is_64_bit(type)) {
            Binding high;
            if (!parse_wide_constant_vector(type, constant, high)) return false;
            is_scalar_constant = !start.is('{');
            operand.file = RegisterFile::Parameter;
            operand.variable = inline_variable(RegisterFile::Parameter, constant, start.where, &high);
            return true;
        }
        if (start.is('{')) {
            if (!parse_constant_vector(type, constant)) return false;
        } else {
            uint32_t bits = 0;
            if (!parse_constant_scalar(type, is_signed, bits)) return false;
            constant.kind = BindingKind::Constant;
            constant.constant = {bits, bits, bits, bits};
            is_scalar_constant = true;
        }
        operand.file = RegisterFile::Parameter;
        operand.variable = inline_variable(RegisterFile::Parameter, constant, start.where);
        return true;
    }
    if (start.kind != TokenKind::Identifier) return unexpected("an operand");
    if (starts_binding()) {
        if (start.is("result")) return fail("results can't be read");
        BindingUse use;
        use.side = start.is("state") || start.is("program") ? BindingSide::Parameter : BindingSide::Input;
        if (start.is("program") && is_nv4()) {
            const Lexer::Mark mark = lexer_.mark();
            advance();
            accept('.');
            for (std::string_view word : {"buffer", "storage", "counter", "sharedmem", "subroutine"}) {
                if (!token().is(word)) continue;
                return fail(start.where, "program." + std::string(word) + " can't be used directly; declare a " +
                                             (word == "buffer"      ? "BUFFER"
                                              : word == "storage"   ? "STORAGE"
                                              : word == "counter"   ? "COUNTER"
                                              : word == "sharedmem" ? "SHARED"
                                                                    : "SUBROUTINE") +
                                             " variable");
            }
            lexer_.reset(mark);
        }
        std::vector<Binding> bindings;
        if (!parse_binding(use, bindings)) return false;
        operand.file = use.side == BindingSide::Parameter ? RegisterFile::Parameter : RegisterFile::Attribute;
        operand.variable = inline_variable(operand.file, bindings.front(), start.where);
        operand.vertex = operand.file == RegisterFile::Attribute ? bindings.front().vertex : -1;
        return true;
    }
    const int32_t* found = find_variable(start.text);
    if (found == nullptr) return unknown_name(start);
    advance();
    if (is_poisoned(*found)) {
        while (token().is('[')) {
            while (token().kind != TokenKind::End && !token().is(']') && !token().is(';')) advance();
            accept(']');
        }
        return true;
    }
    const RegisterFile file = program_.variables[static_cast<size_t>(*found)].file;
    switch (file) {
        case RegisterFile::Result: return fail(start.where, "results can't be read");
        case RegisterFile::Address: return fail(start.where, "an address register can only be used as an index");
        case RegisterFile::Attribute:
        case RegisterFile::Parameter:
        case RegisterFile::Temporary:
        case RegisterFile::Buffer: break;
        case RegisterFile::Storage:
            return fail(start.where, "a STORAGE variable is read and written by LDB, STB and ATOMB only");
        case RegisterFile::Shared:
            return fail(start.where, "a SHARED variable is read and written by LDS, STS and ATOMS only");
        case RegisterFile::Counter: return fail(start.where, "a COUNTER variable is used by ATOMCTR only");
        case RegisterFile::None:
        case RegisterFile::Texture:
        case RegisterFile::Image:
        case RegisterFile::Subroutine: return fail(start.where, quote(start.text) + " can't be an operand here");
    }
    if (!parse_variable_use(operand, *found, start)) return false;
    const Variable& variable = program_.variables[static_cast<size_t>(*found)];
    if (file == RegisterFile::Buffer && variable.element_words == 0) {
        return fail(start.where, "a CBUFFER variable can be read by LDC only");
    }
    if (is_nv4() && !check_type(instruction, variable, type, start.where, "reads")) return false;
    return true;
}

bool Parser::parse_operand(Instruction& instruction, OperandShape shape, Operand& operand) {
    const bool scalar = shape.kind == 's';
    const DataType type = shape_type(instruction, shape);
    if (shape.kind == 'b') return parse_memory_operand(instruction, operand);
    if (shape.kind == 'a') return parse_address_operand(instruction, operand);
    const bool modifiers_allowed = instruction.opcode != Opcode::Swz;
    bool negate = false;
    // The sign before a number is its own where operands take none.
    const auto starts_signed_constant = [&] {
        if (!is_register_style() && instruction.opcode != Opcode::Cvt) return false;
        const Lexer::Mark mark = lexer_.mark();
        advance();
        const bool number = token().kind == TokenKind::Integer || token().kind == TokenKind::Float;
        lexer_.reset(mark);
        return number;
    };
    if ((token().is('-') || token().is('+')) && !starts_signed_constant()) {
        if (token().is('+') && is_one_of({InstructionSet::Vp10, InstructionSet::Vsp10})) {
            return fail("the sign + came with !!VP1.1");
        }
        if (!modifiers_allowed) return fail("the operand of SWZ takes its signs in the selectors");
        negate = token().is('-');
        advance();
    }
    if (token().is('|')) {
        if (!has_absolute_values()) return fail("absolute values of operands came with later instruction sets");
        if (!modifiers_allowed) return fail("the operand of SWZ takes no absolute value");
        advance();
        operand.absolute = true;
        if ((token().is('-') || token().is('+')) && !starts_signed_constant()) {
            operand.negate_inside = token().is('-');
            advance();
        }
    }
    bool is_scalar_constant = false;
    if (!parse_operand_base(instruction, type, operand, is_scalar_constant)) return false;
    if (instruction.opcode == Opcode::Swz) {
        if (token().is('.')) return fail("the operand of SWZ takes its swizzle in the selectors");
        if (!parse_extended_swizzle(instruction, operand)) return false;
        return true;
    }
    // The ARB grammar wants a suffix even behind a single constant; the 4.0 family does not.
    if (is_scalar_constant && !token().is('.') && (has_absolute_values() || !(scalar && is_arb()))) {
        if (scalar) operand.swizzle = {0, 0, 0, 0};
    } else {
        bool was_single = false;
        if (!parse_swizzle(operand.swizzle, scalar, scalar, was_single)) return false;
    }
    operand.scalar = scalar;
    if (operand.absolute && !expect('|')) return false;
    operand.negate = negate ? 0xf : 0;
    return true;
}

}  // namespace arbasm
