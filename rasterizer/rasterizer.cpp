#include "rasterizer/rasterizer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <new>
#include <optional>

#include "rasterizer/blocks/block_compiler.h"
#include "rasterizer/blocks/vertex_compiler.h"
#include "rasterizer/draw/draw_observer.h"
#include "rasterizer/geometry/count_submission.h"
#include "rasterizer/prepare/prepared_draw.h"
#include "rasterizer/scene/scene.h"
#include "rasterizer/scene_queue.h"
#include "rasterizer/setup/primitive_binning.h"
#include "rasterizer/setup/rectangle_setup.h"
#include "rasterizer/submit/draw_submission.h"
#include "runtime/threads/signal_hold.h"

namespace rasterizer {
namespace {

// Code for the vertices of a sequence's draws, which have one key.
class SequenceCodes final : public VertexCodes {
  public:
    explicit SequenceCodes(VertexCodes& codes) : codes_(codes) {}
    void forget() { found_ = {}; }
    std::shared_ptr<const VertexCode> find(const Draw& draw, const VertexLayout& layout, const VertexFetch& fetch,
                                           VertexOrder order) override {
        auto& found = found_[(order.in_order ? 1u : 0u) + (order.instances ? 2u : 0u)];
        if (!found) found = codes_.find(draw, layout, fetch, order);
        return *found;
    }

  private:
    VertexCodes& codes_;
    std::array<std::optional<std::shared_ptr<const VertexCode>>, 4> found_;
};

}  // namespace

struct Rasterizer::State {
    DistinctVertices distinct;
    BlockCompiler blocks;
    VertexCompiler vertices;
    FragmentPipelines pipelines;

