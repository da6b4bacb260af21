// Group operations of SPIR-V against the built-in functions of KHR_shader_subgroup and NV_shader_subgroup_partitioned.
#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glsl/spirv/testing/assemble.h"

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using glsl::spirv::testing::assembled;

constexpr uint32_t group_size = 40;  // a whole subgroup and a part of one

const std::string glsl_extensions = [] {
    std::string text = "#extension GL_NV_shader_subgroup_partitioned : require\n";
    for (const char* part :
         {"basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative", "clustered", "quad"})
        text += "#extension GL_KHR_shader_subgroup_" + std::string(part) + " : require\n";
    return text;
}();

// Float64, GroupNonUniform to GroupNonUniformQuad, GroupNonUniformPartitionedNV.
const std::string module_capabilities = R"(
OpCapability Shader
OpCapability 10
OpCapability 61
OpCapability 62
OpCapability 63
OpCapability 64
OpCapability 65
OpCapability 66
OpCapability 67
OpCapability 68
OpCapability 5297
OpExtension "SPV_NV_shader_subgroup_partitioned"
)";
const std::string module_types = R"(
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%float = OpTypeFloat 32
%double = OpTypeFloat 64
%uvec4 = OpTypeVector %uint 4
%u_0 = OpConstant %uint 0
%u_1 = OpConstant %uint 1
%u_2 = OpConstant %uint 2
%u_3 = OpConstant %uint 3
%u_5 = OpConstant %uint 5
%u_8 = OpConstant %uint 8
%u_31 = OpConstant %uint 31
)";

enum class Gives : uint8_t { Same, Bool, Uint, Ballot };

struct OperationRow {
    std::string module, glsl;  // of x; in modules %x, and %b is the ballot of those that are odd
    Gives gives = Gives::Same;
    bool quads = false;  // reads the values of others
};

// Every operation on values of any type.
std::vector<OperationRow> moves() {
    return {
        {"OpGroupNonUniformBroadcast %T %u_3 %x %u_5", "subgroupBroadcast(x, 5u)"},
        {"OpGroupNonUniformBroadcastFirst %T %u_3 %x", "subgroupBroadcastFirst(x)"},
        {"OpGroupNonUniformShuffle %T %u_3 %x %u_5", "subgroupShuffle(x, 5u)", Gives::Same, true},
        {"OpGroupNonUniformShuffleXor %T %u_3 %x %u_1", "subgroupShuffleXor(x, 1u)", Gives::Same, true},
        {"OpGroupNonUniformShuffleUp %T %u_3 %x %u_0", "subgroupShuffleUp(x, 0u)", Gives::Same, true},
        {"OpGroupNonUniformShuffleDown %T %u_3 %x %u_0", "subgroupShuffleDown(x, 0u)", Gives::Same, true},
        {"OpGroupNonUniformQuadBroadcast %T %u_3 %x %u_2", "subgroupQuadBroadcast(x, 2u)", Gives::Same, true},
        {"OpGroupNonUniformQuadSwap %T %u_3 %x %u_0", "subgroupQuadSwapHorizontal(x)", Gives::Same, true},
        {"OpGroupNonUniformQuadSwap %T %u_3 %x %u_1", "subgroupQuadSwapVertical(x)", Gives::Same, true},
        {"OpGroupNonUniformQuadSwap %T %u_3 %x %u_2", "subgroupQuadSwapDiagonal(x)", Gives::Same, true},
        {"OpGroupNonUniformAllEqual %bool %u_3 %x", "subgroupAllEqual(x)", Gives::Bool},
        {"OpGroupNonUniformPartitionNV %uvec4 %x", "subgroupPartitionNV(x)", Gives::Ballot},
    };
}

// An operation of arithmetic, of every kind.
void add_arithmetic(std::vector<OperationRow>& rows, const std::string& instruction, const std::string& name) {
    const std::string start = "OpGroupNonUniform" + instruction + " %T %u_3 ";
    rows.push_back({start + "0 %x", "subgroup" + name + "(x)"});
    rows.push_back({start + "1 %x", "subgroupInclusive" + name + "(x)"});
    rows.push_back({start + "2 %x", "subgroupExclusive" + name + "(x)"});
    rows.push_back({start + "3 %x %u_8", "subgroupClustered" + name + "(x, 8u)"});
    rows.push_back({start + "6 %x %b", "subgroupPartitioned" + name + "NV(x, ballot)"});
    rows.push_back({start + "7 %x %b", "subgroupPartitionedInclusive" + name + "NV(x, ballot)"});
    rows.push_back({start + "8 %x %b", "subgroupPartitionedExclusive" + name + "NV(x, ballot)"});
}

