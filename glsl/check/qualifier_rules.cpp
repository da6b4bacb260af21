#include "glsl/check/qualifier_rules.h"

#include "glsl/check/precisions.h"
#include "glsl/check/small_types.h"
#include "glsl/tree/interface.h"

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

bool is_vertex_input(const CheckContext& context, Storage storage) {
    return storage == Storage::In && context.stage() == arbasm::Stage::Vertex;
}

bool is_fragment_output(const CheckContext& context, Storage storage) {
    return storage == Storage::Out && context.stage() == arbasm::Stage::Fragment;
}

bool can_be_invariant(const CheckContext& context, Storage storage) {
    switch (context.stage()) {
        case arbasm::Stage::Vertex: return storage == Storage::Out;
        case arbasm::Stage::Fragment:
            return storage == Storage::In ? !holds("es300", context.language())
                                          : storage == Storage::Out && holds("130 es100", context.language());
        case arbasm::Stage::TessControl:
        case arbasm::Stage::TessEvaluation:
        case arbasm::Stage::Geometry:
            return storage == Storage::Out || (storage == Storage::In && !context.language().is_es());
        case arbasm::Stage::Compute: return false;
    }
    return false;
}

// EXT_shader_framebuffer_fetch and its variant that is not coherent, which have what they add in common.
static void check_framebuffer_fetch(CheckContext& context, const Qualifiers& own, const std::string& name,
                                    Location where) {
    const bool reads = own.inout || name == "gl_LastFragData";
    if (own.layout.noncoherent && !reads)
        context.error(where, name + " can't be noncoherent: it does not read the framebuffer", "inout outputs do");
    if (own.inout && !own.layout.noncoherent && !holds("EXT_shader_framebuffer_fetch", context.language()))
        context.error(where, name + " has to be noncoherent", "#extension GL_EXT_shader_framebuffer_fetch : enable");
}

void check_interface_words(CheckContext& context, const Qualifiers& own, const std::string& name, Location where) {
    const bool between = own.storage == Storage::In || own.storage == Storage::Out;
    const bool outside = is_vertex_input(context, own.storage) || is_fragment_output(context, own.storage);
    const std::string end = is_vertex_input(context, own.storage) ? "a vertex input" : "a fragment output";
    if (own.interpolation != Interpolation::None && (!between || outside))
        context.error(where,
                      name + (between ? ": " + end + " is not interpolated" : " is neither an input nor an output"),
                      "smooth, flat and noperspective are for what one stage gives the next");
    if ((own.centroid || own.sample) && (!between || outside))
        context.error(where,
                      name + (between ? ": " + end + " is not interpolated" : " is neither an input nor an output"),
                      "centroid and sample are for what one stage gives the next");
    if (own.centroid && own.sample) context.error(where, name + " is centroid or sample, not both");
    check_framebuffer_fetch(context, own, name, where);
    const bool of_patches =
        (own.storage == Storage::Out && context.stage() == arbasm::Stage::TessControl) ||
        (own.storage == Storage::In &&
         (context.stage() == arbasm::Stage::TessEvaluation ||
          (context.stage() == arbasm::Stage::Geometry && holds("NV_gpu_shader5", context.language()))));
    if (own.patch && !of_patches)
        context.error(where, name + " can't be patch",
                      "outputs of control shaders and inputs of evaluation shaders can");
    if (own.invariant && !can_be_invariant(context, own.storage))
        context.error(where, name + " can't be invariant: it is not an output",
                      own.storage == Storage::Global ? "invariant is for out variables" : "");
}

void check_memory_words(CheckContext& context, const Qualifiers& own, const Type* type, const std::string& name,
                        Location where) {
    const bool words = own.coherent || own.is_volatile || own.restrict_ || own.readonly || own.writeonly;
    if (words && own.storage != Storage::Buffer && !is_image_or_has_one(type))
        context.error(where, name + " is neither an image nor in a buffer",
                      "coherent, volatile, restrict, readonly and writeonly are for those");
    const Type* part = innermost(type);
    if (!part->is_image() || own.storage == Storage::Parameter || own.storage == Storage::Local || context.in_text())
        return;
    const std::string_view format = own.layout.image_format;
    if (const ImageFormatRow* row = find_image_format(format, context.language())) {
        const bool bytes_of_float = format == "size1x8" && part->scalar == Scalar::Float;
        if ((row->scalar != Scalar::None && row->scalar != part->scalar) || bytes_of_float)
            context.error(where, "the format " + std::string(format) + " is not for " + to_string(part));
    } else if (context.language().is_es()) {
        context.error(where, name + " has no format", "write layout(rgba8) or another");
    } else if (!own.writeonly &&
               !holds("EXT_shader_image_load_formatted EXT_shader_image_load_store", context.language())) {
        context.error(where, name + " has no format, so it has to be writeonly", "write layout(rgba8) or another");
    }
    const bool plain = format == "r32f" || format == "r32i" || format == "r32ui";
    if (context.language().is_es() && !format.empty() && !plain && !own.readonly && !own.writeonly)
        context.error(where, name + " is read and written: only r32f, r32i and r32ui may be",
                      "make it readonly or writeonly");
}