    State() { pipelines.blocks = &blocks; }
    std::unique_ptr<Scene> scene;
    SceneQueue queue;
    std::optional<PreparedDraw> sequence;  // what draws that follow the first of a sequence go on with
    SequenceCodes sequence_codes{vertices};
    // A draw or clear is being put into the scene: a signal handler that calls GL now has interrupted it and leaves
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
    bool conflicts(const StageProgram& stage) { return (scene && scene->conflicts(stage)) || queue.conflicts(stage); }
    void finish() {
        start();
        queue.wait_until_idle();
    }
    void end_sequence() {
        sequence.reset();
        sequence_codes.forget();
    }
    void draw(const Draw& draw);
    // Behind what it conflicts with.
    void submit_in_order(const PreparedDraw& prepared);
    // Tells of what the threads had no memory for, at the next command that draws.
    void tell_of_memory() {
        if (queue.lacked_memory()) throw std::bad_alloc();
    }
    void submit(const PreparedDraw& prepared);
    void submit_rectangle(const PreparedDraw& prepared);
    // The scene that the draw goes to, with its TileDraw in it.
    SceneTarget target_of(const PreparedDraw& prepared) {
        Scene& target = scene_for(prepared.draw.framebuffer);
        target.add(prepared.tile_draw);
        return {&target, &target.arena()};
    }
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
    // So that the compiler moves no work out of between the two.
    void set(bool value) {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        flag_ = value;
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    bool& flag_;
};

}  // namespace

Rasterizer::Rasterizer() : state_(std::make_unique<State>()) {}
Rasterizer::~Rasterizer() {
    try {
        state_->end_sequence();
        if (state_->queue.drop_unseen(state_->scene.get())) state_->scene.reset();
        state_->start();
    } catch (const std::bad_alloc&) {  // nobody will see what is still to be drawn
    }
    state_->queue.wait_until_idle();
}
bool Rasterizer::interrupted() const { return state_->gathering; }

void Rasterizer::draw(const Draw& draw) {
    if (state_->gathering) return;
    const runtime::PermeableSignalHold hold;
    const Gathering gathering(state_->gathering);
    if (DrawObserver* const observer = draw_observer())
        observer->draw(draw, [this](const runtime::Image& image) { state_->settle(image); });
    state_->draw(draw);
    state_->tell_of_memory();
}

// A draw goes straight down: what the front end has resolved is prepared, then submitted.
void Rasterizer::State::draw(const Draw& draw) {
    if (draw.pixel_rectangle) {
        if (draw.pixel_rectangle->image) submit_rectangle(prepare_pixel_rectangle(draw, pipelines));
        return;
    }
    if (!draw.vertex.program || !draw.vertex.routine) return;
    if (draw.statistics) count_submission(draw, *draw.statistics);
    if (draw.continues_sequence && sequence && &sequence->draw == &draw) {
        if (draw.renews_parameters || draw.renews_textures) renew_draw(*sequence, pipelines);
        return submit(*sequence);
    }
    end_sequence();
    if (draw.begins_sequence) {
        sequence.emplace(prepare_draw(draw, pipelines));
        return submit_in_order(*sequence);
    }
    submit_in_order(prepare_draw(draw, pipelines));
}

void Rasterizer::State::submit_in_order(const PreparedDraw& prepared) {
    // Programs before rasterization may read what a scene still draws, or change what it reads.
    for (const StageProgram* stage : prepared.reaching_stages())
        if (conflicts(*stage)) finish();
    submit(prepared);
}

void Rasterizer::State::submit(const PreparedDraw& prepared) {
    VertexCodes* const codes =
        sequence && &*sequence == &prepared ? static_cast<VertexCodes*>(&sequence_codes) : &vertices;
    if (prepared.makes_fragments) {
        const auto target = [&] { return target_of(prepared); };
        DrawSubmission(prepared, distinct, codes, target(), target).run();
        return;
    }
    // Vertices of a draw that is discarded may be captured, change memory or be counted, if nothing else.
    const Draw& draw = prepared.draw;
    if (!draw.sink && !prepared.staged && !draw.transform_feedback && !draw.stream_counters && !draw.vertex.memory &&
        !draw.statistics)
        return;
    Arena arena;
    DrawSubmission(prepared, distinct, codes, {nullptr, &arena}, {}).run();
}

void Rasterizer::State::submit_rectangle(const PreparedDraw& prepared) {
    const SceneTarget target = target_of(prepared);
    float* vertex = static_cast<float*>(target.arena->allocate(2 * 4 * sizeof(float)));
    std::fill(vertex, vertex + 8, 1.0f);
    PrimitiveBinning binning(prepared.draw, prepared.layout, target, prepared.tile_draw.get());
    put_pixel_rectangle(*prepared.draw.pixel_rectangle, vertex, binning);
}

void Rasterizer::clear(const Clear& clear) {
    if (state_->gathering) return;
    const runtime::PermeableSignalHold hold;
    const Gathering gathering(state_->gathering);
    if (DrawObserver* const observer = draw_observer())
        observer->clear(clear, [this](const runtime::Image& image) { state_->settle(image); });
    state_->scene_for(clear.framebuffer).add(clear);
    state_->tell_of_memory();
}

void Rasterizer::end_sequence() {
    if (!state_->gathering) state_->end_sequence();
}

void Rasterizer::flush() {
    const runtime::PermeableSignalHold hold;
    state_->start_if_whole();
}
void Rasterizer::finish() {
    const runtime::PermeableSignalHold hold;
    state_->start_if_whole();
    state_->queue.wait_until_idle();
}

std::shared_ptr<const Fence> Rasterizer::fence() {
    const runtime::PermeableSignalHold hold;
    state_->start_if_whole();
    return state_->queue.last_fence();
}

bool Rasterizer::is_used(const runtime::Image& image) const { return state_->uses(image); }

void Rasterizer::wait_for(const runtime::Image& image) {
    image.note_change();  // reading it is all that the caller may have in mind; then it is decoded once more
    if (state_->uses(image)) finish();
    if (DrawObserver* const observer = draw_observer()) observer->touched(image);
}

}  // namespace rasterizer
