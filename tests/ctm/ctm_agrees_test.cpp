// Random ARB fragment programs on the emulated DPP array and on the interpreter.
//
// The generator's exact instructions round alike in both, so results are the same numbers but where the hardware
// differs by its nature: denormals are zeros, LRP is a*(b-c)+c, the sum of a dot product has its own order, zeros lose
// their signs, FLR of an infinity is no number, and comparisons subtract, so that SLT of what is no number is one.
// Where such a difference meets FLR or a comparison the results are apart, so a few components may be; most must be
// equal within the bound.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "flow_programs.h"

#include "arbasm/testing/random_program.h"
#include "machines/ctm/codegen/generate.h"
#include "machines/ctm/emulator/array.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

namespace ctm = machines::ctm;

constexpr float bound = 1e-4f;
constexpr double allowed_apart = 0.005;
constexpr double allowed_apart_with_flow = 0.001;

struct Counts {
    int compiled = 0, refused = 0;
    uint64_t same = 0, apart = 0, not_finite = 0;
    uint64_t slots = 0, instructions = 0;
};

float value_for(std::mt19937& random) {
    switch (random() % 8) {
        case 0: return 0;
        case 1: return 1;
        case 2: return static_cast<float>(static_cast<int>(random() % 16) - 8);
        default: return static_cast<float>(random() % 65536) / 16384.0f - 2;
    }
}

void compare(const std::shared_ptr<const arbasm::Program>& program, uint32_t seed, Counts& counts) {
    const ctm::Generated generated = ctm::generate(*program);
    if (!generated.errors.empty()) {
        counts.refused++;
        return;
    }
    counts.compiled++;
    counts.slots += generated.slots.size() - generated.attributes.size();
    counts.instructions += program->instructions.size();
    const auto routine = interpreter::make_routine(program, simd_levels().back());
    LaneRun run;
    run.attributes.resize(program->attributes.size());
    run.results.resize(program->results.size());
    run.parameters.resize(program->parameters.size());
    std::mt19937 random(seed);
    for (size_t p = 0; p < run.parameters.size(); p++) {
        const arbasm::Binding& binding = program->parameters[p];
        for (uint32_t& word : run.parameters[p]) word = bits_of(value_for(random));
        if (binding.kind == arbasm::BindingKind::Constant) run.parameters[p] = binding.constant;
    }
    for (LaneVector& attribute : run.attributes)
        for (LaneWord& component : attribute.component)
            for (uint32_t& word : component.lane) word = bits_of(value_for(random));
    run.environment.parameters = run.parameters;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    routine->run(run.environment, run.group);

    constexpr uint32_t surface_bytes = 16 * 2 * 16;
    ctm::Memory memory;
    memory.base = 0x10000;
    memory.bytes.resize(32 * surface_bytes);
    ctm::Dispatch dispatch;
    const auto surface = [&](uint32_t n) {
        return ctm::Surface{memory.base + n * surface_bytes, 16, 2, ctm::Linear, ctm::FLOAT32_4, true};
    };
    const auto at = [&](uint32_t n, uint32_t lane) {
        const uint32_t x = lane / 4 * 2 + (lane & 1), y = lane >> 1 & 1;
        return memory.at(surface(n).base + (y * 16 + x) * 16, 16);
    };
    for (uint32_t i = 0; i < ctm::output_count; i++) dispatch.outputs[i] = surface(i);
    for (uint32_t i = 0; i < ctm::input_count; i++) dispatch.inputs[i] = surface(8 + i);
    for (const auto& [attribute, input] : generated.attributes)
        for (uint32_t lane = 0; lane < group_lanes; lane++) {
            ctm::Element element;
            for (size_t c = 0; c < 4; c++) element[c] = float_of(run.attributes[attribute].component[c].lane[lane]);
            ctm::write_element(ctm::FLOAT32_4, element, 15, at(8 + input, lane));
        }
    for (const auto& [parameter, constant] : generated.constants)
        for (size_t c = 0; c < 4; c++) dispatch.floats[constant][c] = float_of(run.parameters[parameter][c]);
    for (const ctm::Literal& literal : generated.object.literals)
        for (size_t c = 0; c < 4; c++) dispatch.floats[literal.index][c] = float_of(literal.bits[c]);
    for (const ctm::Literal& literal : generated.object.integers)
        dispatch.integers[literal.index].count = static_cast<uint8_t>(literal.bits[0]);
    for (const auto& [parameter, component, constant] : generated.counts) {
        const float turns = std::floor(float_of(run.parameters[parameter][component]));
        dispatch.integers[constant].count = static_cast<uint8_t>(std::clamp(turns, 0.0f, 255.0f));
    }
    dispatch.code = generated.slots;
    dispatch.full_flow_control = generated.object.full_flow_control;
    dispatch.domain = {0, 0, 15, 1};
    const ctm::RunResult result = ctm::run_array(dispatch, memory, 1);
    ASSERT_EQ(ctm::print_fault(result.fault, dispatch.code), "") << program->source;

    // Only what the program writes has a value.
    std::vector<uint8_t> written(program->results.size());
    for (const arbasm::Instruction& instruction : program->instructions)
        if (instruction.result.file == arbasm::RegisterFile::Result)
            written[static_cast<size_t>(program->variables[static_cast<size_t>(instruction.result.variable)]
                                            .register_of(instruction.result.element))] |= instruction.result.write_mask;
    for (size_t r = 0; r < program->results.size(); r++) {
        const arbasm::Binding& binding = program->results[r];
        if (binding.kind != arbasm::BindingKind::Color) continue;
        for (uint32_t lane = 0; lane < group_lanes; lane++) {
            if (run.group.killed >> lane & 1) continue;
            const ctm::Element got = ctm::read_element(ctm::FLOAT32_4, at(static_cast<uint32_t>(binding.index), lane));
            for (int c = 0; c < 4; c++) {
                if (!(written[r] >> c & 1)) continue;
                const float expected = run.value(static_cast<int>(lane), c, r);
                const float value = got[static_cast<size_t>(c)];
                if (!std::isfinite(expected) || !std::isfinite(value))
                    counts.not_finite++;
                else if (std::fabs(value - expected) <= bound * std::max(1.0f, std::fabs(expected)))
                    counts.same++;
                else if (counts.apart++ < 3 && std::getenv("ASMGL_CTM_SHOW"))
                    std::printf("%g, not %g: result %zu component %d lane %u\n%s\n", value, expected, r, c, lane,
                                program->source.c_str());
            }
        }
    }
}

