#include "glapi/commands/lists/batch.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/feedback.h"
#include "glapi/immediate/immediate.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/state/state.h"
#include "rasterizer/draw/draw_observer.h"

namespace glapi::lists {
namespace {

using runtime::Vector4;

bool begins(const Node& node) { return node.kind == NodeKind::Begin || node.kind == NodeKind::BeginArrays; }
bool ends(const Node& node) { return node.kind == NodeKind::End || node.kind == NodeKind::EndArrays; }
bool sets_values(const Node& node) { return node.kind == NodeKind::Attribute || node.kind == NodeKind::Material; }

// A slot of a material property: its side and number.
struct MaterialParameter {
    int side, property;
};
bool find_material(int slot, MaterialParameter& parameter) {
    for (parameter.side = 0; parameter.side < 2; ++parameter.side) {
        parameter.property = slot - material_slot(parameter.side, 0);
        if (parameter.property >= 0 && parameter.property < material_property_count) return true;
    }
    return false;
}

Vector4 value_now(const State& state, const ImmediateState& immediate, int slot) {
    MaterialParameter parameter;
    if (find_material(slot, parameter)) return material_value(state.lighting, parameter.side, parameter.property);
    return immediate.current[static_cast<size_t>(slot)];
}

}  // namespace

size_t Batch::end_of(std::span<Node* const> nodes, size_t first) {
    // Where a material is for many vertices, it is better a parameter than an attribute.
    constexpr size_t much_of_one_material = 256;
    // So that what one draw keeps stays within bounds.
    constexpr size_t most_nodes = 1 << 20;
    size_t end = first, material = first;
    for (size_t at = first; at < nodes.size() && at - first < most_nodes;) {
        if (!begins(*nodes[at]) || nodes[at]->mode > GL_POLYGON) return end;
        size_t last = at + 1;
        while (last < nodes.size() && sets_values(*nodes[last])) ++last;
        if (last == nodes.size() || !ends(*nodes[last])) return end;
        at = end = last + 1;
        for (; at < nodes.size() && sets_values(*nodes[at]); ++at) {
            if (nodes[at]->kind != NodeKind::Material) continue;
            if (at - material >= much_of_one_material) return end;
            material = at;
        }
    }
    return end;
}

std::unique_ptr<Batch> Batch::make(Context& context, std::span<Node* const> nodes) {
    auto batch = std::make_unique<Batch>();
    batch->nodes_.assign(nodes.begin(), nodes.end());
    // The commands set values and emit vertices as ever, in an immediate mode that nobody draws.
    ImmediateState scratch;
    std::swap(context.immediate, scratch);
    context.lists.preparing = true;
    context.lists.preparation_failed = false;
    const auto restore = [&] {
        context.lists.preparing = false;
        std::swap(context.immediate, scratch);
    };
    try {
        batch->gather(context);
    } catch (...) {
        restore();
        throw;
    }
    restore();
    return context.lists.preparation_failed ? nullptr : std::move(batch);
}

// The slot's value is known from here on, or there are no more vertices.
void Batch::note_unknown(int slot, int count) {
    int& since = unknown_since_[static_cast<size_t>(slot)];
    if (since >= 0 && count > since) fills_.push_back({slot, since, count - since});
    since = -1;
}

// A bit of the layout says that the slot's value is known: it has been set in this batch.
void Batch::gather(Context& context) {
    ImmediateState& gathered = context.immediate;
    start_vertices(gathered);
    unknown_since_.assign(value_slot_count, 0);
    uint64_t known = gathered.layout, known_before_arrays = 0;
    for (const Node* node : nodes_) {
        if (begins(*node)) {
            gathered.inside = true;
            parts_.push_back({rasterizer::Primitive(node->mode), uint32_t(gathered.count), 0});
            modes_ |= 1u << node->mode;
            known_before_arrays = known;
            if (node->kind == NodeKind::BeginArrays) gathered.before_arrays = gathered.current;
        } else if (ends(*node)) {
            gathered.inside = false;
            parts_.back().count = uint32_t(gathered.count) - parts_.back().first;
            if (node->kind != NodeKind::EndArrays) continue;
            // What arrays supplied is not current behind them.
            gathered.current = gathered.before_arrays;
            for (uint64_t lost = known & ~known_before_arrays; lost; lost &= lost - 1)
                unknown_since_[static_cast<size_t>(std::countr_zero(lost))] = gathered.count;
            gathered.layout = known = known_before_arrays;
        } else {
            materials_ |= node->kind == NodeKind::Material;
            const int count = gathered.count;  // a vertex that the command emits has its values already
            node->execute(context, *node);
            for (uint64_t set = gathered.layout & ~known; set; set &= set - 1)
                note_unknown(std::countr_zero(set), count);
            known = gathered.layout;
        }
        if (context.lists.preparation_failed) return;
    }
    count_ = gathered.count;
    slots_.assign(gathered.layout_slots.begin(), gathered.layout_slots.begin() + gathered.layout_size);
    vertices_.assign(gathered.vertices.begin(),
                     gathered.vertices.begin() + static_cast<ptrdiff_t>(count_) * gathered.layout_size);
    for (const uint8_t slot : slots_) {
        if (slot == slot_position) continue;
        if (known >> slot & 1)
            values_.emplace_back(slot, gathered.current[slot]);
        else
            note_unknown(slot, count_);
    }
    unknown_since_.clear();
}

void Batch::execute(Context& context) {
    if (draw(context))
        leave_values(context);
    else
        for (const Node* node : nodes_) execute_node(context, *node);
}

// False: the pairs are executed one by one.
bool Batch::draw(Context& context) {
    const ImmediateState& immediate = context.immediate;
    const ProgramState& programs = context.programs;
    if (immediate.inside || context.feedback.mode != GL_RENDER || context.feedback_objects.running() ||
        rasterizer::draw_observer() || programs.stages_between() || (materials_ && programs.any_active()))
        return false;
    for (uint32_t modes = modes_; modes; modes &= modes - 1)
        if (!validate_draw(context, GLenum(std::countr_zero(modes)))) return false;
    if (count_ == 0) return true;
    const size_t size = slots_.size();
    for (const Fill& fill : fills_) {
        const auto vector = static_cast<size_t>(std::ranges::find(slots_, fill.slot) - slots_.begin());
        const Vector4 value = value_now(context.state, context.immediate, fill.slot);
        for (int i = fill.first; i < fill.first + fill.count; ++i)
            vertices_[static_cast<size_t>(i) * size + vector] = value;
    }
    return draw_immediate(context, GLenum(parts_.front().primitive), {vertices_.data(), count_, slots_}, parts_);
}

void Batch::leave_values(Context& context) const {
    for (const auto& [slot, value] : values_) {
        MaterialParameter parameter;
        if (find_material(slot, parameter))
            set_material_value(context.state.lighting, parameter.side, parameter.property, value);
        else
            context.immediate.current[static_cast<size_t>(slot)] = value;
    }
}

}  // namespace glapi::lists
