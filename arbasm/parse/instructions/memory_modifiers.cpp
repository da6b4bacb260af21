#include "arbasm/parse/instructions/memory_modifiers.h"

#include <initializer_list>

#include "arbasm/parse/language/dialect.h"
#include "arbasm/words.h"

namespace arbasm {
namespace {

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

bool apply_memory_modifier(TokenCursor& cursor, const Program& program, Instruction& instruction, const Token& modifier,
                           bool& known) {
    const std::string_view word = modifier.text;
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const auto has = [&](Trait trait) { return info.traits.has(trait); };
    const auto unsupported = [&] {
        return cursor.fail(modifier.where,
                           "." + std::string(word) + " is not a modifier of " + std::string(info.spelling));
    };
    known = true;
    if (word == "COH" || word == "VOL") {
        if (!is_nv5(program) || !has(Trait::Coherent)) return unsupported();
        instruction.modifiers |= word == "COH" ? modifier_coherent : modifier_volatile;
        return true;
    }
    if (word == "SPARSE") {
        if (!is_nv5(program) || !has(Trait::Lookup)) return unsupported();
        instruction.modifiers |= modifier_sparse;
        return true;
    }
    if (word == "LODCLAMP") {
        if (!is_nv5(program) || !has(Trait::LodClamp)) return unsupported();
        instruction.modifiers |= modifier_lodclamp;
        return true;
    }
    if (word == "CTA") {
        if (instruction.opcode != Opcode::Membar || program.stage != Stage::Compute) return unsupported();
        instruction.modifiers |= modifier_cta;
        return true;
    }
    if (word == "FINE" || word == "COARSE") {
        if (!has(Trait::Derivative)) return unsupported();
        if (!program.has(Option::ArbDerivativeControl)) {
            return cursor.fail(modifier.where, "." + std::string(word) + " needs OPTION ARB_derivative_control");
        }
        if (instruction.modifiers & (modifier_fine | modifier_coarse)) {
            return cursor.fail(modifier.where, "a derivative is either FINE or COARSE");
        }
        instruction.modifiers |= word == "FINE" ? modifier_fine : modifier_coarse;
        return true;
    }
    for (const auto& [spelled, operation] : atomic_words) {
        if (spelled != word) continue;
        const bool counter = operation >= AtomicOperation::CounterIncrement;
        if (!has(Trait::Atomic) || counts(info.traits) != counter) return unsupported();
        if (instruction.atomic != AtomicOperation::None) {
            return cursor.fail(modifier.where, std::string(info.spelling) + " does one atomic operation");
        }
        instruction.atomic = operation;
        return true;
    }
    known = false;
    return true;
}

bool finish_memory_modifiers(TokenCursor& cursor, const Program& program, const Limits& limits,
                             const TypeModifiers& given, Instruction& instruction, const Token& word) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const bool stored = info.traits.has(Trait::Stored), is_atomic = info.traits.has(Trait::Atomic);
    if (!stored && !is_atomic) return true;
    const std::string name(info.spelling);
    if (counts(info.traits) && instruction.atomic == AtomicOperation::None) {
        return cursor.fail(word.where, "ATOMCTR needs to know what to do: INCR, DECR or GET");
    }
    if (is_atomic && instruction.atomic == AtomicOperation::None) {
        return cursor.fail(word.where, name + " needs an atomic operation, as in " + name + ".ADD.U32");
    }
    // A base type may stand instead of a storage type: LOADIM needs an option for it.
    const bool formatted =
        info.traits.has(Trait::Formatted) &&
        (info.traits.has(Trait::Writes) || (program.has(Option::ExtShaderImageLoadFormatted) && given.types > 0));
    if (given.types > 0 && given.storages > 0) {
        return cursor.fail(word.where, name + " takes a storage type or a data type");
    }
    if (stored && given.storages == 0 && !formatted) {
        return cursor.fail(word.where,
                           name + " needs a storage type, as in " + name + (is_atomic ? ".ADD.U32" : ".F32"));
    }
    if (!is_atomic || counts(info.traits)) {
        if (instruction.storage == DataType::F16 ||
            (instruction.storage_components > 1 && instruction.storage >= DataType::F16 &&
             instruction.storage < DataType::Typeless)) {
            if (!program.has(Option::NvGpuProgram5MemExtended)) {
                return cursor.fail(word.where, "this storage type needs OPTION NV_gpu_program5_mem_extended");
            }
        }
        if (info.has_image && is_64_bit(instruction.storage)) {
            return cursor.fail(word.where, "images have no texels of 64-bit components");
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
        if (instruction.storage == DataType::F32 && !limits.atomic_float) break;
        if (atomic.option == Option::Count || program.has(atomic.option)) return true;
        missing = atomic.option;
    }
    if (missing != Option::Count) {
        return cursor.fail(word.where,
                           "this operation on this storage type needs OPTION " + std::string(option_text(missing)));
    }
    return cursor.fail(word.where, name + " can't do this operation on this storage type");
}

}  // namespace arbasm
