// Fragment programs on the emulated DPP array: a group of 32 fragments is a domain of 16 by 2, its attributes are
// inputs, its results what the array's processors write.
//
// Lookups go to the sampler of the native engines through LookupSource, because the array's own inputs have one level,
// no filter and no wrapping. A recorded run has them as surfaces: the texels of the base level.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "arbasm/targets/ctm/device.h"
#include "arbasm/targets/ctm/generate.h"
#include "arbasm/targets/ctm/object.h"
#include "runtime/sampler.h"
#include "runtime/targets/back_ends.h"

namespace runtime::back_ends {
namespace {

namespace ctm = arbasm::ctm;

constexpr uint32_t columns = 16, rows = 2;
constexpr uint32_t element_bytes = 16;
constexpr uint32_t surface_bytes = columns * rows * element_bytes;
constexpr int most_turns = 255;
static_assert(group_lanes == ctm::group_size);

// Where a lane's element is in a surface of one group.
constexpr uint32_t element_of(int lane) {
    const auto n = static_cast<uint32_t>(lane);
    return ((n >> 1 & 1) * columns + n / 4 * 2 + (n & 1)) * element_bytes;
}

float as_float(uint32_t bits) { return std::bit_cast<float>(bits); }

// What all ways of running a program share.
struct Compiled {
    std::shared_ptr<const arbasm::Program> program;
    std::shared_ptr<const Routine> native;
    ctm::Generated generated;
    std::vector<uint8_t> written;  // by result: components that the program writes somewhere

    // The whole number of turns of each loop; false where the machine cannot count so far.
    bool count(const ProgramEnvironment& environment, std::span<ctm::IntegerConstant> integers) const {
        for (const auto& [parameter, component, constant] : generated.counts) {
            const float turns = as_float(environment.parameters[parameter][component]);
            if (turns >= most_turns + 1) return false;
            integers[constant].count = turns > 0 ? static_cast<uint8_t>(turns) : uint8_t{0};
        }
        for (const ctm::Literal& literal : generated.object.integers)
            integers[literal.index].count = static_cast<uint8_t>(literal.bits[0]);
        return true;
    }
};

// The native sampler behind the array's inputs: texture unit n is input n.
class Lookups : public ctm::LookupSource {
  public:
    const ProgramEnvironment* environment = nullptr;
    const arbasm::Program* program = nullptr;

    void look_up(uint32_t input, bool, const float* s, const float* t, uint32_t lanes,
                 float (*texels)[ctm::group_size]) override {
        static const TextureBinding none;
        SampleRequest request;
        const SampleTarget target = sample_target(program->texture_units[input]);
        request.kind = target.kind;
        request.shadow = target.shadow;
        LaneVector coordinates{}, result{};
        std::memcpy(coordinates.component[0].lane, s, sizeof coordinates.component[0].lane);
        std::memcpy(coordinates.component[1].lane, t, sizeof coordinates.component[1].lane);
        request.coordinates = &coordinates;
        const auto textures = environment->textures;
        sample(input < textures.size() ? textures[input] : none, request, lanes, result);
        for (size_t c = 0; c < 4; c++) std::memcpy(texels[c], result.component[c].lane, sizeof texels[c]);
    }
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
    bool loops() const override { return compiled_.native->loops(); }
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
    thread_local std::vector<std::unique_ptr<Machine>> machines;
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

// Writes what a machine with the hardware needs to run a program's first group: the object, and through the recorder
// the command buffer with the memory it names.
class Recording {
  public:
    explicit Recording(std::string folder) : folder_(std::move(folder)), recorder_(memory_bytes, folder_) {}
    uint32_t write_object(const ctm::Generated& generated);
    void record(const Compiled& compiled, const ProgramEnvironment& environment, const Group& group);

  private:
    static constexpr uint32_t memory_bytes = 64u << 20;
    // Addresses in the recorder's memory, from its base.
    static constexpr uint32_t commands_at = 0, object_at = 0x4000, constants_at = 0x20000, integers_at = 0x22000,
                              surfaces_at = 0x30000;
    void say(const std::string& what) { std::fprintf(stderr, "asmgl: ctm:record: %s\n", what.c_str()); }

