// How: each instruction becomes a few operations of one half each, with virtual registers (select.cpp); operations of
// the two halves that may run together are paired (schedule.cpp), registers are given by where values are written and
// last read (allocate_registers.cpp), and pairs become words (emit.cpp).
#include "machines/tegra/codegen/vertex/generate.h"

#include <algorithm>

#include "machines/tegra/codegen/vertex/generator.h"

namespace machines::tegra::vertex {

// What is read before it is written is 0: the NVIDIA sets say so, and otherwise it would be another value's rest.
void Generator::define_unwritten() {
    std::map<int, uint32_t> written, missing;
    for (const Operation& op : ops_) {
        for (const Touch& touch : reads_of(op))
            if (touch.kind == Touch::Register)
                missing[touch.index] |= has_flow_ ? touch.mask : touch.mask & ~written[touch.index];
        if (op.test.on) continue;
        for (const Touch& touch : writes_of(op))
            if (touch.kind == Touch::Register) written[touch.index] |= touch.mask;
    }
    std::vector<Operation> before;
    for (const auto& [index, mask] : missing) {
        if (!mask || index >= program_.temporary_count) continue;
        Operation op = vector(vector_MOV, {Target::Temporary, index, -1, mask});
        op.source[0].type = operand_constant;
        op.source[0].index = literal({0, 1, -1, -0.0f});
        op.source[0].swizzle.fill(0);
        before.push_back(op);
    }
    const int32_t entry = entry_point(program_);
    if (entry) {
        Operation op;
        op.scalar = true;
        op.number = scalar_BRA;
        op.target.mask = 0;
        op.branch = entry;
        before.push_back(op);
    }
    for (int& first : first_op_) first += static_cast<int>(before.size());
    ops_.insert(ops_.begin(), before.begin(), before.end());
}

GeneratedVertex Generator::run() {
    if (program_.stage != Stage::Vertex) {
        generated_.errors.push_back({{}, "the program cannot be expressed on Tegra: it is no vertex program", {}});
        return generated_;
    }
    registers_ = program_.temporary_count;
    for (const Instruction& instruction : program_.instructions)
        has_flow_ |= opcode_info(instruction.opcode).category == OpcodeCategory::Flow;
    number_exports();
    assign_constants();
    place_addresses();
    for (const Instruction& instruction : program_.instructions) {
        first_op_.push_back(static_cast<int>(ops_.size()));
        const size_t errors = generated_.errors.size(), components = address_components_.size();
        select(instruction);
        // One reason for each instruction.
        if (generated_.errors.size() > errors + 1) generated_.errors.resize(errors + 1);
        if (address_components_.size() > std::max<size_t>(4, components) && generated_.errors.size() == errors)
            refuse(instruction, "there is one address register, of four components");
    }
    first_op_.push_back(static_cast<int>(ops_.size()));
    if (generated_.errors.empty()) {
        define_unwritten();
        schedule();
        allocate_registers();
        emit();
        const SourceLocation last =
            program_.instructions.empty() ? SourceLocation{} : program_.instructions.back().where;
        if (generated_.code.instructions.size() > vertex_instructions)
            generated_.errors.push_back({last,
                                         "the program cannot be expressed on Tegra: it takes " +
                                             std::to_string(generated_.code.instructions.size()) +
                                             " instructions, and there is room for 256",
                                         {}});
        if (next_constant_ > static_cast<int>(vertex_constants))
            generated_.errors.push_back({last,
                                         "the program cannot be expressed on Tegra: it takes " +
                                             std::to_string(next_constant_) + " constants, and there are 256",
                                         {}});
    }
    for (const uint32_t attribute : attributes_)
        generated_.attributes.push_back({program_.attributes[attribute].binding, attribute});
    if (!generated_.errors.empty()) {
        GeneratedVertex failed;
        failed.errors = std::move(generated_.errors);
        return failed;
    }
    for (const GeneratedVertex::Export& e : generated_.exports)
        if (e.number < vertex_exports)
            generated_.code.export_names[e.number] = e.number ? "result" + std::to_string(e.number) : "position";
    for (const GeneratedVertex::Attribute& a : generated_.attributes)
        generated_.code.attribute_names[a.attribute] = "attribute" + std::to_string(a.attribute);
    return generated_;
}

}  // namespace machines::tegra::vertex

namespace machines::tegra {

GeneratedVertex generate_vertex(const arbasm::Program& program, uint32_t clip_planes) {
    return vertex::Generator(program, clip_planes).run();
}

}  // namespace machines::tegra
