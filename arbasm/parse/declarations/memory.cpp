#include "arbasm/parse/parser.h"

namespace arbasm {

// One binding: first and last buffer, first and last element.
bool Parser::parse_memory_binding(const MemoryKind& kind, bool is_array, bool range_of_buffers, int64_t element_size,
                                  std::array<int64_t, 4>& bound) {
    const SourceLocation where = token().where;
    const std::string name = "program." + std::string(kind.word);
    auto& [first_buffer, last_buffer, first, last] = bound;
    bound = {0, 0, 0, kind.whole - 1};
    if (!token().is("program")) return unexpected(name);
    advance();
    if (!expect('.')) return false;
    if (!token().is(kind.word)) return unexpected(quote(kind.word));
    advance();
    if (!expect('[') || !parse_unsigned(first_buffer, kind.buffers - 1, "a buffer number")) return false;
    last_buffer = first_buffer;
    const bool has_range = token().kind == TokenKind::Range;
    if (has_range) {
        advance();
        if (!parse_unsigned(last_buffer, kind.buffers - 1, "a buffer number")) return false;
        if (last_buffer < first_buffer) return fail(where, "the range of buffers runs backwards");
    }
    if (has_range != range_of_buffers) {
        return fail(where, has_range ? "a range of buffers needs a variable with two pairs of brackets"
                                     : "a variable with two pairs of brackets needs a range of buffers");
    }
    if (!expect(']')) return false;
    if (accept('[')) {
        if (!parse_unsigned(first, kind.whole - 1, "an element number")) return false;
        last = first;
        if (token().kind == TokenKind::Range) {
            advance();
            if (!parse_unsigned(last, kind.whole - 1, "an element number")) return false;
            if (last < first) return fail(where, "the range of elements runs backwards");
        }
        return expect(']');
    }
    if (!is_array) return fail("a single variable is bound to one element, " + name + "[a][b]");
    if (element_size > 0) last = element_size - 1;
    return true;
}

// BUFFER, BUFFER4, CBUFFER, STORAGE and COUNTER (2.X.3.6 of NV_gpu_program4; ranges of buffers in NV_gpu_program5):
//   b = program.buffer[a][n]   b[] = { program.buffer[a] | program.buffer[a][n] | program.buffer[a][n..m], … }
//   b[][] = { program.buffer[a..b] | … }
bool Parser::parse_memory(const MemoryKind& kind, const Modifiers& modifiers) {
    Token name;
    if (!parse_new_name(name)) return false;
    const auto give_up = [&] {
        poison(name);
        return false;
    };
    if (kind.file == RegisterFile::Buffer && kind.element_words == 0 && !is_nv5() &&
        !program_.has(Option::NvParameterBufferObject2)) {
        fail(name.where, "CBUFFER needs OPTION NV_parameter_buffer_object2 in " + header() + " programs");
        return give_up();
    }
    if (modifiers.is_long || modifiers.is_short || modifiers.interpolation()) {
        fail(modifiers.where, "buffers take no size or interpolation modifiers");
        return give_up();
    }
    Variable variable;
    variable.file = kind.file;
    variable.name = name.text;
    variable.type = modifiers.type;
    variable.element_words = kind.element_words;
    const SourceLocation size_where = token().where;
    bool first_array = false, second_array = false;
    int64_t first_size = -1, second_size = -1;
    if (!parse_array_size(first_array, first_size, kind.whole)) return give_up();
    if (first_array && !parse_array_size(second_array, second_size, kind.whole)) return give_up();
    if (second_array && !(is_nv5() && kind.ranges)) {
        fail(size_where, kind.ranges ? "arrays of buffers came with NV_gpu_program5"
                                     : std::string(kind.declaration) + " variables have one pair of brackets");
        return give_up();
    }
    const int64_t buffer_size = second_array ? first_size : -1;
    const int64_t element_size = second_array ? second_size : first_size;
    variable.array = first_array;
    if (!expect('=') || (first_array && !expect('{'))) return give_up();
    bool begun = false;
    do {
        const SourceLocation where = token().where;
        std::array<int64_t, 4> bound{};
        if (!parse_memory_binding(kind, first_array, second_array, element_size, bound)) return give_up();
        const auto [first_buffer, last_buffer, first, last] = bound;
        if (!begun) {
            variable.buffer = static_cast<int32_t>(first_buffer);
            variable.buffer_count = static_cast<int32_t>(last_buffer - first_buffer + 1);
            variable.base = static_cast<int32_t>(first);
            begun = true;
        } else if (first_buffer != variable.buffer || last_buffer - first_buffer + 1 != variable.buffer_count ||
                   first != int64_t{variable.base} + variable.size) {
            fail(where, "the elements of a buffer array must be consecutive and in one binding point");
            return give_up();
        }
        variable.size = static_cast<int32_t>(last - variable.base + 1);
    } while (first_array && accept(','));
    if (first_array && !expect('}')) return give_up();
    if (element_size >= 0 && element_size != variable.size) {
        fail(size_where, "the array is declared with " + std::to_string(element_size) + " elements, but " +
                             std::to_string(variable.size) + " are bound");
        return give_up();
    }
    if (buffer_size >= 0 && buffer_size != variable.buffer_count) {
        fail(size_where, "the array is declared with " + std::to_string(buffer_size) + " buffers, but " +
                             std::to_string(variable.buffer_count) + " are bound");
        return give_up();
    }
    variable.is_buffer_range = second_array;
    names_.emplace(name.text, add_variable(std::move(variable), {}, name.where));
    return true;
}

// SHARED s[] = { program.sharedmem };  { program.sharedmem[a..b] };  SHARED s = program.sharedmem[a];
bool Parser::parse_shared(const Modifiers& modifiers) {
    Token name;
    if (!parse_new_name(name)) return false;
    const auto give_up = [&] {
        poison(name);
        return false;
    };
    Variable variable;
    variable.file = RegisterFile::Shared;
    variable.name = name.text;
    variable.type = modifiers.type;
    const int64_t whole = program_.shared_memory > 0 ? program_.shared_memory : limits_.shared_memory;
    const SourceLocation size_where = token().where;
    int64_t size = -1;
    if (!parse_array_size(variable.array, size, whole) || !expect('=') || (variable.array && !expect('{')))
        return give_up();
    bool begun = false;
    do {
        const SourceLocation where = token().where;
        int64_t first = 0, last = (size > 0 ? size : whole) - 1;
        if (!token().is("program")) return unexpected("program.sharedmem"), give_up();
        advance();
        if (!expect('.')) return give_up();
        if (!token().is("sharedmem")) return unexpected("\"sharedmem\""), give_up();
        advance();
        if (accept('[')) {
            if (!parse_unsigned(first, whole - 1, "a byte of shared memory")) return give_up();
            last = first;
            if (token().kind == TokenKind::Range) {
                advance();
                if (!parse_unsigned(last, whole - 1, "a byte of shared memory")) return give_up();
                if (last < first) return fail(where, "the range runs backwards"), give_up();
            }
            if (!expect(']')) return give_up();
        } else if (!variable.array) {
            return fail("a single variable is bound to one byte, program.sharedmem[a]"), give_up();
        }
        if (!begun) {
            variable.base = static_cast<int32_t>(first);
        } else if (first != int64_t{variable.base} + variable.size) {
            return fail(where, "the bytes of a SHARED array must be consecutive"), give_up();
        }
        begun = true;
        variable.size = static_cast<int32_t>(last - variable.base + 1);
    } while (variable.array && accept(','));
    if (variable.array && !expect('}')) return give_up();
    if (size >= 0 && size != variable.size) {
        fail(size_where, "the array is declared with " + std::to_string(size) + " elements, but " +
                             std::to_string(variable.size) + " are bound");
        return give_up();
    }
    names_.emplace(name.text, add_variable(std::move(variable), {}, name.where));
    return true;
}

}  // namespace arbasm
