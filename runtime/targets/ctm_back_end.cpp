// Fragment programs on the emulated DPP array: a group of 32 fragments is a domain of 16 by 2, its attributes are
// inputs, its results what the array's processors write.
//
// Lookups go to the sampler of the native engines through LookupSource, because the array's own inputs have one level,
// no filter and no wrapping, and there are cube and 3D textures, as the board's texture unit has them. That one does
// not compare: lookups of shadow targets take plain texels, and the program's own arithmetic compares and filters them.
#include <atomic>
#include <cstdio>
#include <cstring>

#include "runtime/targets/back_ends.h"
#include "runtime/targets/ctm_capture.h"
#include "runtime/threads/per_thread.h"

namespace runtime::back_ends {
namespace {

// The native sampler behind the array's inputs: texture unit n is input n.
class Lookups : public ctm::LookupSource {
  public:
    const ProgramEnvironment* environment = nullptr;
    const arbasm::Program* program = nullptr;

    bool volume(uint32_t input) const override {
        const TextureKind kind = sample_target(program->texture_units[input]).kind;
        return kind == TextureKind::Texture3D || kind == TextureKind::Cube;
    }
    void look_up(uint32_t input, bool, const float* s, const float* t, const float* r, uint32_t lanes,
                 float (*texels)[ctm::group_size]) override {
        static const TextureBinding none;
        SampleRequest request;
        const SampleTarget target = sample_target(program->texture_units[input]);
        request.kind = target.kind;
        LaneVector coordinates{}, result{};
        for (size_t c = 0; c < 3; c++)
            if (const float* const from = c == 0 ? s : c == 1 ? t : r)
                std::memcpy(coordinates.component[c].lane, from, sizeof coordinates.component[c].lane);
        request.coordinates = &coordinates;
        const auto textures = environment->textures;
        const TextureBinding& binding = input < textures.size() ? textures[input] : none;
        sample(target.shadow ? plain(input, binding) : binding, request, lanes, result);
        for (size_t c = 0; c < 4; c++) std::memcpy(texels[c], result.component[c].lane, sizeof texels[c]);
    }

  private:
    // Kept, because a group has many lookups of one texture.
    const TextureBinding& plain(uint32_t input, const TextureBinding& binding) {
        auto& [texture, made] = plain_[input];
        if (texture != binding.texture() || !(binding.sampler() == sampler_[input]) || !texture) {
            texture = binding.texture();
            sampler_[input] = binding.sampler();
            made = plain_texels(binding);
        }
        return made;
    }
    std::array<std::pair<std::shared_ptr<const Texture>, TextureBinding>, ctm::input_count> plain_;
    std::array<Sampler, ctm::input_count> sampler_;
};

// What a thread needs to run one program's groups.
struct Machine {
    uint64_t owner = 0;
    ctm::Memory memory;
    ctm::Dispatch dispatch;
    Lookups lookups;
    std::unique_ptr<ctm::Processors> processors;

    Machine(uint64_t number, const Compiled& compiled) : owner(number) {
        memory.base = ctm::base_alignment;
        memory.bytes.resize(ctm::input_count * surface_bytes);
        dispatch.code = compiled.generated.slots;
        dispatch.full_flow_control = compiled.generated.object.full_flow_control;
        dispatch.position_register = compiled.generated.object.position_register;
        dispatch.domain = {0, 0, columns - 1, rows - 1};
        for (const auto& [attribute, input] : compiled.generated.attributes)
            dispatch.inputs[input] = {
                memory.base + input * surface_bytes, columns, rows, ctm::Linear, ctm::FLOAT32_4, true};
        for (uint32_t input = 0; input < ctm::input_count; input++)
            if (!dispatch.inputs[input].bound) dispatch.looked_up |= 1u << input;
        for (const ctm::Literal& literal : compiled.generated.object.literals)
            for (size_t c = 0; c < 4; c++) dispatch.floats[literal.index][c] = as_float(literal.bits[c]);
        lookups.program = compiled.program.get();
        dispatch.lookups = &lookups;
        processors = std::make_unique<ctm::Processors>(dispatch, memory);
    }
};

class ArrayRoutine : public Routine {
  public:
    explicit ArrayRoutine(Compiled compiled) : compiled_(std::move(compiled)) {
        static std::atomic<uint64_t> next{1};
        number_ = next++;
    }
    const char* engine_name() const override { return "ctm"; }
    void run(const ProgramEnvironment& environment, Group& group) const override;

  private:
    Machine& machine() const;
    void fall_back(const std::string& reason) const {
        if (!said_.exchange(true))
            std::fprintf(stderr, "asmgl: ctm: a fragment program runs natively\n    %s\n", reason.c_str());
    }

