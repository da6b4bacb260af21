// Interface blocks: 4.3.9 of the GLSL specifications.
#include "glsl/check/checker.h"
#include "glsl/check/precisions.h"
#include "glsl/check/type_rules.h"

#include "ir/limits.h"

namespace glsl {

// `open`: the buffer may size it. On the desktop the use of a member's elements may.
void Checker::check_member_size(const Type* type, bool open, const std::string& name, Location where) {
    if (!type->is_array()) return;
    if (!type->size && !open && context_.language().is_es())
        context_.error(where, name + ": only the last member of a storage block may have no size");
    for (const Type* part = type->element; part->is_array(); part = part->element)
        if (!part->size) context_.error(where, name + ": only the outermost size of an array may be left out");
}

void Checker::check_block(const Qualifiers& qualifiers, std::string_view name, const std::vector<Member>& members,
                          const std::vector<BlockMember>& own, std::string_view instance,
                          const std::vector<int32_t>& sizes, Location where) {
    const Storage storage = qualifiers.storage;
    const std::string word(name);
    const bool between = storage == Storage::In || storage == Storage::Out;
    if (storage == Storage::Uniform &&
        !holds("140 es300 ARB_uniform_buffer_object ARB_shader_storage_buffer_object", context_.language()))
        context_.error(where, "uniform blocks need version 140 or 300 es");
    if (storage == Storage::Buffer && !holds("430 es310 ARB_shader_storage_buffer_object", context_.language()))
        context_.error(where, "storage blocks need version 430 or 310 es");
    if (between &&
        !holds("150 es320 OES_shader_io_blocks EXT_shader_io_blocks ARB_geometry_shader4", context_.language()))
        context_.error(where, "blocks of inputs and outputs need version 150 or 320 es");
    if (is_vertex_input(storage)) context_.error(where, word + ": vertex shaders have no input blocks");
    if (is_fragment_output(storage)) context_.error(where, word + ": fragment shaders have no output blocks");
    // Of what each vertex has the outermost size may be left out.
    for (size_t n = between && is_by_vertex(qualifiers) ? 1 : 0; n < sizes.size(); n++)
        if (!sizes[n]) context_.error(where, std::string(instance) + ": an array of blocks needs a size");
    if (!between && sizes.size() > 1 && context_.language().is_es())
        context_.error(where, std::string(instance) + ": there are no arrays of arrays of blocks in OpenGL ES");
    for (const Block* before : context_.shader().blocks)
        if (before->name == name && before->qualifiers.storage == storage)
            context_.error(where, "the block " + word + " is declared already");
    if (const Symbol* found = scopes_.find_global(name); found && !found->block)
        context_.error(where, word + " is declared already, and can't be the name of a block");
    if (instance.empty() && !sizes.empty()) context_.error(where, "an array of blocks needs a name");
    Qualifiers whole = qualifiers;
    if (between && is_by_vertex(qualifiers) && sizes.empty())
        context_.error(where, word + " has to be an array with an element for each vertex", "write } name[];");
    check_interface_words(qualifiers, word, where);
    if (members.empty()) context_.error(where, word + ": a block has at least one member");
    check_member_names(context_, members, where);
    for (size_t n = 0; n < members.size(); n++) {
        const std::string member(members[n].name);
        if (members[n].type->is_void()) context_.error(where, member + " can't be void");
        if (contains(members[n].type, [](const Type* part) { return part->is_opaque(); }) &&
            !holds("ARB_bindless_texture NV_bindless_texture", context_.language()))
            context_.error(where, member + ": a block can't contain " + to_string(members[n].type));
        const bool last = n + 1 == members.size();
        check_member_size(members[n].type, storage == Storage::Buffer && last, member, where);
        check_identifier(context_, members[n].name, where);
        Qualifiers each = own[n].qualifiers;
        each.storage = storage;
        if (each.interpolation == Interpolation::None) each.interpolation = whole.interpolation;
        const std::string_view format = each.layout.image_format;
        if (!format.empty() && !members[n].type->is_image()) continue;  // has been said
        check_interface_words(each, member, where);
        check_precision(context_, scopes_, each, members[n].type, member, where);
        check_memory_words(each, members[n].type, member, where);
        if (between) check_interface_type(each, members[n].type, member, where);
    }
}

void Checker::declare_block(Qualifiers qualifiers, std::string_view name, std::vector<Member> members,
                            std::vector<BlockMember> member_qualifiers, std::string_view instance,
                            const std::vector<int32_t>& sizes, Location where) {
    if (name == "gl_PerVertex" && (qualifiers.storage == Storage::In || qualifiers.storage == Storage::Out)) {
        redeclare_block(qualifiers, members, member_qualifiers, instance, sizes, where);
        return;
    }
    check_identifier(context_, name, where);
    check_block(qualifiers, name, members, member_qualifiers, instance, sizes, where);
    check_offsets(qualifiers, members, member_qualifiers, name, where);
    check_block_layout(qualifiers, members, member_qualifiers, sizes.size() > (is_by_vertex(qualifiers) ? 1u : 0u),
                       where);
    if (qualifiers.storage == Storage::Out && qualifiers.layout.stream < 0)
        qualifiers.layout.stream = context_.shader().layout.stream;
    if (qualifiers.storage == Storage::Out && qualifiers.layout.xfb_buffer < 0)
        qualifiers.layout.xfb_buffer = context_.shader().layout.xfb_buffer;
    Block* block = context_.arena().make<Block>();
    block->name = name;
    block->instance = instance;
    block->qualifiers = qualifiers;
    block->where = where;
    // Of arrays of arrays: all of them.
    int64_t blocks = sizes.empty() ? -1 : 1;
    for (const int32_t size : sizes) blocks = std::min<int64_t>(blocks * size, TypeLimits::most_elements + 1);
    if (blocks > TypeLimits::most_elements) context_.error(where, std::string(name) + " stands for too many blocks");
    block->array_size = static_cast<int32_t>(blocks);
    const arbasm::Limits limits;
    if (qualifiers.layout.binding >= 0)
        check_binding(qualifiers.layout.binding, std::max(block->array_size, 1),
                      int64_t{qualifiers.storage == Storage::Buffer ? limits.storage_buffers : limits.uniform_buffers},
                      std::string(name), where);
    if (qualifiers.layout.command_bindable && qualifiers.layout.binding < 0)
        context_.error(where, std::string(name) + " is commandBindableNV and has no binding");
    block->type = context_.shader().types.structure(name, context_.arena().copy(members));
    check_extent(context_, block->type, where);
    for (size_t n = 0; n < members.size(); n++)
        set_precision(context_, scopes_, member_qualifiers[n].qualifiers, members[n].type);
    block->members = context_.arena().copy(member_qualifiers);
    context_.shader().blocks.push_back(block);
    if (scopes_.is_global()) scopes_.add(name).block = block;
    const auto declare_name = [&](std::string_view word, const Type* type, const Qualifiers& own, int32_t member) {
        if (scopes_.find_here(word)) context_.error(where, std::string(word) + " is declared already");
        Variable* variable = context_.variable(word, type, own, where);
        variable->block = block;
        variable->member = member;
        size_by_vertices(variable);
        scopes_.add(word) = {.variable = variable};
        context_.shader().globals.push_back(variable);
    };
    if (instance.empty()) {
        for (size_t n = 0; n < members.size(); n++) {
            Qualifiers own = member_qualifiers[n].qualifiers;
            own.storage = qualifiers.storage;
            own.readonly |= qualifiers.readonly;
            own.writeonly |= qualifiers.writeonly;
            own.coherent |= qualifiers.coherent;
            own.patch |= qualifiers.patch;
            declare_name(members[n].name, members[n].type, own, static_cast<int32_t>(n));
        }
        return;
    }
    check_identifier(context_, instance, where);
    const Type* type = block->type;
    for (size_t n = sizes.size(); n-- > 0;) type = context_.array_of(type, sizes[n]);
    if (is_by_vertex(qualifiers)) check_vertex_array(qualifiers, type, std::string(instance), where);
    declare_name(instance, type, qualifiers, -1);
}

}  // namespace glsl
