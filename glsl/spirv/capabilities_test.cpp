// Modules with numbers of 8 and 16 bits, with sparse textures, and with derivatives in compute shaders: as glslang
// writes them, with numbers where the words of the assembler here end.
#include <gtest/gtest.h>

#include "glsl/compile.h"
#include "glsl/link.h"
#include "glsl/spirv/specialize.h"
#include "glsl/spirv/testing/assemble.h"
#include "glsl/tree/shader.h"

#include "arbasm/assembler.h"

namespace glsl::spirv {
namespace {

std::string program_of(arbasm::Stage stage, const std::string& text) {
    const std::shared_ptr<const Shader> shader = specialize(stage, testing::assembled(text), {});
    if (has_errors(*shader)) return log_of(*shader);
    LinkOptions options;
    options.separable = true;
    const std::shared_ptr<const Shader> all[] = {shader};
    const LinkedProgram program = link(all, options);
    return program.linked ? arbasm::print(*program.stages[static_cast<size_t>(stage)].program) : program.log;
}

size_t times(const std::string& text, std::string_view word) {
    size_t count = 0;
    for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) count++;
    return count;
}

// a += i8vec4(b); c = c * 3s - int16_t(e); d = d * e + 0.5; u = packFloat2x16(d); i = pack32(a); q = unpack16(w);
// e = float16_t(g) + sin(e); f = e; c = int16_t(bitCount(uint(c))); u += uint(float16BitsToUint16(e)); b = b >> 1;
const char* const small_module = R"(
OpCapability Shader
OpCapability 9
OpCapability 10
OpCapability 11
OpCapability 22
OpCapability 39
OpCapability 4433
OpCapability 4449
%1 = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %4 "main"
OpExecutionMode %4 LocalSize 1 1 1
OpMemberDecorate %19 0 Offset 0
OpMemberDecorate %19 1 Offset 4
OpMemberDecorate %19 2 Offset 6
OpMemberDecorate %19 3 Offset 8
OpMemberDecorate %19 4 Offset 12
OpMemberDecorate %19 5 Offset 16
OpMemberDecorate %19 6 Offset 20
OpMemberDecorate %19 7 Offset 24
OpMemberDecorate %19 8 Offset 32
OpMemberDecorate %19 9 Offset 40
OpMemberDecorate %19 10 Offset 48
OpDecorate %19 BufferBlock
OpDecorate %21 34 0
OpDecorate %21 Binding 0
OpDecorate %115 BuiltIn 25
%2 = OpTypeVoid
%3 = OpTypeFunction %2
%6 = OpTypeInt 8 1
%7 = OpTypeVector %6 4
%8 = OpTypeInt 8 0
%9 = OpTypeInt 16 1
%10 = OpTypeFloat 16
%11 = OpTypeVector %10 2
%12 = OpTypeInt 32 0
%13 = OpTypeInt 32 1
%14 = OpTypeInt 64 0
%15 = OpTypeInt 16 0
%16 = OpTypeVector %15 4
%17 = OpTypeFloat 32
%18 = OpTypeFloat 64
%19 = OpTypeStruct %7 %8 %9 %11 %10 %12 %13 %14 %16 %17 %18
%20 = OpTypePointer Uniform %19
%21 = OpVariable %20 Uniform
%22 = OpConstant %13 0
%23 = OpTypePointer Uniform %7
%26 = OpConstant %13 1
%27 = OpTypePointer Uniform %8
%34 = OpConstant %13 2
%35 = OpTypePointer Uniform %9
%38 = OpConstant %9 3
%40 = OpConstant %13 4
%41 = OpTypePointer Uniform %10
%47 = OpConstant %13 3
%48 = OpTypePointer Uniform %11
%54 = OpConstant %10 14336
%55 = OpConstantComposite %11 %54 %54
%58 = OpConstant %13 5
%62 = OpTypePointer Uniform %12
%64 = OpConstant %13 6
%68 = OpTypePointer Uniform %13
%70 = OpConstant %13 8
%71 = OpConstant %13 7
%72 = OpTypePointer Uniform %14
%76 = OpTypePointer Uniform %16
%78 = OpConstant %13 10
%79 = OpTypePointer Uniform %18
%88 = OpConstant %13 9
%92 = OpTypePointer Uniform %17
%113 = OpTypeVector %12 3
%114 = OpConstant %12 1
%115 = OpConstantComposite %113 %114 %114 %114
%4 = OpFunction %2 None %3
%5 = OpLabel
%24 = OpAccessChain %23 %21 %22
%25 = OpLoad %7 %24
%28 = OpAccessChain %27 %21 %26
%29 = OpLoad %8 %28
%30 = OpBitcast %6 %29
%31 = OpCompositeConstruct %7 %30 %30 %30 %30
%32 = OpIAdd %7 %25 %31
%33 = OpAccessChain %23 %21 %22
OpStore %33 %32
%36 = OpAccessChain %35 %21 %34
%37 = OpLoad %9 %36
%39 = OpIMul %9 %37 %38
%42 = OpAccessChain %41 %21 %40
%43 = OpLoad %10 %42
%44 = OpConvertFToS %9 %43
%45 = OpISub %9 %39 %44
%46 = OpAccessChain %35 %21 %34
OpStore %46 %45
%49 = OpAccessChain %48 %21 %47
%50 = OpLoad %11 %49
%51 = OpAccessChain %41 %21 %40
%52 = OpLoad %10 %51
%53 = OpVectorTimesScalar %11 %50 %52
%56 = OpFAdd %11 %53 %55
%57 = OpAccessChain %48 %21 %47
OpStore %57 %56
%59 = OpAccessChain %48 %21 %47
%60 = OpLoad %11 %59
%61 = OpBitcast %12 %60
%63 = OpAccessChain %62 %21 %58
OpStore %63 %61
%65 = OpAccessChain %23 %21 %22
%66 = OpLoad %7 %65
%67 = OpBitcast %13 %66
%69 = OpAccessChain %68 %21 %64
OpStore %69 %67
%73 = OpAccessChain %72 %21 %71
%74 = OpLoad %14 %73
%75 = OpBitcast %16 %74
%77 = OpAccessChain %76 %21 %70
OpStore %77 %75
%80 = OpAccessChain %79 %21 %78
%81 = OpLoad %18 %80
%82 = OpFConvert %10 %81
%83 = OpAccessChain %41 %21 %40
%84 = OpLoad %10 %83
%85 = OpExtInst %10 %1 13 %84
%86 = OpFAdd %10 %82 %85
%87 = OpAccessChain %41 %21 %40
OpStore %87 %86
%89 = OpAccessChain %41 %21 %40
%90 = OpLoad %10 %89
%91 = OpFConvert %17 %90
%93 = OpAccessChain %92 %21 %88
OpStore %93 %91
%94 = OpAccessChain %35 %21 %34
%95 = OpLoad %9 %94
%96 = OpSConvert %13 %95
%97 = OpBitcast %12 %96
%98 = OpBitCount %13 %97
%99 = OpSConvert %9 %98
%100 = OpAccessChain %35 %21 %34
OpStore %100 %99
%101 = OpAccessChain %41 %21 %40
%102 = OpLoad %10 %101
%103 = OpBitcast %15 %102
%104 = OpUConvert %12 %103
%105 = OpAccessChain %62 %21 %58
%106 = OpLoad %12 %105
%107 = OpIAdd %12 %106 %104
%108 = OpAccessChain %62 %21 %58
OpStore %108 %107
%109 = OpAccessChain %27 %21 %26
%110 = OpLoad %8 %109
%111 = OpShiftRightLogical %8 %110 %26
%112 = OpAccessChain %27 %21 %26
OpStore %112 %111
OpReturn
OpFunctionEnd
)";