    Compiled compiled_;
    uint64_t number_ = 0;
    mutable std::atomic<bool> said_{false};
};

// The thread's machines for the programs it ran last.
Machine& ArrayRoutine::machine() const {
    constexpr size_t most_machines = 8;
    auto& machines = per_thread<std::vector<std::unique_ptr<Machine>>>();
    for (size_t i = 0; i < machines.size(); i++)
        if (machines[i]->owner == number_) {
            if (i > 0) std::swap(machines[i], machines[0]);
            return *machines[0];
        }
    if (machines.size() == most_machines) machines.pop_back();
    machines.insert(machines.begin(), std::make_unique<Machine>(number_, compiled_));
    return *machines[0];
}

void ArrayRoutine::run(const ProgramEnvironment& environment, Group& group) const {
    Machine& m = machine();
    if (!compiled_.count(environment, m.dispatch.integers)) {
        fall_back("a loop has more than 255 turns");
        return compiled_.native->run(environment, group);
    }
    for (const auto& [parameter, constant] : compiled_.generated.constants)
        for (size_t c = 0; c < 4; c++) m.dispatch.floats[constant][c] = as_float(environment.parameters[parameter][c]);
    for (const auto& [attribute, input] : compiled_.generated.attributes) {
        uint8_t* const surface = m.memory.bytes.data() + input * surface_bytes;
        const LaneVector& values = group.attributes[attribute];
        for (int lane = 0; lane < group_lanes; lane++)
            for (size_t c = 0; c < 4; c++)
                std::memcpy(surface + element_of(lane) + 4 * c, &values.component[c].lane[lane], 4);
    }
    const std::string reason = compiled_.bind_textures(
        environment, [&](uint32_t constant, const ctm::Element& value) { m.dispatch.floats[constant] = value; });
    if (!reason.empty()) {
        fall_back(reason);
        return compiled_.native->run(environment, group);
    }
    m.lookups.environment = &environment;
    // Helpers are the rest of a quad, which runs anyway.
    const LaneMask wanted = group.active & ~group.helpers;
    const ctm::Fault fault = m.processors->run(wanted);
    if (!fault.reason.empty()) {
        fall_back("the array stopped: " + ctm::print_fault(fault, m.dispatch.code));
        return compiled_.native->run(environment, group);
    }
    if (!wanted) return;
    group.killed |= m.processors->killed() & group.active;
    for (size_t r = 0; r < compiled_.written.size(); r++) {
        const arbasm::Binding& binding = compiled_.program->results[r];
        for (size_t c = 0; c < 4; c++) {
            if (!(compiled_.written[r] >> c & 1)) continue;
            const float* const from = binding.kind == arbasm::BindingKind::Depth
                                          ? m.processors->conditional()
                                          : m.processors->output(static_cast<size_t>(binding.index), c);
            std::memcpy(group.results[r].component[c].lane, from, sizeof group.results[r].component[c].lane);
        }
    }
}

// Runs natively, and captures the first group.
class CapturedRoutine : public Routine {
  public:
    CapturedRoutine(Compiled compiled, std::shared_ptr<CommandCapture> capture)
        : compiled_(std::move(compiled)), capture_(std::move(capture)) {}
    const char* engine_name() const override { return compiled_.native->engine_name(); }
    void run(const ProgramEnvironment& environment, Group& group) const override {
        if (!captured_.exchange(true)) capture_->capture(compiled_, environment, group);
        compiled_.native->run(environment, group);
    }

  private:
    Compiled compiled_;
    std::shared_ptr<CommandCapture> capture_;
    mutable std::atomic<bool> captured_{false};
};

class CtmBackEnd : public BackEnd {
  public:
    explicit CtmBackEnd(std::shared_ptr<CommandCapture> capture) : capture_(std::move(capture)) {}
    const char* name() const override { return "ctm"; }
    bool takes(arbasm::Stage stage) const override { return stage == arbasm::Stage::Fragment; }
    std::shared_ptr<const Routine> compile(std::shared_ptr<const arbasm::Program> program,
                                           std::shared_ptr<const Routine> native,
                                           std::vector<std::string>& reasons) override;

  private:
    std::shared_ptr<CommandCapture> capture_;
};

std::shared_ptr<const Routine> CtmBackEnd::compile(std::shared_ptr<const arbasm::Program> program,
                                                   std::shared_ptr<const Routine> native,
                                                   std::vector<std::string>& reasons) {
    // The managed interface has inputs; the board has more.
    const ctm::GenerateOptions options{.texture_unit = !capture_};
    Compiled compiled{program, std::move(native), ctm::generate(*program, options), {}};
    for (const arbasm::Diagnostic& error : compiled.generated.errors)
        reasons.push_back(std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ": " +
                          error.message);
    compiled.written.resize(program->results.size());
    for (const arbasm::Instruction& instruction : program->instructions) {
        // A texture of the application has levels, so that bias and derivatives mean something.
        if (arbasm::has_trait(instruction.opcode, arbasm::Trait::Level))
            reasons.push_back(std::to_string(instruction.where.line) + ":" + std::to_string(instruction.where.column) +
                              ": " + std::string(arbasm::spelling(instruction.opcode)) +
                              " cannot be expressed on CTM: lookups do not choose a level");
        if (instruction.result.file == arbasm::RegisterFile::Result) {
            const auto& variable = program->variables[static_cast<size_t>(instruction.result.variable)];
            compiled.written[static_cast<size_t>(variable.register_of(instruction.result.element))] |=
                instruction.result.write_mask;
        }
    }
    if (!reasons.empty()) return nullptr;
    if (capture_) {
        capture_->write_object(compiled.generated);
        return std::make_shared<CapturedRoutine>(std::move(compiled), capture_);
    }
    return std::make_shared<ArrayRoutine>(std::move(compiled));
}

}  // namespace

std::unique_ptr<BackEnd> make_ctm(std::string_view options, std::string& error) {
    constexpr std::string_view record = "record=";
    if (options.empty()) return std::make_unique<CtmBackEnd>(nullptr);
    if (options.starts_with(record) && options.size() > record.size())
        return std::make_unique<CtmBackEnd>(
            std::make_shared<CommandCapture>(std::string(options.substr(record.size()))));
    error = "ctm:" + std::string(options) + " is neither ctm nor ctm:record=FOLDER";
    return nullptr;
}

}  // namespace runtime::back_ends
