// Buffers that programs reach by GPU address (NV_shader_buffer_load, NV_shader_buffer_store), and what becomes of
// their accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/memory/memory.h"

namespace glapi {

struct Buffer;

// A range of addresses for one buffer of the process, while this lives: 32-bit addresses, which LOAD of the 4.x
// programs needs, as long as there is room; otherwise a slot.
class AddressRange {
  public:
    explicit AddressRange(size_t bytes);
    ~AddressRange();
    AddressRange(const AddressRange&) = delete;
    AddressRange& operator=(const AddressRange&) = delete;
    uint64_t first() const { return first_; }
    uint64_t reserved() const { return reserved_; }
    bool is_low() const { return first_ >> runtime::MemoryTable::offset_bits == 0; }
    bool holds(size_t bytes) const { return bytes < reserved_; }

  private:
    uint64_t first_, reserved_;
};

// Asked for the first time, the address is chosen; the buffer keeps it as long as it does not outgrow it.
uint64_t gpu_address(Buffer& buffer);

// The buffers that a context's programs can access.
class ReachableMemory {
  public:
    bool is_resident(const Buffer& buffer) const;
    void make_resident(Buffer& buffer, bool writable);
    void make_non_resident(const Buffer& buffer);  // nothing, if it isn't resident
    std::shared_ptr<const runtime::MemoryTable> table();
    // From an address to the end of its buffer; empty: it is in no resident buffer.
    std::span<const std::byte> bytes_at(uint64_t address) const;
    // The same with what keeps it alive.
    runtime::MemoryRange range_at(uint64_t address) const;

    // Accesses of draws that have gone wrong are told with the program's name.
    struct Watched {
        std::string program;
        std::shared_ptr<runtime::FaultLog> faults;
    };
    std::vector<Watched> watched;
    bool programs_pending = false;  // draws with memory accesses may be unfinished
    bool readers_pending = false;   // nor draws that read constant buffers

  private:
    struct Resident {
        std::shared_ptr<const AddressRange> addresses;
        runtime::MemoryRange range;
    };
    std::map<uint64_t, Resident> residents_;  // by address
    std::shared_ptr<const runtime::MemoryTable> table_;
};

}  // namespace glapi
