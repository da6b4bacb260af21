#include "glapi/objects/buffers/buffer_residency.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#include "glapi/objects/buffers/buffers.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {
namespace {

// Addresses are the process's: a buffer of another share group is as far away as none. Nothing is at 0 and shortly
// behind it.
struct Addresses {
    static constexpr uint64_t granule = 1 << 16, low_begin = granule, low_end = uint64_t{1} << 32;
    runtime::SignalSafeMutex mutex;
    std::map<uint64_t, uint64_t> low;  // where ranges begin and end
    uint64_t next_low = low_begin;     // where to look first
    std::vector<uint32_t> free_slots;
    uint32_t next_slot = 1;

    // 0: there is no room.
    uint64_t find_low(uint64_t bytes, uint64_t from, uint64_t to) const {
        auto range = low.lower_bound(from);
        if (range != low.begin()) from = std::max(from, std::prev(range)->second);
        for (; from + bytes <= to; from = range->second, ++range)
            if (range == low.end() || from + bytes <= range->first) return from;
        return 0;
    }
    uint64_t take_low(uint64_t bytes) {
        uint64_t first = find_low(bytes, next_low, low_end);
        if (first == 0) first = find_low(bytes, low_begin, low_end);
        if (first == 0) return 0;
        low.emplace(first, first + bytes);
        next_low = first + bytes;
        return first;
    }
    uint32_t take_slot() {
        if (!free_slots.empty()) {
            const uint32_t slot = free_slots.back();
            free_slots.pop_back();
            return slot;
        }
        if (next_slot > runtime::MemoryTable::max_slot) throw std::bad_alloc();
        free_slots.reserve(next_slot);  // so that giving it back needs no memory
        return next_slot++;
    }
};
Addresses& addresses() {
    static auto* const instance = new Addresses;  // buffers may die after static objects
    return *instance;
}

}  // namespace

AddressRange::AddressRange(size_t bytes) {
    Addresses& all = addresses();
    const std::lock_guard lock(all.mutex);
    // One byte more at least: the address behind the last belongs to no other buffer.
    reserved_ = (bytes / Addresses::granule + 1) * Addresses::granule;
    first_ = reserved_ < Addresses::low_end ? all.take_low(reserved_) : 0;
    if (first_ != 0) return;
    first_ = runtime::MemoryTable::address_of(all.take_slot());
    reserved_ = uint64_t{1} << runtime::MemoryTable::offset_bits;
}

AddressRange::~AddressRange() {
    Addresses& all = addresses();
    const std::lock_guard lock(all.mutex);
    if (is_low())
        all.low.erase(first_);
    else
        all.free_slots.push_back(static_cast<uint32_t>(first_ >> runtime::MemoryTable::offset_bits));
}

uint64_t gpu_address(Buffer& buffer) {
    if (!buffer.addresses) buffer.addresses = std::make_shared<const AddressRange>(buffer.size);
    return buffer.addresses->first();
}

bool ReachableMemory::is_resident(const Buffer& buffer) const {
    if (!buffer.addresses) return false;
    const auto found = residents_.find(buffer.addresses->first());
    // Another context may have given the buffer other memory, which is not resident here.
    return found != residents_.end() && found->second.range.data == buffer.data.get();
}

void ReachableMemory::make_resident(Buffer& buffer, bool writable) {
    const uint64_t address = gpu_address(buffer);
    residents_[address] = {buffer.addresses, {buffer.data.get(), buffer.size, writable, buffer.data}};
    table_ = nullptr;
}

void ReachableMemory::make_non_resident(const Buffer& buffer) {
    if (buffer.addresses && residents_.erase(buffer.addresses->first()) > 0) table_ = nullptr;
}

std::shared_ptr<const runtime::MemoryTable> ReachableMemory::table() {
    if (!table_) {
        auto table = std::make_shared<runtime::MemoryTable>();
        for (const auto& [address, resident] : residents_) {
            if (resident.addresses->is_low())
                table->add_low(address, resident.addresses->reserved(), resident.range);
            else
                table->set(static_cast<uint32_t>(address >> runtime::MemoryTable::offset_bits), resident.range);
        }
        table_ = std::move(table);
    }
    return table_;
}

runtime::MemoryRange ReachableMemory::range_at(uint64_t address) const {
    auto found = residents_.upper_bound(address);
    if (found == residents_.begin()) return {};
    const auto& [first, resident] = *--found;
    const runtime::MemoryRange& range = resident.range;
    if (address - first >= range.size) return {};
    return {range.data + (address - first), range.size - (address - first), range.writable, range.owner};
}

std::span<const std::byte> ReachableMemory::bytes_at(uint64_t address) const {
    const runtime::MemoryRange range = range_at(address);
    return {range.data, static_cast<size_t>(range.size)};
}

}  // namespace glapi
