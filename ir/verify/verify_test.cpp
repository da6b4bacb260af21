// Each rule of verify() is broken by a program that is damaged in that one way, and named.
#include "ir/verify/verify.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <iterator>

#include "arbasm/assembler.h"
#include "ir/lower/lower.h"
#include "ir/verify/rules.h"

namespace arbasm {
namespace {

// The programs that are damaged; instructions are counted from 0.
constexpr std::string_view fragment =
    "!!NVfp5.0\nOPTION NV_shader_storage_buffer; OPTION NV_parameter_buffer_object2; OPTION NV_bindless_texture;\n"
    "TEMP t, u[4]; INT TEMP i; LONG TEMP d; PARAM p[2] = { program.local[0..1] };\n"
    "STORAGE s[] = { program.storage[2] }; CBUFFER b[][] = { program.buffer[0..1] }; TEXTURE units[2] = { "
    "texture[3..4] };\n"
    "NOPERSPECTIVE ATTRIB a = fragment.attrib[1];\n"
    "ADD.SAT t, a, p[1];\n"                       // 0
    "MOV.S i, {1, 2, 3, 4};\n"                    // 1
    "MOV t, u[i.x+1];\n"                          // 2
    "MUL.F64 d, d, {2.0, 2.0, 2.0, 2.0};\n"       // 3
    "IF GT.x;\n"                                  // 4
    "  RCP.CC t.x (NE.y), t.y;\n"                 // 5
    "ELSE;\n"                                     // 6
    "  REP;\n"                                    // 7
    "    ADD t, t, -|t|;\n"                       // 8
    "    BRK (LT.x);\n"                           // 9
    "  ENDREP;\n"                                 // 10
    "ENDIF;\n"                                    // 11
    "TEX t, t, units[1], 2D, (1, -1);\n"          // 12
    "TXG t, t, texture[7].y, 2D;\n"               // 13
    "ATOMB.ADD.S32 t.x, i, s[4];\n"               // 14
    "LDC.F32X4 t, b[1][16];\n"                    // 15
    "CVT.S32.F32.FLR i, t;\n"                     // 16
    "CAL sub;\n"                                  // 17
    "KIL t;\n"                                    // 18
    "IPAC t, a;\n"                                // 19
    "MOV result.color, t;\n"                      // 20
    "TEX t, t, handle(d.x), 2D;\n"                // 21
    "PK64 d, t;\n"                                // 22
    "RET;\n"                                      // 23
    "sub: MOV t, fragment.attrib[2];\n"           // 24
    "DDX.NTC t, t; SWZ t, t, 0, 1, x, y; RET;\n"  // 25 26 27
    "END\n";
constexpr std::string_view geometry =
    "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT POINTS; VERTICES_OUT 3;\n"
    "TEMP t; ATTRIB each = vertex.attrib[0];\n"
    "MOV t, each[2];\n"
    "MOV result.position, vertex[1].position;\n"
    "EMIT;\nEND\n";
constexpr std::string_view compute =
    "!!NVcp5.0\nGROUP_SIZE 4 1 1; SHARED_MEMORY 64; SHARED s[] = { program.sharedmem "
    "};\n"
    "SUBROUTINETYPE kind { one }; SUBROUTINE kind calls = program.subroutine[0];\n"
    "TEMP t; LDS.U32 t.x, s[4]; CALI calls; RET;\none SUBROUTINENUM(1): RET;\nEND\n";
constexpr std::string_view older_vertex =
    "!!ARBvp1.0\nADDRESS A; PARAM c[4] = { program.env[0..3] };\nARL A.x, vertex.position.x;\n"
    "MOV result.position, c[A.x-3];\nEND\n";
constexpr std::string_view older_fragment = "!!FP1.0\nMOVH H0, f[COL0];\nMOVX R1, H0;\nMOVR o[COLR], R1;\nEND\n";

struct Damage {
    std::string_view rule, text;
    std::function<void(Program&)> damage;
};

Instruction& at(Program& program, size_t n) { return program.instructions[n]; }
Operand& operand(Program& program, size_t n, size_t number = 0) { return at(program, n).operands[number]; }
Variable& named(Program& program, std::string_view name) {
    return *std::ranges::find(program.variables, name, &Variable::name);
}

const Damage damages[] = {
    // ---- tables
    {"a program's stage has its instruction set", fragment,
     [](Program& p) { p.instruction_set = InstructionSet::Vp20; }},
    {"labels stand in the order of the text, at instructions or behind the last", fragment,
     [](Program& p) { p.labels[0].instruction = 29; }},
    {"labels have names, which differ", fragment, [](Program& p) { p.labels.push_back(p.labels[0]); }},
    {"variables that have names have different ones", fragment, [](Program& p) { named(p, "t").name = "i"; }},
    {"subroutine types list labels with subroutine numbers", compute,
     [](Program& p) { p.subroutine_types[0].labels[0] = 1; }},
    {"attributes are inputs of the stage", fragment,
     [](Program& p) { p.attributes[0].binding.kind = BindingKind::VertexId; }},
    {"results are outputs of the stage", fragment, [](Program& p) { p.results[0].kind = BindingKind::Layer; }},
    {"parameters are bound to state, to the program's parameters or to constants", fragment,
     [](Program& p) { p.parameters[0].kind = BindingKind::Position; }},
    {"bindings have indices and rows that are none below zero, and numbers only where they are constants", fragment,
     [](Program& p) { p.attributes[0].binding.index = -1; }},
    {"declarations belong to the stage", fragment, [](Program& p) { p.vertices_out = 3; }},
    {"declared numbers are none below zero, and there is an invocation", geometry,
     [](Program& p) { p.invocations = 0; }},
    // ---- variables
    {"a variable has a file", fragment, [](Program& p) { named(p, "t").file = RegisterFile::None; }},
    {"a variable has elements; one that is no array has one", fragment, [](Program& p) { named(p, "u").size = 0; }},
    {"a variable's registers are in its file", fragment, [](Program& p) { named(p, "u").base = 5; }},
    {"only what is bound, and no array, is without a name", fragment, [](Program& p) { named(p, "t").name.clear(); }},
    {"a variable is FLOAT, INT, UINT or without a type", fragment,
     [](Program& p) { named(p, "i").type = DataType::S64; }},
    {"a LONG variable has pairs of registers, others have none", fragment,
     [](Program& p) { p.parameters[0].high = true; }},
    {"an attribute's registers are as its variable was declared", fragment,
     [](Program& p) { p.attributes[0].interpolation = Interpolation::Flat; }},
    {"an attribute has a vertex, is one of each vertex, or neither", fragment,
     [](Program& p) { named(p, "t").vertex = 1; }},
    {"only buffers have binding points, and only ranges several", fragment,
     [](Program& p) { named(p, "s").buffer_count = 2; }},
    {"a SUBROUTINE variable has a type and numbers that the program declares", compute,
     [](Program& p) { named(p, "calls").subroutine_type = 1; }},
    {"a SHARED variable lies in the shared memory that is declared", compute, [](Program& p) { p.shared_memory = 60; }},
    // ---- instructions
    {"the program's stage and instruction set have the opcode", fragment,
     [](Program& p) { at(p, 0).opcode = Opcode::Emit; }},
    {"an opcode that an option unlocks has it", fragment,
     [](Program& p) { p.options.remove(Option::NvShaderStorageBuffer); }},
    {"an instruction has as many operands as its row and its target say", fragment,
     [](Program& p) { at(p, 0).operand_count = 1; }},
    {"operands that an instruction doesn't have are empty", fragment,
     [](Program& p) { operand(p, 0, 2) = operand(p, 0, 1); }},
    {"an instruction's type is one of its row", fragment, [](Program& p) { at(p, 5).type = DataType::S32; }},
    {"instructions that reach memory or convert say what is stored, others don't", fragment,
     [](Program& p) { at(p, 0).storage = DataType::F32; }},
    {"a condition code is updated where the row says so, and the program has it", fragment,
     [](Program& p) { at(p, 17).condition_update = ConditionUpdate::Code0; }},
    {"a result is clamped where the row says so, and is a number of floating point", fragment,
     [](Program& p) { at(p, 1).saturation = Saturation::Unsigned; }},
    {"an instruction's precision is one of its row", older_fragment,
     [](Program& p) {
         at(p, 1).opcode = Opcode::Rcp;
         operand(p, 1).scalar = true;
     }},
    {"only CVT rounds in a chosen way", fragment, [](Program& p) { at(p, 0).rounding = Rounding::Ceil; }},
    {"atomic instructions have an operation of their kind, others none", fragment,
     [](Program& p) { at(p, 14).atomic = AtomicOperation::CounterGet; }},
    {"an instruction has modifiers of its opcode only", fragment,
     [](Program& p) { at(p, 0).modifiers |= modifier_coherent; }},
    {"of modifiers that exclude each other there is one, and MUL.HI, S24 and U24 are of integers", fragment,
     [](Program& p) { at(p, 25).modifiers |= modifier_fine | modifier_coarse; }},
    {"flow and KIL test a condition that the program has; others none, IF always", fragment,
     [](Program& p) { at(p, 4).condition_operand = false; }},
    {"a result is a register of a file that the row says, or none", fragment,
     [](Program& p) { at(p, 0).result.file = RegisterFile::Parameter; }},
    {"a result's element is in its variable", fragment, [](Program& p) { at(p, 0).result.element = 1; }},
    {"a result has a mask, and a condition that the program has", fragment,
     [](Program& p) { at(p, 0).result.write_mask = 0; }},
    {"a result's variable is declared with the type that is written, or NTC says it need not be", fragment,
     [](Program& p) { at(p, 1).type = DataType::F32; }},
    {"PK64 writes and UP64 reads a LONG variable", fragment,
     [](Program& p) { at(p, 22).result.variable = at(p, 0).result.variable; }},
    {"texture and image instructions have a target, others no access", fragment,
     [](Program& p) { at(p, 0).texture.unit = 1; }},
    {"the instruction takes its target", fragment,
     [](Program& p) { at(p, 13).texture.target = TextureTarget::Target3D; }},
    {"an access names a unit, an element of a variable of units, or a handle", fragment,
     [](Program& p) { at(p, 12).texture.unit = 2; }},
    {"the lists of units say what instructions access, textures with one target each", fragment,
     [](Program& p) { p.texture_units[4] = TextureTarget::Target3D; }},
    {"texel offsets are given where the target takes them", fragment,
     [](Program& p) { at(p, 12).texture.has_offset = false; }},
    {"only TXG and TXGO choose a component", fragment, [](Program& p) { at(p, 12).texture.explicit_component = true; }},
    // ---- operands
    {"an operand names a variable of its file", fragment, [](Program& p) { operand(p, 0).variable = 99; }},
    {"an operand is in a file that the row says", fragment, [](Program& p) { operand(p, 19) = operand(p, 20); }},
    {"an operand's element is in its variable, at constant and at run-time indices", fragment,
     [](Program& p) { operand(p, 2).element = 4; }},
    {"an operand has the number of a vertex or of a buffer where its variable has several, and no other", geometry,
     [](Program& p) { operand(p, 0).vertex = 3; }},
    {"a swizzle selects components; that of SWZ numbers, too", fragment,
     [](Program& p) { operand(p, 0).swizzle[2] = swizzle_one; }},
    {"an operand is a scalar where the row says so", fragment, [](Program& p) { operand(p, 5).scalar = false; }},
    {"an operand has signs that its opcode and its program have", fragment,
     [](Program& p) { operand(p, 0).negate = 3; }},
    {"an operand's variable is declared with the type that is read, or NTC says it need not be", fragment,
     [](Program& p) { operand(p, 0) = operand(p, 14); }},
    {"a literal has as many bits as are read of it", fragment,
     [](Program& p) { operand(p, 3, 1).variable = operand(p, 1).variable; }},
    // ---- flow
    {"blocks nest, and each ends as it began", fragment, [](Program& p) { std::swap(at(p, 10), at(p, 11)); }},
    {"an IF has one ELSE at most", fragment, [](Program& p) { at(p, 5) = at(p, 6); }},
    {"BRK and CONT stand in loops", fragment, [](Program& p) { at(p, 5) = at(p, 9); }},
    {"blocks are closed", geometry,
     [](Program& p) {
         at(p, 2) = {};
         at(p, 2).opcode = Opcode::Rep;
     }},
    {"labels stand outside of blocks", fragment, [](Program& p) { p.labels[0].instruction = 8; }},
    {"a REP without a count has a BRK of its own or a RET", fragment,
     [](Program& p) { at(p, 9).opcode = Opcode::Cont; }},
    {"the target is where flow goes to", fragment, [](Program& p) { at(p, 4).target = 11; }},
    {"CAL and BRA name a label", fragment, [](Program& p) { at(p, 17).target = 1; }},
    // ---- the whole
    {"temporaries and address registers are as many as variables take", fragment,
     [](Program& p) { p.temporary_count++; }},
    {"what is inline is interpolated as it is declared", fragment,
     [](Program& p) {
         const auto found = std::ranges::find_if(p.variables, [](const Variable& variable) {
             return variable.file == RegisterFile::Attribute && variable.name.empty();
         });
         p.attributes[static_cast<size_t>(found->base)].binding.index = 1;
     }},
    {"variables and registers are numbered as reassign_registers() does it", fragment,
     [](Program& p) { p.results.push_back(p.results[0]); }},
};

Program parsed(std::string_view text) {
    const ParseResult result = parse(text);
    EXPECT_TRUE(result.program) << format(result.errors[0], text);
    return result.program ? *result.program : Program();
}

TEST(Verify, NamesTheRuleThatIsBroken) {
    for (const Damage& row : damages) {
        Program program = parsed(row.text);
        ASSERT_EQ(verify(program), "") << row.text;
        row.damage(program);
        const std::string fault = verify(program);
        EXPECT_TRUE(fault.ends_with(row.rule)) << "broken was: " << row.rule << "\nfound was:  " << fault;
    }
}

TEST(Verify, HasADamageForEveryRule) {
    for (const std::string_view rule : verified_rules())
        EXPECT_EQ(std::ranges::count(damages, rule, &Damage::rule), 1) << rule;
    EXPECT_EQ(verified_rules().size(), std::size(damages));
}

TEST(Verify, NamesTheLocation) {
    Program program = parsed(fragment);
    operand(program, 0, 1).element = 2;
    EXPECT_TRUE(verify(program).starts_with("instruction 0 (ADD), operand 1: ")) << verify(program);
    program = parsed(fragment);
    at(program, 21).texture.handle->scalar = false;
    EXPECT_TRUE(verify(program).starts_with("instruction 21 (TEX), handle: ")) << verify(program);
    program = parsed(fragment);
    named(program, "u").size = 0;
    EXPECT_TRUE(verify(program).starts_with("variable 1 (u): ")) << verify(program);
}

TEST(Verify, HoldsFactsAgainstTheProgram) {
    const Program program = parsed(fragment);
    ProgramFacts facts = find_facts(program);
    EXPECT_EQ(verify(program, facts), "");
    facts.kills = false;
    EXPECT_EQ(verify(program, facts), "the fact kills is not what the program says");
    facts = find_facts(program);
    facts.attribute_components[0] ^= 1;
    EXPECT_EQ(verify(program, facts), "the fact attribute_components is not what the program says");
}

TEST(VerifyDeathTest, NamesTheMakerOfABrokenProgram) {
    Program program = parsed(fragment);
    program.temporary_count++;
    EXPECT_TRUE(verifies_what_is_made());
    EXPECT_DEATH(check_made("some_pass()", program), "some_pass.. made a program that breaks a rule: temporaries");
    verify_what_is_made(false);
    check_made("some_pass()", program);
    verify_what_is_made(true);
}

// Programs that no text has, as passes make them.
TEST(Verify, TakesLoweredPrograms) {
    const auto position_invariant = std::make_shared<const Program>(
        parsed("!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n"));
    EXPECT_EQ(verify(*lower(position_invariant, {3, false})), "");
    EXPECT_EQ(verify(parsed(older_vertex)), "");
}

}  // namespace
}  // namespace arbasm
