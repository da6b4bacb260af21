#include "glsl/check/redeclarations.h"

#include <algorithm>

#include "glsl/check/qualifier_rules.h"
#include "glsl/tree/interface.h"

namespace glsl {

namespace {

// Built-in variables that a shader may declare again.
struct RedeclarationRow {
    std::string_view name, where;
    std::string_view limit = {};  // the constant that bounds an array's size
    bool before_use = false;      // whether nothing may have used it
};

constexpr RedeclarationRow redeclaration_rows[] = {
    {"gl_FragCoord", "150 ARB_fragment_coord_conventions es100", {}, true},
    {"gl_FragDepth", "420 AMD_conservative_depth ARB_conservative_depth EXT_conservative_depth", {}, true},
    {"gl_TexCoord", "110-130 140c", "gl_MaxTextureCoords"},
    {"gl_TexCoordIn", "ARB_geometry_shader4", "gl_MaxTextureCoords"},
    {"gl_ClipDistanceIn", "ARB_geometry_shader4", "gl_MaxClipDistances"},
    {"gl_ClipDistance", "130 EXT_clip_cull_distance APPLE_clip_distance", "gl_MaxClipDistances"},
    {"gl_CullDistance", "450 ARB_cull_distance EXT_clip_cull_distance", "gl_MaxCullDistances"},
    {"gl_Color", "130"},
    {"gl_SecondaryColor", "130"},
    {"gl_FrontColor", "130"},
    {"gl_BackColor", "130"},
    {"gl_FrontSecondaryColor", "130"},
    {"gl_BackSecondaryColor", "130"},
    {"gl_Position", "410 ARB_separate_shader_objects es100"},
    {"gl_PointSize", "410 ARB_separate_shader_objects es100"},
    {"gl_LastFragData", "EXT_shader_framebuffer_fetch EXT_shader_framebuffer_fetch_non_coherent"},
    {"gl_FragColor", "es100-100"},
    {"gl_FragData", "es100-100"},
    {"gl_PointCoord", "es100"},
    {"gl_SampleMask", "400 ARB_sample_shading OES_sample_variables es320"},
    {"gl_SampleMaskIn", "400 ARB_gpu_shader5 OES_sample_variables es320"},
    {"gl_Layer", "NV_viewport_array2", {}, true},
    {"gl_ViewportIndex", "NV_viewport_array2", {}, true},
    {"gl_ViewportMask", "NV_viewport_array2"},
    {"gl_SecondaryPositionNV", "NV_stereo_view_rendering"},
    {"gl_SecondaryViewportMaskNV", "NV_stereo_view_rendering"},
};

}  // namespace

void size_unsized(CheckContext& context, Variable* variable, const Type* type, Location where) {
    const std::string name(variable->name);
    // gl_TexCoordIn[][2]: the inner size is the shader's.
    const Type* before = variable->type;
    if (variable->builtin && before->is_array() && type->is_array() && before->element->is_array() &&
        type->element->is_array() && before->element->element == type->element->element) {
        if (type->element->size) variable->type = context.array_of(type->element, std::max(type->size, before->size));
        return;
    }
    if (!variable->type->is_array() || !type->is_array() || variable->type->element != type->element ||
        (variable->type->size && type->size && variable->type->size != type->size)) {
        context.error(where, name + " is declared already, as " + to_string(variable->type));
        return;
    }
    if (type->size && type->size <= variable->largest_index)
        context.error(where, name + "[" + std::to_string(variable->largest_index) + "] was used: the size " +
                                 std::to_string(type->size) + " is too small");
    if (type->size) variable->type = type;
}

// Arrays of the language's own that a shader sizes have a limit.
static void check_limit(CheckContext& context, std::string_view name, const Type* type, Location where) {
    const auto row = std::ranges::find(redeclaration_rows, name, &RedeclarationRow::name);
    if (row == std::end(redeclaration_rows) || row->limit.empty() || !type->is_array()) return;
    if (type->element->is_array()) type = type->element;  // of each vertex
    if (type->size > context.limit(row->limit))
        context.error(where, std::string(name) + " has at most " + std::string(row->limit) + " elements");
}

void qualify(CheckContext& context, Variable* variable, const Qualifiers& qualifiers) {
    Qualifiers& own = variable->qualifiers;
    own.invariant |= qualifiers.invariant;
    own.precise |= qualifiers.precise;
    own.centroid |= qualifiers.centroid;
    own.sample |= qualifiers.sample;
    if (qualifiers.interpolation != Interpolation::None) own.interpolation = qualifiers.interpolation;
    own.layout.noncoherent |= qualifiers.layout.noncoherent;
    own.layout.origin_upper_left |= qualifiers.layout.origin_upper_left;
    own.layout.pixel_center_integer |= qualifiers.layout.pixel_center_integer;
    if (variable->builtin && variable->name == "gl_FragCoord") {
        context.shader().layout.origin_upper_left |= qualifiers.layout.origin_upper_left;
        context.shader().layout.pixel_center_integer |= qualifiers.layout.pixel_center_integer;
    }
}

void Redeclarations::variable(Variable* variable, const Qualifiers& qualifiers, const Type* type, Location where) {
    const std::string name(variable->name);
    const auto row = std::ranges::find_if(redeclaration_rows, [&](const RedeclarationRow& candidate) {
        return candidate.name == variable->name && holds(candidate.where, context_.language());
    });
    if (row == std::end(redeclaration_rows)) {
        context_.error(where, name + " is a built-in variable that can't be declared again");
        return;
    }
    const bool without_storage =
        (context_.language().is_es() || name == "gl_LastFragData") && qualifiers.storage == Storage::Global;
    if (qualifiers.storage != variable->qualifiers.storage && !without_storage) {
        context_.error(where, name + " has to keep its storage",
                       variable->qualifiers.storage == Storage::In ? "in" : "out");
        return;
    }
    const bool again = std::ranges::find(redeclared_, variable) != redeclared_.end();
    if (row->before_use && variable->used && !again) context_.error(where, name + " was used before this declaration");
    if (!per_vertex_.declared(false).empty() &&
        std::ranges::find(members_of("gl_PerVertex"), name, &MemberRow::name) != members_of("gl_PerVertex").end())
        context_.error(where, "gl_PerVertex has been declared again: its members have their sizes there");
    if (qualifiers.inout) context_.error(where, name + " can't be inout");
    check_limit(context_, name, type, where);
    if (variable->type != type) size_unsized(context_, variable, type, where);
    const Layout &own = variable->qualifiers.layout, &now = qualifiers.layout;
    if (again && row->before_use &&
        (own.origin_upper_left != now.origin_upper_left || own.pixel_center_integer != now.pixel_center_integer))
        context_.error(where, name + " was declared again with another layout");
    redeclared_.push_back(variable);
    variable->redeclared = true;
    check_interface_words(context_, qualifiers, name, where);
    qualify(context_, variable, qualifiers);
}

// Outputs of a vertex shader and the like: before any of them is used or declared alone.
bool Redeclarations::may_redeclare(const BlockDeclaration& declaration) {
    const Qualifiers& qualifiers = declaration.qualifiers;
    const std::vector<Member>& members = declaration.members;
    const Location where = declaration.where;
    const bool by_vertex = is_by_vertex(qualifiers, context_.stage());
    std::vector<std::string_view>& declared = per_vertex_.declared(by_vertex && qualifiers.storage == Storage::In);
    if (!declared.empty()) {
        context_.error(where, "gl_PerVertex is declared again twice");
        return false;
    }
    if (by_vertex) {
        const Variable* whole = builtins_.find(qualifiers.storage == Storage::In ? "gl_in" : "gl_out", where);
        if (whole && whole->used) {
            context_.error(where, std::string(whole->name) + " was used before gl_PerVertex is declared again");
            return false;
        }
        for (const Member& member : members) declared.push_back(member.name);
        return true;
    }
    for (const MemberRow& row : members_of("gl_PerVertex")) {
        // Some are members by an extension only, and variables of their own without it.
        if (!holds(row.where, context_.language())) continue;
        const Variable* variable = builtins_.made(row.name);
        if (!variable || variable->qualifiers.storage != qualifiers.storage) continue;
        const bool alone = std::ranges::find(redeclared_, variable) != redeclared_.end();
        if (!alone && !variable->used) continue;
        context_.error(where, std::string(row.name) + (alone ? " was declared" : " was used") +
                                  " before gl_PerVertex is declared again");
        return false;
    }
    for (const Member& member : members) declared.push_back(member.name);
    return true;
}

// Where outputs are variables of their own.
void Redeclarations::members_as_variables(const BlockDeclaration& declaration) {
    for (size_t n = 0; n < declaration.members.size(); n++) {
        const Member& member = declaration.members[n];
        check_limit(context_, member.name, member.type, declaration.where);
        Variable* variable = builtins_.find(member.name, declaration.where);
        if (!variable || variable->qualifiers.storage != declaration.qualifiers.storage) {
            context_.error(declaration.where, "gl_PerVertex has no member " + std::string(member.name));
            continue;
        }
        if (variable->type != member.type) size_unsized(context_, variable, member.type, declaration.where);
        qualify(context_, variable, declaration.own[n].qualifiers);
    }
}

// gl_in[] and gl_out[], which are structures.
void Redeclarations::members_of_array(const BlockDeclaration& declaration, Variable* whole) {
    const Location where = declaration.where;
    const std::span<const Member> known = whole->type->element->structure->members;
    std::vector<Member> parts(known.begin(), known.end());
    for (size_t n = 0; n < declaration.members.size(); n++) {
        const Member& member = declaration.members[n];
        check_limit(context_, member.name, member.type, where);
        const auto part = std::ranges::find(parts, member.name, &Member::name);
        const bool fits =
            part != parts.end() && (part->type == member.type || (part->type->is_array() && member.type->is_array() &&
                                                                  part->type->element == member.type->element));
        if (!fits)
            context_.error(where,
                           "gl_PerVertex has no member " + to_string(member.type) + " " + std::string(member.name));
        else if (member.type->size || !member.type->is_array())
            part->type = member.type;
        if (declaration.qualifiers.layout.passthrough || declaration.own[n].qualifiers.layout.passthrough)
            context_.shader().passed.push_back(member.name);
    }
    const std::vector<int32_t>& sizes = declaration.sizes;
    const int32_t size = sizes.size() == 1 && sizes[0] ? sizes[0] : whole->type->size;
    if (sizes.size() != 1) context_.error(where, std::string(whole->name) + " is an array");
    const Type* structure = context_.shader().types.structure("gl_PerVertex", context_.arena().copy(parts));
    whole->type = context_.array_of(structure, size);
    vertex_arrays_.check(declaration.qualifiers, whole->type, std::string(whole->name), where);
}

void Redeclarations::block(const BlockDeclaration& declaration) {
    const Qualifiers& qualifiers = declaration.qualifiers;
    const Location where = declaration.where;
    if (!holds("150 es320 ARB_separate_shader_objects ARB_tessellation_shader EXT_shader_io_blocks "
               "OES_shader_io_blocks",
               context_.language())) {
        context_.error(where, "gl_PerVertex can't be declared again in this version");
        return;
    }
    const std::string_view name = qualifiers.storage == Storage::In ? "gl_in" : "gl_out";
    const bool arrayed = is_by_vertex(qualifiers, context_.stage());
    if (arrayed ? declaration.instance != name : !declaration.instance.empty()) {
        context_.error(where, arrayed ? "gl_PerVertex is called " + std::string(name) + "[] here"
                                      : "gl_PerVertex has no name here");
        return;
    }
    if (!may_redeclare(declaration)) return;
    VertexBlock& block = qualifiers.storage == Storage::In ? context_.shader().vertex_in : context_.shader().vertex_out;
    block.declared = true;
    for (const Member& member : declaration.members) block.members.push_back(member.name);
    Variable* whole = arrayed ? builtins_.find(name, where) : nullptr;
    if (arrayed && !whole) {
        context_.error(where, "there is no " + std::string(name) + " in this stage");
        return;
    }
    if (whole)
        members_of_array(declaration, whole);
    else
        members_as_variables(declaration);
}

}  // namespace glsl
