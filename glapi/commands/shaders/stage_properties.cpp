// What glGetProgramiv tells of geometry, tessellation and compute shaders (GL 4.6 §7.13).
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/errors.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

namespace {

GLint input_primitive(const arbasm::Program& program) {
    switch (program.primitive_in) {
        case arbasm::PrimitiveIn::Points: return GL_POINTS;
        case arbasm::PrimitiveIn::Lines: return GL_LINES;
        case arbasm::PrimitiveIn::LinesAdjacency: return GL_LINES_ADJACENCY;
        case arbasm::PrimitiveIn::TrianglesAdjacency: return GL_TRIANGLES_ADJACENCY;
        case arbasm::PrimitiveIn::Patches: return GL_PATCHES;
        case arbasm::PrimitiveIn::Triangles:
        case arbasm::PrimitiveIn::None: break;
    }
    return GL_TRIANGLES;
}

GLint output_primitive(const arbasm::Program& program) {
    switch (program.primitive_out) {
        case arbasm::PrimitiveOut::Points: return GL_POINTS;
        case arbasm::PrimitiveOut::LineStrip: return GL_LINE_STRIP;
        case arbasm::PrimitiveOut::TriangleStrip: return GL_TRIANGLE_STRIP;
        case arbasm::PrimitiveOut::None: break;  // it hands on what comes in
    }
    const GLint in = input_primitive(program);
    return in == GL_LINES ? GL_LINE_STRIP : in == GL_POINTS ? GL_POINTS : GL_TRIANGLE_STRIP;
}

GLint tessellation_mode(const arbasm::Program& program) {
    switch (program.tess_mode) {
        case arbasm::TessMode::Quads: return GL_QUADS;
        case arbasm::TessMode::Isolines: return GL_ISOLINES;
        case arbasm::TessMode::Triangles:
        case arbasm::TessMode::None: break;
    }
    return GL_TRIANGLES;
}

GLint spacing(const arbasm::Program& program) {
    switch (program.tess_spacing) {
        case arbasm::TessSpacing::FractionalOdd: return GL_FRACTIONAL_ODD;
        case arbasm::TessSpacing::FractionalEven: return GL_FRACTIONAL_EVEN;
        case arbasm::TessSpacing::Equal: break;
    }
    return GL_EQUAL;
}

struct PropertyRow {
    GLenum property;
    arbasm::Stage stage;
    GLint (*value)(const arbasm::Program& program);
};
using enum arbasm::Stage;
constexpr PropertyRow rows[] = {
    {GL_GEOMETRY_VERTICES_OUT, Geometry,
     [](const arbasm::Program& program) {
         if (!program.has(arbasm::Option::NvGeometryProgramPassthrough)) return GLint{program.vertices_out};
         const GLint in = input_primitive(program);
         return in == GL_POINTS ? 1 : in == GL_LINES ? 2 : 3;
     }},
    {GL_GEOMETRY_INPUT_TYPE, Geometry, input_primitive},
    {GL_GEOMETRY_OUTPUT_TYPE, Geometry, output_primitive},
    {GL_GEOMETRY_SHADER_INVOCATIONS, Geometry,
     [](const arbasm::Program& program) { return GLint{program.invocations}; }},
    {GL_TESS_CONTROL_OUTPUT_VERTICES, TessControl,
     [](const arbasm::Program& program) { return GLint{program.vertices_out}; }},
    {GL_TESS_GEN_MODE, TessEvaluation, tessellation_mode},
    {GL_TESS_GEN_SPACING, TessEvaluation, spacing},
    {GL_TESS_GEN_VERTEX_ORDER, TessEvaluation,
     [](const arbasm::Program& program) {
         return GLint{program.tess_vertex_order == arbasm::TessVertexOrder::Cw ? GL_CW : GL_CCW};
     }},
    {GL_TESS_GEN_POINT_MODE, TessEvaluation,
     [](const arbasm::Program& program) { return GLint{program.tess_point_mode}; }},
    {GL_COMPUTE_WORK_GROUP_SIZE, Compute, nullptr},
};

// What ARB_geometry_shader4 calls primitives that go into geometry shaders and come out of them.
struct PrimitiveRow {
    GLenum mode;
    std::string_view in, out;  // empty: not there
};
constexpr PrimitiveRow primitives[] = {
    {GL_POINTS, "points", "points"},
    {GL_LINES, "lines", ""},
    {GL_LINE_STRIP, "", "line_strip"},
    {GL_LINES_ADJACENCY, "lines_adjacency", ""},
    {GL_TRIANGLES, "triangles", ""},
    {GL_TRIANGLE_STRIP, "", "triangle_strip"},
    {GL_TRIANGLES_ADJACENCY, "triangles_adjacency", ""},
};

}  // namespace

void set_geometry_property(Errors& errors, GlslProgram& program, GLenum property, GLint value) {
    glsl::GeometryParameters& geometry = program.wanted.geometry;
    if (property == GL_GEOMETRY_VERTICES_OUT_ARB) {
        if (value < 0 || value > limits::MAX_GEOMETRY_OUTPUT_VERTICES)
            return errors.error(GL_INVALID_VALUE, "geometry shaders can't emit %d vertices", value);
        geometry.vertices_out = value;
        return;
    }
    if (property != GL_GEOMETRY_INPUT_TYPE_ARB && property != GL_GEOMETRY_OUTPUT_TYPE_ARB)
        return errors.error(GL_INVALID_ENUM, "programs have no %s", enum_name(property));
    const bool in = property == GL_GEOMETRY_INPUT_TYPE_ARB;
    for (const PrimitiveRow& row : primitives) {
        const std::string_view word = in ? row.in : row.out;
        if (row.mode != static_cast<GLenum>(value) || word.empty()) continue;
        (in ? geometry.primitive_in : geometry.primitive_out) = word;
        return;
    }
    errors.error(GL_INVALID_VALUE, "%s is no primitive that %s geometry shaders", enum_name(static_cast<GLenum>(value)),
                 in ? "goes into" : "comes out of");
}

void get_stage_property(Errors& errors, const GlslProgram& program, GLenum property, GLint* values) {
    const glsl::GeometryParameters& geometry = program.wanted.geometry;
    if (property == GL_GEOMETRY_VERTICES_OUT_ARB) {
        *values = geometry.vertices_out;
        return;
    }
    if (property == GL_GEOMETRY_INPUT_TYPE_ARB || property == GL_GEOMETRY_OUTPUT_TYPE_ARB) {
        const bool in = property == GL_GEOMETRY_INPUT_TYPE_ARB;
        for (const PrimitiveRow& row : primitives)
            if (in ? row.in == geometry.primitive_in : row.out == geometry.primitive_out)
                *values = static_cast<GLint>(row.mode);
        return;
    }
    for (const PropertyRow& row : rows) {
        if (row.property != property) continue;
        const auto& stage = program.stages[static_cast<size_t>(row.stage)];
        if (!program.link_status || !stage) {
            errors.error(GL_INVALID_OPERATION, "the program %u is not linked with a %s shader", program.name,
                         std::string(arbasm::stage_name(row.stage)).c_str());
        } else if (row.value) {
            *values = row.value(*stage->program);
        } else {
            for (size_t n = 0; n < 3; n++) values[n] = stage->program->group_size[n];
        }
        return;
    }
    errors.error(GL_INVALID_ENUM, "programs have no %s", enum_name(property));
}

}  // namespace glapi
