#include <algorithm>
#include <limits>

#include "arbasm/parse/parser.h"

namespace arbasm {
namespace {

constexpr int64_t largest_storage = std::numeric_limits<int32_t>::max();

// How variables are declared that memory instructions name.
std::string_view declaration_word(RegisterFile memory) {
    return memory == RegisterFile::Buffer    ? "CBUFFER"
           : memory == RegisterFile::Storage ? "STORAGE"
           : memory == RegisterFile::Shared  ? "SHARED"
                                             : "COUNTER";
}

// INCR, DECR and GET instead of ADD and its like.
bool counts(const Traits& traits) { return traits.has(Trait::Atomic) && traits.memory == RegisterFile::Counter; }

constexpr uint16_t set_of(std::initializer_list<AtomicOperation> operations) {
    uint16_t bits = 0;
    for (AtomicOperation operation : operations) bits |= static_cast<uint16_t>(1u << static_cast<int>(operation));
    return bits;
}

// Which operations work on which storage types, and what they need. Tables X.Y of NV_gpu_program5 and X.4 of
// EXT_shader_image_load_store, and the options that add rows.
struct AtomicRow {
    DataType storage;
    uint8_t components;  // 2 stands for 2 and 4
    uint16_t operations;
    Option option;
    std::string_view instructions;  // g ATOM, b ATOMB and ATOMS, i ATOMIM
};
constexpr uint16_t atomic_common =
    set_of({AtomicOperation::Add, AtomicOperation::Min, AtomicOperation::Max, AtomicOperation::And, AtomicOperation::Or,
            AtomicOperation::Xor, AtomicOperation::Exchange, AtomicOperation::CompareSwap});
constexpr uint16_t atomic_wrap = set_of({AtomicOperation::IncrementWrap, AtomicOperation::DecrementWrap});
constexpr uint16_t atomic_float = set_of({AtomicOperation::Add, AtomicOperation::Exchange});
// Without a specification: what GLSL has of INTEL_shader_atomic_float_minmax; F64 in storage buffers and shared memory.
constexpr uint16_t atomic_least_most =
    set_of({AtomicOperation::Min, AtomicOperation::Max, AtomicOperation::CompareSwap});
constexpr uint16_t atomic_wide =
    set_of({AtomicOperation::Add, AtomicOperation::Exchange, AtomicOperation::CompareSwap});
constexpr uint16_t atomic_half =
    set_of({AtomicOperation::Add, AtomicOperation::Min, AtomicOperation::Max, AtomicOperation::Exchange});
constexpr AtomicRow atomic_rows[] = {
    {DataType::U32, 1, atomic_common | atomic_wrap, Option::Count, "gbi"},
    {DataType::S32, 1, atomic_common, Option::Count, "gbi"},
    {DataType::U64, 1, atomic_wide, Option::Count, "gb"},
    {DataType::U64, 1, atomic_common & ~atomic_wide, Option::NvShaderAtomicInt64, "gb"},
    {DataType::S64, 1, atomic_common, Option::NvShaderAtomicInt64, "gb"},
    {DataType::F32, 1, atomic_float, Option::NvShaderAtomicFloat, "gi"},
    {DataType::F32, 1, atomic_float, Option::Count, "b"},
    {DataType::F32, 1, atomic_least_most, Option::NvInternal, "gb"},
    {DataType::F64, 1, atomic_float, Option::NvInternal, "b"},
    {DataType::F64, 1, atomic_float, Option::NvShaderAtomicFloat64, "g"},
    {DataType::F16, 2, atomic_half, Option::NvShaderAtomicFp16Vector, "gbi"},
};

}  // namespace

// ---- declarations

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

// ---- operands

// The variable that LDC, LDB, STB … read or write. What LDC loads may be swizzled and negated like any operand.
bool Parser::parse_memory_operand(Instruction& instruction, Operand& operand) {
    const RegisterFile file = opcode_info(instruction.opcode).traits.memory;
    const std::string opcode(spelling(instruction.opcode)), wanted(declaration_word(file));
    const bool modified = instruction.opcode == Opcode::Ldc;
    if (modified && (token().is('-') || token().is('+'))) {
        operand.negate = token().is('-') ? 0xf : 0;
        advance();
    }
    if (modified && accept('|')) {
        operand.absolute = true;
        if (token().is('-') || token().is('+')) {
            operand.negate_inside = token().is('-');
            advance();
        }
    }
    const Token name = token();
    if (name.kind != TokenKind::Identifier) return unexpected("a " + wanted + " variable");
    const int32_t* found = find_variable(name.text);
    if (found == nullptr && starts_binding()) {
        return fail("a binding can't be used here directly: " + opcode + " needs a " + wanted + " variable");
    }
    if (found == nullptr) return unknown_name(name);
    advance();
    if (is_poisoned(*found)) return false;
    const Variable& variable = program_.variables[static_cast<size_t>(*found)];
    if (variable.file != file || (file == RegisterFile::Buffer && variable.element_words != 0)) {
        return fail(name.where, opcode + " needs a " + wanted + " variable, and " + quote(name.text) + " is none");
    }
    if (!parse_variable_use(operand, *found, name)) return false;
    if (!modified) return true;
    bool was_single = false;
    if (!parse_swizzle(operand.swizzle, false, false, was_single)) return false;
    return !operand.absolute || expect('|');
}

// ---- modifiers

// COH, VOL, SPARSE, CTA, the atomic operations. `known` is false for words that are none of these.
bool Parser::apply_memory_modifier(Instruction& instruction, const Token& modifier, bool& known) {
    const std::string_view word = modifier.text;
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const auto has = [&info](Trait trait) { return info.traits.has(trait); };
    const auto unsupported = [&] {
        return fail(modifier.where, "." + std::string(word) + " is not a modifier of " + std::string(info.spelling));
    };
    known = true;
    if (word == "COH" || word == "VOL") {
        if (!is_nv5() || !has(Trait::Coherent)) return unsupported();
        instruction.modifiers |= word == "COH" ? modifier_coherent : modifier_volatile;
        return true;
    }
    if (word == "SPARSE") {
        if (!is_nv5() || !has(Trait::Lookup)) return unsupported();
        instruction.modifiers |= modifier_sparse;
        return true;
    }
    if (word == "LODCLAMP") {
        if (!is_nv5() || !has(Trait::LodClamp)) return unsupported();
        instruction.modifiers |= modifier_lodclamp;
        return true;
    }
    if (word == "CTA") {
        if (instruction.opcode != Opcode::Membar || program_.stage != Stage::Compute) return unsupported();
        instruction.modifiers |= modifier_cta;
        return true;
    }
    if (word == "FINE" || word == "COARSE") {
        if (!has(Trait::Derivative)) return unsupported();
        if (!program_.has(Option::ArbDerivativeControl)) {
            return fail(modifier.where, "." + std::string(word) + " needs OPTION ARB_derivative_control");
        }
        if (instruction.modifiers & (modifier_fine | modifier_coarse)) {
            return fail(modifier.where, "a derivative is either FINE or COARSE");
        }
        instruction.modifiers |= word == "FINE" ? modifier_fine : modifier_coarse;
        return true;
    }
    for (const auto& [spelled, operation] : atomic_words) {
        if (spelled != word) continue;
        const bool counter = operation >= AtomicOperation::CounterIncrement;
        if (!has(Trait::Atomic) || counts(info.traits) != counter) return unsupported();
        if (instruction.atomic != AtomicOperation::None) {
            return fail(modifier.where, std::string(info.spelling) + " does one atomic operation");
        }
        instruction.atomic = operation;
        return true;
    }
    known = false;
    return true;
}

bool Parser::finish_memory_modifiers(Instruction& instruction, const Token& word) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const bool stored = info.traits.has(Trait::Stored), is_atomic = info.traits.has(Trait::Atomic);
    if (!stored && !is_atomic) return true;
    const std::string name(info.spelling);
    if (counts(info.traits) && instruction.atomic == AtomicOperation::None) {
        return fail(word.where, "ATOMCTR needs to know what to do: INCR, DECR or GET");
    }
    if (is_atomic && instruction.atomic == AtomicOperation::None) {
        return fail(word.where, name + " needs an atomic operation, as in " + name + ".ADD.U32");
    }
    // A base type may stand instead of a storage type: LOADIM needs an option for it.
    const bool formatted =
        info.traits.has(Trait::Formatted) &&
        (info.traits.has(Trait::Writes) || (program_.has(Option::ExtShaderImageLoadFormatted) && type_modifiers_ > 0));
    if (type_modifiers_ > 0 && storage_modifiers_ > 0) {
        return fail(word.where, name + " takes a storage type or a data type");
    }
    if (stored && storage_modifiers_ == 0 && !formatted) {
        return fail(word.where, name + " needs a storage type, as in " + name + (is_atomic ? ".ADD.U32" : ".F32"));
    }
    if (!is_atomic || counts(info.traits)) {
        if (instruction.storage == DataType::F16 ||
            (instruction.storage_components > 1 && instruction.storage >= DataType::F16 &&
             instruction.storage < DataType::Typeless)) {
            if (!program_.has(Option::NvGpuProgram5MemExtended)) {
                return fail(word.where, "this storage type needs OPTION NV_gpu_program5_mem_extended");
            }
        }
        if (info.has_image && is_64_bit(instruction.storage)) {
            return fail(word.where, "images have no texels of 64-bit components");
        }
        return true;
    }
    const char kind = instruction.opcode == Opcode::Atom ? 'g' : instruction.opcode == Opcode::Atomim ? 'i' : 'b';
    Option missing = Option::Count;
    for (const AtomicRow& atomic : atomic_rows) {
        const uint8_t components =
            atomic.components == 2 && instruction.storage_components == 4 ? uint8_t{4} : atomic.components;
        if (atomic.storage != instruction.storage || components != instruction.storage_components ||
            !(atomic.operations >> static_cast<int>(instruction.atomic) & 1) ||
            atomic.instructions.find(kind) == std::string_view::npos) {
            continue;
        }
        if (instruction.storage == DataType::F32 && !limits_.atomic_float) break;
        if (atomic.option == Option::Count || program_.has(atomic.option)) return true;
        missing = atomic.option;
    }
    if (missing != Option::Count) {
        return fail(word.where,
                    "this operation on this storage type needs OPTION " + std::string(option_text(missing)));
    }
    return fail(word.where, name + " can't do this operation on this storage type");
}

}  // namespace arbasm
