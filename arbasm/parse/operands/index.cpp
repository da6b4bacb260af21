#include "arbasm/parse/parser.h"

namespace arbasm {

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
        if (type_letter(variable.type) == 'f' && variable.type != DataType::Typeless) {
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

}  // namespace arbasm