struct ValueType {
    std::string name;  // of one component
    int components = 1;
    std::string glsl() const {
        if (components == 1) return name;
        const std::string letter = name == "float" ? "" : name.substr(0, 1);
        return letter + "vec" + std::to_string(components);
    }
    // In memory.
    std::string kept() const { return name == "bool" ? ValueType{"uint", components}.glsl() : glsl(); }
    uint32_t stride() const { return (name == "double" ? 8u : 4u) * (components == 3 ? 4 : components); }
};

std::vector<OperationRow> operations_of(const std::string& name) {
    std::vector<OperationRow> rows = moves();
    if (name == "bool") {
        for (const char* each : {"And", "Or", "Xor"}) add_arithmetic(rows, "Logical" + std::string(each), each);
        return rows;
    }
    const bool whole = name == "int" || name == "uint";
    for (const char* each : {"Add", "Mul"}) add_arithmetic(rows, (whole ? "I" : "F") + std::string(each), each);
    const std::string sign = whole ? name == "int" ? "S" : "U" : "F";
    for (const char* each : {"Min", "Max"}) add_arithmetic(rows, sign + each, each);
    for (const char* each : {"And", "Or", "Xor"})
        if (whole) add_arithmetic(rows, "Bitwise" + std::string(each), each);
    return rows;
}

const OperationRow ballots[] = {
    {"OpGroupNonUniformElect %bool %u_3", "subgroupElect()", Gives::Bool},
    {"OpGroupNonUniformAll %bool %u_3 %x", "subgroupAll(x)", Gives::Bool},
    {"OpGroupNonUniformAny %bool %u_3 %x", "subgroupAny(x)", Gives::Bool},
    {"OpGroupNonUniformBallot %uvec4 %u_3 %x", "subgroupBallot(x)", Gives::Ballot},
    {"OpGroupNonUniformInverseBallot %bool %u_3 %b", "subgroupInverseBallot(ballot)", Gives::Bool},
    {"OpGroupNonUniformBallotBitExtract %bool %u_3 %b %u_5", "subgroupBallotBitExtract(ballot, 5u)", Gives::Bool},
    {"OpGroupNonUniformBallotBitCount %uint %u_3 0 %b", "subgroupBallotBitCount(ballot)", Gives::Uint},
    {"OpGroupNonUniformBallotBitCount %uint %u_3 1 %b", "subgroupBallotInclusiveBitCount(ballot)", Gives::Uint},
    {"OpGroupNonUniformBallotBitCount %uint %u_3 2 %b", "subgroupBallotExclusiveBitCount(ballot)", Gives::Uint},
    {"OpGroupNonUniformBallotFindLSB %uint %u_3 %b", "subgroupBallotFindLSB(ballot)", Gives::Uint},
    {"OpGroupNonUniformBallotFindMSB %uint %u_3 %b", "subgroupBallotFindMSB(ballot)", Gives::Uint},
};

struct ModuleSubgroups : testing::ShaderFixture {
    GLuint module(GLenum type, const std::string& text) {
        const GLuint name = CreateShader(*gl, type);
        const std::vector<uint32_t> words = assembled(text);
        ShaderBinary(*gl, 1, &name, GL_SHADER_BINARY_FORMAT_SPIR_V, words.data(),
                     static_cast<GLsizei>(words.size() * sizeof words[0]));
        SpecializeShader(*gl, name, "main", 0, nullptr, nullptr);
        GLint status = 0;
        GetShaderiv(*gl, name, GL_COMPILE_STATUS, &status);
        EXPECT_EQ(status, GL_TRUE) << shader_log(name) << text;
        return name;
    }
    // What the shader leaves of `given` in words of 32 bits, a value of the stride for each invocation.
    std::vector<uint32_t> run(GLuint shader, const std::vector<uint32_t>& given, size_t count) {
        GLuint buffers[2] = {};
        GenBuffers(*gl, 2, buffers);
        const std::vector<uint32_t> zeros(count, 0xcccccccc);
        const auto fill = [&](GLuint index, const std::vector<uint32_t>& words) {
            BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, index, buffers[index]);
            BufferData(*gl, GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(4 * words.size()), words.data(),
                       GL_STATIC_READ);
        };
        fill(0, given);
        fill(1, zeros);
        const GLuint program = CreateProgram(*gl);
        AttachShader(*gl, program, shader);
        relink(program);
        UseProgram(*gl, program);
        DispatchCompute(*gl, 1, 1, 1);
        UseProgram(*gl, 0);
        expect(GL_NO_ERROR);
        std::vector<uint32_t> result(count);
        GetBufferSubData(*gl, GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizeiptr>(4 * count), result.data());
        DeleteProgram(*gl, program);
        DeleteBuffers(*gl, 2, buffers);
        return result;
    }
};

