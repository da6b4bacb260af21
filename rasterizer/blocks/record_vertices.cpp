#include "rasterizer/blocks/record_vertices.h"

#include <vector>

#include "rasterizer/blocks/record_elements.h"
#include "rasterizer/blocks/recorded_program.h"
#include "rasterizer/geometry/vertex_positions.h"
#include "runtime/jit/lane_needs.h"
#include "runtime/jit/program_emitter.h"

namespace rasterizer {
namespace {

using namespace runtime::jit;
using Kind = VertexKeyInput::Kind;

KnownSamplers recorded_samplers(const VertexKey& key, const runtime::decoded::Code& code) {
    return KnownSamplers{[&key](int32_t unit) { return key.sampler_of(unit); }, {}}.bounded(code);
}

// One function: a loop over pieces, as many vertices each as values have lanes.
class VertexRecording {
  public:
    VertexRecording(const VertexKey& key, const runtime::decoded::Code& code, const Arguments& arguments)
        : key_(key), code_(code), job_(arguments.pointer(0)), constants_(job_.load_constant(&VertexJob::constants)) {}

    void record() {
        const ScalarUnsigned lanes(static_cast<uint32_t>(lane_count()));
        const ScalarUnsigned end = job_.load_constant(&VertexJob::end), last = end - lanes;
        repeat(job_.load_constant(&VertexJob::first), end, lanes, [&](ScalarUnsigned at) {
            // Where numbers are in order, the last piece has some vertices of the one before again, so that nothing
            // behind the last vertex is read.
            first_ = key_.in_order ? choose(at < last, at, last) : at;
            record_piece();
        });
    }

  private:
    // The piece's first element of an array with one for each vertex.
    template <class Element>
    Pointer of_piece(Element* VertexConstants::*member, int64_t bytes_each = sizeof(Element)) const {
        return constants_.load_constant(member) +
               to_wide(first_) * ScalarWideUnsigned(static_cast<uint64_t>(bytes_each));
    }
    // In the registers of the group.
    ScalarUnsigned first_lane() const {
        return key_.in_order ? ScalarUnsigned(0u) : first_ & ScalarUnsigned(uint32_t{runtime::group_lanes - 1});
    }

    // ---- attributes

    ScalarUnsigned vertex_number(int lane) const {
        if (key_.in_order)
            return constants_.load_constant(&VertexConstants::first_vertex) + first_ +
                   ScalarUnsigned(static_cast<uint32_t>(lane));
        return load_constant<ScalarUnsigned>(of_piece(&VertexConstants::vertices) + int64_t{4} * lane);
    }
    std::vector<Pointer> element_pointers(size_t attribute, uint32_t stride) const {
        const Pointer elements = constants_.load_constant(&VertexConstants::elements, attribute);
        const auto bytes = [&](ScalarUnsigned vertex) {
            return to_wide(vertex) * ScalarWideUnsigned(uint64_t{stride});
        };
        std::vector<Pointer> pointers;
        pointers.reserve(static_cast<size_t>(lane_count()));
        for (int lane = 0; lane < lane_count(); ++lane)
            pointers.push_back(key_.in_order ? elements + bytes(vertex_number(0)) + int64_t{stride} * lane
                                             : elements + bytes(vertex_number(lane)));
        return pointers;
    }

    std::array<Unsigned, 4> attribute_of(size_t i) const {
        const VertexKeyInput& input = key_.inputs[i];
        const auto components = [](auto component) {
            return std::array<Unsigned, 4>{component(0), component(1), component(2), component(3)};
        };
        switch (input.kind) {
            case Kind::Unread: break;
            case Kind::Common:
                return components([&](int c) {
                    return broadcast(constants_.at(&VertexConstants::common, i).elements()[c].load_constant());
                });
            case Kind::VertexId: {
                const Unsigned numbers = key_.in_order ? broadcast(vertex_number(0)) + lane_numbers()
                                                       : load_constant<Unsigned>(of_piece(&VertexConstants::vertices));
                return {numbers, Unsigned(0u), Unsigned(0u), Unsigned(0u)};
            }
            case Kind::Elements: return record_elements(input, element_pointers(i, input.stride));
            case Kind::Filled: {
                const PointerTo<runtime::LaneVector> registers(job_.load_constant(&VertexJob::attributes) +
                                                               (first_lane() << ScalarUnsigned(2u)));
                return components([&](int c) {
                    const auto attribute = registers[static_cast<int64_t>(i)];
                    return load<Unsigned>(attribute.at(&runtime::LaneVector::component, c));
                });
            }
        }
        return components([](int) { return Unsigned(0u); });
    }

    // ---- a piece

    void record_piece() {
        std::vector<std::array<Unsigned, 4>> attributes;
        attributes.reserve(key_.inputs.size());
        for (size_t i = 0; i < key_.inputs.size(); ++i) attributes.push_back(attribute_of(i));

        EmitContext context;
        context.piece.machine = job_.load_constant(&VertexJob::machine);
        context.inputs.parameters = constants_.load_constant(&VertexConstants::parameters);
        context.inputs.attribute = [&](int32_t attribute, int component) {
            return attributes[static_cast<size_t>(attribute)][static_cast<size_t>(component)];
        };
        context.inputs.result_before = [&](int32_t result, int component) { return result_before(result, component); };
        context.textures = constants_.load_constant(&VertexConstants::textures);
        context.known_samplers = recorded_samplers(key_, code_);
        context.piece.first_lane = first_lane();
        // Lanes behind the last vertex have its number once more.
        context.piece.active = Mask(true);
        context.piece.helpers = Mask(false);
        ProgramEmitter emitter(code_, CodeForm::Structured);
        emitter.emit(context);
        record_outputs(emitter);
    }

