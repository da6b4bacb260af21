// Which qualifiers a declaration may have: chapters 4.3 to 4.10 of the GLSL specifications.
#include "glsl/check/checker.h"
#include "glsl/check/layouts.h"
#include "glsl/check/precisions.h"
#include "glsl/check/small_types.h"

namespace glsl {

namespace {

bool is_image_or_has_one(const Type* type) {
    return contains(type, [](const Type* part) { return part->is_image(); });
}

// Not interpolated: whole numbers, doubles, handles.
bool must_be_flat(const Type* type) {
    return contains(type, [](const Type* part) {
        return part->is_integer() || (part->is_basic() && is_wide(part->scalar)) || part->is_opaque();
    });
}

}  // namespace

bool Checker::is_vertex_input(Storage storage) const {
    return storage == Storage::In && context_.stage() == arbasm::Stage::Vertex;
}

bool Checker::is_fragment_output(Storage storage) const {
    return storage == Storage::Out && context_.stage() == arbasm::Stage::Fragment;
}

// What outputs and inputs alone may have.
// EXT_shader_framebuffer_fetch and its variant that is not coherent, which have what they add in common.
void Checker::check_framebuffer_fetch(const Qualifiers& own, const std::string& name, Location where) {
    const bool reads = own.inout || name == "gl_LastFragData";
    if (own.layout.noncoherent && !reads)
        context_.error(where, name + " can't be noncoherent: it does not read the framebuffer", "inout outputs do");
    if (own.inout && !own.layout.noncoherent && !holds("EXT_shader_framebuffer_fetch", context_.language()))
        context_.error(where, name + " has to be noncoherent", "#extension GL_EXT_shader_framebuffer_fetch : enable");
}

void Checker::check_interface_words(const Qualifiers& own, const std::string& name, Location where) {
    const bool between = own.storage == Storage::In || own.storage == Storage::Out;
    const bool outside = is_vertex_input(own.storage) || is_fragment_output(own.storage);
    const std::string end = is_vertex_input(own.storage) ? "a vertex input" : "a fragment output";
    if (own.interpolation != Interpolation::None && (!between || outside))
        context_.error(where,
                       name + (between ? ": " + end + " is not interpolated" : " is neither an input nor an output"),
                       "smooth, flat and noperspective are for what one stage gives the next");
    if ((own.centroid || own.sample) && (!between || outside))
        context_.error(where,
                       name + (between ? ": " + end + " is not interpolated" : " is neither an input nor an output"),
                       "centroid and sample are for what one stage gives the next");
    if (own.centroid && own.sample) context_.error(where, name + " is centroid or sample, not both");
    check_framebuffer_fetch(own, name, where);
    const bool of_patches =
        (own.storage == Storage::Out && context_.stage() == arbasm::Stage::TessControl) ||
        (own.storage == Storage::In &&
         (context_.stage() == arbasm::Stage::TessEvaluation ||
          (context_.stage() == arbasm::Stage::Geometry && holds("NV_gpu_shader5", context_.language()))));
    if (own.patch && !of_patches)
        context_.error(where, name + " can't be patch",
                       "outputs of control shaders and inputs of evaluation shaders can");
    if (own.invariant && !can_be_invariant(own.storage))
        context_.error(where, name + " can't be invariant: it is not an output",
                       own.storage == Storage::Global ? "invariant is for out variables" : "");
}

bool Checker::can_be_invariant(Storage storage) const {
    switch (context_.stage()) {
        case arbasm::Stage::Vertex: return storage == Storage::Out;
        case arbasm::Stage::Fragment:
            return storage == Storage::In ? !holds("es300", context_.language())
                                          : storage == Storage::Out && holds("130 es100", context_.language());
        case arbasm::Stage::TessControl:
        case arbasm::Stage::TessEvaluation:
        case arbasm::Stage::Geometry:
            return storage == Storage::Out || (storage == Storage::In && !context_.language().is_es());
        case arbasm::Stage::Compute: return false;
    }
    return false;
}

void Checker::check_memory_words(const Qualifiers& own, const Type* type, const std::string& name, Location where) {
    const bool words = own.coherent || own.is_volatile || own.restrict_ || own.readonly || own.writeonly;
    if (words && own.storage != Storage::Buffer && !is_image_or_has_one(type))
        context_.error(where, name + " is neither an image nor in a buffer",
                       "coherent, volatile, restrict, readonly and writeonly are for those");
    const Type* part = innermost(type);
    if (!part->is_image() || own.storage == Storage::Parameter || own.storage == Storage::Local || context_.in_text())
        return;
    const std::string_view format = own.layout.image_format;
    if (const ImageFormatRow* row = find_image_format(format, context_.language())) {
        const bool bytes_of_float = format == "size1x8" && part->scalar == Scalar::Float;
        if ((row->scalar != Scalar::None && row->scalar != part->scalar) || bytes_of_float)
            context_.error(where, "the format " + std::string(format) + " is not for " + to_string(part));
    } else if (context_.language().is_es()) {
        context_.error(where, name + " has no format", "write layout(rgba8) or another");
    } else if (!own.writeonly &&
               !holds("EXT_shader_image_load_formatted EXT_shader_image_load_store", context_.language())) {
        context_.error(where, name + " has no format, so it has to be writeonly", "write layout(rgba8) or another");
    }
    const bool plain = format == "r32f" || format == "r32i" || format == "r32ui";
    if (context_.language().is_es() && !format.empty() && !plain && !own.readonly && !own.writeonly)
        context_.error(where, name + " is read and written: only r32f, r32i and r32ui may be",
                       "make it readonly or writeonly");
}

// The types that inputs and outputs may have.
void Checker::check_interface_type(const Qualifiers& own, const Type* type, const std::string& name, Location where) {
    if (own.storage != Storage::In && own.storage != Storage::Out) return;
    if (contains(type, [](const Type* part) { return part->is_bool(); }))
        context_.error(where, name + ": inputs and outputs can't be bool");
    const bool structure = contains(type, [](const Type* part) { return part->is_structure(); });
    const bool wide =
        contains(type, [](const Type* part) { return part->is_basic() && part->scalar == Scalar::Double; });
    const bool integers = contains(type, [](const Type* part) { return part->is_integer(); });
    if (integers && !holds("130 es300 EXT_gpu_shader4", context_.language()))
        context_.error(where, name + ": inputs and outputs of integers need version 130 or 300 es");
    if (is_vertex_input(own.storage)) {
        if (structure) context_.error(where, name + ": a vertex input can't be a structure");
        if (type->is_array() && !holds("150", context_.language()))
            context_.error(where, name + ": a vertex input can't be an array before version 150");
        if (wide && !holds("410 ARB_vertex_attrib_64bit EXT_vertex_attrib_64bit NV_gpu_shader5", context_.language()))
            context_.error(where, name + ": vertex inputs of doubles need version 410",
                           "#extension GL_ARB_vertex_attrib_64bit : enable");
        return;
    }
    if (is_fragment_output(own.storage)) {
        if (structure) context_.error(where, name + ": a fragment output can't be a structure");
        if (contains(type, [](const Type* part) { return part->is_matrix(); }))
            context_.error(where, name + ": a fragment output can't be a matrix");
        if (wide || contains(type, [](const Type* part) { return part->is_opaque(); }))
            context_.error(where, name + ": a fragment output is of float, int or uint");
        if (type->is_array() && type->element->is_array() && context_.language().is_es())
            context_.error(where, name + ": a fragment output can't be an array of arrays");
        return;
    }
    if (structure && !holds("150 es300 ARB_geometry_shader4", context_.language()))
        context_.error(where, name + ": inputs and outputs that are structures need version 150 or 300 es");
    check_flat(own, type, name, where);
}

// What OpenGL ES doesn't let stages hand on; `type` is of what one vertex has.
void Checker::check_es_interface(const Qualifiers& own, const Type* type, const std::string& name, Location where) {
    const bool between = own.storage == Storage::In || own.storage == Storage::Out;
    if (!between || !context_.language().is_es() || is_vertex_input(own.storage) || is_fragment_output(own.storage))
        return;
    const Type* part = type->is_array() ? type->element : type;
    if (type->is_array() && (part->is_array() || part->is_structure()))
        return context_.error(where, name + ": inputs and outputs can't be arrays of arrays or structures");
    if (!part->is_structure()) return;
    for (const Member& member : part->structure->members)
        if (member.type->is_array() || member.type->is_structure())
            return context_.error(where, name + ": structures that go in or out can't contain arrays and structures");
}

void Checker::check_flat(const Qualifiers& own, const Type* type, const std::string& name, Location where) {
    const bool fragment_input = own.storage == Storage::In && context_.stage() == arbasm::Stage::Fragment;
    // Stages between vertices and fragments, where the language has them, may read what is not flat.
    const bool es_output = own.storage == Storage::Out && context_.stage() == arbasm::Stage::Vertex &&
                           holds("es300-310", context_.language()) &&
                           !holds(
                               "EXT_geometry_shader OES_geometry_shader EXT_tessellation_shader "
                               "OES_tessellation_shader EXT_shader_io_blocks OES_shader_io_blocks",
                               context_.language());
    if ((fragment_input || es_output) && own.interpolation != Interpolation::Flat && must_be_flat(type))
        context_.error(where, name + " is not of float type and must be flat",
                       fragment_input ? "write flat in" : "write flat out");
}

// Arrays by vertex have an element for each vertex of the primitive or patch.
void Checker::check_vertex_array(const Qualifiers& own, const Type* type, const std::string& name, Location where) {
    if (!is_by_vertex(own) || type->is_error()) return;
    if (!type->is_array()) {
        context_.error(where, name + " has to be an array with an element for each vertex", "write " + name + "[]");
        return;
    }
    if (!type->size) return;
    if (context_.stage() == arbasm::Stage::Geometry) {
        const int32_t before = geometry_vertices_;
        geometry_vertices_ = type->size;
        check_geometry_vertices(before, where);
    } else if (own.storage == Storage::Out && context_.shader().layout.vertices_out > 0 &&
               context_.shader().layout.vertices_out != type->size) {
        context_.error(where, name + " has " + std::to_string(type->size) + " elements, but patches have " +
                                  std::to_string(context_.shader().layout.vertices_out) + " vertices");
    }
}

// Inputs of a geometry shader and its layout agree in the number of vertices.
void Checker::check_geometry_vertices(int32_t before, Location where) {
    if (before > 0 && before != geometry_vertices_)
        context_.error(where, "there are " + std::to_string(geometry_vertices_) + " vertices here, and were " +
                                  std::to_string(before) + " before");
    for (const Variable* variable : context_.shader().globals)
        if (is_by_vertex(variable->qualifiers) && variable->largest_index >= geometry_vertices_)
            context_.error(where, std::string(variable->name) + "[" + std::to_string(variable->largest_index) +
                                      "] was used, but there are " + std::to_string(geometry_vertices_) + " vertices");
}

void Checker::check_qualifiers(const Qualifiers& own, const Type* type, std::string_view name, Location where) {
    if (context_.in_text() || type->is_error()) return;
    const std::string word(name);
    check_interface_words(own, word, where);
    check_precision(context_, scopes_, own, type, word, where);
    check_memory_words(own, type, word, where);
    check_interface_type(own, type, word, where);
    check_vertex_array(own, type, word, where);
    check_es_interface(own, is_by_vertex(own) && type->is_array() ? type->element : type, word, where);
    check_stored_only(context_, own, type, word, where);
}

void Checker::check_member(Qualifiers& own, std::span<const LayoutItem> layout, const Type* type, Location where) {
    if (context_.in_text() || type->is_error()) return;
    check_precision(context_, scopes_, own, type, "the member", where);
    set_precision(context_, scopes_, own, type);
    if (!holds("ARB_bindless_texture NV_bindless_texture", context_.language())) return;
    apply_layout(layout, LayoutForm::Variable, own, type);
    check_memory_words(own, type, "the member", where);
}

}  // namespace glsl
