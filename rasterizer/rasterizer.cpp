#include "rasterizer/rasterizer.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <span>

#include "rasterizer/draw/draw_observer.h"
#include "rasterizer/geometry/clip.h"
#include "rasterizer/geometry/stage_pipeline.h"
#include "rasterizer/geometry/submission.h"
#include "rasterizer/geometry/vertex_stage.h"
#include "rasterizer/prepare/stage_reach.h"
#include "rasterizer/scene/scene.h"
#include "rasterizer/scene/tile_primitive.h"
#include "rasterizer/setup/primitive_setup.h"
#include "rasterizer/tiles/scene_task.h"
#include "runtime/environment/environment.h"
#include "runtime/threads/signal_hold.h"

namespace rasterizer {
namespace {

// Scenes of one rasterizer run one after the other: a later one may read what an earlier one draws.
class SceneQueue {
  public:
    // Waits while there are too many, so that their memory stays bounded.
    void submit(std::unique_ptr<Scene> scene);
    bool idle();
    bool uses(const runtime::Image& image);
    bool conflicts(const StageProgram& stage);
    void wait_until_idle();
    std::shared_ptr<const Fence> last_fence();

  private:
    static constexpr size_t most_waiting = 3;

    class QueuedScene : public SceneTask {
      public:
        QueuedScene(std::unique_ptr<Scene> scene, SceneQueue& queue) : SceneTask(std::move(scene)), queue_(queue) {}
        void completed() override {
            fence->pass();
            if (runtime::reports(runtime::DebugSubject::Threads))
                std::fprintf(
                    stderr, "asmgl: a scene of %d tiles was done %.3f ms after it was queued\n", scene().tile_count(),
                    std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - queued_).count());
            queue_.scene_completed();
        }
        const std::shared_ptr<Fence> fence = std::make_shared<Fence>();

      private:
        SceneQueue& queue_;
        const std::chrono::steady_clock::time_point queued_ = std::chrono::steady_clock::now();
    };

    void scene_completed();

    runtime::SignalSafeMutex mutex_;
    std::deque<std::shared_ptr<QueuedScene>> scenes_;  // the first is running
};

void SceneQueue::submit(std::unique_ptr<Scene> scene) {
    runtime::WorkerPool::instance().wait_until([this] {
        std::lock_guard lock(mutex_);
        return scenes_.size() < most_waiting;
    });
    // A handler must not find a scene in the queue that nobody has started.
    const runtime::SignalHold hold;
    auto task = std::make_shared<QueuedScene>(std::move(scene), *this);
    bool start;
    {
        std::lock_guard lock(mutex_);
        scenes_.push_back(task);
        start = scenes_.size() == 1;
    }
    if (start) runtime::WorkerPool::instance().submit(task);
}

void SceneQueue::scene_completed() {
    std::shared_ptr<QueuedScene> finished, next;
    {
        std::lock_guard lock(mutex_);
        finished = std::move(scenes_.front());
        scenes_.pop_front();
        if (!scenes_.empty()) next = scenes_.front();
    }
    if (next) runtime::WorkerPool::instance().submit(next);
}

bool SceneQueue::idle() {
    std::lock_guard lock(mutex_);
    return scenes_.empty();
}

bool SceneQueue::uses(const runtime::Image& image) {
    std::lock_guard lock(mutex_);
    return std::any_of(scenes_.begin(), scenes_.end(), [&](const auto& task) { return task->scene().uses(image); });
}

bool SceneQueue::conflicts(const StageProgram& stage) {
    std::lock_guard lock(mutex_);
    return std::any_of(scenes_.begin(), scenes_.end(),
                       [&](const auto& task) { return task->scene().conflicts(stage); });
}

std::shared_ptr<const Fence> SceneQueue::last_fence() {
    std::lock_guard lock(mutex_);
    if (!scenes_.empty()) return scenes_.back()->fence;
    const auto passed = std::make_shared<Fence>();
    passed->pass();
    return passed;
}

void SceneQueue::wait_until_idle() {
    runtime::WorkerPool::instance().wait_until([this] { return idle(); });
}

// A draw's primitives from assembly to setup.
class Geometry {
  public:
    // Where primitives go: a scene, or nothing but `arena` for draws to a sink.
    struct Target {
        Scene* scene;
        const DrawRecord* record;
        Arena* arena;
    };
    // Makes a new scene once the present one is full.
    using Renew = std::function<Target()>;

