#include "runtime/jit/emit_vertices.h"

#include "runtime/execution/group.h"
#include "runtime/jit/read_operands.h"
#include "runtime/jit/recorded_flow.h"
#include "runtime/jit/recorded_rows.h"

namespace runtime::jit {

namespace {

using Storage = EmittedVertices::Storage;
static_assert(sizeof(EmittedVertices::Mark) == 2);  // stored as a word with the stream low

// The group's EmittedVertices, as far as the piece goes.
class Emission {
  public:
    Emission(PointerTo<EmittedVertices> emitted, ScalarUnsigned first_lane)
        : storage_(emitted.at(EmittedVertices::storage_member())),
          counts_(storage_.at(&Storage::counts) + (first_lane << ScalarUnsigned(2u))),
          lanes_(lane_numbers() + broadcast(first_lane)) {}

    Unsigned counts() const { return load<Unsigned>(counts_); }
    void set_counts(Unsigned counts) const { store(counts_, counts); }
    Unsigned most() const { return broadcast(storage_.load_constant(&Storage::most)); }
    ScalarUnsigned words() const { return storage_.load_constant(&Storage::words); }
    Pointer vertices() const { return storage_.load_constant(&Storage::vertices); }
    PointerTo<EmittedVertices::Mark> marks() const { return storage_.load_constant(&Storage::marks); }
    // The vertex of that number, of other lanes the one that nobody reads.
    Unsigned numbers(Mask lanes, Unsigned number) const {
        return choose(lanes, lanes_ * most() + number, Unsigned(uint32_t{group_lanes}) * most());
    }

  private:
    PointerTo<Storage> storage_;
    Pointer counts_;  // of the piece's lanes
    Unsigned lanes_;
};

}  // namespace

bool stores_vertices(const Code& code, CodeForm form) {
    if (form == CodeForm::Dispatched) return false;
    size_t emissions = 0;
    code.steps.visit([&](const auto& step) { emissions += step.kind == StepKind::EmitVertex; });
    // Each stores all results. Where these are very many the interpreter's function copies them.
    constexpr size_t most_rows = 256;
    return emissions * code.program->results.size() <= most_rows;
}

void VertexEmitter::emit(const EmitVertexStep& step) const {
    if (!stores_) return caller_.call(step);
    const PointerTo<EmittedVertices> emitted = piece_.group().load_constant(&Group::emitted);
    Mask wanted = mask_.running();
    Unsigned stream(0u);
    if (step.has_stream) {
        stream = component<Unsigned>(registers_, step.stream, 0);
        wanted = wanted & (stream < Unsigned(max_vertex_streams));
    }
    when(any_lane(wanted) & !is_null(emitted), [&] {
        const Emission emission(emitted, piece_.first_lane);
        const Unsigned counts = emission.counts();
        const Mask lanes = wanted & (counts < emission.most());
        emission.set_counts(choose(lanes, counts + Unsigned(1u), counts));
        const Unsigned numbers = emission.numbers(lanes, counts),
                       bytes = numbers * broadcast(emission.words() << ScalarUnsigned(2u));
        const Pointer vertices = emission.vertices(), marks = emission.marks();
        std::vector<Pointer> pointers;
        for (int i = 0; i < lane_count(); i++) {
            store_short(marks + (lane(numbers, i) << ScalarUnsigned(1u)), lane(stream, i));
            pointers.push_back(vertices + lane(bytes, i));
        }
        for (int32_t r = 0; r < static_cast<int32_t>(program_.results.size()); r++) {
            std::vector<Pointer> rows;
            for (const Pointer pointer : pointers) rows.push_back(pointer + int64_t{r} * 16);
            store_rows(rows, {registers_.result(r, 0), registers_.result(r, 1), registers_.result(r, 2),
                              registers_.result(r, 3)});
        }
    });
}

void VertexEmitter::emit(const EndPrimitiveStep& step) const {
    if (!stores_) return caller_.call(step);
    const PointerTo<EmittedVertices> emitted = piece_.group().load_constant(&Group::emitted);
    when(any_lane(mask_.running()) & !is_null(emitted), [&] {
        const Emission emission(emitted, piece_.first_lane);
        const Unsigned counts = emission.counts();
        const Unsigned numbers = emission.numbers(mask_.running() & (counts != Unsigned(0u)), counts - Unsigned(1u));
        const Pointer marks = emission.marks().at(&EmittedVertices::Mark::ends_strip);
        for (int i = 0; i < lane_count(); i++)
            store_byte(marks + (lane(numbers, i) << ScalarUnsigned(1u)), ScalarUnsigned(1u));
    });
}

}  // namespace runtime::jit
