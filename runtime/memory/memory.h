// Memory that programs access: buffers by GPU address and by binding point, and faults.
//
// A GPU address is slot << 40 | offset. A slot belongs to one buffer; every access looks it up, so that a wild address
// finds no buffer instead of the application's heap. Slot 0 has 32-bit addresses and holds many buffers side by side:
// LOAD of NV_shader_buffer_load has addresses of 32 bits only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ir/program.h"
#include "runtime/sampling/handle_table.h"

namespace runtime {

struct MemoryRange {
    std::byte* data = nullptr;
    uint64_t size = 0;
    bool writable = true;
    std::shared_ptr<const void> owner;  // keeps the memory alive, whatever becomes of the buffer
};

enum class MemoryFault : uint8_t { None, NoBuffer, Outside, Misaligned, ReadOnly, WriteOnly, NotResident };

// Bytes of a value in memory; the address of an access is a multiple of them, or a fault.
constexpr uint32_t component_bytes(arbasm::DataType storage) {
    using arbasm::DataType;
    switch (storage) {
        case DataType::S8:
        case DataType::U8: return 1;
        case DataType::F16:
        case DataType::S16:
        case DataType::U16: return 2;
        case DataType::F64:
        case DataType::S64:
        case DataType::U64: return 8;
        case DataType::F32:
        case DataType::S32:
        case DataType::U32:
        case DataType::Typeless: return 4;
    }
    return 4;
}
constexpr uint32_t access_bytes(arbasm::DataType storage, int components) {
    return component_bytes(storage) * static_cast<uint32_t>(components);
}

// `bytes` bytes at `offset` of a range, where that is a multiple of `alignment` (never 0). Null, and the reason in
// `fault`, if they can't be accessed.
std::byte* find_memory(const MemoryRange& range, uint64_t offset, uint32_t bytes, uint32_t alignment, bool writes,
                       MemoryFault& fault);

// The resident buffers, by slot. Made by the front end, not changed while a draw has it.
class MemoryTable {
  public:
    static constexpr int offset_bits = 40;
    static constexpr uint32_t max_slot = (1u << (64 - offset_bits)) - 1;
    static constexpr uint64_t address_of(uint32_t slot) { return uint64_t{slot} << offset_bits; }

    void set(uint32_t slot, MemoryRange range);
    // At an address below 2^32, with `reserved` bytes of its own. In the order of their addresses.
    void add_low(uint64_t address, uint64_t reserved, MemoryRange range);
    std::byte* find(uint64_t address, uint32_t bytes, uint32_t alignment, bool writes, MemoryFault& fault) const;
    // The buffer that an address belongs to, and the address at which it begins; null: none.
    const MemoryRange* range_of(uint64_t address, uint64_t& first) const;

  private:
    struct LowRange {
        uint64_t first, reserved;
        MemoryRange range;
    };
    std::vector<MemoryRange> slots_;
    std::vector<LowRange> low_;
};

// The first fault of a draw. Threads that run it may add at once.
class FaultLog {
  public:
    // The meaning of `address`: an offset into a named buffer, the number of an image unit, …
    enum class AddressKind : uint8_t { Offset, Address, ImageUnit, ImageHandle, TextureHandle };
    struct Entry {
        MemoryFault fault = MemoryFault::None;
        AddressKind kind = AddressKind::Offset;
        uint64_t address = 0;
        uint32_t line = 0;
    };
    void add(const Entry& entry);
    Entry take();  // empties the log

  private:
    std::mutex mutex_;
    Entry first_;
};
std::string describe(const FaultLog::Entry& entry);

// The buffers of a stage's programs.
struct ProgramMemory {
    std::shared_ptr<const MemoryTable> table;
    std::vector<MemoryRange> storage_buffers;    // by binding
    std::vector<MemoryRange> counter_buffers;    // by binding
    std::vector<ImageBinding> images;            // by unit
    std::shared_ptr<const HandleTable> handles;  // null: the program uses none
    std::shared_ptr<FaultLog> faults;
};

// Accesses. `at` is aligned to the accessed type. Registers hold 64 bits per component; smaller types are extended as
// by LOAD ("F16 in memory is F32 in registers").

void load_memory(const std::byte* at, arbasm::DataType storage, int components, uint64_t* values);
void store_memory(std::byte* at, arbasm::DataType storage, int components, const uint64_t* values);
// Returns the old value (CounterDecrement: the new one). F16 of 2 or 4 components: each on its own, all at once.
void change_memory(std::byte* at, arbasm::DataType storage, int components, arbasm::AtomicOperation operation,
                   const uint64_t* operands, uint64_t* before);

}  // namespace runtime
