#include "arbasm/parse/declarations/stages.h"
#include "arbasm/parse/language/dialect.h"

namespace arbasm {
namespace {

void finish_geometry(ParseContext& context, StageDeclarations& declared) {
    const auto missing = [&](std::string_view word) {
        if (!declared.contains(word)) {
            context.fail(context.locations.end, "a geometry program must declare " + std::string(word));
        }
    };
    missing("PRIMITIVE_IN");
    // With nothing to hand on, too: then all vertices have what the program writes.
    const bool passes_through = context.program.has(Option::NvGeometryProgramPassthrough);
    if (!passes_through) {
        missing("PRIMITIVE_OUT");
        missing("VERTICES_OUT");
    }
    const int vertices = primitive_vertices(context.program.primitive_in);
    if (vertices > 0 && context.vertices.input.vertex >= vertices) {
        context.fail(context.vertices.input.where, "vertex " + std::to_string(context.vertices.input.vertex) +
                                                       " is outside the input primitive, which has " +
                                                       std::to_string(vertices));
    }
    if (context.vertices.patch_input && context.program.primitive_in != PrimitiveIn::Patches) {
        context.fail(*context.vertices.patch_input, "only patches have this quantity: it needs PRIMITIVE_IN PATCHES");
    }
    if (passes_through) {
        for (std::string_view word : {"PRIMITIVE_OUT", "VERTICES_OUT", "INVOCATIONS"}) {
            const auto found = declared.find(word);
            if (found != declared.end()) {
                context.fail(found->second, "a program that passes primitives through takes no " + std::string(word));
            }
        }
        if (context.program.primitive_in == PrimitiveIn::LinesAdjacency ||
            context.program.primitive_in == PrimitiveIn::TrianglesAdjacency ||
            context.program.primitive_in == PrimitiveIn::Patches) {
            context.fail(declared["PRIMITIVE_IN"],
                         "PASSTHROUGH works with POINTS, LINES and TRIANGLES: primitives that can leave as they came");
        }
    }
}

}  // namespace

void finish_stage(ParseContext& context, StageDeclarations& declared) {
    if (!is_nv4(context.program)) return;
    switch (context.program.stage) {
        case Stage::Geometry: finish_geometry(context, declared); break;
        case Stage::TessControl:
            if (context.program.vertices_out == 0) {
                if (!declared.contains("VERTICES_OUT"))
                    context.fail(context.locations.end, "a tessellation control program must declare VERTICES_OUT");
            } else if (context.vertices.output.vertex >= context.program.vertices_out) {
                context.fail(context.vertices.output.where, "vertex " + std::to_string(context.vertices.output.vertex) +
                                                                " is outside the output patch, which has " +
                                                                std::to_string(context.program.vertices_out));
            }
            break;
        case Stage::TessEvaluation:
            if (!declared.contains("TESS_MODE"))
                context.fail(context.locations.end, "a tessellation evaluation program must declare TESS_MODE");
            break;
        case Stage::Compute:
            if (!declared.contains("GROUP_SIZE") && !context.program.has(Option::ArbComputeVariableGroupSize)) {
                context.fail(context.locations.end, "a compute program must declare GROUP_SIZE",
                             "or OPTION ARB_compute_variable_group_size");
            }
            if (!declared.contains("SHARED_MEMORY")) {
                for (const Instruction& instruction : context.program.instructions) {
                    if (opcode_info(instruction.opcode).traits.memory != RegisterFile::Shared) continue;
                    context.fail(instruction.where,
                                 std::string(spelling(instruction.opcode)) + " needs a SHARED_MEMORY declaration");
                    break;
                }
            }
            break;
        case Stage::Fragment: {
            const bool post_depth =
                context.program.has(Option::ArbPostDepthCoverage) || context.program.has(Option::ExtPostDepthCoverage);
            if (post_depth && !context.program.has(Option::NvEarlyFragmentTests)) {
                context.fail(context.locations.end,
                             "coverage after the depth test needs OPTION NV_early_fragment_tests");
            }
            break;
        }
        case Stage::Vertex: break;
    }
}

}  // namespace arbasm
