#include "glsl/link/linker.h"

namespace glsl {

void Linker::assign_varyings() {
    StageUnit* producer = nullptr;
    for (StageUnit& consumer : units_) {
        if (consumer.shaders.empty() || consumer.stage == arbasm::Stage::Compute) continue;
        if (producer) match_varyings(*producer, consumer);
        producer = &consumer;
    }
    // What nobody reads may still be captured; a stage that stands alone has its own numbers.
    for (StageUnit& own : units_)
        for (const Variable* variable : own.active) {
            if (variable->builtin || own.input.slots.contains(variable)) continue;
            const bool out = variable->qualifiers.storage == Storage::Out && own.stage != arbasm::Stage::Fragment;
            const bool in = variable->qualifiers.storage == Storage::In && own.stage != arbasm::Stage::Vertex;
            if (out || in)
                number_varying(
                    own, variable,
                    in ? taken_in_[static_cast<size_t>(own.stage)] : taken_out_[static_cast<size_t>(own.stage)]);
        }
}

void Linker::number_varying(StageUnit& own, const Variable* variable, std::bitset<128>& taken) {
    const int slot = place(taken, variable->qualifiers.layout.location, register_count(variable->type),
                           options_.limits.generic_varyings);
    if (slot < 0)
        error("there is no room for " + std::string(variable->name));
    else
        own.input.slots[variable] = slot;
}

void Linker::match_varyings(StageUnit& producer, StageUnit& consumer) {
    std::bitset<128>& taken = taken_out_[static_cast<size_t>(producer.stage)];
    for (const Variable* in : consumer.active) {
        if (in->qualifiers.storage != Storage::In || in->builtin) continue;
        const Variable* found = nullptr;
        for (const Shader* shader : producer.shaders)
            for (const Variable* out : shader->globals) {
                if (out->qualifiers.storage != Storage::Out || producer.canonical(out) != out) continue;
                const int a = in->qualifiers.layout.location, b = out->qualifiers.layout.location;
                if (a >= 0 && b >= 0 ? a == b : out->name == in->name) found = out;
            }
        const std::string name(in->name);
        if (!found) {
            if (!options_.separable)
                error("the " + std::string(arbasm::stage_name(consumer.stage)) + " shader reads " + name +
                      ", which no shader before it writes");
            continue;
        }
        if (!same_type(found->type, in->type)) {
            error(name + " is " + to_string(found->type) + " in the " +
                  std::string(arbasm::stage_name(producer.stage)) + " shader and " + to_string(in->type) + " in the " +
                  std::string(arbasm::stage_name(consumer.stage)) + " shader");
            continue;
        }
        if (!producer.input.slots.contains(found)) number_varying(producer, found, taken);
        const auto slot = producer.input.slots.find(found);
        if (slot == producer.input.slots.end()) continue;
        consumer.input.slots[in] = slot->second;
    }
}

}  // namespace glsl