    Geometry(const Draw& draw, const VertexLayout& layout, VertexPlaces& places, const Target& target, Renew renew)
        : draw_(draw),
          layout_(layout),
          places_(places),
          view_(draw),
          target_(target),
          renew_(std::move(renew)),
          clipper_(view_, layout, target.arena),
          setup_(draw, layout, target.scene, target.record),
          vertex_stage_(draw, layout, view_, places) {}

    // False: time was up.
    bool run_instance(uint32_t instance) {
        PrimitiveAssembler assembler(draw_);
        bool more = true;
        while (more) {
            primitives_.clear();
            more = assembler.assemble(primitives_, primitives_at_once);
            if (out_of_time()) return false;
            if (primitives_.empty()) continue;
            make_room();
            const ShadedVertices vertices = vertex_stage_.shade(primitives_, instance, *target_.arena);
            for (size_t i = 0; i < primitives_.size();) {
                const size_t triangles = triangles_at(primitives_, i);
                process({primitives_.data() + i, triangles}, vertices);
                i += triangles;
            }
        }
        return true;
    }

    // The same for draws that have stages between vertices and primitives.
    bool run_staged_instance(uint32_t instance) {
        StagePipeline(draw_, places_).run_instance(instance, [this](const StageOutput& output) { staged(output); });
        return !out_of_time();
    }

  private:
    static constexpr size_t primitives_at_once = 4096;

    // Asked between batches, where a signal that has waited may be handled.
    bool out_of_time() const {
        runtime::SignalHold::let_through();
        return draw_.watchdog && draw_.watchdog->expired(draw_.vertex.program, 0);
    }

    void make_room() {
        if (!target_.scene || !target_.scene->full()) return;
        target_ = renew_();
        // Waiting for scenes of earlier draws is not this one's work.
        if (draw_.watchdog) draw_.watchdog->begin();
        setup_.set_target(target_.scene, target_.record);
        clipper_.set_arena(target_.arena);
    }

    // The results of the last stage as vertex records, seen through one viewport. `secondary`: the result that has the
    // x coordinates of the second view; -1: the first view.
    ShadedVertices finished(const StageVertices& vertices, const ViewTransform& view, int secondary) const {
        ShadedVertices output;
        output.count = vertices.count();
        output.stride = layout_.slot_count * 4;
        const size_t groups = (output.count + runtime::group_lanes - 1) / runtime::group_lanes;
        output.records = static_cast<float*>(target_.arena->allocate(
            groups * runtime::group_lanes * static_cast<size_t>(output.stride) * sizeof(float), 64));
        output.codes = target_.arena->array<uint32_t>(groups * runtime::group_lanes);
        const size_t results = vertices.program->results.size();
        std::vector<runtime::LaneVector> registers(results + 1);
        for (size_t first = 0; first < output.count; first += runtime::group_lanes) {
            const size_t count = std::min<size_t>(runtime::group_lanes, output.count - first);
            for (size_t lane = 0; lane < count; ++lane) {
                const uint32_t* const from = vertices.vertex(first + lane);
                for (size_t r = 0; r < results; ++r)
                    for (size_t c = 0; c < 4; ++c) registers[r].component[c].lane[lane] = from[4 * r + c];
            }
            if (secondary >= 0 && layout_.position_result >= 0)
                registers[static_cast<size_t>(layout_.position_result)].component[0] =
                    registers[static_cast<size_t>(secondary)].component[0];
            store_vertices(layout_, view, registers.data(), first, count, false, output);
        }
        return output;
    }

