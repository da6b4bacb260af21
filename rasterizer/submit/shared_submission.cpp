// Draws of independent primitives, which threads share: each takes a piece of them from its indices to the scene's
// memory, with the vertices that it is made of; what has been made of the pieces goes into the bins in their order.
//
// Nothing but the draw is read by several threads then, and nothing that one has written is read by another but what
// a tile needs: its primitives and the vertices that these are made of, which are streamed.
#include <algorithm>

#include "rasterizer/geometry/stage_groups.h"
#include "rasterizer/submit/draw_submission.h"
#include "runtime/simd/streaming.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {
namespace {

// A thread's memory, from piece to piece.
struct PieceMemory {
    DistinctVertices distinct;
    std::vector<AssembledPrimitive> primitives;
    Arena vertices;
    std::vector<const float*> kept;
    BinEntries entries;

    // The thread keeps its first block.
    const Arena::Mark begin = (vertices.allocate(1), vertices.mark());
};

// Code that has been found before: pieces look for none.
class FoundCodes final : public VertexCodes {
  public:
    explicit FoundCodes(VertexStage& stage) {
        for (const bool in_order : {false, true}) found_[in_order] = stage.code_for({in_order, false});
    }
    std::shared_ptr<const VertexCode> find(const Draw&, const VertexLayout&, const VertexFetch&,
                                           VertexOrder order) override {
        return found_[order.in_order];
    }

  private:
    std::array<std::shared_ptr<const VertexCode>, 2> found_;
};

// A scene's memory, for a piece.
class LentMemory {
  public:
    explicit LentMemory(Scene& scene) : scene_(scene), memory_(scene.lend_memory()) {}
    ~LentMemory() { scene_.take_back(memory_); }
    LentMemory(const LentMemory&) = delete;
    LentMemory& operator=(const LentMemory&) = delete;
    SceneMemory* operator->() const { return &memory_; }

  private:
    Scene& scene_;
    SceneMemory& memory_;
};

std::span<const BinEntry> kept_entries(const BinEntries& entries, Arena& memory) {
    const size_t bytes = entries.size() * sizeof(BinEntry);
    auto* const kept = static_cast<BinEntry*>(memory.allocate(bytes));
    runtime::stream(kept, entries.data(), bytes);
    runtime::finish_streaming();
    return {kept, entries.size()};
}

// So few that a thread's own cache holds their vertices, and of meshes, whose pieces have vertices in common that each
// shades for itself, so many that these are few.
size_t size_of_pieces(const Draw& draw, const VertexLayout& layout, size_t count) {
    constexpr size_t in_order = 512, indexed = 2048, vertex_bytes = size_t{3} << 18;
    const size_t most_vertices = vertex_bytes / (static_cast<size_t>(layout.slot_count) * 16 + 16);
    const size_t most = draw.input.index_type == IndexType::None ? in_order : indexed;
    const auto threads = static_cast<size_t>(runtime::WorkerPool::instance().thread_count());
    return std::clamp(count / (2 * threads), std::min(in_order, most_vertices / 4), std::min(most, most_vertices / 4));
}

}  // namespace

// How many independent primitives there are, where it is worth while to share them.
size_t DrawSubmission::shared_count() const {
    constexpr size_t least = 1024;
    const bool watched = capture_ || draw().stream_counters || draw().vertex.memory;
    if (watched || !clipping_.may_be_shared()) return 0;
    const size_t count = PrimitiveAssembler(draw()).independent_count();
    return count < least ? 0 : count;
}

bool DrawSubmission::run_shared(uint32_t instance, size_t count) {
    constexpr size_t pieces_at_once = 64;
    const size_t size = size_of_pieces(draw(), prepared_.layout, count);
    FoundCodes codes(vertex_stage_);
    for (size_t first = 0; first < count; first += pieces_at_once * size) {
        if (out_of_time()) return false;
        make_room();
        const size_t here = std::min(count - first, pieces_at_once * size), pieces = (here + size - 1) / size;
        entries_.assign(pieces, {});
        runtime::WorkerPool::instance().parallel_for(
            static_cast<int32_t>(pieces),
            [&](int32_t number) {
                const size_t at = static_cast<size_t>(number) * size;
                entries_[static_cast<size_t>(number)] =
                    set_up_piece({first + at, std::min(size, here - at)}, instance, codes);
            },
            kind_of_pieces(draw().vertex));
        for (const std::span<const BinEntry> entries : entries_) target_.scene->add(entries);
    }
    return true;
}

void DrawSubmission::set_up(std::span<const AssembledPrimitive> primitives, const ShadedVertices& vertices) {
    constexpr size_t size = 512;
    if (primitives.size() < 2 * size || !clipping_.may_be_shared()) return clipping_.process_all(primitives, vertices);
    const size_t pieces = (primitives.size() + size - 1) / size;
    entries_.assign(pieces, {});
    runtime::WorkerPool::instance().parallel_for(static_cast<int32_t>(pieces), [&](int32_t number) {
        PieceMemory& memory = runtime::per_thread<PieceMemory>();
        memory.entries.clear();
        const LentMemory to(*target_.scene);
        PrimitiveClipping clipping = clipping_;
        clipping.set_target({target_.scene, &to->primitives, &memory.entries});
        const size_t at = static_cast<size_t>(number) * size;
        clipping.process_all(primitives.subspan(at, std::min(size, primitives.size() - at)), vertices);
        entries_[static_cast<size_t>(number)] = kept_entries(memory.entries, to->primitives);
    });
    for (const std::span<const BinEntry> entries : entries_) target_.scene->add(entries);
}

std::span<const BinEntry> DrawSubmission::set_up_piece(const PrimitivePiece& piece, uint32_t instance,
                                                       VertexCodes& codes) const {
    PieceMemory& memory = runtime::per_thread<PieceMemory>();
    memory.vertices.rewind(memory.begin);
    memory.primitives.clear();
    memory.entries.clear();
    PrimitiveAssembler assembler(draw());
    assembler.take_piece(piece);
    assembler.assemble(memory.primitives, SIZE_MAX);
    VertexStage stage(draw(), prepared_.layout, view_, memory.distinct, &codes, VertexStage::Threads::One);
    const ShadedVertices vertices = stage.shade(memory.primitives, assembler.range(), instance, memory.vertices);

    const LentMemory to(*target_.scene);
    KeptVertices kept(vertices, to->vertices, memory.kept);
    PrimitiveClipping clipping = clipping_;
    clipping.set_target({target_.scene, &to->primitives, &memory.entries, &kept});
    clipping.process_all(memory.primitives, vertices);

    return kept_entries(memory.entries, to->primitives);
}

}  // namespace rasterizer