    std::string folder_;
    std::mutex mutex_;
    ctm::Recorder recorder_;
    uint32_t objects_ = 0;
};

uint32_t Recording::write_object(const ctm::Generated& generated) {
    const std::lock_guard lock(mutex_);
    std::error_code ignored;
    std::filesystem::create_directories(folder_, ignored);
    char name[32];
    std::snprintf(name, sizeof name, "program-%04u", ++objects_);
    const std::vector<uint8_t> object = ctm::write_object(generated.object);
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    std::ofstream file(path.string() + ".elf", std::ios::binary);
    file.write(reinterpret_cast<const char*>(object.data()), static_cast<std::streamsize>(object.size()));
    std::ofstream text(path.string() + ".txt");
    for (const ctm::Slot& slot : generated.slots) text << ctm::disassemble(slot) << '\n';
    if (!file.flush() || !text.flush()) say("cannot write " + path.string());
    return objects_;
}

// The texels of the base level, as far as the array's coordinates reach.
std::vector<ctm::Element> texels_of(const TextureBinding& binding, const SampleTarget& target, uint32_t& width,
                                    uint32_t& height) {
    width = height = 1;
    if (binding.texture && !binding.texture->levels.empty() && binding.texture->levels[0]) {
        SampleRequest request;
        request.operation = SampleOperation::QuerySize;
        request.kind = target.kind;
        LaneVector size{};
        sample(binding, request, 1, size);
        width = std::clamp<uint32_t>(size.component[0].lane[0], 1, ctm::largest_coordinate);
        if (target.kind != TextureKind::Texture1D)
            height = std::clamp<uint32_t>(size.component[1].lane[0], 1, ctm::largest_coordinate);
    }
    std::vector<ctm::Element> texels(size_t{width} * height);
    SampleRequest request;
    request.operation = SampleOperation::Fetch;
    request.kind = target.kind;
    LaneVector coordinates{}, result{};
    request.coordinates = &coordinates;
    for (size_t first = 0; first < texels.size(); first += group_lanes) {
        const size_t count = std::min<size_t>(group_lanes, texels.size() - first);
        for (size_t lane = 0; lane < count; lane++) {
            coordinates.component[0].lane[lane] = static_cast<uint32_t>((first + lane) % width);
            coordinates.component[1].lane[lane] = static_cast<uint32_t>((first + lane) / width);
        }
        const LaneMask lanes = count == group_lanes ? all_lanes : (LaneMask{1} << count) - 1;
        sample(binding, request, lanes, result);
        for (size_t lane = 0; lane < count; lane++)
            for (size_t c = 0; c < 4; c++) texels[first + lane][c] = as_float(result.component[c].lane[lane]);
    }
    return texels;
}

void Recording::record(const Compiled& compiled, const ProgramEnvironment& environment, const Group& group) {
    using enum ctm::Command;
    const std::lock_guard lock(mutex_);
    ctm::Memory& memory = recorder_.memory();
    std::fill(memory.bytes.begin(), memory.bytes.end(), uint8_t{0});
    uint8_t* const bytes = memory.bytes.data();
    const uint32_t base = memory.base;
    const ctm::Generated& generated = compiled.generated;
    const std::vector<uint8_t> object = ctm::write_object(generated.object);
    std::memcpy(bytes + object_at, object.data(), object.size());
    std::array<ctm::IntegerConstant, ctm::integer_constant_count> integers{};
    if (!compiled.count(environment, integers)) return say("a loop has more than 255 turns: not recorded");
    for (size_t i = 0; i < integers.size(); i++) bytes[integers_at + 4 * i] = integers[i].count;
    for (const auto& [parameter, constant] : generated.constants)
        std::memcpy(bytes + constants_at + 16 * constant, environment.parameters[parameter].data(), 16);
    for (const ctm::Literal& literal : generated.object.literals)
        std::memcpy(bytes + constants_at + 16 * literal.index, literal.bits.data(), 16);

    ctm::CommandBuffer commands;
    uint32_t at = surfaces_at;
    // Room for a surface of `rows_there` rows of `pitch` elements; 0: there is no more.
    const auto room = [&](uint32_t pitch, uint32_t rows_there) {
        const uint64_t size = uint64_t{pitch} * rows_there * element_bytes;
        if (size > memory_bytes - at) return uint32_t{0};
        const uint32_t place = at;
        at = static_cast<uint32_t>((at + size + ctm::base_alignment - 1) & ~uint64_t{ctm::base_alignment - 1});
        return place;
    };
    const uint32_t format = ctm::format_word(ctm::FLOAT32_4, ctm::Linear, columns);
    commands.add(flush_out_cache);
    commands.add(flush_cond_out_cache);
    for (const auto& [attribute, input] : generated.attributes) {
        const uint32_t place = room(columns, rows);
        for (int lane = 0; lane < group_lanes; lane++)
            for (size_t c = 0; c < 4; c++)
                std::memcpy(bytes + place + element_of(lane) + 4 * c,
                            &group.attributes[attribute].component[c].lane[lane], 4);
        commands.add(set_inp_fmt, {input, base + place, format, rows});
    }
    for (const uint32_t input : generated.object.inputs) {
        if (std::ranges::any_of(generated.attributes, [&](const auto& pair) { return pair.to == input; })) continue;
        static const TextureBinding none;
        uint32_t width = 0, height = 0;
        const auto texels = texels_of(input < environment.textures.size() ? environment.textures[input] : none,
                                      sample_target(compiled.program->texture_units[input]), width, height);
        // A pitch is a multiple of four, and what coordinates scale with: rows are padded by repeating their end.
        const uint32_t pitch = (width + 3) & ~3u;
        const uint32_t place = room(pitch, height);
        if (!place) return say("the textures are too large to be recorded");
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < pitch; x++)
                std::memcpy(bytes + place + (size_t{y} * pitch + x) * element_bytes,
                            texels[size_t{y} * width + std::min(x, width - 1)].data(), element_bytes);
        commands.add(set_inp_fmt, {input, base + place, ctm::format_word(ctm::FLOAT32_4, ctm::Linear, pitch), height});
    }
    for (const uint32_t output : generated.object.outputs)
        commands.add(set_out_fmt, {output, base + room(columns, rows), format, rows});
    if (generated.object.conditional_output)
        commands.add(set_cond_out_fmt,
                     {base + room(columns, rows), ctm::format_word(ctm::FLOAT32_1, ctm::Linear, columns), rows});
    commands.add(inv_inp_cache);
    commands.add(inv_cond_out_cache);
    commands.add(set_inst_fmt, {base + object_at, 0});
    commands.add(inv_inst_cache);
    commands.add(set_constf_fmt,
                 {base + constants_at, ctm::format_word(ctm::FLOAT32_4, ctm::Linear, ctm::float_constant_count)});
    commands.add(inv_constf_cache);
    commands.add(set_consti_fmt,
                 {base + integers_at, ctm::format_word(ctm::UINT8_4, ctm::Linear, ctm::integer_constant_count)});
    commands.add(inv_consti_cache);
    commands.add(set_out_mask, {15});
    commands.add(set_cond_out_mask, {1});
    commands.add(set_cond_test, {ctm::condition_always});
    commands.add(set_cond_loc, {0});
    commands.add(set_domain, {0, 0, columns - 1, rows - 1});
    commands.add(start_program);
    commands.add(flush_out_cache);
    commands.add(flush_cond_out_cache);
    const std::vector<uint32_t>& words = commands.words();
    std::memcpy(bytes + commands_at, words.data(), 4 * words.size());
    if (!recorder_.submit(base + commands_at, static_cast<uint32_t>(4 * words.size()))) say(recorder_.failure());
}

// Runs natively, and records the first group.
class RecordedRoutine : public Routine {
  public:
    RecordedRoutine(Compiled compiled, std::shared_ptr<Recording> recording)
        : compiled_(std::move(compiled)), recording_(std::move(recording)) {}
    const char* engine_name() const override { return compiled_.native->engine_name(); }
    bool loops() const override { return compiled_.native->loops(); }
    void run(const ProgramEnvironment& environment, Group& group) const override {
        if (!recorded_.exchange(true)) recording_->record(compiled_, environment, group);
        compiled_.native->run(environment, group);
    }