    void staged(const StageOutput& output) {
        make_room();
        const arbasm::Program& program = *output.vertices.program;
        const arbasm::ResultRegisters& results = last_vertex_stage(draw_).facts->results;
        const int layer_result = results.layer, viewport_result = results.viewport;
        const int mask_result = results.viewport_mask, position2_result = results.secondary_position;
        const int mask2_result = results.secondary_viewport_mask < 0 ? mask_result : results.secondary_viewport_mask;
        const bool relative = program.has(arbasm::Option::NvLayerViewportRelative);
        const int32_t layers = target_.scene ? target_.scene->layer_count() : 1;
        // A second position makes a second view of every primitive (NV_stereo_view_rendering).
        const int view_count = position2_result >= 0 ? 2 : 1;
        std::array<std::array<ShadedVertices, max_viewports>, 2> shaded;
        std::vector<ViewTransform> views;
        for (int i = 0; i < max_viewports; ++i) views.emplace_back(draw_, i);
        std::vector<AssembledPrimitive> primitives;
        for (const StreamPrimitive& made : output.primitives)
            if (made.stream == 0) primitives.push_back(made.primitive);
        for (size_t at = 0; at < primitives.size();) {
            const std::span<const AssembledPrimitive> made{primitives.data() + at, triangles_at(primitives, at)};
            at += made.size();
            // Layer and viewport are the provoking vertex's.
            const uint32_t* const vertex = output.vertices.vertex(made.front().flat);
            for (int seen = 0; seen < view_count; ++seen) {
                int64_t first_layer = layer_result >= 0 ? static_cast<int32_t>(vertex[4 * layer_result]) : 0;
                if (seen == 1) first_layer += program.secondary_view_layer_offset;
                uint32_t viewports = 1;
                const int mask = seen == 0 ? mask_result : mask2_result;
                if (mask >= 0) {
                    viewports = vertex[4 * mask] & ((1u << max_viewports) - 1);
                } else if (viewport_result >= 0) {
                    const uint32_t number = vertex[4 * viewport_result];
                    viewports = number < max_viewports ? 1u << number : 1;
                }
                for (; viewports; viewports &= viewports - 1) {
                    const int viewport = std::countr_zero(viewports);
                    const int64_t layer = layers > 1 ? first_layer + (relative ? viewport : 0) : 0;
                    if (layer < 0 || layer >= layers) continue;
                    const ViewTransform& view = views[static_cast<size_t>(viewport)];
                    ShadedVertices& vertices = shaded[static_cast<size_t>(seen)][static_cast<size_t>(viewport)];
                    if (!vertices.records)
                        vertices = finished(output.vertices, view, seen == 0 ? -1 : position2_result);
                    clipper_.set_view(view);
                    setup_.set_place(viewport, static_cast<int32_t>(layer));
                    process(made, vertices);
                }
            }
        }
        clipper_.set_view(view_);
    }

    void count_primitive(PipelineCount what) const {
        if (draw_.statistics) draw_.statistics->add(what, 1);
    }

    void process(const AssembledPrimitive& primitive, const ShadedVertices& vertices) {
        if (draw_.raster.rasterizer_discard && !draw_.sink) return;
        count_primitive(PipelineCount::ClippingInput);
        if (!target_.scene && !draw_.sink) return;
        uint32_t all = ~0u, any = 0;
        const float* corners[3];
        for (int i = 0; i < 3; ++i) {
            const uint32_t codes = vertices.codes[primitive.vertices[i]];
            all &= codes;
            any |= codes;
            corners[i] = vertices.record(primitive.vertices[i]);
        }
        constexpr uint32_t user_planes = 0xffu << clip_user_shift;
        const bool restarts = primitive.count == 2 && primitive.restarts_stipple;
        if (primitive.restarts_stipple) setup_.restart_line_stipple();
        if (any & clip_invalid || all & (clip_volume | user_planes)) return;
        const float* flat = vertices.record(primitive.flat);
        switch (primitive.count) {
            case 1:
                count_primitive(PipelineCount::ClippingOutput);
                if (draw_.sink)
                    setup_.sink_point(corners[0]);
                else
                    setup_.point(corners[0], primitive.primitive_id);
                return;
            case 2:
                if (any & (clip_volume | clip_guard | user_planes) &&
                    !clipper_.line(corners[0], corners[1], any & (clip_volume | clip_guard | user_planes)))
                    return;
                count_primitive(PipelineCount::ClippingOutput);
                if (draw_.sink)
                    setup_.sink_line(corners[0], corners[1], flat, restarts);
                else
                    setup_.line(corners[0], corners[1], flat, primitive.primitive_id);
                return;
            default: triangle(primitive, corners, flat, any); return;
        }
    }