    Unsigned result_before(int32_t result, int component) const {
        const bool one =
            component == 3 && begins_with_one(*key_.program, key_.program->results[static_cast<size_t>(result)].kind);
        return Unsigned(one ? 0x3f800000u : 0u);
    }
    Unsigned result_of(ProgramEmitter& emitter, int32_t result, int component) const {
        if (result < 0) return Unsigned(component == 3 ? 0x3f800000u : 0u);
        return emitter.writes_result(result, component) ? emitter.result(result, component)
                                                        : result_before(result, component);
    }

    // ---- behind the program

    ViewLanes<Float> view() const {
        const auto of = [&](float VertexConstants::*member) { return broadcast(constants_.load_constant(member)); };
        return {of(&VertexConstants::scale_x),
                of(&VertexConstants::scale_y),
                of(&VertexConstants::scale_z),
                of(&VertexConstants::center_x),
                of(&VertexConstants::center_y),
                of(&VertexConstants::center_z),
                of(&VertexConstants::guard_left),
                of(&VertexConstants::guard_right),
                of(&VertexConstants::guard_bottom),
                of(&VertexConstants::guard_top),
                key_.depth_clamp,
                key_.depth_zero_to_one};
    }

    void record_outputs(ProgramEmitter& emitter) const {
        const auto component = [&](int32_t result, int c) { return as_float(result_of(emitter, result, c)); };
        const Position<Float> clip{component(key_.position_result, 0), component(key_.position_result, 1),
                                   component(key_.position_result, 2), component(key_.position_result, 3)};
        const ViewLanes<Float> numbers = view();
        record_codes(emitter, numbers, clip);

        const Position<Float> window = window_position(numbers, clip);
        store_pairs(of_piece(&VertexConstants::grid_positions), as_unsigned(grid_coordinate(window.x)),
                    as_unsigned(grid_coordinate(window.y)));
        const Pointer vertex = of_piece(&VertexConstants::shaded, key_.vertex_bytes());
        const auto store_slot = [&](int slot, const Position<Float>& value) {
            store_rows(vertex + int64_t{16} * slot, key_.vertex_bytes(),
                       {as_unsigned(value.x), as_unsigned(value.y), as_unsigned(value.z), as_unsigned(value.w)});
        };
        store_slot(clip_slot, clip);
        store_slot(window_slot, window);
        for (size_t i = 0; i < key_.slots.size(); ++i) {
            const VertexSlot& slot = key_.slots[i];
            const auto value = [&](int c) {
                if (slot.scalar && c > 0) return Float(c == 3 ? 1.0f : 0.0f);
                const Float written = component(slot.result, c);
                return slot.clamp ? clamped_color(written) : written;
            };
            store_slot(first_varying_slot + static_cast<int>(i), {value(0), value(1), value(2), value(3)});
        }
    }

    void record_codes(ProgramEmitter& emitter, const ViewLanes<Float>& numbers, const Position<Float>& clip) const {
        const Variable<Unsigned> codes(Unsigned(0u));
        const ScalarMask band = to_mask(constants_.load_constant(&VertexConstants::band_is_outside));
        // Most are inside of the view volume, and then of the guard band.
        when(!(band & every_lane(is_inside(numbers, clip))), [&] { codes = clip_codes(numbers, clip); });
        Unsigned all = codes;
        for (int plane = 0; plane < max_clip_distances; ++plane) {
            const auto distance = [&](const std::array<int16_t, max_clip_distances>& results) {
                return as_float(result_of(emitter, results[static_cast<size_t>(plane)], 0));
            };
            if (key_.clip_mask >> plane & 1) all = all | clip_distance_code(distance(key_.clip_results), plane);
            if (key_.cull_mask >> plane & 1) all = all | cull_distance_code(distance(key_.cull_results), plane);
        }
        store(of_piece(&VertexConstants::codes), all);
    }

    const VertexKey& key_;
    const runtime::decoded::Code& code_;
    const PointerTo<VertexJob> job_;
    const PointerTo<VertexConstants> constants_;
    ScalarUnsigned first_{0u};  // index of the piece's first vertex
};

}  // namespace

Recipe vertex_recipe(std::shared_ptr<const VertexKey> key, std::shared_ptr<const runtime::decoded::Code> code,
                     runtime::SimdLevel level) {
    Recipe recipe;
    recipe.name = "vertices";
    recipe.level = level;
    if (calls_steps(*code, recorded_samplers(*key, *code))) recipe.lanes = runtime::group_lanes;
    recipe.arguments = {ArgumentKind::Pointer};
    recipe.record = [key = std::move(key), code = std::move(code)](const Arguments& arguments) {
        VertexRecording(*key, *code, arguments).record();
    };
    return recipe;
}

bool works_by_groups(const VertexKey& key, const runtime::decoded::Code& code) {
    return key.filled() || key.may_run_long || calls_steps(code, recorded_samplers(key, code));
}

}  // namespace rasterizer
