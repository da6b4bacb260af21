// Runs a program for one thread, in the plainest way: the oracle of random programs. Written from the specifications'
// pseudo-code; shares nothing with the engines.
//
// What is computed from a NaN's bits, or left undefined by the specifications, is tracked as unknown and not compared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ir/program.h"

namespace runtime {

struct EvaluatedWord {
    enum State : uint8_t { Known, NotANumber, Unknown } state = Known;
    uint64_t bits = 0;  // of a 32- or 64-bit register's component
};
using EvaluatedVector = std::array<EvaluatedWord, 4>;

struct Evaluation {
    bool decided = true;    // false: the program's way depends on something unknown, or it ran too long
    bool too_long = false;  // more than a few thousand instructions
    bool killed = false;
    bool strayed = false;  // an access to memory that is not there, or misaligned
    std::vector<EvaluatedVector> results;
};

// `attributes`, `parameters`: one per register of the program; vertex indices are ignored.
Evaluation evaluate(const arbasm::Program& program, const std::vector<std::array<uint32_t, 4>>& attributes,
                    const std::vector<std::array<uint32_t, 4>>& parameters);

// Bytes that programs reach; what was made of something unknown is marked.
struct EvaluatedBytes {
    std::vector<std::byte> bytes;
    std::vector<bool> unknown;

    void resize(size_t size) {
        bytes.resize(size);
        unknown.resize(size);
    }
};
struct EvaluatedMemory {
    uint64_t address = 0;  // of `addressed`
    EvaluatedBytes addressed, shared;
    std::vector<EvaluatedBytes> storage, constants;  // by binding
};

// A thread that stops at BAR, so that others can come there too.
class EvaluatedThread {
  public:
    // The program and `memory` outlive it.
    EvaluatedThread(const arbasm::Program& program, const std::vector<std::array<uint32_t, 4>>& attributes,
                    const std::vector<std::array<uint32_t, 4>>& parameters, EvaluatedMemory* memory);
    EvaluatedThread(EvaluatedThread&&) noexcept;
    ~EvaluatedThread();

    // To the next BAR, or to the end: false.
    bool run();
    const Evaluation& evaluation() const;

  private:
    std::unique_ptr<class ScalarMachine> machine_;
};

// Whether evaluate() and threads know all of the program's instructions.
// evaluate() itself has no memory.
bool can_evaluate(const arbasm::Program& program, bool with_memory = false);

}  // namespace runtime
