// The shaders of one stage as one: what they declare in common, and what main reaches.
#pragma once

#include <array>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "glsl/lower/stage_input.h"
#include "glsl/tree/interface.h"
#include "glsl/tree/shader.h"

namespace glsl {

// Registers between two stages, by component. All components of one are interpolated alike.
class VaryingRegisters {
  public:
    static constexpr int size = 128;  // more than there are locations: components are what GL counts
    // Instances of a leaf: the same components of registers that follow each other. With three or four 64-bit
    // components each takes two registers.
    struct RegisterRequest {
        int64_t first = 0, count = 1;
        uint8_t component = 0, mask = 15;
        uint8_t second_mask = 0;    // of every other register; 0: one for each instance
        uint8_t interpolation = 0;  // a number for each way, and for what can't share a register
        int64_t end() const { return first + count * (second_mask ? 2 : 1); }
        uint8_t mask_at(int64_t number) const { return second_mask && (number - first) % 2 ? second_mask : mask; }
    };
    bool is_free(const RegisterRequest& request) const;
    // False: some are taken, or there are no such registers.
    bool take(const RegisterRequest& request, int64_t limit);
    int64_t components() const { return components_; }

  private:
    struct Register {
        uint8_t taken = 0, interpolation = 0;
    };
    std::array<Register, size> registers_{};
    int64_t components_ = 0;
};

struct StageUnit {
    arbasm::Stage stage{};
    std::vector<const Shader*> shaders;
    StageInput input;
    // What the shaders declare, each once: global variables (and members of blocks without an instance) as canonical()
    // has them, and blocks as canonical_block() has them.
    std::vector<const Variable*> globals;
    std::vector<const Block*> blocks;
    // In the order of declaration: what is reached from main and the initialisers.
    std::vector<const Variable*> active;
    // How variables are used: ways into them of members and constant indices, -1 for any; the empty way is all of it.
    using Way = std::vector<int>;
    std::unordered_map<const Variable*, std::set<Way>> uses;
    bool operates_on_counters = false;  // atomicCounterAdd() and its kin

    // The variable that stands for all declarations of this one.
    const Variable* canonical(const Variable* variable) const {
        const auto found = input.same.find(variable);
        return found == input.same.end() ? variable : found->second;
    }

    const Block* canonical_block(const Block* block) const {
        const auto found = same_blocks_.find(block);
        return found == same_blocks_.end() ? block : found->second;
    }

    // Which are taken.
    VaryingRegisters& registers(Storage storage, bool patch) { return registers_[storage == Storage::Out][patch]; }

    // Joins the shaders; adds messages to the log.
    bool join(std::string& log);

  private:
    bool number_subroutines(std::string& log);
    void join_blocks(const std::function<void(std::string)>& error) const;
    // block_sizes.cpp
    void size_blocks();
    void size_alike(const std::vector<const Block*>& declarations);
    const Variable* with_block(const Variable& variable, const Block* block);
    void reach(const Function* function) { pending_.push_back(function); }
    void reach_pending();
    template <class Visit>
    void for_each_callee(const Function* function, Visit&& visit) const;
    bool check_call_depth(std::string& log) const;
    void reach(const Expression* expression);
    bool reach_part(const Expression* expression);
    void reach(const Variable* declared, Way way);
    void reach(const Statement* statement);
    std::array<std::array<VaryingRegisters, 2>, 2> registers_;
    static std::string mismatch(const Variable& first, const Variable& second);
    void check_initialisers(const std::function<void(std::string)>& error) const;
    const Function* recursive_function() const;
    void list_globals();
    void find_passed();
    Arena arena_;  // of what the shaders make together
    TypeTable types_{arena_.memory()};
    std::unordered_map<const Block*, const Block*> same_blocks_;
    std::unordered_set<const Variable*> reached_;
    std::unordered_set<const Function*> functions_;
    std::vector<const Function*> pending_;  // functions that are called and not looked into yet
};

}  // namespace glsl
