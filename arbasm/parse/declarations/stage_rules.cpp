// What only the end of the program shows of its declarations.
#include "arbasm/parse/parser.h"

namespace arbasm {

void Parser::finish_geometry() {
    const auto missing = [this](std::string_view word) {
        if (!stage_declarations_.contains(word)) {
            fail(source_map_.end, "a geometry program must declare " + std::string(word));
        }
    };
    missing("PRIMITIVE_IN");
    // With nothing to hand on, too: then all vertices have what the program writes.
    const bool passes_through = program_.has(Option::NvGeometryProgramPassthrough);
    if (!passes_through) {
        missing("PRIMITIVE_OUT");
        missing("VERTICES_OUT");
    }
    const int vertices = primitive_vertices(program_.primitive_in);
    if (vertices > 0 && furthest_vertex_[0].vertex >= vertices) {
        fail(furthest_vertex_[0].where, "vertex " + std::to_string(furthest_vertex_[0].vertex) +
                                            " is outside the input primitive, which has " + std::to_string(vertices));
    }
    if (patch_input_ && program_.primitive_in != PrimitiveIn::Patches) {
        fail(*patch_input_, "only patches have this quantity: it needs PRIMITIVE_IN PATCHES");
    }
    if (passes_through) {
        for (std::string_view word : {"PRIMITIVE_OUT", "VERTICES_OUT", "INVOCATIONS"}) {
            const auto found = stage_declarations_.find(word);
            if (found != stage_declarations_.end()) {
                fail(found->second, "a program that passes primitives through takes no " + std::string(word));
            }
        }
        if (program_.primitive_in == PrimitiveIn::LinesAdjacency ||
            program_.primitive_in == PrimitiveIn::TrianglesAdjacency || program_.primitive_in == PrimitiveIn::Patches) {
            fail(stage_declarations_["PRIMITIVE_IN"],
                 "PASSTHROUGH works with POINTS, LINES and TRIANGLES: primitives that can leave as they came");
        }
    }
}

void Parser::finish_stage() {
    if (!is_nv4()) return;
    switch (program_.stage) {
        case Stage::Geometry: finish_geometry(); break;
        case Stage::TessControl:
            if (program_.vertices_out == 0) {
                if (!stage_declarations_.contains("VERTICES_OUT"))
                    fail(source_map_.end, "a tessellation control program must declare VERTICES_OUT");
            } else if (furthest_vertex_[1].vertex >= program_.vertices_out) {
                fail(furthest_vertex_[1].where, "vertex " + std::to_string(furthest_vertex_[1].vertex) +
                                                    " is outside the output patch, which has " +
                                                    std::to_string(program_.vertices_out));
            }
            break;
        case Stage::TessEvaluation:
            if (!stage_declarations_.contains("TESS_MODE"))
                fail(source_map_.end, "a tessellation evaluation program must declare TESS_MODE");
            break;
        case Stage::Compute:
            if (!stage_declarations_.contains("GROUP_SIZE") && !program_.has(Option::ArbComputeVariableGroupSize)) {
                fail(source_map_.end, "a compute program must declare GROUP_SIZE",
                     "or OPTION ARB_compute_variable_group_size");
            }
            if (!stage_declarations_.contains("SHARED_MEMORY")) {
                for (const Instruction& instruction : program_.instructions) {
                    if (opcode_info(instruction.opcode).traits.memory != RegisterFile::Shared) continue;
                    fail(instruction.where,
                         std::string(spelling(instruction.opcode)) + " needs a SHARED_MEMORY declaration");
                    break;
                }
            }
            break;
        case Stage::Fragment: {
            const bool post_depth =
                program_.has(Option::ArbPostDepthCoverage) || program_.has(Option::ExtPostDepthCoverage);
            if (post_depth && !program_.has(Option::NvEarlyFragmentTests)) {
                fail(source_map_.end, "coverage after the depth test needs OPTION NV_early_fragment_tests");
            }
            break;
        }
        case Stage::Vertex: break;
    }
}

}  // namespace arbasm
