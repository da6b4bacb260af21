// Streams into registers and the RAMs behind upload registers. What a draw does with them: device_draw.cpp.
#include "machines/tegra/device/device.h"

#include <cstdio>
#include <cstring>

#include "machines/tegra/device/device_draw.h"

namespace machines::tegra {
namespace {

// Upload registers: where the position is, and how many words it counts in. Writing the data moves it on.
enum Upload : uint8_t {
    upload_vertex,
    upload_constants,
    upload_pseq,
    upload_mfu_schedule,
    upload_mfu,
    upload_tex,
    upload_alu_schedule,
    upload_alu,
    upload_complement,
    upload_dw
};
struct UploadRow {
    Upload upload;
    uint32_t id, data;
    uint32_t unit;  // words that the position's number counts in
    bool common;    // FP_UPLOAD_INST_ID_COMMON sets it too
};
constexpr UploadRow upload_rows[] = {
    {upload_vertex, reg::VP_UPLOAD_INST_ID, reg::VP_UPLOAD_INST, 4, false},
    {upload_constants, reg::VP_UPLOAD_CONST_ID, reg::VP_UPLOAD_CONST, 1, false},
    {upload_pseq, reg::FP_PSEQ_UPLOAD_INST_ID, reg::FP_PSEQ_UPLOAD_INST, 1, true},
    {upload_mfu_schedule, reg::FP_UPLOAD_MFU_SCHED_ID, reg::FP_UPLOAD_MFU_SCHED, 1, true},
    {upload_mfu, reg::FP_UPLOAD_MFU_INST_ID, reg::FP_UPLOAD_MFU_INST, 1, false},
    {upload_tex, reg::FP_UPLOAD_TEX_INST_ID, reg::FP_UPLOAD_TEX_INST, 1, true},
    {upload_alu_schedule, reg::FP_UPLOAD_ALU_SCHED_ID, reg::FP_UPLOAD_ALU_SCHED, 1, true},
    {upload_alu, reg::FP_UPLOAD_ALU_INST_ID, reg::FP_UPLOAD_ALU_INST, 1, false},
    {upload_complement, reg::FP_UPLOAD_ALU_INST_COMPLEMENT_ID, reg::FP_UPLOAD_ALU_INST_COMPLEMENT, 1, true},
    {upload_dw, reg::FP_UPLOAD_DW_INST_ID, reg::FP_UPLOAD_DW_INST, 1, true},
};

bool is_reset(uint32_t offset) {
    for (const auto& [reset, value] : reset_state())
        if (reset == offset) return true;
    return false;
}

}  // namespace

bool Emulator::write(uint32_t offset, uint32_t value) {
    registers_[offset] = value;
    if (offset == reg::FP_UPLOAD_INST_ID_COMMON) {
        for (const UploadRow& row : upload_rows)
            if (row.common) positions_[row.upload] = value * row.unit;
        return true;
    }
    for (const UploadRow& row : upload_rows) {
        if (offset == row.id) {
            positions_[row.upload] = value * row.unit;
            return true;
        }
        if (offset != row.data) continue;
        uint32_t& position = positions_[row.upload];
        const auto put = [&](auto& ram) {
            if (position >= ram.size())
                return fail("more is uploaded than the " + std::to_string(ram.size()) + " words there are");
            std::memcpy(&ram[position++], &value, sizeof value);
            return true;
        };
        switch (row.upload) {
            case upload_vertex: return put(vertex_words_);
            case upload_constants: return put(vertex_constants_);
            case upload_pseq: return put(pseq_);
            case upload_mfu_schedule: return put(mfu_schedule_);
            case upload_mfu: return put(mfu_);
            case upload_tex: return put(tex_);
            case upload_alu_schedule: return put(alu_schedule_);
            case upload_alu: return put(alu_);
            case upload_complement: return put(alu_complement_);
            case upload_dw: return put(dw_);
        }
    }
    if (offset == reg::INCR_SYNCPT) {
        sync_points_++;
        return true;
    }
    if (offset == reg::DRAW_PRIMITIVES) {
        draws_++;
        return run_draw(*this);
    }
    if (strict_ && !find_register(offset).info && !is_reset(offset)) return fail("no such register is known");
    return true;
}

bool Emulator::submit(std::span<const uint32_t> words) {
    const ParsedStream stream = parse_stream(words);
    const auto at = [&](uint32_t word) { return "word " + std::to_string(word) + ": "; };
    if (!stream.error.empty()) return fail(at(stream.word) + stream.error);
    failure_.clear();
    class_ = 0;
    for (const RegisterWrite& write_here : writes_of(stream, words)) {
        if (write_here.class_id != class_gr3d) return fail(at(write_here.word) + "only GR3D's registers are emulated");
        if (!write(write_here.offset, write_here.value))
            return fail(at(write_here.word) + register_name(write_here.offset) + ": " + failure_);
    }
    return true;
}

std::string replay(Capture capture, Device& device) {
    device.memory() = std::move(capture.memory);
    size_t next = 0;
    const auto write = [&](size_t before) {
        for (; next < capture.writes.size() && capture.writes[next].before <= before; next++) {
            const CaptureWrite& w = capture.writes[next];
            if (w.address + 4 * static_cast<uint64_t>(w.words.size()) > device.memory().size())
                return "data before stream " + std::to_string(before) + " reaches over the end of memory";
            if (!w.words.empty()) std::memcpy(&device.memory()[w.address], w.words.data(), 4 * w.words.size());
        }
        return std::string();
    };
    for (size_t i = 0; i < capture.streams.size(); i++) {
        if (std::string reason = write(i); !reason.empty()) return reason;
        if (!device.submit(capture.streams[i])) return "stream " + std::to_string(i) + ": " + device.failure();
    }
    return write(capture.streams.size());
}

std::string print_submission(const std::vector<uint8_t>& memory, std::span<const uint32_t> words) {
    size_t end = memory.size();
    while (end && !memory[end - 1]) end--;
    Capture capture;
    capture.memory.assign(memory.begin(), memory.begin() + static_cast<ptrdiff_t>(end));
    // The memory itself is as large as it is.
    capture.memory.resize(memory.size());
    capture.streams.emplace_back(words.begin(), words.end());
    return print_capture(capture);
}

bool CapturingDevice::submit(std::span<const uint32_t> words) {
    const ParsedStream stream = parse_stream(words);
    failure_ = stream.error;
    if (!failure_.empty()) return false;
    char name[32];
    std::snprintf(name, sizeof name, "/%04u.host1x", next_);
    const std::string path = folder_ + name, text = print_submission(memory_, words);
    FILE* file = std::fopen(path.c_str(), "wb");
    const bool whole = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if ((file && std::fclose(file) != 0) || !whole) failure_ = "cannot write " + path;
    next_ += failure_.empty();
    return failure_.empty();
}

}  // namespace machines::tegra