ValueType result_type(const OperationRow& row, const ValueType& type) {
    switch (row.gives) {
        case Gives::Bool: return {"bool"};
        case Gives::Uint: return {"uint"};
        case Gives::Ballot: return {"uint", 4};
        case Gives::Same: break;
    }
    return type;
}

// All invocations whose bit is set compute it, on values of a buffer.
std::string glsl_text(const OperationRow& row, const ValueType& type, uint32_t taking_part) {
    const ValueType result = result_type(row, type);
    return "#version 450\n" + glsl_extensions + "layout(local_size_x = " + std::to_string(group_size) +
           ") in;\nlayout(std430, binding = 0) buffer In { " + type.kept() +
           " given[]; };\nlayout(std430, binding = 1) buffer Out { " + result.kept() +
           " results[]; };\nvoid main() {\n  uint n = gl_LocalInvocationIndex;\n  if ((" + std::to_string(taking_part) +
           "u >> (n & 31u) & 1u) != 0u) {\n    " + type.glsl() + " x = " + type.glsl() +
           "(given[n]);\n    uvec4 ballot = subgroupBallot((n & 1u) != 0u);\n    ballot.yz = uvec2(7u);\n    "
           "results[n] = " +
           result.kept() + "(" + row.glsl + ");\n  }\n}\n";
}

std::string module_text(const OperationRow& row, const ValueType& type, uint32_t taking_part) {
    const ValueType result = result_type(row, type);
    std::string text = module_capabilities +
                       "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" %id\n"
                       "OpExecutionMode %main LocalSize " +
                       std::to_string(group_size) +
                       " 1 1\n"
                       "OpDecorate %id BuiltIn LocalInvocationIndex\n";
    for (const auto& [block, binding, stride] : {std::tuple{"in", "0", type.stride()}, {"out", "1", result.stride()}}) {
        const std::string name = block;
        text += "OpDecorate %" + name + "_array ArrayStride " + std::to_string(stride) + "\nOpMemberDecorate %" + name +
                "_block 0 Offset 0\nOpDecorate %" + name + "_block BufferBlock\nOpDecorate %" + name + " Binding " +
                binding + "\nOpDecorate %" + name + " 34 0\n";
    }
    text += module_types;
    std::vector<std::string> known = {"void", "bool", "uint", "int", "float", "double", "uvec4"};
    const auto type_id = [&](const ValueType& wanted) {
        const std::string name = wanted.glsl();
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            text += "%" + name + " = OpTypeVector %" + wanted.name + " " + std::to_string(wanted.components) + "\n";
            known.push_back(name);
        }
        return "%" + name;
    };
    const auto kept_type = [](ValueType own) {
        if (own.name == "bool") own.name = "uint";
        return own;
    };
    const std::string x_type = type_id(type), in_type = type_id(kept_type(type)), out_type = type_id(kept_type(result));
    type_id(result);
    const auto constant = [&](const ValueType& own, const std::string& name, const std::string& component) {
        if (own.components == 1) return component;
        text += "%" + name + " = OpConstantComposite " + type_id(own);
        for (int n = 0; n < own.components; n++) text += " " + component;
        text += "\n";
        return "%" + name;
    };
    const bool from_bool = type.name == "bool", to_bool = result.name == "bool";
    const std::string in_zero = from_bool ? constant(kept_type(type), "in_zero", "%u_0") : "";
    const std::string out_zero = to_bool ? constant(kept_type(result), "out_zero", "%u_0") : "";
    const std::string out_one = to_bool ? constant(kept_type(result), "out_one", "%u_1") : "";
    for (const auto& [block, element] : {std::pair{"in", in_type}, {"out", out_type}}) {
        const std::string name = "%" + std::string(block);
        text += name + "_array = OpTypeRuntimeArray " + element + "\n" + name + "_block = OpTypeStruct " + name +
                "_array\n" + name + "_pointer = OpTypePointer Uniform " + name + "_block\n" + name +
                "_place = OpTypePointer Uniform " + element + "\n" + name + " = OpVariable " + name +
                "_pointer Uniform\n";
    }
    text += "%in_uint = OpTypePointer Input %uint\n%id = OpVariable %in_uint Input\n%part = OpConstant %uint " +
            std::to_string(static_cast<int32_t>(taking_part)) + "\n%u_7 = OpConstant %uint 7\n" + R"(
