#include "runtime/memory/memory.h"

#include <bit>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace runtime {
namespace {

using arbasm::AtomicOperation;
using arbasm::DataType;

alignas(32) std::byte memory[64];

MemoryTable table_of(uint64_t size, bool writable) {
    MemoryTable table;
    table.set(3, {.data = memory, .size = size, .writable = writable, .owner = {}});
    return table;
}

MemoryFault fault_of(const MemoryTable& table, uint64_t address, uint32_t bytes, bool writes) {
    MemoryFault fault = MemoryFault::None;
    const bool found = table.find(address, bytes, bytes, writes, fault) != nullptr;
    EXPECT_EQ(found, fault == MemoryFault::None);
    return fault;
}

TEST(Memory, AddressesAreChecked) {
    const MemoryTable table = table_of(20, false);
    const uint64_t base = MemoryTable::address_of(3);
    EXPECT_EQ(fault_of(table, base, 4, false), MemoryFault::None);
    EXPECT_EQ(fault_of(table, base + 16, 4, false), MemoryFault::None);
    EXPECT_EQ(fault_of(table, base + 20, 1, false), MemoryFault::Outside);
    EXPECT_EQ(fault_of(table, base + 16, 8, false), MemoryFault::Outside);
    EXPECT_EQ(fault_of(table, base - 1, 1, false), MemoryFault::NoBuffer);
    EXPECT_EQ(fault_of(table, base + 2, 4, false), MemoryFault::Misaligned);
    EXPECT_EQ(fault_of(table, base, 4, true), MemoryFault::ReadOnly);
    EXPECT_EQ(fault_of(table, 0, 4, false), MemoryFault::NoBuffer);
    EXPECT_EQ(fault_of(table, ~uint64_t{0}, 1, false), MemoryFault::NoBuffer);
    EXPECT_EQ(fault_of(MemoryTable{}, base, 4, false), MemoryFault::NoBuffer);
}

TEST(Memory, LowAddressesBelongToWhoReservedThem) {
    MemoryTable table;
    table.add_low(0x10000, 0x10000, {.data = memory, .size = 20, .writable = false, .owner = {}});
    table.add_low(0x40000, 0x20000, {.data = memory + 32, .size = 32, .writable = true, .owner = {}});
    MemoryFault fault{};
    EXPECT_EQ(table.find(0x10010, 4, 4, false, fault), memory + 16);
    EXPECT_EQ(table.find(0x40008, 8, 8, true, fault), memory + 40);
    EXPECT_EQ(fault_of(table, 0x10000, 4, true), MemoryFault::ReadOnly);
    EXPECT_EQ(fault_of(table, 0x10014, 4, false), MemoryFault::Outside);
    EXPECT_EQ(fault_of(table, 0x5ffff, 1, false), MemoryFault::Outside);
    for (const uint64_t address : {0x0u, 0xffffu, 0x20000u, 0x3fffcu, 0x60000u, 0xfffffffcu})
        EXPECT_EQ(fault_of(table, address, 4, false), MemoryFault::NoBuffer) << address;
    EXPECT_EQ(fault_of(table, MemoryTable::address_of(1) + 0x10000, 4, false), MemoryFault::NoBuffer);
}

TEST(Memory, OnlyTheFirstFaultIsKept) {
    FaultLog log;
    log.add({MemoryFault::Outside, FaultLog::AddressKind::Address, 0x30000000014, 7});
    log.add({MemoryFault::ReadOnly, FaultLog::AddressKind::Address, 1, 8});
    EXPECT_EQ(describe(log.take()), "line 7: address 0x30000000014 is outside the buffer");
    EXPECT_EQ(log.take().fault, MemoryFault::None);
}

TEST(Memory, LoadsExtendAndStoresCut) {
    uint64_t values[4] = {};
    const int16_t shorts[] = {-2, 3};
    std::memcpy(memory, shorts, sizeof shorts);
    load_memory(memory, DataType::S16, 1, values);
    EXPECT_EQ(values[0], 0xfffffffeu);
    load_memory(memory, DataType::U16, 2, values);
    EXPECT_EQ(values[0], 0xfffeu);
    EXPECT_EQ(values[1], 3u);
    load_memory(memory, DataType::U8, 1, values);
    EXPECT_EQ(values[0], 0xfeu);
    const uint64_t halves[] = {std::bit_cast<uint32_t>(1.5f), std::bit_cast<uint32_t>(-2.0f)};
    store_memory(memory, DataType::F16, 2, halves);
    load_memory(memory, DataType::U16, 2, values);
    EXPECT_EQ(values[0], 0x3e00u);
    EXPECT_EQ(values[1], 0xc000u);
    const uint64_t wide[] = {0x1122334455667788, 1};
    store_memory(memory + 8, DataType::U64, 2, wide);
    load_memory(memory + 8, DataType::U64, 2, values);
    EXPECT_EQ(values[0], wide[0]);
    EXPECT_EQ(values[1], wide[1]);
}

TEST(Memory, AtomicOperations) {
    struct Row {
        AtomicOperation operation;
        DataType type;
        uint32_t old, x, y, after;
    };
    using enum AtomicOperation;
    const Row rows[] = {
        {Add, DataType::U32, 0xffffffff, 2, 0, 1},
        {Min, DataType::S32, 5, 0xffffffff, 0, 0xffffffff},
        {Min, DataType::U32, 5, 0xffffffff, 0, 5},
        {Max, DataType::S32, 5, 0xffffffff, 0, 5},
        {IncrementWrap, DataType::U32, 6, 7, 0, 7},
        {IncrementWrap, DataType::U32, 7, 7, 0, 0},
        {DecrementWrap, DataType::U32, 0, 7, 0, 7},
        {DecrementWrap, DataType::U32, 9, 7, 0, 7},
        {DecrementWrap, DataType::U32, 7, 7, 0, 6},
        {Exchange, DataType::U32, 1, 2, 0, 2},
        {CompareSwap, DataType::U32, 1, 1, 9, 9},
        {CompareSwap, DataType::U32, 2, 1, 9, 2},
        {Add, DataType::F32, 0x3f800000, 0x40000000, 0, 0x40400000},
    };
    for (const Row& row : rows) {
        std::memcpy(memory, &row.old, 4);
        const uint64_t operands[4] = {row.x, row.y};
        uint64_t before[4] = {};
        change_memory(memory, row.type, 1, row.operation, operands, before);
        uint32_t after;
        std::memcpy(&after, memory, 4);
        EXPECT_EQ(before[0], row.old);
        EXPECT_EQ(after, row.after) << static_cast<int>(row.operation);
    }
}

TEST(Memory, AtomicOperationsOfThreadsAddUp) {
    alignas(8) static std::byte counter[8];
    constexpr int threads = 4, turns = 100000;
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; i++)
        workers.emplace_back([] {
            const uint64_t one[4] = {1};
            uint64_t before[4];
            for (int turn = 0; turn < turns; turn++)
                change_memory(counter, DataType::U64, 1, AtomicOperation::Add, one, before);
        });
    for (std::thread& worker : workers) worker.join();
    uint64_t sum;
    std::memcpy(&sum, counter, 8);
    EXPECT_EQ(sum, uint64_t{threads} * turns);
}

}  // namespace
}  // namespace runtime