// sparseTextureARB of a texture and of one that is compared with, ClampARB with a bias, textureClampARB,
// textureGradClampARB, sparseTexelFetchARB, GatherARB, sparseImageLoadARB, sparseTextureLodOffsetARB.
const char* const sparse_module = R"(
OpCapability Shader
OpCapability 41
OpCapability 42
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %4 "main" %17 %29
OpExecutionMode %4 OriginLowerLeft
OpDecorate %13 34 0
OpDecorate %13 Binding 0
OpDecorate %17 Location 0
OpDecorate %29 Location 0
OpDecorate %42 34 0
OpDecorate %42 Binding 1
OpDecorate %112 34 0
OpDecorate %112 Binding 2
OpDecorate %112 24
%2 = OpTypeVoid
%3 = OpTypeFunction %2
%6 = OpTypeInt 32 1
%7 = OpTypePointer Function %6
%9 = OpTypeFloat 32
%10 = OpTypeImage %9 1 0 0 0 1 0
%11 = OpTypeSampledImage %10
%12 = OpTypePointer UniformConstant %11
%13 = OpVariable %12 UniformConstant
%15 = OpTypeVector %9 3
%16 = OpTypePointer Input %15
%17 = OpVariable %16 Input
%18 = OpTypeVector %9 2
%21 = OpTypeVector %9 4
%22 = OpTypePointer Function %21
%24 = OpTypeStruct %6 %21
%28 = OpTypePointer Output %21
%29 = OpVariable %28 Output
%31 = OpTypeBool
%34 = OpConstant %9 0.0
%35 = OpConstantComposite %21 %34 %34 %34 %34
%36 = OpTypeVector %31 4
%39 = OpTypeImage %9 1 1 0 0 1 0
%40 = OpTypeSampledImage %39
%41 = OpTypePointer UniformConstant %40
%42 = OpVariable %41 UniformConstant
%45 = OpTypePointer Function %9
%48 = OpTypeStruct %6 %9
%62 = OpConstant %9 1.0
%63 = OpConstant %9 0.5
%73 = OpConstant %9 2.0
%90 = OpTypeVector %6 2
%92 = OpConstant %6 0
%103 = OpConstant %6 1
%110 = OpTypeImage %9 1 0 0 0 2 4
%111 = OpTypePointer UniformConstant %110
%112 = OpVariable %111 UniformConstant
%114 = OpConstantComposite %90 %103 %103
%4 = OpFunction %2 None %3
%5 = OpLabel
%8 = OpVariable %7 Function
%23 = OpVariable %22 Function
%46 = OpVariable %45 Function
%14 = OpLoad %11 %13
%19 = OpLoad %15 %17
%20 = OpVectorShuffle %18 %19 %19 0 1
%25 = OpImageSparseSampleImplicitLod %24 %14 %20
%26 = OpCompositeExtract %21 %25 1
OpStore %23 %26
%27 = OpCompositeExtract %6 %25 0
OpStore %8 %27
%30 = OpLoad %6 %8
%32 = OpImageSparseTexelsResident %31 %30
%33 = OpLoad %21 %23
%37 = OpCompositeConstruct %36 %32 %32 %32 %32
%38 = OpSelect %21 %37 %33 %35
OpStore %29 %38
%43 = OpLoad %40 %42
%44 = OpLoad %15 %17
%47 = OpCompositeExtract %9 %44 2
%49 = OpImageSparseSampleDrefImplicitLod %48 %43 %44 %47
%50 = OpCompositeExtract %9 %49 1
OpStore %46 %50
%51 = OpCompositeExtract %6 %49 0
OpStore %8 %51
%52 = OpLoad %9 %46
%53 = OpLoad %6 %8
%54 = OpConvertSToF %9 %53
%55 = OpFMul %9 %52 %54
%56 = OpLoad %21 %29
%57 = OpCompositeConstruct %21 %55 %55 %55 %55
%58 = OpFAdd %21 %56 %57
OpStore %29 %58
%59 = OpLoad %11 %13
%60 = OpLoad %15 %17
%61 = OpVectorShuffle %18 %60 %60 0 1
%64 = OpImageSparseSampleImplicitLod %24 %59 %61 129 %63 %62
%65 = OpCompositeExtract %21 %64 1
OpStore %23 %65
%66 = OpCompositeExtract %6 %64 0
OpStore %8 %66
%67 = OpLoad %21 %23
%68 = OpLoad %21 %29
%69 = OpFAdd %21 %68 %67
OpStore %29 %69
%70 = OpLoad %11 %13
%71 = OpLoad %15 %17
%72 = OpVectorShuffle %18 %71 %71 0 1
%74 = OpImageSampleImplicitLod %21 %70 %72 128 %73
%75 = OpLoad %21 %29
%76 = OpFAdd %21 %75 %74
OpStore %29 %76
%77 = OpLoad %11 %13
%78 = OpLoad %15 %17
%79 = OpVectorShuffle %18 %78 %78 0 1
%80 = OpLoad %15 %17
%81 = OpVectorShuffle %18 %80 %80 0 1
%82 = OpLoad %15 %17
%83 = OpVectorShuffle %18 %82 %82 1 0
%84 = OpImageSampleExplicitLod %21 %77 %79 132 %81 %83 %73
%85 = OpLoad %21 %29
%86 = OpFAdd %21 %85 %84
OpStore %29 %86
%87 = OpLoad %11 %13
%88 = OpLoad %15 %17
%89 = OpVectorShuffle %18 %88 %88 0 1
%91 = OpConvertFToS %90 %89
%93 = OpImage %10 %87
%94 = OpImageSparseFetch %24 %93 %91 2 %92
%95 = OpCompositeExtract %21 %94 1
OpStore %23 %95
%96 = OpCompositeExtract %6 %94 0
OpStore %8 %96
%97 = OpLoad %21 %23
%98 = OpLoad %21 %29
%99 = OpFAdd %21 %98 %97
OpStore %29 %99
%100 = OpLoad %11 %13
%101 = OpLoad %15 %17
%102 = OpVectorShuffle %18 %101 %101 0 1
%104 = OpImageSparseGather %24 %100 %102 %103
%105 = OpCompositeExtract %21 %104 1
OpStore %23 %105
%106 = OpCompositeExtract %6 %104 0
OpStore %8 %106
%107 = OpLoad %21 %23
%108 = OpLoad %21 %29
%109 = OpFAdd %21 %108 %107
OpStore %29 %109
%113 = OpLoad %110 %112
%115 = OpImageSparseRead %24 %113 %114
%116 = OpCompositeExtract %21 %115 1
OpStore %23 %116
%117 = OpCompositeExtract %6 %115 0
OpStore %8 %117
%118 = OpLoad %21 %23
%119 = OpLoad %21 %29
%120 = OpFAdd %21 %119 %118
OpStore %29 %120
%121 = OpLoad %11 %13
%122 = OpLoad %15 %17
%123 = OpVectorShuffle %18 %122 %122 0 1
%124 = OpImageSparseSampleExplicitLod %24 %121 %123 10 %62 %114
%125 = OpCompositeExtract %21 %124 1
OpStore %23 %125
%126 = OpCompositeExtract %6 %124 0
OpStore %8 %126
%127 = OpLoad %21 %23
%128 = OpLoad %21 %29
%129 = OpFAdd %21 %128 %127
OpStore %29 %129
OpReturn
OpFunctionEnd
)";

