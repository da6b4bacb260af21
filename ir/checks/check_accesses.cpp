// What texts are refused for where they are read, of a program that was made without one: numbers beyond limits, in
// declarations and instructions.
#include <string>

#include "ir/bindings.h"
#include "ir/checks/check_program.h"
#include "ir/texture_targets.h"

namespace arbasm {
namespace {

constexpr int32_t largest_array = 65536;

std::string too_large(std::string_view what, int64_t most) {
    return std::string(what) + " is too large: at most " + std::to_string(most) + " is allowed";
}

bool takes_interpolation(BindingKind kind) {
    return kind == BindingKind::Color || kind == BindingKind::Texcoord || kind == BindingKind::GenericAttrib;
}

class AccessChecker {
  public:
    AccessChecker(const Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                  const Limits& limits, std::vector<Diagnostic>& errors)
        : program_(program), bindings_(bindings), locations_(locations), limits_(limits), errors_(errors) {}

    void run() {
        check_stage();
        for (size_t n = 0; n < program_.variables.size(); ++n) {
            std::string problem = problem_of(program_.variables[n], bindings_[n]);
            if (!problem.empty()) errors_.push_back({locations_.variables[n], std::move(problem), {}});
        }
        for (const Instruction& instruction : program_.instructions) {
            std::string problem = problem_of(instruction);
            if (!problem.empty()) errors_.push_back({instruction.where, std::move(problem), {}});
        }
    }

  private:
    void fail(std::string message) { errors_.push_back({locations_.end, std::move(message), {}}); }
    const Variable& variable(int32_t index) const { return program_.variables[static_cast<size_t>(index)]; }

    // ---- declarations

    void check_stage() {
        const bool control = program_.stage == Stage::TessControl;
        const int vertices = control ? limits_.patch_vertices : limits_.output_vertices;
        if (program_.vertices_out > vertices) fail(too_large("the number of output vertices", vertices));
        if (program_.invocations > limits_.geometry_invocations)
            fail(too_large("the number of invocations", limits_.geometry_invocations));
        if (program_.shared_memory > limits_.shared_memory)
            fail(too_large("the size of shared memory", limits_.shared_memory));
        int64_t invocations = 1;
        for (size_t n = 0; n < 3; ++n) {
            if (program_.group_size[n] > limits_.group_size[n])
                return fail(too_large("the group size", limits_.group_size[n]));
            invocations *= program_.group_size[n];
        }
        if (invocations > limits_.group_invocations)
            fail("the work group has " + std::to_string(invocations) + " invocations: at most " +
                 std::to_string(limits_.group_invocations) + " are allowed");
    }

    std::string problem_of(const Variable& variable, const std::vector<Binding>& bound) const {
        const auto of_units = [&](int units) {
            return variable.base + int64_t{variable.size} > units ? too_large("a unit number", units - 1) : "";
        };
        const auto of_buffers = [&](int buffers) {
            return variable.buffer + variable.buffer_count > buffers ? too_large("a buffer number", buffers - 1) : "";
        };
        switch (variable.file) {
            case RegisterFile::Texture: return of_units(limits_.texture_image_units);
            case RegisterFile::Image: return of_units(limits_.image_units);
            case RegisterFile::Buffer: return of_buffers(limits_.parameter_buffers);
            case RegisterFile::Storage: return of_buffers(limits_.storage_buffers);
            case RegisterFile::Counter: return of_buffers(limits_.counter_buffers);
            case RegisterFile::Attribute: return problem_of(variable, bound, BindingSide::Input);
            case RegisterFile::Result: return problem_of(variable, bound, BindingSide::Output);
            case RegisterFile::Parameter: return problem_of(variable, bound, BindingSide::Parameter);
            case RegisterFile::Temporary:
            case RegisterFile::Address:
                return variable.size > largest_array ? too_large("an array size", largest_array) : "";
            case RegisterFile::None:
            case RegisterFile::Shared:
            case RegisterFile::Subroutine: break;
        }
        return {};
    }

