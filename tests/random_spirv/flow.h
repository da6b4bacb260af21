// Random flow of control as SPIR-V has it: every way out of every construct. The same seed gives the same.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace random_spirv {

// What statements read and write, all of them numbers of 32 bits. Values are ids, which meet in OpPhi; those in memory
// are variables of the function, of the module, and components of the shader's output.
enum StatementOperand : uint8_t {
    Value0,
    Value1,
    Local0,
    Local1,
    Global,
    Output0,
    Output1,
    Output2,
    Output3,
    operand_count
};
inline constexpr int values = 2;

struct Condition {  // whether some bits of a number are less than another
    uint8_t from = 0;
    uint32_t bits = 0, limit = 0;
    bool holds(uint32_t number) const { return (number & bits) < limit; }
};

enum class Kind : uint8_t { Set, Call, If, Loop, Switch, Break, Continue, LeaveSwitch, Return, Kill, Terminate };
// Where a loop ends: at its head, in its body, where it continues, or in the only block that it has.
enum class LoopForm : uint8_t { TestFirst, TestWithin, TestLast, OneBlock };

struct Statement;
using Block = std::vector<Statement>;

struct Case {
    std::vector<uint32_t> numbers;  // none: the default
    bool falls = false;             // into the next one
};

struct Statement {
    Kind kind = Kind::Set;
    uint8_t to = 0, from = 0;  // Set, Call, Return
    uint8_t way = 0;           // Set: which operation
    uint32_t constant = 0;
    int function = 0;  // Call
    Condition condition;
    LoopForm form{};
    uint32_t turns = 0;  // of a Loop; 0: what `from` holds when it begins says how many
    uint32_t turns_of(uint32_t number) const { return turns ? turns : number & 3; }
    // If: both sides. Loop: its head, its body, what it does to continue. Switch: the cases.
    std::vector<Block> blocks;
    bool has_else = false;
    std::vector<Case> cases;
    bool has_default = false;  // the last case
};

// [0] is main(), which returns nothing. Functions call only those behind them.
struct Flow {
    std::vector<Block> functions;
};

Flow random_flow(uint64_t seed, bool may_kill);

// What a thread comes to. Nothing: it takes too long.
struct Result {
    bool killed = false;
    std::array<uint32_t, 4> output{};
};
std::optional<Result> evaluate(const Flow& flow, const std::array<uint32_t, 4>& input);
// What Kind::Set makes of the two.
uint32_t set_value(const Statement& statement, uint32_t to, uint32_t from);

// What functions begin with: main() with the input, others with their parameter.
std::array<uint32_t, 4> first_values(const std::array<uint32_t, 4>& input);
std::array<uint32_t, 4> first_values(uint32_t parameter);

}  // namespace random_spirv
