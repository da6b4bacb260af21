#include "rasterizer/blocks/recorded_program.h"

#include <algorithm>
#include <type_traits>

#include "runtime/jit/code_form.h"
#include "runtime/jit/jit.h"
#include "runtime/jit/lane_needs.h"

namespace rasterizer {

using namespace runtime::decoded;

const char* why_not_recorded(const Code& code) {
    if (code.program->instructions.size() > runtime::jit::most_instructions) return "long program";
    if (!runtime::jit::is_structured(code)) return "flow without structure";
    if (code.uses_threads) return "names its thread";
    if (runtime::jit::find_lane_needs(code).sees_lanes) return "lanes together";
    return nullptr;
}

bool asks_for_centroids(const Code& code) {
    bool asks = false;
    code.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, InterpolateStep>) asks |= step.where == runtime::InterpolateAt::Centroid;
    });
    return asks;
}

bool waits_for_results(const Code& code) {
    size_t computed = 0, elementary = 0;
    code.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, ComputeStep>) {
            computed++;
            elementary += arbasm::operation_info(step.operation).traits.has(arbasm::Trait::Elementary);
        }
    });
    return elementary > 0 && 4 * elementary >= computed;
}

bool asks_who_is_there(const Code& code) {
    bool asks = false;
    code.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, SampleStep>)
            asks |= step.unit.by_handle;
        else
            asks |= std::is_same_v<T, AccessMemoryStep> || std::is_same_v<T, AccessImageStep>;
    });
    return asks;
}

}  // namespace rasterizer