// layout(derivative_group_quadsNV): dFdx() and texture().
const char* const derivatives_module = R"(
OpCapability Shader
OpCapability 5288
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %4 "main" %15 %19
OpExecutionMode %4 LocalSize 4 4 1
OpExecutionMode %4 5289
OpDecorate %7 ArrayStride 4
OpMemberDecorate %8 0 Offset 0
OpDecorate %8 BufferBlock
OpDecorate %10 34 0
OpDecorate %10 Binding 0
OpDecorate %15 BuiltIn LocalInvocationIndex
OpDecorate %19 BuiltIn 27
OpDecorate %28 34 0
OpDecorate %28 Binding 0
OpDecorate %43 BuiltIn 25
%2 = OpTypeVoid
%3 = OpTypeFunction %2
%6 = OpTypeFloat 32
%7 = OpTypeRuntimeArray %6
%8 = OpTypeStruct %7
%9 = OpTypePointer Uniform %8
%10 = OpVariable %9 Uniform
%11 = OpTypeInt 32 1
%12 = OpConstant %11 0
%13 = OpTypeInt 32 0
%14 = OpTypePointer Input %13
%15 = OpVariable %14 Input
%17 = OpTypeVector %13 3
%18 = OpTypePointer Input %17
%19 = OpVariable %18 Input
%20 = OpConstant %13 0
%25 = OpTypeImage %6 1 0 0 0 1 0
%26 = OpTypeSampledImage %25
%27 = OpTypePointer UniformConstant %26
%28 = OpVariable %27 UniformConstant
%30 = OpTypeVector %13 2
%33 = OpTypeVector %6 2
%35 = OpTypeVector %6 4
%39 = OpTypePointer Uniform %6
%41 = OpConstant %13 4
%42 = OpConstant %13 1
%43 = OpConstantComposite %17 %41 %41 %42
%4 = OpFunction %2 None %3
%5 = OpLabel
%16 = OpLoad %13 %15
%21 = OpAccessChain %14 %19 %20
%22 = OpLoad %13 %21
%23 = OpConvertUToF %6 %22
%24 = OpDPdx %6 %23
%29 = OpLoad %26 %28
%31 = OpLoad %17 %19
%32 = OpVectorShuffle %30 %31 %31 0 1
%34 = OpConvertUToF %33 %32
%36 = OpImageSampleImplicitLod %35 %29 %34
%37 = OpCompositeExtract %6 %36 0
%38 = OpFAdd %6 %24 %37
%40 = OpAccessChain %39 %10 %12 %16
OpStore %40 %38
OpReturn
OpFunctionEnd
)";

