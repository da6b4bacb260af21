#include "arbasm/parse/operands/index.h"

#include "arbasm/parse/bindings/binding.h"
#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/operand.h"
#include "arbasm/parse/operands/swizzle.h"

namespace arbasm {
namespace {

bool parse_index_component(TokenCursor& cursor, const Program& program, RelativeIndex& relative) {
    if (!cursor.accept('.')) return cursor.unexpected("a component such as \".x\" behind the index register");
    if (cursor.token().kind != TokenKind::Identifier || cursor.token().text.size() != 1 ||
        component(cursor.token().text[0]) < 0) {
        return cursor.unexpected("a component such as \"x\"");
    }
    relative.component = static_cast<uint8_t>(component(cursor.token().text[0]) & 3);
    if (!is_nv4(program) && !has_vector_addresses(program) && cursor.token().text != "x") {
        return cursor.fail("address registers have the component x only");
    }
    cursor.advance();
    return true;
}

// "[4]", "[A.x]", "[A.x+4]", "[A.x-4]"
bool parse_index(ParseContext& context, const Variable& variable, const Token& name, int32_t& element,
                 RelativeIndex& relative) {
    if (!context.expect('[')) return false;
    const SourceLocation where = context.token().where;
    // One buffer of a range is chosen by the first index; its elements by the second.
    const int64_t size = variable.size;
    const auto out_of_range = [&](int64_t value) {
        return context.fail(where, "element " + std::to_string(value) + " is outside " + quote(name.text) +
                                       ", which has " + std::to_string(size) + (size == 1 ? " element" : " elements"));
    };
    if (context.token().kind == TokenKind::Integer) {
        int64_t value = 0;
        if (!context.parse_unsigned(value, int64_t{1} << 30, "an index")) return false;
        if (value >= size) return out_of_range(value);
        element = static_cast<int32_t>(value);
        return context.expect(']');
    }
    if (context.token().kind != TokenKind::Identifier) return context.unexpected("a number or an index register");
    if (is_arb(context.program) && is_fragment(context.program))
        return context.fail("fragment programs can't index arrays at run time");
    if (!parse_relative_register(context, relative)) return false;
    if (context.token().is('+') || context.token().is('-')) {
        const bool negative = context.token().is('-');
        context.advance();
        const SourceLocation offset_where = context.token().where;
        int64_t value = 0;
        if (!context.parse_unsigned(value, int64_t{1} << 30, "an offset")) return false;
        // ARB_vertex_program allows -64…63, NV_gpu_program4 (2.X.4.2) 0…size-1.
        if (is_arb(context.program)) {
            if (value > (negative ? 64 : 63)) return context.fail(offset_where, "the offset must be in -64..63");
        } else if (negative ? value != 0 : value >= size) {
            return context.fail(offset_where, "the offset must be in 0.." + std::to_string(size - 1) +
                                                  ", inside the array; add anything else to the index beforehand");
        }
        element = static_cast<int32_t>(negative ? -value : value);
    }
    return context.expect(']');
}

// The first index of a variable that has a value for each vertex.
bool parse_vertex_index(ParseContext& context, Operand& operand, const Variable& variable, const Token& name) {
    Variable vertices = variable;
    vertices.size = context.limits.patch_vertices;
    const SourceLocation where = context.token().where;
    operand.vertex = 0;
    if (!parse_index(context, vertices, name, operand.vertex, operand.vertex_relative)) return false;
    const bool of_output = context.symbols.bindings(operand.variable).front().of_output;
    if (operand.vertex_relative.file == RegisterFile::None) context.vertices.note(operand.vertex, of_output, where);
    return true;
}

}  // namespace

bool parse_relative_register(ParseContext& context, RelativeIndex& relative) {
    const Token name = context.token();
    const int32_t* found = context.symbols.find(name.text);
    if (found == nullptr && is_nv4(context.program) && starts_binding(context, context.symbols) && !name.is("result")) {
        Instruction none;
        Operand operand;
        bool is_scalar_constant = false;
        if (!parse_operand_base(context, none, DataType::S32, operand, is_scalar_constant)) return false;
        if (operand.vertex >= 0)
            return context.fail(name.where, "an attribute of a vertex can't be an index", "copy it first");
        relative.file = operand.file;
        relative.variable = operand.variable;
        return parse_index_component(context, context.program, relative);
    }
    if (found == nullptr) return unknown_name(context, context.symbols, name);
    context.advance();
    if (is_poisoned(*found)) {
        // Reported where it was declared; the component is still to be skipped.
        if (context.accept('.')) context.advance();
        return true;
    }
    const Variable& variable = context.symbols.variable(*found);
    relative.file = variable.file;
    relative.variable = *found;
    if (!is_nv4(context.program)) {
        if (variable.file != RegisterFile::Address) {
            return context.fail(name.where, "an array is indexed by a number or by an address register");
        }
    } else {
        if (variable.file != RegisterFile::Temporary && variable.file != RegisterFile::Attribute &&
            variable.file != RegisterFile::Parameter) {
            return context.fail(name.where, quote(name.text) + " can't be used as an index");
        }
        if (variable.type == DataType::F32 || variable.type == DataType::F64 || variable.type == DataType::F16) {
            return context.fail(name.where,
                                "an index must be an integer, and " + quote(name.text) + " is declared as FLOAT");
        }
        if (variable.array) {
            if (!context.token().is('['))
                return context.fail("\"" + variable.name + "\" is an array and needs an index");
            // Only one level of run-time indices: the grammar has no more, and neither may the recursion.
            if (context.peek_is_identifier()) {
                return context.fail(name.where,
                                    "the element of an array that serves as index must be given by a number");
            }
            RelativeIndex none;
            if (!parse_index(context, variable, name, relative.element, none)) return false;
        }
    }
    if (variable.per_vertex || variable.vertex >= 0) {
        return context.fail(name.where, "an attribute of a vertex can't be an index", "copy it to a temporary first");
    }
    return parse_index_component(context, context.program, relative);
}

bool parse_variable_use(ParseContext& context, Operand& operand, int32_t index, const Token& name) {
    if (const Variable& plain = context.symbols.variable(index); !plain.array && !plain.per_vertex) {
        operand.file = plain.file;
        operand.variable = index;
        operand.vertex = plain.vertex;
        if (context.token().is('[')) return context.fail(quote(name.text) + " is not an array");
        return true;
    }
    // A copy, since an index may be a variable that is not declared yet.
    const Variable variable = context.symbols.variable(index);
    operand.file = variable.file;
    operand.variable = index;
    operand.vertex = variable.vertex;
    if (variable.per_vertex) {
        if (!context.token().is('[')) {
            return context.fail(quote(name.text) + " has a value for each vertex and needs the number of one, as in " +
                                std::string(name.text) + "[0]");
        }
        if (!parse_vertex_index(context, operand, variable, name)) return false;
        if (variable.array && !context.token().is('[')) {
            return context.fail(quote(name.text) + " needs two indices: the vertex, then the element");
        }
    }
    if (!variable.array) {
        if (context.token().is('[')) return context.fail(quote(name.text) + " is not an array");
        return true;
    }
    if (!context.token().is('[')) return context.fail(quote(name.text) + " is an array and needs an index");
    if (variable.is_buffer_range) {
        Variable buffers = variable;
        buffers.size = variable.buffer_count;
        if (!parse_index(context, buffers, name, operand.vertex, operand.vertex_relative)) return false;
        if (operand.vertex < 0) operand.vertex = 0;
        if (!context.token().is('['))
            return context.fail(quote(name.text) + " needs two indices: the buffer, then the element");
    }
    if (!parse_index(context, variable, name, operand.element, operand.relative)) return false;
    if (operand.relative.file != RegisterFile::None) {
        context.symbols.note_run_time_index(index);
    }
    return true;
}

bool parse_offset(TokenCursor& cursor, int64_t least, int64_t most, int32_t& offset) {
    offset = 0;
    if (cursor.token().is('+') || cursor.token().is('-')) {
        const bool negative = cursor.token().is('-');
        cursor.advance();
        const SourceLocation where = cursor.token().where;
        int64_t value = 0;
        if (!cursor.parse_unsigned(value, int64_t{1} << 30, "an offset")) return false;
        if (negative ? -value < least : value > most) {
            return cursor.fail(where, "the offset must be in " + std::to_string(least) + ".." + std::to_string(most));
        }
        offset = static_cast<int32_t>(negative ? -value : value);
    }
    return cursor.expect(']');
}

void skip_index(TokenCursor& cursor) {
    while (cursor.token().kind != TokenKind::End && !cursor.token().is(']') && !cursor.token().is(';'))
        cursor.advance();
    cursor.accept(']');
}

}  // namespace arbasm
