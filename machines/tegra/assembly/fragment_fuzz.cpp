// Words and text, for libFuzzer: whatever decodes is given back, whatever assembles disassembles to itself.
#include <cstdlib>
#include <cstring>

#include "machines/tegra/assembly/fragment_code.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

using namespace machines::tegra;

static void same_text(const FragmentCode& code) {
    const AssembledFragment again = assemble_fragment(disassemble(code));
    if (!again.error.empty() || !(encode(again.code) == encode(code))) std::abort();
    if (complaint(code).empty() && !(again.code == code)) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    // One EXEC of each 88 bytes: PSEQ, TEX, DW, schedules, an MFU instruction, a packet.
    for (size_t at = 0; at + 88 <= size; at += 88) {
        std::array<uint32_t, 22> words;
        std::memcpy(words.data(), data + at, sizeof words);
        FragmentWords all;
        all.pseq = {words[0]};
        all.tex = {words[1]};
        all.dw = {words[2]};
        all.alu_complement = {words[3]};
        all.mfu_schedule = {words[4]};
        all.alu_schedule = {words[5]};
        all.mfu.assign(words.begin() + 6, words.begin() + 14);
        all.alu.assign(words.begin() + 14, words.end());
        FragmentCode code;
        if (!decode(all, 1, code).empty()) continue;
        FragmentCode again;
        if (!decode(encode(code), 1, again).empty() || !(again == code)) std::abort();
        same_text(code);
    }
    // The same as the EXECs of one program, whose schedules reach into all instructions.
    FragmentWords whole;
    size_t execs = 0;
    for (size_t at = 0; at + 88 <= size; at += 88, execs++) {
        std::array<uint32_t, 22> words;
        std::memcpy(words.data(), data + at, sizeof words);
        whole.pseq.push_back(words[0]);
        whole.tex.push_back(words[1]);
        whole.dw.push_back(words[2]);
        whole.alu_complement.push_back(words[3]);
        whole.mfu_schedule.push_back(words[4]);
        whole.alu_schedule.push_back(words[5]);
        whole.mfu.insert(whole.mfu.end(), words.begin() + 6, words.begin() + 14);
        whole.alu.insert(whole.alu.end(), words.begin() + 14, words.end());
    }
    FragmentCode program;
    if (execs > 1 && decode(whole, execs, program).empty() && lack_of_room(program).empty()) {
        FragmentCode again;
        if (!decode(encode(program), execs, again).empty() || !(again == program)) std::abort();
        same_text(program);
    }
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const AssembledFragment assembled = assemble_fragment(text, size % 2 ? Manner::Lenient : Manner::Strict);
    if (assembled.error.empty()) same_text(assembled.code);
    return 0;
}
