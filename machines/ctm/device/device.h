// A device that takes command buffers: the emulator, or a recorder for a computer with the hardware.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "machines/ctm/commands/commands.h"
#include "machines/ctm/emulator/array.h"

namespace machines::ctm {

// Where constants are in memory: bytes from the base that set_const*_fmt gives.
inline constexpr uint32_t float_constant_bytes = 16, integer_constant_bytes = 4, boolean_constant_bytes = 4;

class Device {
  public:
    explicit Device(uint32_t memory_bytes);
    virtual ~Device() = default;
    Memory& memory() { return memory_; }
    // A number that is not 0, or 0 with failure().
    virtual uint32_t submit(uint32_t address, uint32_t bytes) = 0;
    virtual bool consumed(uint32_t buffer) const = 0;
    const std::string& failure() const { return failure_; }

  protected:
    // The command buffer at `address`; the reason is in failure() where parsing fails.
    bool read_commands(uint32_t address, uint32_t bytes, ParsedCommands& parsed);
    Memory memory_;
    std::string failure_;
};

class Emulator : public Device {
  public:
    explicit Emulator(uint32_t memory_bytes, unsigned threads = 0, bool strict = true)
        : Device(memory_bytes), threads_(threads) {
        dispatch_.strict = strict;
    }
    uint32_t submit(uint32_t address, uint32_t bytes) override;
    bool consumed(uint32_t buffer) const override { return buffer && buffer <= last_; }
    uint64_t instructions() const { return instructions_; }

  private:
    bool execute(const ParsedCommand& command);
    bool start();
    bool load_program();
    bool set_surface(Surface& surface, uint32_t base, uint32_t format, uint32_t height);

    unsigned threads_;
    uint32_t last_ = 0;
    uint64_t instructions_ = 0, counted_from_ = 0, counted_ = 0;
    bool counting_ = false;
    Dispatch dispatch_;
    uint32_t instruction_base_ = 0, float_base_ = 0, integer_base_ = 0, boolean_base_ = 0;
    bool has_instructions_ = false, has_floats_ = false, has_integers_ = false, has_booleans_ = false;
};

// Writes FOLDER/NNNN-commands.bin, -commands.txt and -memory.bin (up to the last byte that is not 0) for each buffer.
class CapturingDevice : public Device {
  public:
    CapturingDevice(uint32_t memory_bytes, std::string folder) : Device(memory_bytes), folder_(std::move(folder)) {}
    uint32_t submit(uint32_t address, uint32_t bytes) override;
    bool consumed(uint32_t buffer) const override { return buffer && buffer <= last_; }

  private:
    std::string folder_;
    uint32_t last_ = 0;
};

}  // namespace machines::ctm