    // A sink gets quads and polygons in one piece, and so does conservative rasterization. How many triangles from
    // `first` are one; else 1.
    size_t triangles_at(const std::vector<AssembledPrimitive>& primitives, size_t first) const {
        if (!draw_.sink && !draw_.raster.conservative) return 1;
        if (draw_.geometry.program || (draw_.primitive != Primitive::Quads && draw_.primitive != Primitive::QuadStrip &&
                                       draw_.primitive != Primitive::Polygon))
            return 1;
        size_t end = first + 1;
        while (end < primitives.size() && primitives[end].primitive_id == primitives[first].primitive_id) ++end;
        return end - first + 2 > static_cast<size_t>(max_polygon_vertices) ? 1 : end - first;
    }

    void process(std::span<const AssembledPrimitive> primitives, const ShadedVertices& vertices) {
        if (primitives.size() == 1)
            process(primitives.front(), vertices);
        else
            whole_polygon(primitives, vertices);
    }

    void whole_polygon(std::span<const AssembledPrimitive> triangles, const ShadedVertices& vertices) {
        const AssembledPrimitive& start = triangles.front();
        // Fans around their first vertex, or two halves of a quad that meet in its second and fourth.
        const bool halves = draw_.primitive == Primitive::Quads && cuts_quads_from_last(draw_.raster);
        ClippedPolygon polygon;
        uint32_t all = ~0u, any = 0;
        const auto add = [&](uint32_t vertex, bool boundary) {
            all &= vertices.codes[vertex];
            any |= vertices.codes[vertex];
            const auto at = static_cast<size_t>(polygon.count++);
            polygon.vertices[at] = vertices.record(vertex);
            polygon.boundary[at] = boundary;
        };
        const AssembledPrimitive& last = triangles.back();
        add(start.vertices[0], start.edges & 1);
        if (halves) {
            add(start.vertices[1], last.edges & 1);
            add(last.vertices[1], last.edges & 2);
        } else {
            for (const AssembledPrimitive& triangle : triangles) add(triangle.vertices[1], triangle.edges & 2);
        }
        add(last.vertices[2], halves ? start.edges & 4 : last.edges & 4);
        if (!draw_.sink && draw_.raster.rasterizer_discard) return;
        count_primitive(PipelineCount::ClippingInput);
        constexpr uint32_t user_planes = 0xffu << clip_user_shift;
        if (!target_.scene && !draw_.sink) return;
        if (any & clip_invalid || all & (clip_volume | user_planes)) return;
        clipped_polygon(polygon, planes_of(any), vertices.record(start.flat), start.primitive_id);
    }

    // By which planes a triangle or polygon is clipped that has vertices behind those of `any`.
    uint32_t planes_of(uint32_t any) const {
        // The view volume's sides are left to the pixel bounds; its near and far planes, w and the guard band are not.
        // Outlines are clipped exactly: they must not run along the viewport's edge where the volume cuts them.
        constexpr uint32_t user_planes = 0xffu << clip_user_shift;
        const bool outlines =
            draw_.raster.polygon_mode[0] != PolygonMode::Fill || draw_.raster.polygon_mode[1] != PolygonMode::Fill;
        if (draw_.sink || outlines) return any & (clip_volume | user_planes);
        return any & (clip_near | clip_far | clip_behind | clip_guard | user_planes);
    }

    void triangle(const AssembledPrimitive& primitive, const float* const corners[3], const float* flat, uint32_t any) {
        const uint32_t planes = planes_of(any);
        if (!planes && !draw_.sink && !draw_.raster.conservative) {
            count_primitive(PipelineCount::ClippingOutput);
            setup_.triangle(corners, flat, primitive.primitive_id, primitive.edges);
            return;
        }
        ClippedPolygon polygon;
        polygon.count = 3;
        for (int i = 0; i < 3; ++i) {
            polygon.vertices[i] = corners[i];
            polygon.boundary[i] = primitive.edges >> i & 1;
        }
        clipped_polygon(polygon, planes, flat, primitive.primitive_id);
    }