%main = OpFunction %void None %procedure
%begin = OpLabel
%n = OpLoad %uint %id
%given = OpAccessChain %in_place %in %u_0 %n
%lane = OpBitwiseAnd %uint %n %u_31
%shifted = OpShiftRightLogical %uint %part %lane
%bit = OpBitwiseAnd %uint %shifted %u_1
%runs = OpINotEqual %bool %bit %u_0
OpSelectionMerge %end None
OpBranchConditional %runs %then %end
%then = OpLabel
)";
    text += (from_bool ? "%raw" : "%x") + std::string(" = OpLoad ") + in_type + " %given\n";
    if (from_bool) text += "%x = OpINotEqual " + x_type + " %raw " + in_zero + "\n";
    text +=
        "%odd_bit = OpBitwiseAnd %uint %n %u_1\n%odd = OpINotEqual %bool %odd_bit %u_0\n"
        "%whole = OpGroupNonUniformBallot %uvec4 %u_3 %odd\n"
        "%b_1 = OpCompositeInsert %uvec4 %u_7 %whole 1\n%b = OpCompositeInsert %uvec4 %u_7 %b_1 2\n";
    std::string operation = row.module;
    if (const size_t at = operation.find("%T"); at != operation.npos) operation.replace(at, 2, x_type);
    text += "%r = " + operation + "\n";
    if (to_bool) text += "%kept = OpSelect " + out_type + " %r " + out_one + " " + out_zero + "\n";
    text += "%place = OpAccessChain %out_place %out %u_0 %n\nOpStore %place " + std::string(to_bool ? "%kept" : "%r") +
            "\nOpBranch %end\n%end = OpLabel\nOpReturn\nOpFunctionEnd\n";
    return text;
}

TEST_F(ModuleSubgroups, OperationsAreTheFunctions) {
    for (const char* const name : {"float", "int", "uint", "bool", "double"})
        for (int components = 1; components <= 4; components++) {
            const ValueType type{name, components};
            std::vector<OperationRow> rows = operations_of(name);
            if (type.glsl() == "bool") rows.insert(rows.end(), std::begin(ballots), std::end(ballots));
            std::vector<uint32_t> given;
            for (uint32_t n = 0; n < group_size * type.stride() / 4; n++) {
                const uint32_t number = n * 2654435761u >> 7 & 15;
                if (type.name == "bool")
                    given.push_back(number < 12);
                else if (type.name == "float")
                    given.push_back(std::bit_cast<uint32_t>(static_cast<float>(number) + 0.5f));
                else if (type.name == "double")
                    given.push_back(n & 1 ? 0x3ff00000 + (number << 16) : number);
                else
                    given.push_back(number - 7);
            }
            // All of them on scalars, some on vectors, whose components go the same way.
            for (size_t n = static_cast<size_t>(components) - 1; n<rows.size(); n += components> 1 ? 8 : 1) {
                const OperationRow& row = rows[n];
                // Whole quads, since what is read from an invocation that takes no part is undefined; arithmetic skips
                // it.
                const uint32_t taking_part = n % 4 == 3 ? ~0u : row.quads ? 0x0ff0f0f0u : 0x5a0ff0f1u;
                const size_t count = group_size * result_type(row, type).stride() / 4;
                const auto expected = run(compile(GL_COMPUTE_SHADER, glsl_text(row, type, taking_part)), given, count);
                const auto got = run(module(GL_COMPUTE_SHADER, module_text(row, type, taking_part)), given, count);
                ASSERT_EQ(got, expected) << row.glsl << " of " << type.glsl();
                const auto untouched = std::count(got.begin(), got.end(), 0xcccccccc);
                EXPECT_LT(untouched, static_cast<std::ptrdiff_t>(count)) << row.glsl << " of " << type.glsl();
            }
        }
}

}  // namespace
}  // namespace glapi
