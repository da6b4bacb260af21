// Interface blocks: 4.3.9 of the GLSL specifications.
#include "glsl/check/block_rules.h"
#include "glsl/check/checker.h"
#include "glsl/check/precisions.h"
#include "glsl/check/qualifier_rules.h"
#include "glsl/check/type_rules.h"
#include "glsl/check/variable_layouts.h"
#include "glsl/tree/interface.h"

#include "ir/limits.h"

namespace glsl {

void Checker::declare_block(Qualifiers qualifiers, std::string_view name, std::vector<Member> members,
                            std::vector<BlockMember> member_qualifiers, std::string_view instance,
                            const std::vector<int32_t>& sizes, Location where) {
    const BlockDeclaration declaration{qualifiers, name, members, member_qualifiers, instance, sizes, where};
    if (name == "gl_PerVertex" && (qualifiers.storage == Storage::In || qualifiers.storage == Storage::Out)) {
        redeclarations_.block(declaration);
        return;
    }
    check_identifier(context_, name, where);
    check_block(context_, scopes_, declaration);
    check_offsets(context_, declaration);
    check_block_layout(context_, captures_, qualifiers, members, member_qualifiers,
                       sizes.size() > (is_by_vertex(qualifiers, context_.stage()) ? 1u : 0u), where);
    if (qualifiers.storage == Storage::Out && qualifiers.layout.stream < 0)
        qualifiers.layout.stream = context_.shader().layout.stream;
    if (qualifiers.storage == Storage::Out && qualifiers.layout.xfb_buffer < 0)
        qualifiers.layout.xfb_buffer = context_.shader().layout.xfb_buffer;
    Block* block = context_.arena().make<Block>();
    block->name = name;
    block->instance = instance;
    block->qualifiers = qualifiers;
    block->where = where;
    // Arrays of arrays count all their blocks.
    int64_t blocks = sizes.empty() ? -1 : 1;
    for (const int32_t size : sizes) blocks = std::min<int64_t>(blocks * size, TypeLimits::most_elements + 1);
    if (blocks > TypeLimits::most_elements) context_.error(where, std::string(name) + " stands for too many blocks");
    block->array_size = static_cast<int32_t>(blocks);
    const arbasm::Limits limits;
    if (qualifiers.layout.binding >= 0)
        check_binding(context_, qualifiers.layout.binding, std::max(block->array_size, 1),
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
        vertex_arrays_.size(variable);
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
    if (is_by_vertex(qualifiers, context_.stage()))
        vertex_arrays_.check(qualifiers, type, std::string(instance), where);
    declare_name(instance, type, qualifiers, -1);
}

}  // namespace glsl
