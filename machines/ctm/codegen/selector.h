// Instruction selection: each instruction of a Program becomes a few operations on registers that are as many as it
// takes. What the machine cannot do becomes an error.
#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "machines/ctm/codegen/code.h"
#include "machines/ctm/codegen/generate.h"

namespace machines::ctm {

using namespace arbasm;  // programs, which it selects from

// Labels of the operations: the program's end, where execution begins, and the first of the program's own.
inline constexpr int end_label = 0, main_label = 1, first_label = 2;

class Selector {
  public:
    Selector(const Program& program, const GenerateOptions& options, Generated& generated)
        : program_(program), options_(options), generated_(generated) {}
    // Errors are in `generated`; without any, ops() are the program.
    void run();
    std::vector<Op>& ops() { return ops_; }
    int registers() const { return registers_; }

  private:
    // Where a result goes.
    struct Target {
        int reg = -1, output = -1;  // output_count: the depth
        uint32_t mask = 15;
        bool clamp = false;
        bool predicated = false;
    };

    // ---- select.cpp: operands and results
    void refuse(const Instruction& instruction, std::string_view reason);
    bool supported(const Instruction& instruction);
    int scratch() { return registers_++; }
    int temporary_of(int reg);
    int attribute(int index);
    uint32_t constant_of(int parameter);
    int literal(const std::array<float, 4>& value);
    Source operand(const Instruction& instruction, size_t n, uint32_t lanes);
    std::optional<Source> literal_operand(const std::array<float, 4>& values, uint32_t lanes);
    Target target(const Instruction& instruction);

    static Source plain(int reg);
    static Source number(uint8_t select);
    Source value(float x);
    static Source lane(Source s, int channel);
    static Source order(Source s, std::array<uint8_t, 4> swizzle);
    static Source minus(Source s);
    static Source magnitude(Source s);
    static Target temporary(int reg, uint32_t mask = 15) { return {reg, -1, mask, false, false}; }
    static Target part(Target t, uint32_t mask) {
        t.mask &= mask;
        return t;
    }

    void append(Operations ops, const Target& t, Source a, Source b = {}, Source c = {});
    void write_to(Half& half, const Target& t, uint32_t lanes);
    void move(const Target& t, const Source& a);
    void dot(uint16_t op, const Target& t, const Source& a, const Source& b, const Source& c = {});
    void scalar(uint16_t op, const Target& t, const Source& a);

    // ---- select_math.cpp: opcodes, and products
    std::array<Source, 3> operands(const Instruction& instruction, uint32_t lanes);
    void select_operation(const Instruction& instruction, const Target& t);
#define CTM_ROW(opcode, ...) void select_##opcode(const Instruction& instruction, const Target& t);
#define CTM_CALL CTM_ROW
#define CTM_WHOLE CTM_ROW
#define CTM_REFUSED CTM_ROW
#include "machines/ctm/codegen/select_operations.def"
#undef CTM_ROW
#undef CTM_CALL
#undef CTM_WHOLE
#undef CTM_REFUSED
    void compare(const Instruction& instruction, const Target& t);

    // ---- select_functions.cpp: functions of scalars
    Source turned(const Source& a);
    Source turned_small(const Source& a);
    void lit(const Target& t, const Source& a);

    // ---- select_lookup.cpp
    void look_up(const Instruction& instruction, const Target& t);
    // Where a lookup's coordinates are: (s, t, r) and what r means beside.
    struct Lookup {
        uint16_t unit = 0;
        bool rectangle = false, volume = false, compares = false, flat = false;  // flat: 1D
    };
    std::optional<Lookup> lookup_of(const Instruction& instruction);
    void filtered(const Instruction& instruction, const Lookup& lookup, const Target& t);
    Source taps_of(const Lookup& lookup, const Source& place, uint32_t size, Source& weights, const Source& filter);
    Source compared(const Source& texels, Source reference, uint32_t constants);
    uint32_t texture_constants(const Lookup& lookup);
    Source constant(uint32_t index) const;
    Source step(Operations ops, uint32_t lanes, const Source& a, const Source& b, const Source& c);
    void kill(const Instruction& instruction);

    // ---- select_flow.cpp: condition codes and flow control
    void select(const Instruction& instruction, int32_t index);
    Source condition_value(const ConditionMask& condition, uint16_t& test);
    void set_predicates(const ConditionMask& condition, uint32_t lanes);
    Decision decide(const ConditionMask& condition);
    void flow(const Instruction& instruction);
    void leave(const Instruction& instruction);
    void repeat(const Instruction& instruction);
    void branch(FlowKind kind, Decision jumps = Decision::Always, int label = 0);
    void begin_labels(int32_t index);
    void begin_label(int32_t number);
    void close_branches();
    int code_value(uint8_t code);

    const Program& program_;
    const GenerateOptions& options_;
    Generated& generated_;
    std::vector<Op> prologue_, ops_;
    int registers_ = first_value;
    std::map<int, int> attributes_, constants_, temporaries_;
    std::map<std::array<uint32_t, 4>, int> literals_;
    std::map<int, int> integer_literals_;
    int next_constant_ = 0, next_input_ = input_count - 1, next_integer_ = 0;
    uint32_t units_ = 0;
    std::array<int, 2> codes_{-1, -1};  // what set the condition codes
    // What the predicate bits hold.
    std::optional<ConditionMask> predicates_;
    uint32_t predicate_lanes_ = 0;
    // Flow control of the routine at hand.
    std::vector<FlowKind> open_;
    std::vector<int> counts_;   // integer constants of open loops
    int pending_branches_ = 0;  // IFs that conditional RETs opened
    bool unreachable_ = false, in_main_ = true, jumps_to_end_ = false;
    size_t next_label_ = 0;
};

}  // namespace machines::ctm