static void check_flat(CheckContext& context, const Qualifiers& own, const Type* type, const std::string& name,
                       Location where) {
    const bool fragment_input = own.storage == Storage::In && context.stage() == arbasm::Stage::Fragment;
    // Stages between vertices and fragments, where the language has them, may read what is not flat.
    const bool es_output = own.storage == Storage::Out && context.stage() == arbasm::Stage::Vertex &&
                           holds("es300-310", context.language()) &&
                           !holds(
                               "EXT_geometry_shader OES_geometry_shader EXT_tessellation_shader "
                               "OES_tessellation_shader EXT_shader_io_blocks OES_shader_io_blocks",
                               context.language());
    if ((fragment_input || es_output) && own.interpolation != Interpolation::Flat && must_be_flat(type))
        context.error(where, name + " is not of float type and must be flat",
                      fragment_input ? "write flat in" : "write flat out");
}

void check_interface_type(CheckContext& context, const Qualifiers& own, const Type* type, const std::string& name,
                          Location where) {
    if (own.storage != Storage::In && own.storage != Storage::Out) return;
    if (contains(type, [](const Type* part) { return part->is_bool(); }))
        context.error(where, name + ": inputs and outputs can't be bool");
    const bool structure = contains(type, [](const Type* part) { return part->is_structure(); });
    const bool wide =
        contains(type, [](const Type* part) { return part->is_basic() && part->scalar == Scalar::Double; });
    const bool integers = contains(type, [](const Type* part) { return part->is_integer(); });
    if (integers && !holds("130 es300 EXT_gpu_shader4", context.language()))
        context.error(where, name + ": inputs and outputs of integers need version 130 or 300 es");
    if (is_vertex_input(context, own.storage)) {
        if (structure) context.error(where, name + ": a vertex input can't be a structure");
        if (type->is_array() && !holds("150", context.language()))
            context.error(where, name + ": a vertex input can't be an array before version 150");
        if (wide && !holds("410 ARB_vertex_attrib_64bit EXT_vertex_attrib_64bit NV_gpu_shader5", context.language()))
            context.error(where, name + ": vertex inputs of doubles need version 410",
                          "#extension GL_ARB_vertex_attrib_64bit : enable");
        return;
    }
    if (is_fragment_output(context, own.storage)) {
        if (structure) context.error(where, name + ": a fragment output can't be a structure");
        if (contains(type, [](const Type* part) { return part->is_matrix(); }))
            context.error(where, name + ": a fragment output can't be a matrix");
        if (wide || contains(type, [](const Type* part) { return part->is_opaque(); }))
            context.error(where, name + ": a fragment output is of float, int or uint");
        if (type->is_array() && type->element->is_array() && context.language().is_es())
            context.error(where, name + ": a fragment output can't be an array of arrays");
        return;
    }
    if (structure && !holds("150 es300 ARB_geometry_shader4", context.language()))
        context.error(where, name + ": inputs and outputs that are structures need version 150 or 300 es");
    check_flat(context, own, type, name, where);
}

// What OpenGL ES doesn't let stages hand on; `type` is of what one vertex has.
static void check_es_interface(CheckContext& context, const Qualifiers& own, const Type* type, const std::string& name,
                               Location where) {
    const bool between = own.storage == Storage::In || own.storage == Storage::Out;
    if (!between || !context.language().is_es() || is_vertex_input(context, own.storage) ||
        is_fragment_output(context, own.storage))
        return;
    const Type* part = type->is_array() ? type->element : type;
    if (type->is_array() && (part->is_array() || part->is_structure()))
        return context.error(where, name + ": inputs and outputs can't be arrays of arrays or structures");
    if (!part->is_structure()) return;
    for (const Member& member : part->structure->members)
        if (member.type->is_array() || member.type->is_structure())
            return context.error(where, name + ": structures that go in or out can't contain arrays and structures");
}

void check_variable_qualifiers(CheckContext& context, const Scopes& scopes, VertexArrays& vertex_arrays,
                               const Qualifiers& own, const Type* type, const std::string& name, Location where) {
    if (context.in_text() || type->is_error()) return;
    check_interface_words(context, own, name, where);
    check_precision(context, scopes, own, type, name, where);
    check_memory_words(context, own, type, name, where);
    check_interface_type(context, own, type, name, where);
    vertex_arrays.check(own, type, name, where);
    const bool by_vertex = is_by_vertex(own, context.stage()) && type->is_array();
    check_es_interface(context, own, by_vertex ? type->element : type, name, where);
    check_stored_only(context, own, type, name, where);
}

void check_value_qualifiers(CheckContext& context, const Scopes& scopes, const Qualifiers& own, const Type* type,
                            const std::string& name, Location where) {
    if (context.in_text() || type->is_error()) return;
    check_interface_words(context, own, name, where);
    check_precision(context, scopes, own, type, name, where);
    check_memory_words(context, own, type, name, where);
    check_stored_only(context, own, type, name, where);
}

void check_member(CheckContext& context, const Scopes& scopes, Qualifiers& own, std::span<const LayoutItem> layout,
                  const Type* type, Location where) {
    if (context.in_text() || type->is_error()) return;
    check_precision(context, scopes, own, type, "the member", where);
    set_precision(context, scopes, own, type);
    if (!holds("ARB_bindless_texture NV_bindless_texture", context.language())) return;
    apply_layout(context, layout, LayoutForm::Variable, own, type);
    check_memory_words(context, own, type, "the member", where);
}

}  // namespace glsl