template <typename Source>
void run_random(Source source, int count, double allowed) {
    Counts counts;
    int wrong = 0;
    for (uint32_t seed = 0; counts.compiled < count && seed < 4u * static_cast<uint32_t>(count); seed++) {
        if (testing::Test::HasFailure()) break;
        const std::string text = source(seed);
        const arbasm::ParseResult parsed = arbasm::parse(text);
        if (parsed.program)
            compare(parsed.program, seed, counts);
        else if (wrong++ == 0)
            std::printf("%s\n%s\n", parsed.errors[0].message.c_str(), text.c_str());
    }
    std::printf(
        "%d programs, %d refused; %llu components the same, %llu apart, %llu not finite; %.2f slots for an "
        "instruction\n",
        counts.compiled, counts.refused, static_cast<unsigned long long>(counts.same),
        static_cast<unsigned long long>(counts.apart), static_cast<unsigned long long>(counts.not_finite),
        static_cast<double>(counts.slots) / static_cast<double>(std::max<uint64_t>(1, counts.instructions)));
    EXPECT_GE(counts.compiled, count);
    EXPECT_GT(counts.same, static_cast<uint64_t>(count) * 32);
    EXPECT_LT(static_cast<double>(counts.apart), allowed * static_cast<double>(counts.same));
}

int programs_wanted(int usual) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    return wanted ? std::atoi(wanted) : usual;
}

TEST(Ctm, RandomProgramsGiveWhatTheInterpreterGives) {
    arbasm::RandomProgram settings;
    settings.header = "!!ARBfp1.0";
    settings.textures = settings.memory = settings.cross_lane = settings.approximate = settings.options =
        settings.flow = false;
    run_random([&](uint32_t seed) { return arbasm::random_program(seed, settings); }, programs_wanted(500),
               allowed_apart);
}

// Condition codes, IF, REP, LOOP, BRK, CONT, CAL and RET, nested as they come.
TEST(Ctm, RandomFlowControlGivesWhatTheInterpreterGives) {
    run_random(flow_program, programs_wanted(300), allowed_apart_with_flow);
}

// ASMGL_CTM_PROGRAM=FILE: a program of one's own, to find out about it.
TEST(Ctm, ProgramOfTheEnvironment) {
    const char* const name = std::getenv("ASMGL_CTM_PROGRAM");
    if (!name) GTEST_SKIP();
    std::ifstream file(name);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const arbasm::ParseResult parsed = arbasm::parse(text);
    ASSERT_TRUE(parsed.program) << parsed.errors[0].message;
    const ctm::Generated generated = ctm::generate(*parsed.program);
    for (const ctm::Slot& slot : generated.slots) std::printf("%s\n", ctm::disassemble(slot).c_str());
    for (const arbasm::Diagnostic& error : generated.errors) ADD_FAILURE() << error.where.line << ": " << error.message;
    Counts counts;
    for (uint32_t seed = 0; seed < 16; seed++) compare(parsed.program, seed, counts);
    EXPECT_EQ(counts.apart, 0u);
}

}  // namespace
}  // namespace runtime
