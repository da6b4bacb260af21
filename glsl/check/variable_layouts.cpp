// What the layouts of variables and blocks may say: 4.4 of the GLSL specifications.
#include <algorithm>

#include "glsl/check/checker.h"
#include "glsl/check/layouts.h"
#include "glsl/tree/interface.h"
#include "glsl/tree/memory_layout.h"

#include "ir/limits.h"

namespace glsl {

namespace {

constexpr int32_t most_buffers = arbasm::limits::MAX_TRANSFORM_FEEDBACK_BUFFERS;
constexpr int32_t most_streams = arbasm::limits::MAX_VERTEX_STREAMS;

}  // namespace

// `layout(…) in;` and the like have been read.
void Checker::default_layout(const Qualifiers& qualifiers, Location where) {
    const Layout& layout = qualifiers.layout;
    StageLayout& stage = shader_.layout;
    if (qualifiers.storage == Storage::Out) {
        check_stream(layout, where);
        check_feedback(layout, nullptr, where);
        if (layout.stream >= 0) stage.stream = layout.stream;
        if (layout.xfb_buffer >= 0 && layout.xfb_buffer < most_buffers) stage.xfb_buffer = layout.xfb_buffer;
    }
    if (shader_.stage == arbasm::Stage::Geometry && qualifiers.storage == Storage::In && !stage.primitive_in.empty()) {
        const int32_t before = geometry_vertices_;
        geometry_vertices_ = input_vertices();
        check_geometry_vertices(before, where);
    }
    size_vertex_arrays();
    if (shader_.stage != arbasm::Stage::TessControl || stage.vertices_out <= 0) return;
    for (const Variable* variable : shader_.globals)
        if (variable->qualifiers.storage == Storage::Out && is_by_vertex(variable->qualifiers) &&
            variable->type->is_array() && variable->type->size && variable->type->size != stage.vertices_out)
            error(where, std::string(variable->name) + " has " + std::to_string(variable->type->size) +
                             " elements, but patches have " + std::to_string(stage.vertices_out) + " vertices");
}

void Checker::check_stream(const Layout& layout, Location where) {
    if (layout.stream >= most_streams)
        error(where,
              "there is no stream " + std::to_string(layout.stream) + ": there are " + std::to_string(most_streams));
}

// Bytes of a vertex in one buffer.
int64_t Checker::most_captured() const { return int64_t{4} * limit("gl_MaxTransformFeedbackInterleavedComponents"); }

// Transform feedback; `type`: of the variable, null for a block or a default.
void Checker::check_feedback(const Layout& layout, const Type* type, Location where) {
    StageLayout& stage = shader_.layout;
    if (layout.xfb_buffer >= most_buffers) {
        error(where, "there is no xfb_buffer " + std::to_string(layout.xfb_buffer) + ": there are " +
                         std::to_string(most_buffers));
        return;
    }
    const int32_t buffer = layout.xfb_buffer >= 0 ? layout.xfb_buffer : stage.xfb_buffer;
    if (layout.xfb_stride >= 0) {
        int32_t& stride = stage.xfb_strides[static_cast<size_t>(buffer)];
        if (stride >= 0 && stride != layout.xfb_stride)
            error(where, "the xfb_stride of buffer " + std::to_string(buffer) + " is " +
                             std::to_string(layout.xfb_stride) + " here and was " + std::to_string(stride) + " before");
        stride = layout.xfb_stride;
        if (const int64_t most = most_captured(); stride % 4 || stride > most)
            error(where, "an xfb_stride is a multiple of 4 and at most " + std::to_string(most));
    }
    if (!type || layout.xfb_offset < 0) return;
    const int unit = contains_wide(type) ? 8 : 4;
    if (layout.xfb_offset % unit)
        error(where, "the xfb_offset of " + to_string(type) + " is a multiple of " + std::to_string(unit));
    if (type->is_array() && !type->size) {
        error(where, "an array without a size can't be captured");
        return;
    }
    captures_.push_back({buffer, layout.xfb_offset, layout.xfb_offset + captured_bytes(type), where});
}

// When all is declared: captures don't overlap and lie within the stride.
void Checker::check_captures() {
    std::ranges::stable_sort(captures_, {}, [](const Capture& one) { return std::pair(one.buffer, one.first); });
    const Capture* furthest = nullptr;  // of those before, in the same buffer
    for (const Capture& capture : captures_) {
        if (furthest && furthest->buffer == capture.buffer && furthest->end > capture.first)
            error(std::max(furthest->where, capture.where, [](Location a, Location b) { return a.offset < b.offset; }),
                  "two outputs are captured to the same bytes of a buffer");
        if (!furthest || furthest->buffer != capture.buffer || furthest->end < capture.end) furthest = &capture;
        const int32_t stride = shader_.layout.xfb_strides[static_cast<size_t>(capture.buffer)];
        if (capture.end > (stride >= 0 ? stride : most_captured()))
            error(capture.where, "byte " + std::to_string(capture.end) + " of buffer " +
                                     std::to_string(capture.buffer) +
                                     (stride >= 0 ? " is beyond its xfb_stride" : " is beyond what can be captured"));
    }
}

void Checker::check_component(const Layout& layout, const Type* type, const std::string& name, Location where) {
    if (layout.component < 0) return;
    const Type* part = innermost(type);
    if (!part->is_basic() || part->is_matrix()) {
        error(where, name + ": " + to_string(type) + " can't begin at a component");
        return;
    }
    if (layout.location < 0) error(where, name + " has a component and no location");
    const int each = is_wide(part->scalar) ? 2 : 1, most = 4;
    if (each == 2 && (part->rows > 2 || layout.component % 2))
        error(where, name + ": " + to_string(part) + " can't begin at component " + std::to_string(layout.component));
    else if (layout.component + part->rows * each > most)
        error(where, name + " would go beyond component 3");
}

void Checker::check_variable_layout(Qualifiers& qualifiers, const Type* type, const std::string& name, Location where) {
    Layout& layout = qualifiers.layout;
    const Type* part = innermost(type);
    if (text_depth_ || type->is_error() || qualifiers.storage == Storage::Parameter) return;
    if (layout.binding >= 0 && !part->is_opaque())
        error(where, name + " is neither a sampler, an image nor a counter, and has no binding");
    if (layout.location >= 0 && part->kind == TypeKind::AtomicCounter)
        error(where, name + " is a counter and has no location");
    if (layout.binding >= 0 && (part->is_sampler() || part->is_image()))
        check_binding(layout.binding, register_count(type),
                      part->is_image() ? "gl_MaxImageUnits" : "gl_MaxCombinedTextureImageUnits", name, where);
    if (layout.offset >= 0 && part->kind != TypeKind::AtomicCounter)
        error(where, name + " is no counter and has no offset");
    if (layout.index >= 0 && layout.location < 0) error(where, name + " has an index and no location");
    if (layout.index > 1) error(where, name + ": an index is 0 or 1");
    check_component(layout, type, name, where);
    if (qualifiers.storage != Storage::Out) return;
    if (layout.xfb_buffer < 0) layout.xfb_buffer = shader_.layout.xfb_buffer;
    check_stream(layout, where);
    check_feedback(layout, type, where);
}

// Each element has a binding of its own, the first the one that the layout says.
void Checker::check_binding(int32_t binding, int64_t count, std::string_view most, const std::string& name,
                            Location where) {
    check_binding(binding, count, limit(most, 0), name, where);
}

void Checker::check_binding(int32_t binding, int64_t count, int64_t most, const std::string& name, Location where) {
    if (binding + count > most)
        error(where,
              name + " has binding " + std::to_string(binding + count - 1) + ", and there are " + std::to_string(most));
}

// align is a power of two, and of layouts that say where members lie.
void Checker::check_align(int32_t align, bool fixed, const std::string& name, Location where) {
    if (align < 0) return;
    if (align == 0 || (align & (align - 1))) error(where, name + ": an align is a power of two");
    if (!fixed) error(where, name + ": align wants std140 or std430");
}

// Offsets that members say: in order, aligned as their types ask, and none within another member.
void Checker::check_offsets(const Qualifiers& block, const std::vector<Member>& members,
                            const std::vector<BlockMember>& qualifiers, std::string_view name, Location where) {
    if (block.storage != Storage::Uniform && block.storage != Storage::Buffer) return;
    const bool fixed = block.layout.packing == Packing::Std140 || block.layout.packing == Packing::Std430;
    check_align(block.layout.align, fixed, std::string(name), where);
    int64_t end = 0;
    for (size_t n = 0; n < members.size(); n++) {
        const Layout& own = qualifiers[n].qualifiers.layout;
        const std::string member(members[n].name);
        if (members[n].type->is_error() || members[n].type->is_void()) return;
        check_align(own.align, fixed, member, where);
        const MatrixLayout matrix = own.matrix != MatrixLayout::None ? own.matrix : block.layout.matrix;
        const MemoryRules rules{block.layout.packing == Packing::Std430, matrix == MatrixLayout::RowMajor};
        const int64_t base = memory_alignment(members[n].type, rules);
        if (own.offset >= 0) {
            if (!fixed) error(where, member + ": offset wants std140 or std430");
            if (own.offset % base)
                error(where, member + ": the offset of " + to_string(members[n].type) + " is a multiple of " +
                                 std::to_string(base));
            if (own.offset < end) error(where, member + " would lie within the members before it");
        }
        const int64_t align = std::max<int64_t>({base, own.align, own.align < 0 ? block.layout.align : 0, 1});
        const int64_t begin = (std::max<int64_t>(own.offset, end) + align - 1) / align * align;
        end = begin + memory_size(members[n].type, rules);
    }
}

// OpenGL ES: no two members share a location (OES_shader_io_blocks, issue 1: no "location aliasing"). On the desktop
// they may, by components; the linker looks.
void Checker::check_member_locations(const Layout& block, const std::vector<Member>& members,
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
            error(where, std::string(members[n].name) + " has a location that " + std::string(other->second.second) +
                             " has, too");
            return;
        }
        if (next > begin) taken[begin] = {next, members[n].name};
    }
}

