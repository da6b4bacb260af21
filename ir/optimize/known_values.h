// Known values of registers and condition codes at a point of a program, for any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace arbasm {

struct KnownValue {
    enum class Kind : uint8_t { Unknown, Constant, Copy } kind = Kind::Unknown;
    // Copy: of this component of a register that is not indexed at run time.
    RegisterFile file = RegisterFile::None;
    uint8_t component = 0;
    uint32_t bits = 0;  // Constant. Condition codes: sign, zero, carry, overflow from bit 0
    int32_t variable = -1, element = 0;
    int32_t slot = -1;     // Copy: of what can change
    uint32_t version = 0;  // … while it has this version
    bool operator==(const KnownValue&) const = default;

    static KnownValue constant(uint32_t bits) {
        KnownValue value;
        value.kind = Kind::Constant;
        value.bits = bits;
        return value;
    }
    bool is_constant() const { return kind == Kind::Constant; }
};

// By slots (RegisterSlots). Changes can be taken back, which is what branches and loops need.
class KnownValues {
  public:
    explicit KnownValues(int32_t slots) : entries_(static_cast<size_t>(slots)) {}

    // Unknown where what it was copied from has changed since.
    KnownValue at(int32_t slot) const {
        const KnownValue& value = entries_[static_cast<size_t>(slot)].value;
        return value.slot >= 0 && version(value.slot) != value.version ? KnownValue{} : value;
    }
    uint32_t version(int32_t slot) const { return entries_[static_cast<size_t>(slot)].version; }

    void set(int32_t slot, const KnownValue& value) {
        Entry& entry = entries_[static_cast<size_t>(slot)];
        changes_.push_back({slot, entry});
        entry = {value, ++newest_};
    }
    void forget(int32_t slot) { set(slot, {}); }
    void forget_all();

    using Mark = size_t;
    Mark mark() const { return changes_.size(); }
    void roll_back(Mark to);

    // The slots that have changed since, with what they hold now.
    struct Held {
        int32_t slot;
        KnownValue value;
    };
    std::vector<Held> held_since(Mark mark) const;
    // After two branches that began with the current values: a value stays known if both leave the same one.
    void merge(const std::vector<Held>& one, const std::vector<Held>& other);

  private:
    struct Entry {
        KnownValue value;
        uint32_t version = 0;
    };
    struct Change {
        int32_t slot;
        Entry before;
    };
    std::vector<Entry> entries_;
    std::vector<Change> changes_;
    uint32_t newest_ = 0;
};

}  // namespace arbasm