    void clipped_polygon(ClippedPolygon& polygon, uint32_t planes, const float* flat, uint32_t id) {
        if (planes) clipper_.polygon(polygon, planes);
        if (polygon.count < 3) return;
        count_primitive(PipelineCount::ClippingOutput);
        if (draw_.sink) {
            sink_polygon(polygon, flat);
            return;
        }
        if (draw_.raster.conservative) {
            setup_.conservative_polygon(polygon.vertices.data(), polygon.count, polygon.boundary.data(), flat, id);
            return;
        }
        for (int i = 1; i + 1 < polygon.count; ++i) {
            const float* const fan[3] = {polygon.vertices[0], polygon.vertices[i], polygon.vertices[i + 1]};
            const int edges = (i == 1 && polygon.boundary[0] ? 1 : 0) | (polygon.boundary[i] ? 2 : 0) |
                              (i + 2 == polygon.count && polygon.boundary[i + 1] ? 4 : 0);
            setup_.triangle(fan, flat, id, static_cast<uint8_t>(edges));
        }
    }

    void sink_polygon(const ClippedPolygon& polygon, const float* flat) {
        const bool back = setup_.back_facing(polygon.vertices.data(), polygon.count);
        if (setup_.culled(back)) return;
        const PolygonMode mode = draw_.raster.polygon_mode[back];
        if (mode == PolygonMode::Fill) {
            setup_.sink_polygon(polygon.vertices.data(), polygon.count, flat);
            return;
        }
        bool restarts = true;
        for (int i = 0; i < polygon.count; ++i) {
            if (!polygon.boundary[i]) continue;
            if (mode == PolygonMode::Point) {
                setup_.sink_point(polygon.vertices[i]);
            } else {
                setup_.sink_line(polygon.vertices[i], polygon.vertices[(i + 1) % polygon.count], flat, restarts);
                restarts = false;
            }
        }
    }

    const Draw& draw_;
    const VertexLayout& layout_;
    VertexPlaces& places_;
    ViewTransform view_;
    Target target_;
    Renew renew_;
    Clipper clipper_;
    PrimitiveSetup setup_;
    VertexStage vertex_stage_;
    std::vector<AssembledPrimitive> primitives_;
};

}  // namespace

void Fence::wait() const {
    runtime::WorkerPool::instance().wait_until([this] { return passed(); });
}

struct Rasterizer::State {
    VertexPlaces places;
    std::unique_ptr<Scene> scene;
    SceneQueue queue;
    // A draw or clear is being put into the scene: a signal handler that calls GL now has interrupted it and must leave
    // the scene alone.
    bool gathering = false;

    Scene& scene_for(const Framebuffer& framebuffer) {
        if (scene && (!scene->accepts(framebuffer) || scene->full())) start();
        if (!scene) scene = std::make_unique<Scene>(framebuffer);
        return *scene;
    }
    void start() {
        if (scene && !scene->empty()) queue.submit(std::move(scene));
        scene.reset();
    }
    // For calls from outside: nothing where they interrupt a draw.
    void start_if_whole() {
        if (!gathering) start();
    }
    bool uses(const runtime::Image& image) { return (scene && scene->uses(image)) || queue.uses(image); }
    bool conflicts(const StageProgram& stage) {
        if (stage.textures.empty() && (!stage.memory || (stage.memory->images.empty() && !stage.memory->handles)))
            return false;
        return (scene && scene->conflicts(stage)) || queue.conflicts(stage);
    }
    void finish() {
        start();
        queue.wait_until_idle();
    }
    void draw(const Draw& draw);
    void draw_rectangle(const Draw& draw);
    // For observers: what has been gathered is not told to them again.
    void settle(const runtime::Image& image) {
        if (uses(image)) finish();
    }
};

namespace {

class Gathering {
  public:
    explicit Gathering(bool& flag) : flag_(flag) { set(true); }
    ~Gathering() { set(false); }
    Gathering(const Gathering&) = delete;
    Gathering& operator=(const Gathering&) = delete;

