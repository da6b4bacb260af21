// Consecutive Begin/End pairs of a display list, as vertices that are ready to be drawn in one go.
//
// A batch keeps the nodes it was made of. They are executed as they are wherever the pairs are seen one by one:
// between Begin and End, in selection and feedback, under transform feedback and statistics, with stages that take
// primitives, and for observers of draws.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "glapi/commands/lists/compile.h"
#include "glapi/state/vertex_slots.h"
#include "rasterizer/draw/draw.h"

namespace glapi::lists {

class Batch {
  public:
    // Where the batch ends that begins with nodes[first]; `first`: none begins there.
    static size_t end_of(std::span<Node* const> nodes, size_t first);
    // Null where the nodes don't make one: a command among them is in error.
    static std::unique_ptr<Batch> make(Context& context, std::span<Node* const> nodes);

    void execute(Context& context);

  private:
    // Vertices that take a current value when the list is called.
    struct Fill {
        int slot;
        int first, count;
    };

    void gather(Context& context);
    void note_unknown(int slot, int count);
    bool draw(Context& context);
    void leave_values(Context& context) const;

    std::vector<Node*> nodes_;
    std::vector<runtime::Vector4> vertices_;
    int count_ = 0;
    std::vector<uint8_t> slots_;  // of the vectors of a vertex
    std::vector<rasterizer::DrawPart> parts_;
    uint32_t modes_ = 0;  // bit n: primitives of mode n
    std::vector<Fill> fills_;
    std::vector<std::pair<int, runtime::Vector4>> values_;  // that are current behind the batch, by slot
    bool materials_ = false;                                // glMaterial is among the commands

    // While gathering, by slot: the first vertex since which the value is unknown.
    std::vector<int> unknown_since_;
};

}  // namespace glapi::lists
