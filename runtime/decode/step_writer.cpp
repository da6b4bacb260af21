#include "runtime/decode/step_writer.h"

#include <algorithm>

namespace runtime::decoded {

StepOffset StepWriter::compute(arbasm::Operation operation, arbasm::LaneKind kind,
                               std::initializer_list<Source> sources, RegisterAddress to, uint8_t write_mask,
                               bool wide) {
    ComputeStep step;
    step.operation = operation;
    step.lanes = kind;
    step.wide = wide;
    step.result.destination = to;
    step.result.write_mask = write_mask;
    std::copy(sources.begin(), sources.end(), step.sources);
    contents_.note_reads(step, static_cast<int>(sources.size()));
    return emit(step);
}

}  // namespace runtime::decoded
