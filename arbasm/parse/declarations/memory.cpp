#include "arbasm/parse/declarations/memory.h"

#include <array>
#include <limits>

#include "arbasm/parse/declarations/new_variable.h"
#include "arbasm/parse/language/dialect.h"

namespace arbasm {
namespace {

struct BufferKind {
    RegisterFile file{};
    std::string_view declaration, word;
    uint8_t element_words = 0;  // 0: of CBUFFER and STORAGE, whose elements are bytes
    bool ranges = false;        // of buffers: b[][]
    Option option{};            // Count: the declaration needs none
};
constexpr BufferKind buffer_kinds[] = {
    {RegisterFile::Buffer, "BUFFER", "buffer", 1, true, Option::Count},
    {RegisterFile::Buffer, "BUFFER4", "buffer", 4, true, Option::Count},
    {RegisterFile::Buffer, "CBUFFER", "buffer", 0, true, Option::Count},
    {RegisterFile::Storage, "STORAGE", "storage", 0, true, Option::NvShaderStorageBuffer},
    {RegisterFile::Counter, "COUNTER", "counter", 1, false, Option::NvShaderAtomicCounters},
};

// Null: the word is another declaration's.
const BufferKind* find_buffer_kind(std::string_view word) {
    for (const BufferKind& kind : buffer_kinds)
        if (kind.declaration == word) return &kind;
    return nullptr;
}

// How many binding points there are, and how many elements the largest buffer has.
struct BufferLimits {
    int64_t buffers = 1, elements = 0;
};
BufferLimits limits_of(const BufferKind& kind, const Limits& limits) {
    if (kind.file == RegisterFile::Storage) return {limits.storage_buffers, std::numeric_limits<int32_t>::max()};
    if (kind.file == RegisterFile::Counter) return {limits.counter_buffers, limits.counter_buffer_words};
    const int64_t words = limits.parameter_buffer_words;
    return {limits.parameter_buffers, kind.element_words == 0 ? words * 4 : words / kind.element_words};
}

// One binding: first and last buffer, first and last element.
bool parse_buffer_binding(TokenCursor& cursor, const BufferKind& kind, const BufferLimits& most, bool is_array,
                          bool range_of_buffers, int64_t element_size, std::array<int64_t, 4>& bound) {
    const SourceLocation where = cursor.token().where;
    const std::string name = "program." + std::string(kind.word);
    auto& [first_buffer, last_buffer, first, last] = bound;
    bound = {0, 0, 0, most.elements - 1};
    if (!cursor.token().is("program")) return cursor.unexpected(name);
    cursor.advance();
    if (!cursor.expect('.')) return false;
    if (!cursor.token().is(kind.word)) return cursor.unexpected(quote(kind.word));
    cursor.advance();
    if (!cursor.expect('[') || !cursor.parse_unsigned(first_buffer, most.buffers - 1, "a buffer number")) return false;
    last_buffer = first_buffer;
    const bool has_range = cursor.token().kind == TokenKind::Range;
    if (has_range) {
        cursor.advance();
        if (!cursor.parse_unsigned(last_buffer, most.buffers - 1, "a buffer number")) return false;
        if (last_buffer < first_buffer) return cursor.fail(where, "the range of buffers runs backwards");
    }
    if (has_range != range_of_buffers) {
        return cursor.fail(where, has_range ? "a range of buffers needs a variable with two pairs of brackets"
                                            : "a variable with two pairs of brackets needs a range of buffers");
    }
    if (!cursor.expect(']')) return false;
    if (cursor.accept('[')) {
        if (!cursor.parse_unsigned(first, most.elements - 1, "an element number")) return false;
        last = first;
        if (cursor.token().kind == TokenKind::Range) {
            cursor.advance();
            if (!cursor.parse_unsigned(last, most.elements - 1, "an element number")) return false;
            if (last < first) return cursor.fail(where, "the range of elements runs backwards");
        }
        return cursor.expect(']');
    }
    if (!is_array) return cursor.fail("a single variable is bound to one element, " + name + "[a][b]");
    if (element_size > 0) last = element_size - 1;
    return true;
}

bool parse_named_buffer(ParseContext& context, const Token& name, const BufferKind& kind,
                        const DeclarationModifiers& modifiers) {
    const BufferLimits most = limits_of(kind, context.limits);
    if (kind.file == RegisterFile::Buffer && kind.element_words == 0 && !is_nv5(context.program) &&
        !context.program.has(Option::NvParameterBufferObject2)) {
        return context.fail(name.where, "CBUFFER needs OPTION NV_parameter_buffer_object2 in " +
                                            program_header(context.program) + " programs");
    }
    if (modifiers.is_long || modifiers.is_short || modifiers.interpolation()) {
        return context.fail(modifiers.where, "buffers take no size or interpolation modifiers");
    }
    Variable variable;
    variable.file = kind.file;
    variable.name = name.text;
    variable.type = modifiers.type;
    variable.element_words = kind.element_words;
    const SourceLocation size_where = context.token().where;
    bool first_array = false, second_array = false;
    int64_t first_size = -1, second_size = -1;
    if (!parse_array_size(context, first_array, first_size, most.elements)) return false;
    if (first_array && !parse_array_size(context, second_array, second_size, most.elements)) return false;
    if (second_array && !(is_nv5(context.program) && kind.ranges)) {
        return context.fail(size_where, kind.ranges
                                            ? "arrays of buffers came with NV_gpu_program5"
                                            : std::string(kind.declaration) + " variables have one pair of brackets");
    }
    const int64_t buffer_size = second_array ? first_size : -1;
    const int64_t element_size = second_array ? second_size : first_size;
    variable.array = first_array;
    if (!context.expect('=') || (first_array && !context.expect('{'))) return false;
    bool begun = false;
    do {
        const SourceLocation where = context.token().where;
        std::array<int64_t, 4> bound{};
        if (!parse_buffer_binding(context, kind, most, first_array, second_array, element_size, bound)) return false;
        const auto [first_buffer, last_buffer, first, last] = bound;
        if (!begun) {
            variable.buffer = static_cast<int32_t>(first_buffer);
            variable.buffer_count = static_cast<int32_t>(last_buffer - first_buffer + 1);
            variable.base = static_cast<int32_t>(first);
            begun = true;
        } else if (first_buffer != variable.buffer || last_buffer - first_buffer + 1 != variable.buffer_count ||
                   first != int64_t{variable.base} + variable.size) {
            return context.fail(where, "the elements of a buffer array must be consecutive and in one binding point");
        }
        variable.size = static_cast<int32_t>(last - variable.base + 1);
    } while (first_array && context.accept(','));
    if (first_array && !context.expect('}')) return false;
    if (!check_array_size(context, size_where, element_size, variable.size)) return false;
    if (!check_array_size(context, size_where, buffer_size, variable.buffer_count, "buffers")) return false;
    variable.is_buffer_range = second_array;
    context.symbols.declare(name, std::move(variable), {});
    return true;
}

bool parse_named_shared(ParseContext& context, const Token& name, const DeclarationModifiers& modifiers) {
    Variable variable;
    variable.file = RegisterFile::Shared;
    variable.name = name.text;
    variable.type = modifiers.type;
    const int64_t whole =
        context.program.shared_memory > 0 ? context.program.shared_memory : context.limits.shared_memory;
    const SourceLocation size_where = context.token().where;
    int64_t size = -1;
    if (!parse_array_size(context, variable.array, size, whole) || !context.expect('=') ||
        (variable.array && !context.expect('{')))
        return false;
    bool begun = false;
    do {
        const SourceLocation where = context.token().where;
        int64_t first = 0, last = (size > 0 ? size : whole) - 1;
        if (!context.token().is("program")) return context.unexpected("program.sharedmem");
        context.advance();
        if (!context.expect('.')) return false;
        if (!context.token().is("sharedmem")) return context.unexpected("\"sharedmem\"");
        context.advance();
        if (context.accept('[')) {
            if (!context.parse_unsigned(first, whole - 1, "a byte of shared memory")) return false;
            last = first;
            if (context.token().kind == TokenKind::Range) {
                context.advance();
                if (!context.parse_unsigned(last, whole - 1, "a byte of shared memory")) return false;
                if (last < first) return context.fail(where, "the range runs backwards");
            }
            if (!context.expect(']')) return false;
        } else if (!variable.array) {
            return context.fail("a single variable is bound to one byte, program.sharedmem[a]");
        }
        if (!begun) {
            variable.base = static_cast<int32_t>(first);
        } else if (first != int64_t{variable.base} + variable.size) {
            return context.fail(where, "the bytes of a SHARED array must be consecutive");
        }
        begun = true;
        variable.size = static_cast<int32_t>(last - variable.base + 1);
    } while (variable.array && context.accept(','));
    if (variable.array && !context.expect('}')) return false;
    if (!check_array_size(context, size_where, size, variable.size)) return false;
    context.symbols.declare(name, std::move(variable), {});
    return true;
}

}  // namespace

bool declares_buffer(std::string_view word) { return find_buffer_kind(word) != nullptr; }

bool parse_buffer(ParseContext& context, const DeclarationModifiers& modifiers) {
    const BufferKind& kind = *find_buffer_kind(context.token().text);
    if (kind.option != Option::Count && !context.program.has(kind.option))
        return context.fail(std::string(kind.declaration) + " needs OPTION " + std::string(option_text(kind.option)));
    context.advance();
    return parse_new_variable(context,
                              [&](const Token& name) { return parse_named_buffer(context, name, kind, modifiers); });
}

bool parse_shared(ParseContext& context, const DeclarationModifiers& modifiers) {
    if (context.program.stage != Stage::Compute) {
        return context.fail("SHARED is not a declaration of " + program_header(context.program) + " programs",
                            "it belongs to compute programs");
    }
    context.advance();
    return parse_new_variable(context, [&](const Token& name) { return parse_named_shared(context, name, modifiers); });
}

}  // namespace arbasm