TEST(SpirvSmallTypes, BecomeWhatGlslMakesOfThem) {
    const std::string text = program_of(arbasm::Stage::Compute, small_module);
    EXPECT_TRUE(text.starts_with("!!NVcp5.0")) << text;
    EXPECT_NE(text.find("LDB.S8X4"), text.npos) << text;
    EXPECT_NE(text.find("CVT.S32.S8"), text.npos) << text;
    EXPECT_NE(text.find("CVT.F16.F64"), text.npos) << text;
    EXPECT_NE(text.find("STB.U16X4"), text.npos) << text;
}

// int16_t n; out_.x = frexp(in_, n); out_.y = float(n); and the same of a structure with an int64_t.
const char* const frexp_module = R"(
OpCapability Shader
OpCapability 11
OpCapability 22
%1 = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %4 "main" %20 %21
OpExecutionMode %4 7
OpDecorate %20 Location 0
OpDecorate %21 Location 0
%2 = OpTypeVoid
%3 = OpTypeFunction %2
%5 = OpTypeFloat 32
%6 = OpTypeVector %5 4
%7 = OpTypeInt 16 1
%8 = OpTypeInt 64 1
%9 = OpTypeStruct %5 %8
%10 = OpTypePointer Input %5
%11 = OpTypePointer Output %6
%12 = OpTypePointer Function %7
%20 = OpVariable %10 Input
%21 = OpVariable %11 Output
%4 = OpFunction %2 None %3
%30 = OpLabel
%31 = OpVariable %12 Function
%32 = OpLoad %5 %20
%33 = OpExtInst %5 %1 51 %32 %31
%34 = OpLoad %7 %31
%35 = OpConvertSToF %5 %34
%36 = OpExtInst %9 %1 52 %32
%37 = OpCompositeExtract %5 %36 0
%38 = OpCompositeExtract %8 %36 1
%39 = OpConvertSToF %5 %38
%40 = OpCompositeConstruct %6 %33 %35 %37 %39
OpStore %21 %40
OpReturn
OpFunctionEnd
)";

