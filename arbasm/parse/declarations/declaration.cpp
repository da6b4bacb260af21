#include <limits>

#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::parse_declaration() {
    Modifiers modifiers;
    if (is_nv4() && !parse_modifiers(modifiers)) return false;
    if (is_arb() && has_precisions() && !parse_size_modifier(modifiers)) return false;
    const Token word = token();
    const auto no_modifiers = [&] {
        if (!modifiers.any) return true;
        return fail(modifiers.where, std::string(word.text) + " takes no modifiers");
    };
    if (word.is("TEMP")) return advance(), parse_temp(modifiers);
    if (word.is("ATTRIB")) return advance(), parse_bound(RegisterFile::Attribute, modifiers);
    if (word.is("OUTPUT")) return advance(), parse_bound(RegisterFile::Result, modifiers);
    if (word.is("PARAM")) return advance(), parse_bound(RegisterFile::Parameter, modifiers);
    if (word.is("ALIAS")) return advance(), no_modifiers() && parse_alias();
    if (word.is("ADDRESS") && is_arb()) return advance(), parse_address();
    const int64_t words = limits_.parameter_buffer_words;
    const MemoryKind kinds[] = {
        {RegisterFile::Buffer, "BUFFER", "buffer", 1, limits_.parameter_buffers, words, true},
        {RegisterFile::Buffer, "BUFFER4", "buffer", 4, limits_.parameter_buffers, words / 4, true},
        {RegisterFile::Buffer, "CBUFFER", "buffer", 0, limits_.parameter_buffers, words * 4, true},
        {RegisterFile::Storage, "STORAGE", "storage", 0, limits_.storage_buffers, std::numeric_limits<int32_t>::max(),
         true},
        {RegisterFile::Counter, "COUNTER", "counter", 1, limits_.counter_buffers, limits_.counter_buffer_words, false},
    };
    for (const MemoryKind& kind : kinds) {
        if (!word.is(kind.declaration)) continue;
        const Option option = kind.file == RegisterFile::Storage   ? Option::NvShaderStorageBuffer
                              : kind.file == RegisterFile::Counter ? Option::NvShaderAtomicCounters
                                                                   : Option::Count;
        if (option != Option::Count && !program_.has(option)) {
            return fail(std::string(kind.declaration) + " needs OPTION " + std::string(option_text(option)));
        }
        return advance(), parse_memory(kind, modifiers);
    }
    if (is_nv5()) {
        if (word.is("TEXTURE")) return advance(), no_modifiers() && parse_units(RegisterFile::Texture, "texture");
        if (word.is("IMAGE")) return advance(), no_modifiers() && parse_units(RegisterFile::Image, "image");
        if (word.is("SUBROUTINETYPE")) return advance(), no_modifiers() && parse_subroutine_type();
        if (word.is("SUBROUTINE")) return advance(), no_modifiers() && parse_subroutine();
        if (word.is("SHARED")) {
            if (program_.stage != Stage::Compute) {
                return fail("SHARED is not a declaration of " + header() + " programs",
                            "it belongs to compute programs");
            }
            return advance(), parse_shared(modifiers);
        }
    }
    if (word.kind == TokenKind::Identifier && is_stage_declaration(word.text)) {
        return no_modifiers() && parse_stage_declaration();
    }
    return unexpected("TEMP, ATTRIB, PARAM, OUTPUT or another declaration behind its modifiers");
}

}  // namespace arbasm
