#include "machines/ctm/codegen/generate.h"

#include <algorithm>

#include "ir/lower/expand_fog.h"
#include "machines/ctm/codegen/selector.h"

namespace machines::ctm {

Generated generate(const Program& original, const GenerateOptions& options) {
    Generated generated;
    const auto refuse = [&](const std::string& reason) {
        generated.errors.push_back({{}, "the program cannot be expressed on CTM: " + reason, {}});
        generated.slots.clear();
        return generated;
    };
    if (original.stage != Stage::Fragment) return refuse("it is no fragment program");
    const Program program = expand_fog(original);
    Selector selector(program, options, generated);
    selector.run();
    if (!generated.errors.empty()) return generated;
    std::vector<Op> ops = std::move(selector.ops());
    int registers = selector.registers();
    split_halves(ops);
    rename(ops, registers);
    split_halves(ops);
    optimize(ops, registers);
    std::vector<Op> ordered = ops;
    schedule(ordered, registers);
    // Lanes on their own are more to do, but both units can do it: whichever is shorter.
    std::vector<Op> apart = ops;
    int registers_apart = registers;
    if (split_pairs(apart, registers_apart)) {
        rename(apart, registers_apart);
        split_halves(apart);
        optimize(apart, registers_apart);
        std::vector<Op> ordered_apart = apart;
        schedule(ordered_apart, registers_apart);
        if (ordered_apart.size() < ordered.size()) {
            ops = std::move(apart);
            ordered = std::move(ordered_apart);
            registers = registers_apart;
        }
    }
    std::vector<int> assigned;
    // Pairs far apart make values live longer; the order of the program is there for programs that need it.
    if (!allocate_registers(ordered, registers, assigned)) {
        ordered = ops;
        if (!allocate_registers(ordered, registers, assigned)) return refuse("it needs more than 128 temporaries");
    }
    std::string error;
    generated.slots = emit(ordered, assigned, error);
    if (!error.empty()) return refuse(error);
    if (generated.slots.size() > max_instructions) return refuse("it needs more than 512 instructions");

    Object object = make_object(generated.slots);
    object.literals = std::move(generated.object.literals);
    object.integers = std::move(generated.object.integers);
    object.textures = std::move(generated.object.textures);
    generated.object = std::move(object);
    // Attributes that turned out not to matter.
    std::erase_if(generated.attributes, [&](const Generated::Pair& pair) {
        const auto& inputs = generated.object.inputs;
        return std::find(inputs.begin(), inputs.end(), pair.to) == inputs.end();
    });
    return generated;
}

}  // namespace machines::ctm