    std::string problem_of(const Variable& variable, const std::vector<Binding>& bound, BindingSide side) const {
        if (variable.size > largest_array) return "the array is too large";
        const bool modified =
            variable.interpolation != Interpolation::Perspective || variable.sample_location != SampleLocation::Pixel;
        if (modified && !takes_interpolation(bound.front().kind))
            return "\"" + binding_text(bound.front(), program_.stage, program_.instruction_set, side) +
                   "\" takes no interpolation modifiers";
        for (const Binding& binding : bound) {
            if (binding.kind == BindingKind::Constant) continue;
            const bool framebuffer = binding.of_output && program_.stage == Stage::Fragment;
            const BindingRow* const row = find_binding_row(binding.kind, program_.stage, program_.instruction_set,
                                                           framebuffer ? BindingSide::Output : side);
            if (!row)
                return (variable.name.empty() ? "a register" : "\"" + variable.name + "\"") +
                       " is bound to what programs of this stage don't have";
            if (row->limit == IndexLimit::None) continue;
            const int limit = binding_limit(*row, program_.stage, side, limits_);
            if (binding.index < 0 || binding.index >= limit)
                return "index " + std::to_string(binding.index) + " is out of range: there are " +
                       std::to_string(limit);
        }
        return {};
    }

    // ---- instructions

    std::string problem_of(const Instruction& instruction) const {
        std::string problem = problem_of(instruction.result.variable, instruction.result.element);
        for (int n = 0; problem.empty() && n < instruction.operand_count; ++n) {
            const Operand& operand = instruction.operands[static_cast<size_t>(n)];
            problem = problem_of(operand.variable, operand.element);
            if (problem.empty()) problem = problem_of_vertex(operand);
        }
        if (problem.empty()) problem = problem_of(instruction.texture.variable, instruction.texture.unit);
        return problem.empty() ? problem_of_access(instruction) : problem;
    }

    std::string problem_of(int32_t index, int32_t element) const {
        if (index < 0) return {};
        const Variable& named = variable(index);
        return element < 0 || element >= named.size ? outside(named.name, element, named.size) : std::string();
    }

    static std::string outside(const std::string& name, int32_t element, int64_t size) {
        return "element " + std::to_string(element) + " is outside \"" + name + "\", which has " +
               std::to_string(size) + (size == 1 ? " element" : " elements");
    }

    // Constant numbers of vertices and buffers.
    std::string problem_of_vertex(const Operand& operand) const {
        const Variable& named = variable(operand.variable);
        if (named.is_buffer_range)
            return operand.vertex < 0 || operand.vertex >= named.buffer_count
                       ? outside(named.name, operand.vertex, named.buffer_count)
                       : std::string();
        if (!named.per_vertex) return {};
        const bool of_output = bindings_[static_cast<size_t>(operand.variable)].front().of_output;
        const int known = of_output                           ? program_.vertices_out
                          : program_.stage == Stage::Geometry ? primitive_vertices(program_.primitive_in)
                                                              : 0;
        const bool constant = operand.vertex_relative.file == RegisterFile::None;
        const int vertices = known > 0 && constant ? known : limits_.patch_vertices;
        if (operand.vertex >= 0 && operand.vertex < vertices) return {};
        return "vertex " + std::to_string(operand.vertex) + " is outside the " +
               (of_output ? "output patch" : "input primitive") + ", which has " + std::to_string(vertices);
    }

    std::string problem_of_access(const Instruction& instruction) const {
        const OpcodeInfo& info = opcode_info(instruction.opcode);
        if (!info.has_texture && !info.has_image) return {};
        const TextureAccess& access = instruction.texture;
        const std::string name(info.spelling);
        if (access.target == TextureTarget::None) return name + " has a target that there is none of";
        const TextureTargetRow& row = texture_target_row(access.target);
        const std::string target(row.spelling);
        if (info.has_image ? !row.has_feature('i') : !takes_target(program_, instruction))
            return name + " can't be used with target " + target;
        if (info.has_image) return {};
        const bool moves = access.offset_operand || access.offset != std::array<int8_t, 3>{};
        if (moves && !row.has_feature('o')) return "target " + target + " takes no offset";
        const int extras = coordinate_extras(instruction);
        const bool second = instruction.operand_count > info.operand_count;
        if (extras >= 0 && second != (extras > 0))
            return name + " with target " + target +
                   (second ? " takes no second vector before the texture"
                           : " takes a second vector before the texture");
        return {};
    }

    const Program& program_;
    const VariableBindings& bindings_;
    const ProgramLocations& locations_;
    const Limits& limits_;
    std::vector<Diagnostic>& errors_;
};

}  // namespace

void check_accesses(const Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                    const Limits& limits, std::vector<Diagnostic>& errors) {
    AccessChecker(program, bindings, locations, limits, errors).run();
}

}  // namespace arbasm
