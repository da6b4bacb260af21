// What programs of the NV_gpu_program5 family become: the parts of a Program that engines read.
#include <bit>
#include <gtest/gtest.h>
#include <string>

#include "arbasm/assembler.h"

namespace arbasm {
namespace {

std::shared_ptr<const Program> must_parse(std::string_view text, const Limits& limits = {}) {
    const ParseResult result = parse(text, limits);
    EXPECT_NE(result.program, nullptr) << text << "\n" << (result.errors.empty() ? "" : format(result.errors[0], text));
    if (!result.program) return std::make_shared<Program>();
    const std::string printed = print(*result.program);
    const ParseResult again = parse(printed, limits);
    EXPECT_NE(again.program, nullptr) << printed << "\n"
                                      << (again.errors.empty() ? "" : format(again.errors[0], printed));
    EXPECT_TRUE(again.program && *again.program == *result.program) << printed;
    return result.program;
}

std::string first_error(std::string_view text, const Limits& limits = {}) {
    const ParseResult result = parse(text, limits);
    return result.errors.empty() ? "" : format(result.errors[0], text);
}

const Variable& variable_of(const Program& program, const Operand& operand) {
    return program.variables[static_cast<size_t>(operand.variable)];
}
const Attribute& attribute_of(const Program& program, const Operand& operand) {
    const Variable& variable = variable_of(program, operand);
    return program.attributes[static_cast<size_t>(variable.register_of(operand.element))];
}

constexpr std::string_view geometry =
    "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;\nTEMP t; INT TEMP i;\n";

TEST(GpuProgram5, OperandsNameTheirVertex) {
    const auto program = must_parse(std::string(geometry) +
                                    "ATTRIB p = vertex.position; ATTRIB q = vertex[1].position;\n"
                                    "ATTRIB a[] = { vertex.attrib[2..4] }; ATTRIB b[2] = { vertex[2].clip[0..1] };\n"
                                    "MOV t, vertex[2].position;\n"  // 0
                                    "MOV t, q;\n"                   // 1
                                    "MOV t, p[1];\n"                // 2
                                    "MOV t, p[i.y+1];\n"            // 3
                                    "MOV t, a[2][1];\n"             // 4
                                    "MOV t, a[i.x][i.z+1];\n"       // 5
                                    "MOV t, b[1];\n"                // 6
                                    "MOV.S t, primitive.id;\n"      // 7
                                    "MOV result.position, t; EMIT;\nEND");
    const auto& code = program->instructions;
    const auto operand = [&](size_t n) -> const Operand& { return code[n].operands[0]; };
    for (size_t n : {0, 1, 2, 3, 4, 5, 6}) {
        EXPECT_TRUE(attribute_of(*program, operand(n)).per_vertex) << n;
        EXPECT_EQ(attribute_of(*program, operand(n)).binding.vertex, -1) << n;
    }
    EXPECT_EQ(operand(0).vertex, 2);
    EXPECT_EQ(operand(1).vertex, 1);
    EXPECT_EQ(operand(2).vertex, 1);
    // The register is the same, whatever the vertex and the way it is declared.
    for (size_t n : {1, 2, 3})
        EXPECT_EQ(variable_of(*program, operand(n)).base, variable_of(*program, operand(0)).base) << n;
    EXPECT_EQ(operand(3).vertex, 1);
    EXPECT_EQ(operand(3).vertex_relative.component, 1);
    EXPECT_EQ(operand(3).vertex_relative.file, RegisterFile::Temporary);
    EXPECT_EQ(operand(4).vertex, 2);
    EXPECT_EQ(attribute_of(*program, operand(4)).binding.index, 3);
    EXPECT_EQ(operand(5).vertex, 0);
    EXPECT_EQ(operand(5).element, 1);
    EXPECT_EQ(operand(5).relative.component, 2);
    EXPECT_EQ(operand(6).vertex, 2);
    EXPECT_EQ(attribute_of(*program, operand(6)).binding.index, 1);
    EXPECT_EQ(operand(7).vertex, -1);
    EXPECT_FALSE(attribute_of(*program, operand(7)).per_vertex);
}

TEST(GpuProgram5, ControlProgramsReadBackTheirPatch) {
    const auto program = must_parse(
        "!!NVtcp5.0\nVERTICES_OUT 4; TEMP t; INT TEMP i;\n"
        "ATTRIB o = vertex.out.attrib[1]; ATTRIB in = vertex.in.attrib[1];\n"
        "MOV t, o[i.x]; MOV t, in[i.x]; MOV t, vertex.out[3].position; MOV t, primitive.out.tessouter[3];\n"
        "MOV t, vertex[31].position; MOV result.patch.tessinner[1].x, t; END");
    const auto binding = [&](size_t n) { return attribute_of(*program, program->instructions[n].operands[0]).binding; };
    EXPECT_TRUE(binding(0).of_output);
    EXPECT_FALSE(binding(1).of_output);
    EXPECT_TRUE(binding(2).of_output);
    EXPECT_TRUE(binding(3).of_output);
    EXPECT_EQ(binding(3).kind, BindingKind::TessOuter);
    EXPECT_EQ(binding(3).index, 3);
    EXPECT_EQ(program->results[0].kind, BindingKind::TessInner);
    EXPECT_EQ(program->vertices_out, 4);
}

TEST(GpuProgram5, FragmentsReadTheFramebuffer) {
    const auto program = must_parse(
        "!!NVfp5.0\nOPTION NV_internal; OPTION ARB_draw_buffers; TEMP t;\n"
        "ATTRIB all[2] = { fragment.out.color[0], fragment.out.color[1] };\n"
        "MOV t, fragment.out.color[3]; ADD t, t, all[1]; ADD t, t, fragment.color; MOV result.color[0], t; END");
    const auto binding = [&](size_t n) { return attribute_of(*program, program->instructions[n].operands[0]).binding; };
    EXPECT_TRUE(binding(0).of_output);
    EXPECT_EQ(binding(0).kind, BindingKind::Color);
    EXPECT_EQ(binding(0).index, 3);
    EXPECT_FALSE(attribute_of(*program, program->instructions[2].operands[1]).binding.of_output);
}

TEST(GpuProgram5, StageDeclarations) {
    const auto geometry_program = must_parse(
        "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES_ADJACENCY; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 7; INVOCATIONS 5; "
        "MOV result.position, vertex[5].position; EMIT; END");
    EXPECT_EQ(geometry_program->primitive_in, PrimitiveIn::TrianglesAdjacency);
    EXPECT_EQ(geometry_program->primitive_out, PrimitiveOut::LineStrip);
    EXPECT_EQ(geometry_program->vertices_out, 7);
    EXPECT_EQ(geometry_program->invocations, 5);
    const auto evaluation = must_parse(
        "!!NVtep5.0\nTESS_MODE ISOLINES; TESS_SPACING FRACTIONAL_ODD; TESS_VERTEX_ORDER CW; TESS_POINT_MODE; "
        "MOV result.position, vertex.tesscoord; END");
    EXPECT_EQ(evaluation->tess_mode, TessMode::Isolines);
    EXPECT_EQ(evaluation->tess_spacing, TessSpacing::FractionalOdd);
    EXPECT_EQ(evaluation->tess_vertex_order, TessVertexOrder::Cw);
    EXPECT_TRUE(evaluation->tess_point_mode);
    const auto compute = must_parse("!!NVcp5.0\nGROUP_SIZE 8, 4 2; SHARED_MEMORY 100; BAR; END");
    EXPECT_EQ(compute->group_size, (std::array<int32_t, 3>{8, 4, 2}));
    EXPECT_EQ(compute->shared_memory, 100);
    EXPECT_EQ(must_parse("!!NVcp5.0\nGROUP_SIZE 64; BAR; END")->group_size, (std::array<int32_t, 3>{64, 1, 1}));
    EXPECT_EQ(must_parse("!!NVcp5.0\nOPTION ARB_compute_variable_group_size; BAR; END")->group_size[0], 0);
    const auto passing = must_parse(
        "!!NVgp5.0\nOPTION NV_geometry_program_passthrough; PRIMITIVE_IN LINES; "
        "PASSTHROUGH result.attrib[3].yz; PASSTHROUGH result.position; MOV.S result.layer.x, primitive.id; END");
    ASSERT_EQ(passing->passthroughs.size(), 2u);
    // Said in two lines, without semicolons.
    const auto twice = must_parse(
        "!!NVgp5.0\nOPTION NV_geometry_program_passthrough; PRIMITIVE_IN LINES\nPASSTHROUGH result.color.x "
        "PASSTHROUGH result.color.z END");
    ASSERT_EQ(twice->passthroughs.size(), 1u);
    EXPECT_EQ(twice->passthroughs[0].write_mask, 5);
    EXPECT_EQ(passing->passthroughs[0].result.index, 3);
    EXPECT_EQ(passing->passthroughs[0].write_mask, 6);
    EXPECT_EQ(passing->passthroughs[1].result.kind, BindingKind::Position);
    // The option alone makes it such a program: "zero or more" declarations.
    const std::string nothing = "!!NVgp5.0\nOPTION NV_geometry_program_passthrough; PRIMITIVE_IN TRIANGLES; ";
    EXPECT_EQ(must_parse(nothing + "MOV.S result.layer.x, 1; END")->primitive_out, PrimitiveOut::None);
    for (const char* refused : {"PRIMITIVE_OUT TRIANGLE_STRIP; END", "VERTICES_OUT 3; END", "INVOCATIONS 2; END",
                                "EMIT; END", "ENDPRIM; END"})
        EXPECT_FALSE(parse(nothing + refused).program) << refused;
}

TEST(GpuProgram5, WideRegistersComeInPairs) {
    const auto program = must_parse(
        "!!NVvp5.0\nLONG ATTRIB p = vertex.attrib[3]; LONG TEMP d[3]; TEMP t; LONG TEMP e;\n"
        "ADD.F64 d[2], p, {1.0, -0.5}; MOV.U64 e.x, 0x123456789; MOV.F t, vertex.attrib[3]; MOV result.position, t; "
        "END");
    EXPECT_EQ(program->temporary_count, 3 * 2 + 1 + 2);
    const Instruction& add = program->instructions[0];
    const Variable& d = program->variables[static_cast<size_t>(add.result.variable)];
    EXPECT_EQ(d.registers_per_element(), 2);
    EXPECT_EQ(d.register_of(2), d.base + 4);
    const Variable& p = variable_of(*program, add.operands[0]);
    const auto low = static_cast<size_t>(p.base);
    EXPECT_TRUE(program->attributes[low].is_long);
    EXPECT_FALSE(program->attributes[low].binding.high);
    EXPECT_TRUE(program->attributes[low + 1].binding.high);
    EXPECT_EQ(program->attributes[low + 1].binding.index, 3);
    // The 32-bit attribute of the same number is another register.
    EXPECT_EQ(program->attributes.size(), 3u);
    EXPECT_FALSE(attribute_of(*program, program->instructions[2].operands[0]).is_long);

    const auto literal = [&](const Operand& operand, size_t component) {
        const Variable& variable = variable_of(*program, operand);
        EXPECT_TRUE(variable.is_long);
        const auto at = static_cast<size_t>(variable.base);
        EXPECT_TRUE(program->parameters[at + 1].high);
        return program->parameters[at].constant[component] |
               static_cast<uint64_t>(program->parameters[at + 1].constant[component]) << 32;
    };
    EXPECT_EQ(literal(add.operands[1], 0), std::bit_cast<uint64_t>(1.0));
    EXPECT_EQ(literal(add.operands[1], 1), std::bit_cast<uint64_t>(-0.5));
    EXPECT_EQ(literal(add.operands[1], 2), 0u);
    EXPECT_EQ(literal(add.operands[1], 3), std::bit_cast<uint64_t>(1.0));
    EXPECT_EQ(literal(program->instructions[1].operands[0], 2), 0x123456789u);
    EXPECT_EQ(operand_type(add, 1), DataType::F64);
}

TEST(GpuProgram5, MemoryInstructions) {
    const auto program = must_parse(
        "!!NVcp5.0\nOPTION NV_shader_storage_buffer; OPTION NV_shader_atomic_counters;\n"
        "GROUP_SIZE 1; SHARED_MEMORY 256;\n"
        "STORAGE s[][] = { program.storage[3..5] }; STORAGE one[4] = { program.storage[1][8..11] };\n"
        "SHARED m[] = { program.sharedmem }; COUNTER c[] = { program.counter[2][4..6] };\n"
        "TEMP t; INT TEMP i; LONG TEMP a;\n"
        "LDB.F32X4.COH t, s[2][i.w+12];\n"        // 0
        "STB.S16 t, one[2];\n"                    // 1
        "ATOMS.CSWAP.U32 t.x, {1, 2}, m[i.x];\n"  // 2
        "ATOMCTR.DECR t.x, c[1];\n"               // 3
        "LOAD.U8 t, a.z;\n"                       // 4
        "ATOM.ADD.U64 a.x, 5, a.y;\n"             // 5
        "END");
    const auto& code = program->instructions;
    const Operand& load = code[0].operands[0];
    EXPECT_EQ(load.file, RegisterFile::Storage);
    EXPECT_EQ(load.vertex, 2);
    EXPECT_EQ(load.element, 12);
    EXPECT_EQ(load.relative.component, 3);
    EXPECT_EQ(variable_of(*program, load).buffer, 3);
    EXPECT_EQ(variable_of(*program, load).buffer_count, 3);
    EXPECT_EQ(code[0].storage, DataType::F32);
    EXPECT_EQ(code[0].storage_components, 4);
    EXPECT_EQ(code[0].modifiers, uint32_t{modifier_coherent});
    const Operand& store = code[1].operands[1];
    EXPECT_EQ(variable_of(*program, store).base + store.element, 10);
    EXPECT_EQ(code[1].storage, DataType::S16);
    EXPECT_EQ(code[1].type, DataType::S32);
    EXPECT_EQ(code[2].atomic, AtomicOperation::CompareSwap);
    EXPECT_EQ(variable_of(*program, code[2].operands[1]).size, 256);
    EXPECT_EQ(code[3].atomic, AtomicOperation::CounterDecrement);
    EXPECT_EQ(code[3].type, DataType::U32);
    EXPECT_EQ(variable_of(*program, code[3].operands[0]).base, 4);
    EXPECT_EQ(operand_type(code[4], 0), DataType::U64);
    EXPECT_EQ(code[4].operands[0].swizzle[0], 2);
    EXPECT_TRUE(variable_of(*program, code[5].operands[0]).is_long);  // the literal is 64 bits wide
}

TEST(GpuProgram5, TexturesAndImages) {
    const auto program = must_parse(
        "!!NVfp5.0\nOPTION NV_bindless_texture;\nIMAGE g[] = { image[2..4] }; TEMP t; INT TEMP i; LONG TEMP h;\n"
        "TXG.F t, t, handle(h.y).z, 2D, offset({1, -2});\n"                      // 0
        "TEX.F.LODCLAMP t, fragment.texcoord[0], t.w, texture[1], ARRAYCUBE;\n"  // 1
        "STOREIM.U32X2 g[i.x+1], t, i, ARRAY2D;\n"                               // 2
        "ATOMIM.MAX.S32 t.x, i, i, image[7], BUFFER;\n"                          // 3
        "TXD.LODCLAMP t, t, t, t, texture[2], 2D;\n"                             // 4
        "MOV t (NONRESIDENT.x), 1;\nEND");
    const auto& code = program->instructions;
    ASSERT_TRUE(code[0].texture.handle);
    EXPECT_EQ(code[0].texture.handle->swizzle[0], 1);
    EXPECT_EQ(code[0].texture.gather_component, 2);
    EXPECT_TRUE(code[0].texture.offset_operand);
    EXPECT_EQ(code[1].operand_count, 2);
    EXPECT_TRUE(code[1].modifiers & modifier_lodclamp);
    EXPECT_EQ(code[2].texture.unit, 1);
    EXPECT_EQ(code[2].texture.relative.component, 0);
    EXPECT_EQ(code[2].operand_count, 2);
    EXPECT_EQ(program->image_units.size(), 8u);
    EXPECT_EQ(program->image_units[3], TextureTarget::TargetArray2D);
    EXPECT_EQ(code[3].atomic, AtomicOperation::Max);
    EXPECT_EQ(program->texture_units.size(), 3u);
    EXPECT_EQ(code[4].operand_count, 3);
    EXPECT_EQ(code[5].result.condition.test, ConditionTest::NonResident);
}

TEST(GpuProgram5, Subroutines) {
    const auto program = must_parse(
        "!!NVvp5.0\nSUBROUTINETYPE T { f }; SUBROUTINETYPE T { g, h };\n"
        "SUBROUTINE T s[] = { program.subroutine[2..3] };\nTEMP t; INT TEMP i;\n"
        "f SUBROUTINENUM(7): MOV t, 0; RET;\ng SUBROUTINENUM(0): h SUBROUTINENUM(1): RET;\n"
        "main: CALI s[i.x] (GT.y); MOV result.position, t; END");
    ASSERT_EQ(program->subroutine_types.size(), 1u);
    EXPECT_EQ(program->subroutine_types[0].labels, (std::vector<int32_t>{0, 1, 2}));
    EXPECT_EQ(program->subroutine_parameters, 4);
    EXPECT_EQ(program->labels[0].subroutine_number, 7);
    EXPECT_EQ(program->labels[3].subroutine_number, -1);
    const Instruction& call = program->instructions[3];
    EXPECT_EQ(call.opcode, Opcode::Cali);
    EXPECT_EQ(call.operands[0].file, RegisterFile::Subroutine);
    EXPECT_EQ(variable_of(*program, call.operands[0]).base, 2);
    EXPECT_EQ(call.operands[0].relative.component, 0);
    EXPECT_TRUE(call.condition_operand);
    EXPECT_EQ(entry_point(*program), 3);
}

// 2.X.5: an array's list may name any parameters, as ranges and one by one.
TEST(GpuProgram5, SubroutineArraysOfScatteredParameters) {
    const auto program = must_parse(
        "!!NVvp5.0\nSUBROUTINETYPE T { f };\n"
        "SUBROUTINE T s[4] = { program.subroutine[6], program.subroutine[2..3], program.subroutine[0] };\n"
        "SUBROUTINE T next[] = { program.subroutine[7], program.subroutine[8] };\n"
        "f SUBROUTINENUM(0): RET;\nmain: CALI s[1]; CALI next[1]; MOV result.position, vertex.position; END");
    EXPECT_EQ(program->subroutine_parameters, 9);
    const Variable& scattered = variable_of(*program, program->instructions[1].operands[0]);
    EXPECT_EQ(scattered.size, 4);
    EXPECT_EQ(scattered.subroutine_parameters, (std::vector<int32_t>{6, 2, 3, 0}));
    EXPECT_EQ(scattered.subroutine_parameter(3), 0);
    const Variable& next = variable_of(*program, program->instructions[2].operands[0]);
    EXPECT_TRUE(next.subroutine_parameters.empty());
    EXPECT_EQ(next.subroutine_parameter(1), 8);
    EXPECT_EQ(*must_parse(arbasm::print(*program)), *program);
}

TEST(GpuProgram5, IndirectCallsMayNotRecurse) {
    const std::string begin =
        "!!NVvp5.0\nSUBROUTINETYPE T { f, g }; SUBROUTINE T s = program.subroutine[0];\n"
        "SUBROUTINETYPE U { k }; SUBROUTINE U u = program.subroutine[1];\n";
    const std::string end = "main: CALI s; MOV result.position, vertex.position; END";
    const auto loads = [&](const std::string& middle) { return parse(begin + middle + end).program != nullptr; };
    EXPECT_TRUE(loads("f SUBROUTINENUM(0): RET; g SUBROUTINENUM(1): CAL h; RET; h: RET; k SUBROUTINENUM(2): RET;"));
    // Through a direct call, and directly.
    EXPECT_FALSE(
        loads("f SUBROUTINENUM(0): RET; g SUBROUTINENUM(1): CAL h; RET; h: CALI s; RET; k SUBROUTINENUM(2): RET;"));
    EXPECT_FALSE(loads("f SUBROUTINENUM(0): RET (EQ.x); g SUBROUTINENUM(1): CALI s; RET; k SUBROUTINENUM(2): RET;"));
    // A label ends the subroutine before it, so that nothing leads to the call behind it.
    EXPECT_TRUE(loads("g SUBROUTINENUM(1): RET; f SUBROUTINENUM(0): h: CALI s; RET; k SUBROUTINENUM(2): RET;"));
    EXPECT_TRUE(
        loads("g SUBROUTINENUM(1): RET; f SUBROUTINENUM(0): RET (EQ.x); h: CALI s; RET; k SUBROUTINENUM(2): RET;"));
    // Another type's call goes down only; then around.
    EXPECT_TRUE(loads("f SUBROUTINENUM(0): CALI u; RET; g SUBROUTINENUM(1): RET; k SUBROUTINENUM(2): RET;"));
    EXPECT_FALSE(loads("f SUBROUTINENUM(0): CALI u; RET; g SUBROUTINENUM(1): RET; k SUBROUTINENUM(2): CAL f; RET;"));
    // Direct calls may.
    EXPECT_TRUE(loads("f SUBROUTINENUM(0): CAL f; RET; g SUBROUTINENUM(1): RET; k SUBROUTINENUM(2): RET;"));
}

TEST(GpuProgram5, GeometryOutputIsLimited) {
    const std::string program =
        "!!NVgp4.0\nPRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 128;\n"
        "MOV result.position, vertex[0].position; MOV result.attrib[0], vertex[0].attrib[0]; EMIT; END";
    EXPECT_EQ(must_parse(program)->resources.written_components, 8);
    Limits limits;
    limits.total_output_components = 128 * 8 - 1;
    EXPECT_NE(first_error(program, limits).find("1024"), std::string::npos) << first_error(program, limits);
}

TEST(GpuProgram5, MessagesName) {
    EXPECT_NE(first_error("!!NVgp4.0\nPRIMITIVE_IN QUADS;").find("POINTS, LINES"), std::string::npos);
    EXPECT_NE(first_error("!!NVvp5.0\nTESS_MODE QUADS; END").find("tessellation evaluation programs"),
              std::string::npos);
    EXPECT_NE(first_error("!!NVfp5.0\nSTORAGE s[] = { program.storage[0] }; END").find("NV_shader_storage_buffer"),
              std::string::npos);
    EXPECT_NE(first_error("!!NVtcp5.0\nVERTICES_OUT 3; TEMP t; MOV t, vertex.position; END").find("vertex[0]"),
              std::string::npos);
    EXPECT_NE(first_error("!!NVfp5.0\nTEMP t; DDX.FINE t, t; END").find("ARB_derivative_control"), std::string::npos);
    EXPECT_NE(first_error("!!NVfp5.0\nLONG TEMP a; TEMP t; ATOM.ADD.S64 t, 1, a.x; END").find("NV_shader_atomic_int64"),
              std::string::npos);
}

TEST(GpuProgram5, OptionsOfCompilers) {
    const auto program = must_parse(
        "!!NVvp5.0\nOPTION NV_internal; OPTION NV_unroll_none; OPTION NV_unroll_all; TEMP big[9000];\n"
        "MOV result.position, vertex.position; END");
    EXPECT_TRUE(program->has(Option::NvInternal));
    // The second spelling is the same option.
    EXPECT_TRUE(must_parse("!!NVfp5.0\nOPTION NV_shader_storage_buffer_object; MOV result.color, 0; END")
                    ->has(Option::NvShaderStorageBuffer));
    EXPECT_FALSE(first_error("!!NVfp5.0\nOPTION NV_no_such_thing; MOV result.color, 0; END").empty());
    const std::string bias = "TEMP t; TXL t, t, t, texture[0], SHADOWARRAY2D; MOV result.color, t; END";
    EXPECT_FALSE(first_error("!!NVfp5.0\n" + bias).empty());
    must_parse("!!NVfp5.0\nOPTION NV_internal; " + bias);
}

}  // namespace
}  // namespace arbasm
