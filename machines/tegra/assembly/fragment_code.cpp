#include "machines/tegra/assembly/fragment_code.h"

#include "ir/check.h"

namespace machines::tegra {
namespace {

std::string in_exec(size_t exec, std::string_view unit, const std::string& reason) {
    return "EXEC " + std::to_string(exec) + ", " + std::string(unit) + ": " + reason;
}

}  // namespace

std::string lack_of_room(const FragmentCode& code) {
    if (code.rows < 1 || code.rows > max_rows) return "a packet has one to four rows";
    if (code.execs.size() > max_execs) return "more than 64 EXECs";
    size_t mfu = 0, packets = 0;
    for (size_t i = 0; i < code.execs.size(); i++) {
        const Exec& exec = code.execs[i];
        if (exec.mfu.size() > max_per_exec) return in_exec(i, "MFU", "more than three instructions");
        if (exec.alu.size() > max_per_exec) return in_exec(i, "ALU", "more than three packets");
        mfu += exec.mfu.size();
        packets += exec.alu.size();
    }
    if (mfu > max_mfu) return "more than 64 MFU instructions";
    if (packets > max_packets) return "more than 64 ALU packets";
    return {};
}

std::string complaint(const FragmentCode& code) {
    if (std::string reason = lack_of_room(code); !reason.empty()) return reason;
    for (size_t i = 0; i < code.execs.size(); i++) {
        const Exec& exec = code.execs[i];
        if (std::string reason = complaint(exec.pseq); !reason.empty()) return in_exec(i, "PSEQ", reason);
        if (std::string reason = complaint(exec.tex); !reason.empty()) return in_exec(i, "TEX", reason);
        if (std::string reason = complaint(exec.dw); !reason.empty()) return in_exec(i, "DW", reason);
        for (const Mfu& word : exec.mfu)
            if (std::string reason = complaint(word); !reason.empty()) return in_exec(i, "MFU", reason);
        for (const Packet& packet : exec.alu)
            if (std::string reason = complaint(packet); !reason.empty()) return in_exec(i, "ALU", reason);
        if (exec.mfu_schedule_unknown) return in_exec(i, "MFU schedule", stray_bits(exec.mfu_schedule_unknown));
        if (exec.alu_schedule_unknown) return in_exec(i, "ALU schedule", stray_bits(exec.alu_schedule_unknown));
    }
    return {};
}

FragmentWords encode(const FragmentCode& code) {
    ASMGL_CHECK_EQ(lack_of_room(code), "");
    FragmentWords words;
    const auto schedule = [](size_t count, size_t end, uint32_t unknown) {
        Schedule word;
        word.unknown = unknown;
        word.count = static_cast<uint32_t>(count);
        word.address = count ? static_cast<uint32_t>(end - count) : 0;
        return static_cast<uint32_t>(encode(word));
    };
    for (const Exec& exec : code.execs) {
        words.pseq.push_back(static_cast<uint32_t>(encode(exec.pseq)));
        words.tex.push_back(static_cast<uint32_t>(encode(exec.tex)));
        words.dw.push_back(static_cast<uint32_t>(encode(exec.dw)));
        words.alu_complement.push_back(exec.alu_complement);
        for (const Mfu& word : exec.mfu) {
            const uint64_t bits = encode(word);
            words.mfu.push_back(static_cast<uint32_t>(bits >> 32));
            words.mfu.push_back(static_cast<uint32_t>(bits));
        }
        for (const Packet& packet : exec.alu) {
            const PacketWords bits = encode_packet(packet);
            words.alu.insert(words.alu.end(), bits.begin(), bits.end());
        }
        words.mfu_schedule.push_back(schedule(exec.mfu.size(), words.mfu.size() / 2, exec.mfu_schedule_unknown));
        words.alu_schedule.push_back(schedule(exec.alu.size(), words.alu.size() / 8, exec.alu_schedule_unknown));
    }
    return words;
}

std::string decode(const FragmentWords& words, size_t execs, FragmentCode& code) {
    code.execs.clear();
    if (execs > max_execs) return "more than 64 EXECs";
    const auto at = [](const std::vector<uint32_t>& list, size_t i) { return i < list.size() ? list[i] : 0; };
    for (size_t i = 0; i < execs; i++) {
        Exec& exec = code.execs.emplace_back();
        decode(at(words.pseq, i), exec.pseq);
        decode(at(words.tex, i), exec.tex);
        decode(at(words.dw, i), exec.dw);
        exec.alu_complement = at(words.alu_complement, i);
        Schedule mfu, alu;
        decode(at(words.mfu_schedule, i), mfu);
        decode(at(words.alu_schedule, i), alu);
        // The address of nothing has no place in the code.
        exec.mfu_schedule_unknown = static_cast<uint32_t>(mfu.unknown) | (mfu.count ? 0 : mfu.address << 2);
        exec.alu_schedule_unknown = static_cast<uint32_t>(alu.unknown) | (alu.count ? 0 : alu.address << 2);
        for (size_t n = mfu.address; n < mfu.address + mfu.count; n++) {
            if (2 * n + 1 >= words.mfu.size()) return in_exec(i, "MFU", "instructions that were not uploaded");
            decode(static_cast<uint64_t>(words.mfu[2 * n]) << 32 | words.mfu[2 * n + 1], exec.mfu.emplace_back());
        }
        for (size_t n = alu.address; n < alu.address + alu.count; n++) {
            if (8 * n + 7 >= words.alu.size()) return in_exec(i, "ALU", "packets that were not uploaded");
            decode_packet(std::span<const uint32_t, 8>(words.alu.data() + 8 * n, 8), exec.alu.emplace_back());
        }
    }
    return {};
}

}  // namespace machines::tegra