  private:
    Compiled compiled_;
    std::shared_ptr<Recording> recording_;
    mutable std::atomic<bool> recorded_{false};
};

class CtmBackEnd : public BackEnd {
  public:
    explicit CtmBackEnd(std::shared_ptr<Recording> recording) : recording_(std::move(recording)) {}
    const char* name() const override { return "ctm"; }
    bool takes(arbasm::Stage stage) const override { return stage == arbasm::Stage::Fragment; }
    std::shared_ptr<const Routine> compile(std::shared_ptr<const arbasm::Program> program,
                                           std::shared_ptr<const Routine> native,
                                           std::vector<std::string>& reasons) override;

  private:
    std::shared_ptr<Recording> recording_;
};

std::shared_ptr<const Routine> CtmBackEnd::compile(std::shared_ptr<const arbasm::Program> program,
                                                   std::shared_ptr<const Routine> native,
                                                   std::vector<std::string>& reasons) {
    Compiled compiled{program, std::move(native), ctm::generate(*program), {}};
    for (const arbasm::Diagnostic& error : compiled.generated.errors)
        reasons.push_back(std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ": " +
                          error.message);
    compiled.written.resize(program->results.size());
    for (const arbasm::Instruction& instruction : program->instructions) {
        // A texture of the application has levels, so that bias and derivatives mean something.
        if (instruction.opcode == arbasm::Opcode::Txb || instruction.opcode == arbasm::Opcode::Txl ||
            instruction.opcode == arbasm::Opcode::Txd)
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
    if (recording_) {
        recording_->write_object(compiled.generated);
        return std::make_shared<RecordedRoutine>(std::move(compiled), recording_);
    }
    return std::make_shared<ArrayRoutine>(std::move(compiled));
}

}  // namespace

std::unique_ptr<BackEnd> make_ctm(std::string_view options, std::string& error) {
    constexpr std::string_view record = "record=";
    if (options.empty()) return std::make_unique<CtmBackEnd>(nullptr);
    if (options.starts_with(record) && options.size() > record.size())
        return std::make_unique<CtmBackEnd>(std::make_shared<Recording>(std::string(options.substr(record.size()))));
    error = "ctm:" + std::string(options) + " is neither ctm nor ctm:record=FOLDER";
    return nullptr;
}

}  // namespace runtime::back_ends