TEST(SpirvSmallTypes, ExponentsMayBeSmallOrWide) {
    const std::string text = program_of(arbasm::Stage::Fragment, frexp_module);
    EXPECT_EQ(times(text, "!!NVfp5.0"), 1u) << text;
    EXPECT_EQ(times(text, "CVT"), 3u) << text;
}

TEST(SpirvSmallTypes, WithoutTheirCapabilityAreRefused) {
    std::string text = small_module;
    for (const std::string_view capability : {"9", "22", "39", "4433", "4449"}) {
        const std::string line = "OpCapability " + std::string(capability) + "\n";
        text.erase(text.find(line), line.size());
    }
    EXPECT_NE(program_of(arbasm::Stage::Compute, text).find("bits are not supported"), text.npos);
}

TEST(SpirvSparse, ResidencyAndLeastLevels) {
    const std::string text = program_of(arbasm::Stage::Fragment, sparse_module);
    EXPECT_TRUE(text.starts_with("!!NVfp5.0")) << text;
    EXPECT_EQ(times(text, ".SPARSE"), 7u) << text;
    EXPECT_EQ(times(text, ".LODCLAMP"), 3u) << text;
}

TEST(SpirvDerivatives, InComputeShaders) {
    const std::string text = program_of(arbasm::Stage::Compute, derivatives_module);
    EXPECT_NE(text.find("OPTION ARB_derivative_control;"), text.npos) << text;
    EXPECT_NE(text.find("DDX"), text.npos) << text;
}

TEST(SpirvBindings, StayWithinTheUnits) {
    const auto module_at = [](int binding) {
        return R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %4 "main"
OpExecutionMode %4 LocalSize 1 1 1
OpDecorate %10 34 0
OpDecorate %10 Binding )" +
               std::to_string(binding) + R"(
%2 = OpTypeVoid
%3 = OpTypeFunction %2
%5 = OpTypeFloat 32
%6 = OpTypeImage %5 1 0 0 0 2 4
%7 = OpTypeInt 32 0
%8 = OpConstant %7 10
%16 = OpConstant %7 9
%9 = OpTypeArray %6 %8
%11 = OpTypePointer UniformConstant %9
%10 = OpVariable %11 UniformConstant
%13 = OpTypePointer UniformConstant %6
%4 = OpFunction %2 None %3
%12 = OpLabel
%14 = OpAccessChain %13 %10 %16
%15 = OpLoad %6 %14
OpReturn
OpFunctionEnd
)";
    };
    const auto log = [&](int binding) {
        return log_of(*specialize(arbasm::Stage::Compute, testing::assembled(module_at(binding)), {}));
    };
    constexpr int units = arbasm::limits::MAX_IMAGE_UNITS;
    EXPECT_EQ(log(units - 10), "");
    EXPECT_NE(log(units - 9).find("error: the binding " + std::to_string(units) + " is beyond the " +
                                  std::to_string(units) + " units there are\n"),
              std::string::npos);
}

}  // namespace
}  // namespace glsl::spirv
