// Runs a shader on the engines and by the evaluator of its tree, and compares what comes out.
#pragma once

#include <string>

#include "generator.h"

namespace random_glsl {

struct Outcome {
    enum Kind {
        Same,
        Different,
        Refused,    // it does not compile or link
        Undecided,  // what it computes is not known for any of the threads that were looked at
    } kind = Same;
    std::string what;  // the difference, or the log
    int numbers = 0;   // compared
    int threads = 0, undecided_threads = 0;
    bool compiled = false;  // the JIT ran it, too
    bool hot = false;       // it ran until the compile threads had made it
};

// `seed` chooses the values that go in.
Outcome run_shader(arbasm::Stage stage, const std::string& text, uint64_t seed);

// The same shader with uniforms where it has constants.
std::string without_constants(const std::string& text);

// The same shader with a call of an empty function behind every statement.
std::string with_empty_calls(const std::string& text);

// The same shader with every loop turned by one.
std::string with_turned_loops(const std::string& text);

// A shorter shader whose outcome is as wrong.
std::string reduced(arbasm::Stage stage, const std::string& text, uint64_t seed);

}  // namespace random_glsl
