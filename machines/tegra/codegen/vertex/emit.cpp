// Instructions from pairs.
#include "machines/tegra/codegen/vertex/generator.h"

namespace machines::tegra::vertex {

void Generator::emit() {
    for (const Pair& pair : pairs_) {
        VertexInstruction out;
        for (const int index : {pair.vector, pair.scalar}) {
            if (index < 0) continue;
            generated_.operations++;
            const Operation& op = ops_[static_cast<size_t>(index)];
            (op.scalar ? out.scalar_operation : out.vector_operation) = op.number;
            uint32_t& temporary = op.scalar ? out.scalar_temporary : out.vector_temporary;
            (op.scalar ? out.scalar_mask : out.vector_mask) = turn_mask(op.target.mask);
            if (op.target.kind == Target::Temporary)
                temporary = static_cast<uint32_t>(assigned_[static_cast<size_t>(op.target.index)]);
            if (op.target.kind == Target::Address) temporary = 0;
            if (op.target.kind == Target::Export) {
                out.export_index = static_cast<uint32_t>(op.target.index);
                out.export_vector = !op.scalar;
                out.export_relative = op.target.relative >= 0;
                if (op.target.relative >= 0) out.address_component = static_cast<uint32_t>(op.target.relative);
            }
            for (size_t slot = 0; slot < 3; slot++) {
                if (!(op.info().operands >> slot & 1)) continue;
                const Source& s = op.source[slot];
                const VertexOperandMembers& m = vertex_operands[slot];
                out.*m.type = s.type;
                out.*m.swizzle = swizzle_of(s.swizzle[0], s.swizzle[1], s.swizzle[2], s.swizzle[3]);
                out.*m.negate = s.negate;
                out.*m.absolute = s.absolute;
                if (s.type == operand_temporary)
                    out.*m.temporary = static_cast<uint32_t>(assigned_[static_cast<size_t>(s.index)]);
                if (s.type == operand_attribute) {
                    out.attribute = static_cast<uint32_t>(s.index);
                    out.attribute_relative = s.relative >= 0;
                }
                if (s.type == operand_constant) {
                    out.constant = static_cast<uint32_t>(s.index);
                    out.constant_relative = s.relative >= 0;
                }
                if (s.relative >= 0) out.address_component = static_cast<uint32_t>(s.relative);
            }
            out.saturate = op.saturate;
            if (op.update >= 0) {
                out.condition_set = out.condition_write = 1;
                out.condition_register = static_cast<uint32_t>(op.update);
            }
            if (op.test.on) {
                out.condition_test = 1;
                out.condition_register = op.test.code_register;
                out.pass_less = (op.test.pass & less_passes) != 0;
                out.pass_equal = (op.test.pass & equal_passes) != 0;
                out.pass_greater = (op.test.pass & greater_passes) != 0;
                out.condition_swizzle =
                    swizzle_of(op.test.swizzle[0], op.test.swizzle[1], op.test.swizzle[2], op.test.swizzle[3]);
            }
            if (op.branch >= 0)
                out.c_swizzle =
                    static_cast<uint32_t>(pair_of_[static_cast<size_t>(first_op_[static_cast<size_t>(op.branch)])]);
        }
        generated_.code.instructions.push_back(out);
    }
    // A branch may go behind the last instruction, and the last does not branch itself.
    const bool last_flows =
        !pairs_.empty() && pairs_.back().scalar >= 0 && ops_[static_cast<size_t>(pairs_.back().scalar)].is_barrier();
    bool goes_behind = false;
    for (const Operation& op : ops_)
        goes_behind |= op.branch >= 0 && first_op_[static_cast<size_t>(op.branch)] == static_cast<int>(ops_.size());
    if (pairs_.empty() || last_flows || goes_behind) generated_.code.instructions.emplace_back();
    generated_.code.instructions.back().end = 1;
}

}  // namespace machines::tegra::vertex
