// Loads, stores and atomic operations on texels. The format of a unit's image may be known when the code is made;
// else the code computes with the numbers of an ImageWindow, which serves all formats, and branches where
// conversions differ in kind. Both are one text: what is known are constants. Where a window has no words, the
// interpreter's function does the access, which finds what is wrong for each lane.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <vector>

#include "runtime/jit/emit_called.h"
#include "runtime/jit/program_windows.h"

namespace runtime::jit {

// Whether the code does an access, so far as the image that is bound allows it.
bool accesses_inside(const AccessImageStep& step, const FormatOfUnit& image_format = {});

// The window that a step looks through.
struct ImageKey {
    int64_t which;     // unit; below zero: of a step with a run-time unit or handle
    uint32_t request;  // ImageRequest::word()
    auto operator<=>(const ImageKey&) const = default;
};
ImageKey image_key(const Code& code, const AccessImageStep& step);

class ImageEmitter {
  public:
    // Windows of units that are known are open from now on. `open`: those of `wanted`, if they are already.
    ImageEmitter(const Code& code, const Piece& piece, const FormatOfUnit& image_format,
                 const std::vector<WantedWindows::OfImage>& wanted, std::optional<PointerTo<ImageWindow>> open,
                 const Registers& registers, const ExecutionMask& mask, const StepCaller& caller);

    void emit(const AccessImageStep& step) const;
    void emit(const QueryImageStep& step) const;

  private:
    bool has_open_window(const AccessImageStep& step) const { return are_open_ && !step.unit.varies(); }
    ScalarMask opens_window(const AccessImageStep& step, Mask lanes, PointerTo<ImageWindow> window) const;
    void access(const AccessImageStep& step, Mask lanes, PointerTo<ImageWindow> window) const;

    const Code& code_;
    const Piece& piece_;
    const FormatOfUnit& image_format_;
    const bool are_open_;
    const Registers& registers_;
    const ExecutionMask& mask_;
    const StepCaller& caller_;
    std::map<ImageKey, PointerTo<ImageWindow>> windows_;
};

}  // namespace runtime::jit
