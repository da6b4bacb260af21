// Modules that are right become programs; those that are not are refused with a message, whatever they are.
#include "glsl/spirv/specialize.h"

#include <gtest/gtest.h>

#include "glsl/compile.h"
#include "glsl/link.h"
#include "glsl/spirv/testing/assemble.h"
#include "glsl/tree/shader.h"

#include "arbasm/assembler.h"

namespace glsl::spirv {
namespace {

using testing::assembled;
using testing::coloured_module;
using testing::looping_module;
using testing::ModuleWords;

// A fragment shader with an array of blocks: one is read by a run-time index, all are read as a value, and one is
// copied. Its function has a parameter that points to a buffer.
std::vector<uint32_t> blocks_module() {
    return assembled(R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %in %result
OpExecutionMode %main OriginLowerLeft
OpDecorate %result Location 0
OpDecorate %block Block
OpDecorate %in Location 1
OpDecorate %buffer BufferBlock
OpMemberDecorate %buffer 0 Offset 0
OpDecorate %numbers Binding 0
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%i_0 = OpConstant %int 0
%i_2 = OpConstant %int 2
%vec4 = OpTypeVector %float 4
%block = OpTypeStruct %vec4 %float
%blocks = OpTypeArray %block %i_2
%in_blocks = OpTypePointer Input %blocks
%in_block = OpTypePointer Input %block
%in_vec4 = OpTypePointer Input %vec4
%private_block = OpTypePointer Private %block
%out_vec4 = OpTypePointer Output %vec4
%buffer = OpTypeStruct %int
%uniform_buffer = OpTypePointer Uniform %buffer
%uniform_int = OpTypePointer Uniform %int
%in = OpVariable %in_blocks Input
%copy = OpVariable %private_block Private
%result = OpVariable %out_vec4 Output
%numbers = OpVariable %uniform_buffer Uniform
%getter = OpTypeFunction %int %uniform_buffer
%get = OpFunction %int None %getter
%pointer = OpFunctionParameter %uniform_buffer
%get_begin = OpLabel
%place = OpAccessChain %uniform_int %pointer %i_0
%number = OpLoad %int %place
OpReturnValue %number
OpFunctionEnd
%main = OpFunction %void None %procedure
%begin = OpLabel
%which = OpFunctionCall %int %get %numbers
%part = OpAccessChain %in_vec4 %in %which %i_0
%colour = OpLoad %vec4 %part
%whole = OpLoad %blocks %in
%factor = OpCompositeExtract %float %whole 1 1
%element = OpAccessChain %in_block %in %i_0
OpCopyMemory %copy %element
%product = OpVectorTimesScalar %vec4 %colour %factor
OpStore %result %product
OpReturn
OpFunctionEnd
)");
}

std::vector<std::vector<uint32_t>> all_modules() {
    return {coloured_module().words(), looping_module().words(), blocks_module()};
}

// The log of a fragment shader; empty: it is right.
std::string log_of_module(std::span<const uint32_t> words, const Specialization& specialization = {}) {
    return log_of(*specialize(arbasm::Stage::Fragment, words, specialization));
}

LinkedProgram linked(std::span<const uint32_t> words, const Specialization& specialization = {}) {
    const std::shared_ptr<const Shader> shaders[] = {specialize(arbasm::Stage::Fragment, words, specialization)};
    LinkOptions options;
    options.separable = true;
    return link(shaders, options);
}

TEST(Spirv, ModulesBecomePrograms) {
    for (const std::vector<uint32_t>& module : all_modules()) {
        EXPECT_EQ(log_of_module(module), "");
        const LinkedProgram program = linked(module);
        EXPECT_TRUE(program.linked) << program.log;
    }
}

// A function may give a number by its type, and none for all that it does.
TEST(Spirv, FunctionsNeedNotReturn) {
    const std::vector<uint32_t> words = assembled(R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %result
OpExecutionMode %main OriginLowerLeft
OpDecorate %result Location 0
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%float = OpTypeFloat 32
%vec4 = OpTypeVector %float 4
%out_vec4 = OpTypePointer Output %vec4
%getter = OpTypeFunction %vec4
%result = OpVariable %out_vec4 Output
%ends = OpFunction %vec4 None %getter
%ends_begin = OpLabel
OpKill
OpFunctionEnd
%main = OpFunction %void None %procedure
%begin = OpLabel
%colour = OpFunctionCall %vec4 %ends
OpStore %result %colour
OpReturn
OpFunctionEnd
)");
    EXPECT_EQ(log_of_module(words), "");
    EXPECT_TRUE(linked(words).linked);
}

TEST(Spirv, NothingHasAName) {
    const LinkedProgram program = linked(coloured_module().words());
    ASSERT_EQ(program.uniforms.size(), 1u);
    EXPECT_EQ(program.uniforms[0].full_name(), "");
    EXPECT_EQ(program.uniforms[0].location, 5);
    ASSERT_EQ(program.outputs.size(), 1u);
    EXPECT_EQ(program.outputs[0].full_name(), "");
}

TEST(Spirv, SpecializationConstants) {
    const std::vector<uint32_t> words = coloured_module().words();
    const auto text = [&](float number) {
        return arbasm::print(*linked(words, {"main", {{3, testing::float_bits(number)}}}).stages[4].program);
    };
    EXPECT_NE(text(0.75f).find("0.75"), std::string::npos);
    EXPECT_EQ(text(0.25f), arbasm::print(*linked(words).stages[4].program));
}

TEST(Spirv, WhatTheModuleDoesNotKnow) {
    const std::vector<uint32_t> words = coloured_module().words();
    EXPECT_TRUE(unknown_to(arbasm::Stage::Fragment, words, {"other", {}}).entry_point);
    EXPECT_TRUE(unknown_to(arbasm::Stage::Vertex, words, {}).stage);
    EXPECT_EQ(unknown_to(arbasm::Stage::Fragment, words, {"main", {{3, 0}, {4, 0}}}).constant, 4u);
    const Unknown none = unknown_to(arbasm::Stage::Fragment, words, {"main", {{3, 0}}});
    EXPECT_FALSE(none.entry_point || none.stage || none.constant);
}

TEST(Spirv, ModulesThatEndTooEarly) {
    const std::vector<uint32_t> words = coloured_module().words();
    // What is left out at the end may leave a module that is complete but for its functions.
    for (size_t count = 0; count < words.size(); count++) EXPECT_NE(log_of_module({words.data(), count}), "") << count;
}

// Each word in turn is something else: nothing falls over, and a module that is still right links or says why not.
TEST(Spirv, WordsThatAreWrong) {
    for (const std::vector<uint32_t>& module : all_modules())
        for (size_t n = 0; n < module.size(); n++)
            for (const uint32_t other :
                 {0u, 1u, 3u, 7u, 11u, 0x7fffffffu, 0xffffffffu, module[n] + 1, module[n] - 1, module[n] ^ 0x10000}) {
                std::vector<uint32_t> words = module;
                words[n] = other;
                const auto shader = specialize(arbasm::Stage::Fragment, words, {});
                if (has_errors(*shader)) {
                    EXPECT_NE(log_of(*shader), "");
                    continue;
                }
                const LinkedProgram program = linked(words);
                EXPECT_TRUE(program.linked || !program.log.empty()) << n << ": " << other;
            }
}

// Instructions in place of each other, and left out.
TEST(Spirv, InstructionsThatAreMissing) {
    for (const std::vector<uint32_t>& all : all_modules()) {
        for (size_t at = 5; at < all.size(); at += all[at] >> 16) {
            std::vector<uint32_t> words = all;
            words.erase(words.begin() + static_cast<ptrdiff_t>(at),
                        words.begin() + static_cast<ptrdiff_t>(at + (all[at] >> 16)));
            const LinkedProgram program = linked(words);
            EXPECT_TRUE(program.linked || !program.log.empty()) << at;
        }
    }
}

struct HostileRow {
    const char* name;
    std::vector<uint32_t> types;  // instructions before the function
    const char* message;
};

std::vector<uint32_t> operation(Op opcode, std::vector<uint32_t> operands) {
    operands.insert(operands.begin(), static_cast<uint32_t>(operands.size() + 1) << 16 | static_cast<uint32_t>(opcode));
    return operands;
}

std::vector<uint32_t> joined(std::initializer_list<std::vector<uint32_t>> lists) {
    std::vector<uint32_t> words;
    for (const auto& list : lists) words.insert(words.end(), list.begin(), list.end());
    return words;
}

TEST(Spirv, HostileTypes) {
    std::vector<uint32_t> deep = joined({operation(Op::TypeInt, {50, 32, 1}), operation(Op::Constant, {50, 51, 2}),
                                         operation(Op::TypeArray, {52, 50, 51})});
    std::vector<uint32_t> wide = joined({operation(Op::TypeInt, {50, 32, 1}), operation(Op::TypeStruct, {52, 50, 50})});
    for (uint32_t id = 53; id < 99; id++) {
        deep = joined({deep, operation(Op::TypeArray, {id, id - 1, 51})});
        wide = joined({wide, operation(Op::TypeStruct, {id, id - 1, id - 1})});
    }
    const HostileRow rows[] = {
        {"a type that contains itself", operation(Op::TypeStruct, {50, 50}), "is no type that stands before"},
        {"a vector of nothing", operation(Op::TypeVector, {50, 1, 4}), "a vector has 2 to 4 scalars"},
        {"an integer of 7 bits", operation(Op::TypeInt, {50, 7, 0}), "numbers of 7 bits are not supported"},
        {"arrays in arrays", deep, "the type"},
        {"a structure of 2^40 parts", wide, "the type is too large"},
        {"two meanings of one id", joined({operation(Op::TypeInt, {50, 32, 1}), operation(Op::TypeFloat, {50, 32})}),
         "is the result of two instructions"},
        {"an id beyond the bound", operation(Op::TypeInt, {5000, 32, 1}), "is outside of the bound"},
        {"a structure without members", operation(Op::TypeStruct, {50}), "without members"},
        {"an instruction of kernels", operation(static_cast<Op>(34), {50}), "the instruction 34 is not supported"},
        {"OpTypeSampler", operation(Op::TypeSampler, {50}), "is not supported"},
    };
    for (const HostileRow& row : rows) {
        std::vector<uint32_t> words = coloured_module().words();
        // Before the function.
        size_t at = 5;
        while ((words[at] & 0xffff) != static_cast<uint32_t>(Op::Function)) at += words[at] >> 16;
        words.insert(words.begin() + static_cast<ptrdiff_t>(at), row.types.begin(), row.types.end());
        const std::string log = log_of_module(words);
        EXPECT_NE(log.find(row.message), std::string::npos) << row.name << ": " << log;
    }
}

TEST(Spirv, GroupsThatDecorateThemselves) {
    ModuleWords module;
    module.begin(4, 11, {});
    module.decorate(50, Decoration::Location, 1);
    module.add(Op::DecorationGroup, {50});
    for (int n = 0; n < 40; n++) module.add(Op::GroupDecorate, {50, 50});
    EXPECT_NE(log_of_module(module.words()).find("the groups decorate too much"), std::string::npos);
}

// Each case goes on with all blocks of a chain.
TEST(Spirv, CasesThatGoThroughManyBlocks) {
    constexpr uint32_t cases = 1500, blocks = 1500, merge = 20, first_case = 1000, first_block = 4000;
    ModuleWords module(10000);
    module.begin(4, 11, {});
    module.add(Op::TypeVoid, {1});
    module.add(Op::TypeFunction, {2, 1});
    module.add(Op::TypeInt, {3, 32, 0});
    module.add(Op::Constant, {3, 4, 7});
    module.add(Op::Function, {1, 11, 0, 2});
    module.add(Op::Label, {12});
    module.add(Op::SelectionMerge, {merge, 0});
    std::vector<uint32_t> operands = {4, merge};
    for (uint32_t n = 0; n < cases; n++) operands.insert(operands.end(), {n, first_case + n});
    module.add(Op::Switch, operands);
    for (uint32_t n = 0; n < cases; n++) module.add(Op::Label, {first_case + n}).add(Op::Branch, {first_block});
    for (uint32_t n = 0; n < blocks; n++)
        module.add(Op::Label, {first_block + n}).add(Op::Branch, {n + 1 < blocks ? first_block + n + 1 : merge});
    module.add(Op::Label, {merge}).add(Op::Return, {}).add(Op::FunctionEnd, {});
    EXPECT_NE(log_of_module(module.words()).find("go through too many blocks"), std::string::npos);
}

TEST(Spirv, FunctionsThatCallThemselves) {
    ModuleWords module;
    module.begin(4, 11, {});
    module.add(Op::TypeVoid, {1});
    module.add(Op::TypeFunction, {2, 1});
    module.add(Op::Function, {1, 11, 0, 2});
    module.add(Op::Label, {12});
    module.add(Op::FunctionCall, {1, 13, 11});
    module.add(Op::Return, {});
    module.add(Op::FunctionEnd, {});
    EXPECT_NE(log_of_module(module.words()).find("the function calls itself"), std::string::npos);
}

TEST(Spirv, BlocksThatGoRound) {
    ModuleWords module;
    module.begin(4, 11, {});
    module.add(Op::TypeVoid, {1});
    module.add(Op::TypeFunction, {2, 1});
    module.add(Op::Function, {1, 11, 0, 2});
    module.add(Op::Label, {12});
    module.add(Op::Branch, {13});
    module.add(Op::Label, {13});
    module.add(Op::Branch, {12});
    module.add(Op::FunctionEnd, {});
    EXPECT_NE(log_of_module(module.words()).find("not structured"), std::string::npos);
}

// Lines of the text that a module was compiled from, for messages about programs that are stopped.
TEST(Spirv, InstructionsKnowTheLinesThatOpLineSays) {
    const std::vector<uint32_t> words = assembled(R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %result
OpExecutionMode %main OriginLowerLeft
%file = OpString "a.frag"
OpDecorate %result Location 0
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%bool = OpTypeBool
%true = OpConstantTrue %bool
%float = OpTypeFloat 32
%f_1 = OpConstant %float 1.0
%f_2 = OpConstant %float 2.0
%out_float = OpTypePointer Output %float
%result = OpVariable %out_float Output
%main = OpFunction %void None %procedure
%begin = OpLabel
OpStore %result %f_2
OpLine %file 7 1
OpStore %result %f_1
OpLine %file 9 1
OpStore %result %f_2
OpNoLine
OpStore %result %f_1
OpLine %file 12 1
OpBranch %next
%next = OpLabel
OpStore %result %f_2
OpReturn
OpFunctionEnd
)");
    const std::shared_ptr<const Shader> shaders[] = {specialize(arbasm::Stage::Fragment, words, {"main", {}})};
    ASSERT_FALSE(shaders[0]->messages.has_errors());
    LinkOptions options;
    options.separable = true;
    const LinkedProgram program = link(shaders, options);
    ASSERT_TRUE(program.linked) << program.log;
    std::vector<uint32_t> lines;
    for (const arbasm::Instruction& instruction :
         program.stages[static_cast<size_t>(arbasm::Stage::Fragment)].program->instructions)
        lines.push_back(instruction.where.line);
    lines.resize(5);
    EXPECT_EQ(lines, (std::vector<uint32_t>{0, 7, 9, 0, 0}));
}

}  // namespace
}  // namespace glsl::spirv