// The layouts of a block and its members: what members don't say they have from the block.
void Checker::check_block_layout(const Qualifiers& block, const std::vector<Member>& members,
                                 std::vector<BlockMember>& qualifiers, bool arrayed, Location where) {
    const bool interface = block.storage == Storage::In || block.storage == Storage::Out;
    const int32_t buffer = block.layout.xfb_buffer >= 0 ? block.layout.xfb_buffer : shader_.layout.xfb_buffer;
    const int32_t stream = block.layout.stream >= 0 ? block.layout.stream : shader_.layout.stream;
    check_stream(block.layout, where);
    check_feedback(block.layout, nullptr, where);
    int64_t next = block.layout.xfb_offset;
    const bool doubles = std::ranges::any_of(members, [](const Member& one) { return contains_wide(one.type); });
    if (next >= 0 && next % (doubles ? 8 : 4))
        error(where, std::string("the xfb_offset of a block ") + (doubles ? "with doubles " : "") +
                         "is a multiple of " + (doubles ? "8" : "4"));
    size_t located = 0;
    for (size_t n = 0; n < members.size(); n++) {
        Layout own = qualifiers[n].qualifiers.layout;
        located += own.location >= 0;
        if (own.xfb_buffer >= 0 && own.xfb_buffer != buffer)
            error(where, std::string(members[n].name) + ": the xfb_buffer of a member is that of the block");
        if (own.stream >= 0 && own.stream != stream)
            error(where, std::string(members[n].name) + ": the stream of a member is that of the block");
        if (interface && own.component >= 0) {
            Layout whole = own;
            if (whole.location < 0) whole.location = block.layout.location;
            check_component(whole, members[n].type, std::string(members[n].name), where);
        }
        if (block.layout.xfb_offset >= 0 && own.xfb_offset < 0) {
            const int64_t unit = contains_wide(members[n].type) ? 8 : 4;
            own.xfb_offset = static_cast<int32_t>((next + unit - 1) / unit * unit);
        }
        own.xfb_buffer = buffer;
        check_feedback(own, members[n].type, where);
        if (own.xfb_offset >= 0) next = own.xfb_offset + captured_bytes(members[n].type);
        if (block.storage == Storage::Out) {
            qualifiers[n].qualifiers.layout.xfb_offset = own.xfb_offset;
            qualifiers[n].qualifiers.layout.xfb_buffer = buffer;
            qualifiers[n].qualifiers.layout.stream = stream;
        }
    }
    if (interface && arrayed && located)
        error(where, "members of an array of blocks have no locations", "give one to the block");
    if (interface && block.layout.location < 0 && located && located != members.size())
        error(where, "a block without a location gives one to all of its members or to none");
    if (interface && language().is_es()) check_member_locations(block.layout, members, qualifiers, where);
}

}  // namespace glsl
