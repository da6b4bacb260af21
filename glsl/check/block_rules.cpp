#include "glsl/check/block_rules.h"

#include <algorithm>
#include <map>

#include "glsl/check/precisions.h"
#include "glsl/check/qualifier_rules.h"
#include "glsl/check/type_rules.h"
#include "glsl/check/variable_layouts.h"
#include "glsl/tree/interface.h"
#include "glsl/tree/memory_layout.h"

namespace glsl {

// `open`: the buffer may size it. On the desktop the use of a member's elements may.
static void check_member_size(CheckContext& context, const Type* type, bool open, const std::string& name,
                              Location where) {
    if (!type->is_array()) return;
    if (!type->size && !open && context.language().is_es())
        context.error(where, name + ": only the last member of a storage block may have no size");
    for (const Type* part = type->element; part->is_array(); part = part->element)
        if (!part->size) context.error(where, name + ": only the outermost size of an array may be left out");
}

void check_block(CheckContext& context, const Scopes& scopes, const BlockDeclaration& block) {
    const Qualifiers& qualifiers = block.qualifiers;
    const std::vector<Member>& members = block.members;
    const std::vector<int32_t>& sizes = block.sizes;
    const Location where = block.where;
    const Storage storage = qualifiers.storage;
    const std::string word(block.name);
    const bool between = storage == Storage::In || storage == Storage::Out;
    if (storage == Storage::Uniform &&
        !holds("140 es300 ARB_uniform_buffer_object ARB_shader_storage_buffer_object", context.language()))
        context.error(where, "uniform blocks need version 140 or 300 es");
    if (storage == Storage::Buffer && !holds("430 es310 ARB_shader_storage_buffer_object", context.language()))
        context.error(where, "storage blocks need version 430 or 310 es");
    if (between &&
        !holds("150 es320 OES_shader_io_blocks EXT_shader_io_blocks ARB_geometry_shader4", context.language()))
        context.error(where, "blocks of inputs and outputs need version 150 or 320 es");
    if (is_vertex_input(context, storage)) context.error(where, word + ": vertex shaders have no input blocks");
    if (is_fragment_output(context, storage)) context.error(where, word + ": fragment shaders have no output blocks");
    // What each vertex has may leave out its outermost size.
    for (size_t n = between && is_by_vertex(qualifiers, context.stage()) ? 1 : 0; n < sizes.size(); n++)
        if (!sizes[n]) context.error(where, std::string(block.instance) + ": an array of blocks needs a size");
    if (!between && sizes.size() > 1 && context.language().is_es())
        context.error(where, std::string(block.instance) + ": there are no arrays of arrays of blocks in OpenGL ES");
    for (const Block* before : context.shader().blocks)
        if (before->name == block.name && before->qualifiers.storage == storage)
            context.error(where, "the block " + word + " is declared already");
    if (const Symbol* found = scopes.find_global(block.name); found && !found->block)
        context.error(where, word + " is declared already, and can't be the name of a block");
    if (block.instance.empty() && !sizes.empty()) context.error(where, "an array of blocks needs a name");
    if (between && is_by_vertex(qualifiers, context.stage()) && sizes.empty())
        context.error(where, word + " has to be an array with an element for each vertex", "write } name[];");
    check_interface_words(context, qualifiers, word, where);
    if (members.empty()) context.error(where, word + ": a block has at least one member");
    check_member_names(context, members, where);
    for (size_t n = 0; n < members.size(); n++) {
        const std::string member(members[n].name);
        if (members[n].type->is_void()) context.error(where, member + " can't be void");
        if (contains(members[n].type, [](const Type* part) { return part->is_opaque(); }) &&
            !holds("ARB_bindless_texture NV_bindless_texture", context.language()))
            context.error(where, member + ": a block can't contain " + to_string(members[n].type));
        const bool last = n + 1 == members.size();
        check_member_size(context, members[n].type, storage == Storage::Buffer && last, member, where);
        check_identifier(context, members[n].name, where);
        Qualifiers each = block.own[n].qualifiers;
        each.storage = storage;
        if (each.interpolation == Interpolation::None) each.interpolation = qualifiers.interpolation;
        const std::string_view format = each.layout.image_format;
        if (!format.empty() && !members[n].type->is_image()) continue;  // has been said
        check_interface_words(context, each, member, where);
        check_precision(context, scopes, each, members[n].type, member, where);
        check_memory_words(context, each, members[n].type, member, where);
        if (between) check_interface_type(context, each, members[n].type, member, where);
    }
}

// align is a power of two, and of layouts that say where members lie.
static void check_align(CheckContext& context, int32_t align, bool fixed, const std::string& name, Location where) {
    if (align < 0) return;
    if (align == 0 || (align & (align - 1))) context.error(where, name + ": an align is a power of two");
    if (!fixed) context.error(where, name + ": align wants std140 or std430");
}

void check_offsets(CheckContext& context, const BlockDeclaration& block) {
    const Qualifiers& qualifiers = block.qualifiers;
    const std::vector<Member>& members = block.members;
    const Location where = block.where;
    if (qualifiers.storage != Storage::Uniform && qualifiers.storage != Storage::Buffer) return;
    const bool fixed = qualifiers.layout.packing == Packing::Std140 || qualifiers.layout.packing == Packing::Std430;
    check_align(context, qualifiers.layout.align, fixed, std::string(block.name), where);
    int64_t end = 0;
    for (size_t n = 0; n < members.size(); n++) {
        const Layout& own = block.own[n].qualifiers.layout;
        const std::string member(members[n].name);
        if (members[n].type->is_error() || members[n].type->is_void()) return;
        check_align(context, own.align, fixed, member, where);
        const MatrixLayout matrix = own.matrix != MatrixLayout::None ? own.matrix : qualifiers.layout.matrix;
        const MemoryRules rules{qualifiers.layout.packing == Packing::Std430, matrix == MatrixLayout::RowMajor};
        const int64_t base = memory_alignment(members[n].type, rules);
        if (own.offset >= 0) {
            if (!fixed) context.error(where, member + ": offset wants std140 or std430");
            if (own.offset % base)
                context.error(where, member + ": the offset of " + to_string(members[n].type) + " is a multiple of " +
                                         std::to_string(base));
            if (own.offset < end) context.error(where, member + " would lie within the members before it");
        }
        const int64_t align = std::max<int64_t>({base, own.align, own.align < 0 ? qualifiers.layout.align : 0, 1});
        const int64_t begin = (std::max<int64_t>(own.offset, end) + align - 1) / align * align;
        end = begin + memory_size(members[n].type, rules);
    }
}

// OpenGL ES: no two members share a location (OES_shader_io_blocks, issue 1: no "location aliasing"). On the desktop
// they may, by components; the linker looks.
static void check_member_locations(CheckContext& context, const Layout& block, const std::vector<Member>& members,
                                   const std::vector<BlockMember>& qualifiers, Location where) {
    std::map<int64_t, std::pair<int64_t, std::string_view>> taken;  // from … to behind, and whose they are
    int64_t next = block.location;
    for (size_t n = 0; n < members.size(); n++) {
        const int32_t own = qualifiers[n].qualifiers.layout.location;
        if (own >= 0) next = own;
        if (next < 0) return;
        const int64_t begin = next;
        next += varying_locations(members[n].type);
        const auto behind = taken.upper_bound(begin);
        const auto other = behind != taken.end() && behind->first < next                        ? behind
                           : behind != taken.begin() && std::prev(behind)->second.first > begin ? std::prev(behind)
                                                                                                : taken.end();
        if (other != taken.end()) {
            context.error(where, std::string(members[n].name) + " has a location that " +
                                     std::string(other->second.second) + " has, too");
            return;
        }
        if (next > begin) taken[begin] = {next, members[n].name};
    }
}

void check_block_layout(CheckContext& context, Captures& captures, const Qualifiers& block,
                        const std::vector<Member>& members, std::vector<BlockMember>& qualifiers, bool arrayed,
                        Location where) {
    const bool interface = block.storage == Storage::In || block.storage == Storage::Out;
    const int32_t buffer = block.layout.xfb_buffer >= 0 ? block.layout.xfb_buffer : context.shader().layout.xfb_buffer;
    const int32_t stream = block.layout.stream >= 0 ? block.layout.stream : context.shader().layout.stream;
    check_stream(context, block.layout, where);
    captures.add(block.layout, nullptr, where);
    int64_t next = block.layout.xfb_offset;
    const bool doubles = std::ranges::any_of(members, [](const Member& one) { return contains_wide(one.type); });
    if (next >= 0 && next % (doubles ? 8 : 4))
        context.error(where, std::string("the xfb_offset of a block ") + (doubles ? "with doubles " : "") +
                                 "is a multiple of " + (doubles ? "8" : "4"));
    size_t located = 0;
    for (size_t n = 0; n < members.size(); n++) {
        Layout own = qualifiers[n].qualifiers.layout;
        located += own.location >= 0;
        if (own.xfb_buffer >= 0 && own.xfb_buffer != buffer)
            context.error(where, std::string(members[n].name) + ": the xfb_buffer of a member is that of the block");
        if (own.stream >= 0 && own.stream != stream)
            context.error(where, std::string(members[n].name) + ": the stream of a member is that of the block");
        if (interface && own.component >= 0) {
            Layout whole = own;
            if (whole.location < 0) whole.location = block.layout.location;
            check_component(context, whole, members[n].type, std::string(members[n].name), where);
        }
        if (block.layout.xfb_offset >= 0 && own.xfb_offset < 0) {
            const int64_t unit = contains_wide(members[n].type) ? 8 : 4;
            own.xfb_offset = static_cast<int32_t>((next + unit - 1) / unit * unit);
        }
        own.xfb_buffer = buffer;
        captures.add(own, members[n].type, where);
        if (own.xfb_offset >= 0) next = own.xfb_offset + captured_bytes(members[n].type);
        if (block.storage == Storage::Out) {
            qualifiers[n].qualifiers.layout.xfb_offset = own.xfb_offset;
            qualifiers[n].qualifiers.layout.xfb_buffer = buffer;
            qualifiers[n].qualifiers.layout.stream = stream;
        }
    }
    if (interface && arrayed && located)
        context.error(where, "members of an array of blocks have no locations", "give one to the block");
    if (interface && block.layout.location < 0 && located && located != members.size())
        context.error(where, "a block without a location gives one to all of its members or to none");
    if (interface && context.language().is_es())
        check_member_locations(context, block.layout, members, qualifiers, where);
}

}  // namespace glsl
