// asmgl as --emit=ctm, as --listing=ctm and dis: programs for the DPP array.
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>

#include "commands.h"
#include "files.h"

#include "arbasm/assembler.h"
#include "machines/ctm/assembly/listing.h"
#include "machines/ctm/codegen/generate.h"

namespace tool {
namespace {

namespace ctm = machines::ctm;

// `text`: comments that go before the object's own listing.
int put(const EmitOptions& request, std::string text, const ctm::Object& object) {
    const auto write = [&](const void* data, size_t size) {
        return write_file("as", request.output, data, size) ? 0 : exit_failed;
    };
    switch (request.form) {
        case EmitOptions::Check: return 0;
        case EmitOptions::Text: text += ctm::disassemble(object); return write(text.data(), text.size());
        case EmitOptions::Object:
        case EmitOptions::Words: break;
    }
    if (request.output.empty()) {
        fmt::print(stderr, "asmgl: as: --emit={} needs a file to write: -o FILE\n",
                   request.form == EmitOptions::Words ? "ctm-raw" : "ctm");
        return exit_usage;
    }
    if (request.form == EmitOptions::Words)
        return write(object.code.data(), object.code.size() * ctm::instruction_bytes);
    const std::vector<uint8_t> bytes = ctm::write_object(object);
    return write(bytes.data(), bytes.size());
}

// What inputs and constants stand for.
std::string meanings(const ctm::Generated& generated) {
    std::string text;
    for (const auto& [attribute, input] : generated.attributes)
        text += fmt::format("# input {}: attribute {}\n", input, attribute);
    for (const auto& [parameter, constant] : generated.constants)
        text += fmt::format("# c{}: parameter {}\n", constant, parameter);
    for (const auto& [parameter, component, constant] : generated.counts)
        text += fmt::format("# i{}: parameter {}.{}\n", constant, parameter, "xyzw"[component]);
    return text;
}

}  // namespace

int emit_ctm(const EmitOptions& request) {
    if (!request.precision.empty()) {
        fmt::print(stderr, "asmgl: as: --precision is of Tegra's fragments: the array computes in one\n");
        return exit_usage;
    }
    const std::optional<std::string> source = read_file("as", request.file);
    if (!source) return exit_usage;
    const std::string name = request.file == "-" ? "<stdin>" : request.file;
    const auto tell = [&](const std::vector<arbasm::Diagnostic>& errors) {
        for (const arbasm::Diagnostic& error : errors) fmt::print(stderr, "{}", arbasm::format(error, *source, name));
        return !errors.empty();
    };
    if (request.listing) {
        const ctm::Listing listing = ctm::assemble(*source);
        return tell(listing.errors) ? exit_failed : put(request, {}, ctm::object_of(listing));
    }
    const arbasm::ParseResult parsed = arbasm::parse(*source);
    tell(parsed.errors);
    if (!parsed.program) return exit_failed;
    ctm::GenerateOptions options{.small_angles = request.small_angles};
    for (const int unit : request.linear) options.linear |= 1u << unit;
    const ctm::Generated generated = ctm::generate(*parsed.program, options);
    return tell(generated.errors) ? exit_failed : put(request, meanings(generated), generated.object);
}

namespace {

std::vector<ctm::Words> instructions_of(const std::string& content) {
    std::vector<ctm::Words> code(content.size() / ctm::instruction_bytes);
    std::memcpy(code.data(), content.data(), code.size() * ctm::instruction_bytes);
    return code;
}

}  // namespace

bool is_ctm_object(const std::string&, const std::string& content) { return content.starts_with("\177ELF"); }

int disassemble_ctm_object(const std::string& name, const std::string& content) {
    // Whatever its header says of the machine: the format was told, or it is the only one that such a file can have.
    const ctm::ReadObject read =
        ctm::read_object({reinterpret_cast<const uint8_t*>(content.data()), content.size()}, true);
    if (!read.error.empty()) {
        fmt::print(stderr, "asmgl: dis: {}: {}\n", name, read.error);
        return exit_failed;
    }
    const ctm::Object& object = read.object;
    const auto list = [](const char* what, const std::vector<uint32_t>& indices) {
        if (!indices.empty()) fmt::print("# {}: {}\n", what, fmt::join(indices, " "));
    };
    list("inputs", object.inputs);
    list("outputs", object.outputs);
    list("float constants", object.float_constants);
    list("integer constants", object.integer_constants);
    fmt::print("# temporaries: {}{}{}\n", object.temporaries, object.full_flow_control ? ", full flow control" : "",
               object.conditional_output ? ", conditional output" : "");
    fmt::print("{}", ctm::disassemble(object));
    return 0;
}

// Programs end with an OUTPUT, and everything before it is legal.
bool are_ctm_instructions(const std::string&, const std::string& content) {
    if (content.empty() || content.size() % ctm::instruction_bytes ||
        content.size() / ctm::instruction_bytes > ctm::max_instructions)
        return false;
    const std::vector<ctm::Words> code = instructions_of(content);
    return ctm::decode(code.back()).slot.type == ctm::Output &&
           std::ranges::all_of(code, [](const ctm::Words& words) { return ctm::decode(words).error.empty(); });
}

int disassemble_ctm_instructions(const std::string& name, const std::string& content) {
    if (content.empty() || content.size() % ctm::instruction_bytes) {
        fmt::print(stderr, "asmgl: dis: {}: not whole instructions of 24 bytes\n", name);
        return exit_failed;
    }
    const std::vector<ctm::Words> code = instructions_of(content);
    for (size_t i = 0; i < code.size(); i++) fmt::print("{}: {}\n", i, ctm::disassemble(code[i]));
    return 0;
}

}  // namespace tool