  private:
    // The compiler must not move the work out of between the two.
    void set(bool value) {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        flag_ = value;
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    bool& flag_;
};

}  // namespace

Rasterizer::Rasterizer() : state_(std::make_unique<State>()) {}
Rasterizer::~Rasterizer() { state_->finish(); }
bool Rasterizer::interrupted() const { return state_->gathering; }

void Rasterizer::State::draw_rectangle(const Draw& draw) {
    VertexLayout layout = build_vertex_layout(draw);
    const PixelRectangle& rectangle = *draw.pixel_rectangle;
    if (!rectangle.image) return;
    for (size_t i = 0; i < layout.inputs.size(); ++i) {
        FragmentInput& input = layout.inputs[i];
        const arbasm::Binding& binding = draw.fragment.program->attributes[i].binding;
        if (input.kind != FragmentInput::Kind::Varying && input.kind != FragmentInput::Kind::Constant) continue;
        input.kind = FragmentInput::Kind::Constant;
        if (i < rectangle.attributes.size()) input.constant = rectangle.attributes[i];
        if (rectangle.kind == PixelRectangle::Kind::Color && binding.kind == arbasm::BindingKind::Color &&
            !binding.secondary)
            input.kind = FragmentInput::Kind::RectangleColor;
    }
    Scene& target = scene_for(draw.framebuffer);
    const DrawRecord* record = target.add(make_draw_record(draw, layout));
    float* vertex = static_cast<float*>(target.arena().allocate(2 * 4 * sizeof(float)));
    std::fill(vertex, vertex + 8, 1.0f);
    PrimitiveSetup(draw, layout, &target, record).pixel_rectangle(rectangle, vertex);
}

void Rasterizer::draw(const Draw& draw) {
    if (state_->gathering) return;
    const runtime::PermeableSignalHold hold;
    const Gathering gathering(state_->gathering);
    if (DrawObserver* const observer = draw_observer())
        observer->draw(draw, [this](const runtime::Image& image) { state_->settle(image); });
    state_->draw(draw);
}

void Rasterizer::State::draw(const Draw& draw) {
    if (draw.pixel_rectangle) {
        draw_rectangle(draw);
        return;
    }
    if (!draw.vertex.program || !draw.vertex.routine) return;
    if (draw.statistics) count_submission(draw, *draw.statistics);
    // Programs before rasterization may read what a scene still draws, or change what it reads.
    for (const StageProgram* stage : {&draw.vertex, &draw.tess_control, &draw.tess_evaluation, &draw.geometry})
        if (conflicts(*stage)) finish();
    const VertexLayout layout = build_vertex_layout(draw);
    const bool staged = StagePipeline::needed(draw);
    const auto run = [&](Geometry& geometry) {
        if (draw.watchdog) draw.watchdog->begin();
        for (int32_t i = 0; i < draw.input.instance_count; ++i) {
            const auto instance = static_cast<uint32_t>(i);
            if (!(staged ? geometry.run_staged_instance(instance) : geometry.run_instance(instance))) return;
        }
        if (draw.watchdog) draw.watchdog->count();
    };
    const bool discards =
        !draw.sink && (draw.raster.rasterizer_discard || draw.framebuffer.width <= 0 || draw.framebuffer.height <= 0);
    if (draw.sink || discards) {
        // Vertex programs may have changed memory, if nothing else.
        if (discards && !staged && !draw.vertex.memory) return;
        Arena arena;
        Geometry geometry(draw, layout, places, {nullptr, nullptr, &arena}, {});
        run(geometry);
        return;
    }
    auto target = [&]() -> Geometry::Target {
        Scene& scene = scene_for(draw.framebuffer);
        return {&scene, scene.add(make_draw_record(draw, layout)), &scene.arena()};
    };
    Geometry geometry(draw, layout, places, target(), target);
    run(geometry);
}

void Rasterizer::clear(const Clear& clear) {
    if (state_->gathering) return;
    const Gathering gathering(state_->gathering);
    if (DrawObserver* const observer = draw_observer())
        observer->clear(clear, [this](const runtime::Image& image) { state_->settle(image); });
    state_->scene_for(clear.framebuffer).add(clear);
}

void Rasterizer::flush() { state_->start_if_whole(); }
void Rasterizer::finish() {
    state_->start_if_whole();
    state_->queue.wait_until_idle();
}

std::shared_ptr<const Fence> Rasterizer::fence() {
    state_->start_if_whole();
    return state_->queue.last_fence();
}

void Rasterizer::wait_for(const runtime::Image& image) {
    if (state_->uses(image)) finish();
    if (DrawObserver* const observer = draw_observer()) observer->touched(image);
}

}  // namespace rasterizer
