// A device that takes command streams: the emulator, or a recorder for a computer with the hardware.
//
// Addresses in streams are bytes from the start of the device's memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "machines/tegra/assembly/fragment_code.h"
#include "machines/tegra/assembly/linker.h"
#include "machines/tegra/commands/host1x.h"
#include "machines/tegra/device/capture.h"
#include "machines/tegra/device/coverage.h"
#include "machines/tegra/emulator/vertex_emulator.h"

namespace machines::tegra {

class Device {
  public:
    explicit Device(size_t memory_bytes) : memory_(memory_bytes) {}
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    virtual ~Device() = default;
    std::vector<uint8_t>& memory() { return memory_; }
    const std::vector<uint8_t>& memory() const { return memory_; }
    // False: it did not run to its end, and failure() says why.
    virtual bool submit(std::span<const uint32_t> words) = 0;
    const std::string& failure() const { return failure_; }

  protected:
    std::vector<uint8_t> memory_;
    std::string failure_;
};

// Writes FOLDER/NNNN.host1x for each stream (capture.h).
class CapturingDevice : public Device {
  public:
    CapturingDevice(size_t memory_bytes, std::string folder) : Device(memory_bytes), folder_(std::move(folder)) {}
    bool submit(std::span<const uint32_t> words) override;

  private:
    std::string folder_;
    unsigned next_ = 1;
};

// Takes the capture's memory, then its writes and streams in their order. Empty, or why it ended.
std::string replay(Capture capture, Device& device);

// The capture of one stream and of memory up to its last byte that is not 0.
std::string print_submission(const std::vector<uint8_t>& memory, std::span<const uint32_t> words);

class Emulator : public Device {
  public:
    // `coverage` lives as long. Strict: undefined or unknown behaviour of the hardware is a failure.
    Emulator(size_t memory_bytes, Coverage& coverage, bool strict = true)
        : Device(memory_bytes), coverage_(coverage), strict_(strict) {}
    bool submit(std::span<const uint32_t> words) override;

    uint32_t register_value(uint32_t offset) const { return registers_[offset & (register_count - 1)]; }
    uint64_t draws() const { return draws_; }
    uint64_t vertices() const { return vertices_; }
    uint64_t fragments() const { return fragments_; }
    uint32_t sync_points() const { return sync_points_; }

  private:
    friend class Draw;
    bool write(uint32_t offset, uint32_t value);
    bool fail(std::string reason) {
        failure_ = std::move(reason);
        return false;
    }

    Coverage& coverage_;
    bool strict_;
    uint32_t class_ = 0;
    std::array<uint32_t, register_count> registers_{};
    std::array<uint32_t, 4 * vertex_instructions> vertex_words_{};
    std::array<float, 4 * vertex_constants> vertex_constants_{};
    std::array<uint32_t, max_execs> pseq_{}, mfu_schedule_{}, tex_{}, alu_schedule_{}, alu_complement_{}, dw_{};
    std::array<uint32_t, 2 * max_mfu> mfu_{};
    std::array<uint32_t, 8 * max_packets> alu_{};
    // How far each of the upload registers has come, in words.
    std::array<uint32_t, 10> positions_{};
    uint64_t draws_ = 0, vertices_ = 0, fragments_ = 0;
    uint32_t sync_points_ = 0;
};

// ---- rules that are inferred or chosen

// The depth for comparison and storage: 20 bits; a 16-bit buffer has the upper ones.
uint32_t depth_value(double z);
// A component of an attribute that is normalized: GLES 2's rule, (2c + 1) / (2^n - 1) where it is signed.
float normalized_attribute(int64_t value, uint32_t bits, bool is_signed);
// CompareCode, StencilCode: their lowest three bits.
bool compare(uint32_t function, uint32_t a, uint32_t b);
uint8_t stencil_result(uint32_t operation, uint8_t value, uint8_t reference);
// What a polygon offset of so many units adds to z.
double polygon_offset(float factor, float units, double slope);

}  // namespace machines::tegra
