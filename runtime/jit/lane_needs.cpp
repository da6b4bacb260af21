#include "runtime/jit/lane_needs.h"

#include <type_traits>

#include "runtime/jit/emit_images.h"
#include "runtime/jit/emit_textures.h"

namespace runtime::jit {

using namespace decoded;

namespace {

template <class T>
constexpr bool lanes_see_each_other =
    std::is_same_v<T, VoteStep> || std::is_same_v<T, ShuffleStep> || std::is_same_v<T, ReadOutputStep> ||
    std::is_same_v<T, ShareResultStep> || std::is_same_v<T, BarrierStep> || std::is_same_v<T, ReadClockStep>;

}  // namespace

LaneNeeds find_lane_needs(const Code& code) {
    LaneNeeds needs;
    code.steps.visit([&]<class T>(const T& step) {
        needs.sees_lanes |= lanes_see_each_other<T>;
        if constexpr (std::is_same_v<T, AccessMemoryStep> || std::is_same_v<T, AccessImageStep>)
            needs.changes_memory |= step.action != T::Action::Load;
    });
    return needs;
}

bool calls_steps(const Code& code, const KnownSamplers& known_samplers, const FormatOfUnit& image_format) {
    bool calls = false;
    code.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, SampleStep>)
            calls |= !asks_inside(step) && known_samplers.met_by(step).empty();
        else if constexpr (std::is_same_v<T, AccessImageStep>)
            calls |= !accesses_inside(step, image_format);
    });
    return calls;
}

int preferred_lanes(const Code& code, CodeForm form, const KnownSamplers& known_samplers,
                    const FormatOfUnit& image_format) {
    const LaneNeeds needs = find_lane_needs(code);
    bool whole = form == CodeForm::Dispatched || needs.sees_lanes || needs.changes_memory ||
                 calls_steps(code, known_samplers, image_format);
    // By itself a program has attributes at other places from the interpreter's function.
    code.steps.visit([&](const auto& step) { whole |= step.kind == StepKind::Interpolate; });
    return whole ? group_lanes : 0;
}

}  // namespace runtime::jit
