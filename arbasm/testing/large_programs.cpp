#include "arbasm/testing/large_programs.h"

#include <algorithm>

namespace arbasm {
namespace {

std::string number(int n) { return std::to_string(n); }

}  // namespace

std::string arb_vertex_program(int instructions) {
    std::string text =
        "!!ARBvp1.0\n# skinning and lighting, over and over\n"
        "ATTRIB position = vertex.position;\nATTRIB normal = vertex.normal;\n"
        "PARAM mvp[4] = { state.matrix.mvp };\nPARAM bones[96] = { program.env[0..95] };\n"
        "PARAM light = state.light[0].position;\nADDRESS index;\n";
    const int temporaries = std::clamp(instructions / 8, 4, 1000);
    for (int n = 0; n < temporaries; ++n) text += "TEMP eye" + number(n) + ";\n";
    text += "ARL index.x, vertex.attrib[9].x;\n";
    for (int n = 0; n < instructions; n += 5) {
        const std::string a = "eye" + number(n % temporaries), b = "eye" + number((n + 1) % temporaries);
        text += "DP4 " + a + ".x, position, bones[index.x+" + number(n % 60) + "];  # row " + number(n) + "\n";
        text += "MAD " + b + ".xyz, normal.yzxw, light.w, -" + a + ";\n";
        text += "MUL " + a + ", " + b + ", {0.5, 0.25, 2." + number(n % 100) + ", 1};\n";
        text += "MAX " + a + ".w, " + a + ".w, state.material.ambient.x;\n";
        text += "MOV result.texcoord[" + number(n % 8) + "], " + a + ";\n";
    }
    return text + "DP4 result.position.x, mvp[0], position;\nMOV result.color, eye0;\nEND\n";
}

std::string arb_fragment_program(int instructions) {
    std::string text = "!!ARBfp1.0\nOPTION ARB_precision_hint_fastest;\nTEMP base, bump, lit, half;\n";
    for (int n = 0; n < instructions; n += 5) {
        text += "TEX base, fragment.texcoord[" + number(n % 8) + "], texture[" + number(n % 16) + "], 2D;\n";
        text += "MAD_SAT bump.xyz, base, {2, 2, 2, 1}, -program.local[" + number(n % 200) + "];\n";
        text += "DP3 half.w, bump, fragment.texcoord[1];\n";
        text += "LRP lit, half.w, base, fragment.color;\n";
        text += "ADD lit.xyz, lit, state.lightmodel.ambient;\n";
    }
    return text + "MOV result.color, lit;\nEND\n";
}

std::string nv_fragment_program(int instructions) {
    std::string text =
        "!!NVfp5.0\nOPTION ARB_draw_buffers;\nCBUFFER block[] = { program.buffer[3] };\nINT TEMP i;\n"
        "TEXTURE maps[] = { texture[0..7] };\nATTRIB coords[] = { fragment.attrib[0..7] };\n";
    const int temporaries = std::clamp(instructions / 10, 4, 1000);
    text += "TEMP R0";
    for (int n = 1; n < temporaries; ++n) text += ", R" + number(n);
    text += ";\nMOV.S i, {1, 2, 3, 4};\n";
    for (int n = 0; n < instructions; n += 7) {
        const std::string a = "R" + number(n % temporaries), b = "R" + number((n + 1) % temporaries);
        text += "MOV.U.CC " + a + ", " + b + ".wzyx;\n";
        text += "IF NE.x;\n";
        text += "  LDC.F32X4 " + a + ", block[i.x+" + number(n % 64 * 16) + "];\n";
        text += "  TEX.F " + b + ".xyz, coords[i.y+1].xyzz, maps[i.z], 2D, (-1, 1);\n";
        text += "  MAD.F.SAT " + a + ".xy(GT0.xxzz), " + b + ".yxwz, |" + a + "|, {0.125, -3.5e-2, 0, 1};\n";
        text += "ENDIF;\n";
        text += "ADD.F result.color[" + number(n % 4) + "], " + a + ", " + b + ";\n";
    }
    return text + "END\n";
}

}  // namespace arbasm
