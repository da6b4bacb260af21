// Modules of SPIR-V written by hand, for tests.
#pragma once

#include <bit>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "glsl/spirv/module.h"

namespace glsl::spirv::testing {

inline std::vector<uint32_t> text_words(std::string_view text) {
    std::vector<uint32_t> words(string_words(text));
    for (size_t n = 0; n < text.size(); n++)
        words[n / 4] |= static_cast<uint32_t>(static_cast<unsigned char>(text[n])) << 8 * (n % 4);
    return words;
}

class ModuleWords {
  public:
    explicit ModuleWords(uint32_t bound = 100) : words_{Module::magic, 0x00010000, 0, bound, 0} {}

    ModuleWords& add(Op opcode, const std::vector<uint32_t>& operands) {
        words_.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | static_cast<uint32_t>(opcode));
        words_.insert(words_.end(), operands.begin(), operands.end());
        return *this;
    }
    // An entry point "main" of a stage's number, and what stands before it.
    ModuleWords& begin(uint32_t model, Id function, const std::vector<uint32_t>& interface,
                       std::string_view extension = {}) {
        add(Op::Capability, {1});
        if (!extension.empty()) add(Op::Extension, text_words(extension));
        add(Op::MemoryModel, {0, 1});
        std::vector<uint32_t> operands = {model, function};
        const std::vector<uint32_t> name = text_words("main");
        operands.insert(operands.end(), name.begin(), name.end());
        operands.insert(operands.end(), interface.begin(), interface.end());
        return add(Op::EntryPoint, operands);
    }
    ModuleWords& decorate(Id id, Decoration decoration, uint32_t number) {
        return add(Op::Decorate, {id, static_cast<uint32_t>(decoration), number});
    }
    const std::vector<uint32_t>& words() const { return words_; }

  private:
    std::vector<uint32_t> words_;
};

inline uint32_t float_bits(float number) { return std::bit_cast<uint32_t>(number); }

// A fragment shader that writes (specialization constant 3, the uniform at location 5, 1, 1).
inline ModuleWords coloured_module() {
    ModuleWords module;
    module.begin(4, 11, {6});
    module.add(Op::ExecutionMode, {11, 8});  // OriginLowerLeft
    module.decorate(6, Decoration::Location, 0);
    module.decorate(7, Decoration::SpecId, 3);
    module.decorate(10, Decoration::Location, 5);
    module.add(Op::TypeVoid, {1});
    module.add(Op::TypeFunction, {2, 1});
    module.add(Op::TypeFloat, {3, 32});
    module.add(Op::TypeVector, {4, 3, 4});
    module.add(Op::TypePointer, {5, 3, 4});
    module.add(Op::Variable, {5, 6, 3});
    module.add(Op::SpecConstant, {3, 7, float_bits(0.25f)});
    module.add(Op::Constant, {3, 8, float_bits(1)});
    module.add(Op::TypePointer, {9, 0, 3});
    module.add(Op::Variable, {9, 10, 0});
    module.add(Op::Function, {1, 11, 0, 2});
    module.add(Op::Label, {12});
    module.add(Op::Load, {3, 13, 10});
    module.add(Op::CompositeConstruct, {4, 14, 7, 13, 8, 8});
    module.add(Op::Store, {6, 14});
    module.add(Op::Return, {});
    module.add(Op::FunctionEnd, {});
    return module;
}

// A fragment shader with a loop of three turns; each makes (a, b) to (b, a + b): it writes (0.5, 0.8, 1, 1).
inline ModuleWords looping_module() {
    ModuleWords module;
    module.begin(4, 11, {6});
    module.add(Op::ExecutionMode, {11, 8});
    module.decorate(6, Decoration::Location, 0);
    module.add(Op::TypeVoid, {1});
    module.add(Op::TypeFunction, {2, 1});
    module.add(Op::TypeFloat, {3, 32});
    module.add(Op::TypeVector, {4, 3, 4});
    module.add(Op::TypePointer, {5, 3, 4});
    module.add(Op::Variable, {5, 6, 3});
    module.add(Op::Constant, {3, 7, float_bits(0.1f)});
    module.add(Op::Constant, {3, 8, float_bits(0.2f)});
    module.add(Op::Constant, {3, 9, float_bits(1)});
    module.add(Op::TypeInt, {20, 32, 1});
    module.add(Op::Constant, {20, 21, 0});
    module.add(Op::Constant, {20, 22, 1});
    module.add(Op::Constant, {20, 23, 3});
    module.add(Op::TypeBool, {24});
    constexpr Id entry = 30, head = 31, test = 32, body = 33, next = 34, end = 35;
    module.add(Op::Function, {1, 11, 0, 2});
    module.add(Op::Label, {entry});
    module.add(Op::Branch, {head});
    module.add(Op::Label, {head});
    module.add(Op::Phi, {20, 40, 21, entry, 45, next});
    module.add(Op::Phi, {3, 41, 7, entry, 42, next});
    module.add(Op::Phi, {3, 42, 8, entry, 44, next});
    module.add(Op::LoopMerge, {end, next, 0});
    module.add(Op::Branch, {test});
    module.add(Op::Label, {test});
    module.add(Op::SLessThan, {24, 43, 40, 23});
    module.add(Op::BranchConditional, {43, body, end});
    module.add(Op::Label, {body});
    module.add(Op::FAdd, {3, 44, 41, 42});
    module.add(Op::Branch, {next});
    module.add(Op::Label, {next});
    module.add(Op::IAdd, {20, 45, 40, 22});
    module.add(Op::Branch, {head});
    module.add(Op::Label, {end});
    module.add(Op::CompositeConstruct, {4, 46, 41, 42, 9, 9});
    module.add(Op::Store, {6, 46});
    module.add(Op::Return, {});
    module.add(Op::FunctionEnd, {});
    return module;
}

}  // namespace glsl::spirv::testing
