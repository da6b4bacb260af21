// Vertex programs and linker instructions as words and as text, for libFuzzer: whatever decodes is given back,
// whatever assembles disassembles to itself.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "machines/tegra/assembly/linker.h"
#include "machines/tegra/assembly/vertex_code.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

using namespace machines::tegra;

void same_text(const VertexCode& code) {
    const AssembledVertex again = assemble_vertex(disassemble(code));
    if (!again.error.empty() || !(again.code == code)) std::abort();
}
void same_words(const VertexCode& code) {
    const AssembledVertex again = assemble_vertex(disassemble(code), Manner::Lenient);
    if (!again.error.empty() || !(again.code == code)) std::abort();
}
void same_text(const std::vector<LinkInstruction>& instructions) {
    const AssembledLinker again = assemble_linker(disassemble(instructions));
    if (!again.error.empty() || again.instructions != instructions) std::abort();
}

void vertex_words(const std::vector<uint32_t>& words) {
    for (size_t i = 0; i + 4 <= words.size(); i += 4) {
        const VertexWords instruction{words[i], words[i + 1], words[i + 2], words[i + 3]};
        const DecodedVertex decoded = decode(instruction);
        if (complaint(decoded.instruction) != decoded.error || encode(decoded.instruction) != instruction) std::abort();
        const AssembledInstruction again = assemble_vertex_instruction(disassemble(decoded.instruction));
        if (!again.error.empty() || again.instruction != decoded.instruction) std::abort();
    }
    VertexCode code;
    if (!decode(words, code).empty()) return;
    if (encode(code) != words) std::abort();
    if (complaint(code).empty()) same_text(code);
}

void linker_words(const std::vector<uint32_t>& words) {
    std::vector<LinkInstruction> all;
    for (size_t i = 0; i + 2 <= words.size(); i += 2) {
        const LinkWords instruction{words[i], words[i + 1]};
        const DecodedLink decoded = decode(instruction);
        if (complaint(decoded.instruction) != decoded.error || encode(decoded.instruction) != instruction) std::abort();
        if (all.size() < linker_instructions) all.push_back(decoded.instruction);
    }
    same_text(all);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const uint8_t kind = data[0];
    data++, size--;
    std::vector<uint32_t> words(size / 4);
    if (!words.empty()) std::memcpy(words.data(), data, 4 * words.size());
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    switch (kind % 4) {
        case 0: vertex_words(words); break;
        case 1:
            if (const AssembledVertex assembled = assemble_vertex(text, Manner::Lenient); assembled.error.empty())
                same_words(assembled.code);
            break;
        case 2: linker_words(words); break;
        default:
            if (const AssembledLinker assembled = assemble_linker(text); assembled.error.empty())
                same_text(assembled.instructions);
            break;
    }
    return 0;
}
