// Feeds any text to the parser (libFuzzer). A program that parses prints as text that parses to an equal one, and
// survives the lowering passes and the optimiser, with what verify() holds; a diagnostic lies inside the text.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "arbasm/assembler.h"
#include "ir/lower/expand_fog.h"
#include "ir/lower/expand_position_invariance.h"
#include "ir/lower/lower.h"
#include "ir/optimize/optimize.h"
#include "ir/verify/verify.h"

namespace {

void require(bool condition, const char* what, std::string_view text) {
    if (condition) return;
    std::fprintf(stderr, "%s\n%.*s\n", what, static_cast<int>(text.size()), text.data());
    std::abort();
}

void must_read_back(const arbasm::Program& program) {
    const std::string printed = arbasm::print(program);
    const arbasm::ParseResult again = arbasm::parse(printed);
    require(again.program != nullptr,
            again.errors.empty() ? "no program and no error" : again.errors[0].message.c_str(), printed);
    require(*again.program == program, "what was printed reads back as another program", printed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    arbasm::verify_what_is_made(true);
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const arbasm::ParseResult result = arbasm::parse(text, {}, true);
    require((result.program == nullptr) != result.errors.empty(), "neither a program nor an error", text);
    for (const auto* const said : {&result.errors, &result.warnings})
        for (const arbasm::Diagnostic& each : *said) {
            require(each.where.offset <= size && each.where.line >= 1 && each.where.column >= 1, "a place outside",
                    text);
            require(!arbasm::format(each, text).empty(), "nothing to show", text);
        }
    if (result.program == nullptr) return 0;
    must_read_back(*result.program);
    using arbasm::Option;
    const arbasm::Program& program = *result.program;
    // Programs that name registers have no words for the matrices that a lowered one reads.
    const bool has_words = !arbasm::names_registers(program.instruction_set);
    if (program.has(Option::ArbFogExp) || program.has(Option::ArbFogExp2) || program.has(Option::ArbFogLinear)) {
        must_read_back(arbasm::expand_fog(program));
    }
    if (program.has(Option::ArbPositionInvariant) || program.has(Option::NvPositionInvariant)) {
        const arbasm::Program lowered = arbasm::expand_position_invariance(program);
        if (has_words) must_read_back(lowered);
    }
    arbasm::optimize(arbasm::lower(result.program, {0x81, true}));
    arbasm::optimize(arbasm::lower(result.program, {0x81, true}));
    return 0;
}
