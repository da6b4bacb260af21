// asmgl as --listing: text of Tegra's vertex unit, fragment pipeline and linker, read again.
#include "tegra_listing.h"

#include <fmt/format.h>

#include "commands.h"
#include "files.h"

#include "arbasm/assembler.h"
#include "machines/tegra/commands/draw_state.h"

namespace tool {
namespace {

namespace tegra = machines::tegra;

arbasm::SourceLocation place_of(int line, int column, const std::string& source) {
    size_t start = 0;
    for (int n = 1; n < line; n++) start = source.find('\n', start) + 1;
    arbasm::SourceLocation where{0, static_cast<uint32_t>(line), static_cast<uint32_t>(column)};
    where.offset = static_cast<uint32_t>(start) + where.column - 1;
    return where;
}

// Whether there is no error; that and the remarks are told.
bool tell(const tegra::AssemblyOutcome& outcome, const std::string& source, const std::string& name) {
    for (const tegra::Remark& remark : outcome.remarks)
        fmt::print(
            stderr, "{}",
            arbasm::format({place_of(remark.line, remark.column, source), remark.message, {}}, source, name, "remark"));
    if (outcome.error.empty()) return true;
    fmt::print(stderr, "{}",
               arbasm::format({place_of(outcome.line, outcome.column, source), outcome.error, {}}, source, name));
    return false;
}

// `reason`: why there are no words.
int write(const ListingOptions& options, const std::string& text, const std::string& reason,
          const tegra::StreamBuilder& stream) {
    const bool words = options.form == EmitOptions::Object || options.form == EmitOptions::Words;
    if (!words || reason.empty()) return write_code(options.form, options.output, text, stream);
    fmt::print(stderr, "asmgl: as: {}\n", reason);
    return exit_failed;
}

}  // namespace

int write_code(EmitOptions::Form form, const std::string& output, const std::string& text,
               const tegra::StreamBuilder& stream) {
    switch (form) {
        case EmitOptions::Check: return 0;
        case EmitOptions::Text: return write_file("as", output, text.data(), text.size()) ? 0 : exit_failed;
        case EmitOptions::Object:
        case EmitOptions::Words: break;
    }
    if (output.empty()) {
        fmt::print(stderr, "asmgl: as: --emit=tegra needs a file to write: -o FILE\n");
        return exit_usage;
    }
    return write_file("as", output, stream.words().data(), 4 * stream.words().size()) ? 0 : exit_failed;
}

std::string upload(tegra::StreamBuilder& stream, const tegra::VertexCode& code) {
    stream.write(tegra::reg::VP_ATTRIB_IN_OUT_SELECT,
                 tegra::field::VP_ATTRIB_IN_OUT_SELECT_IN(tegra::attributes_of(code)) |
                     tegra::field::VP_ATTRIB_IN_OUT_SELECT_OUT(tegra::exports_of(code)));
    return tegra::emit_program(stream, code);
}

std::optional<tegra::VertexCode> read_vertex_listing(const std::string& source, const std::string& name, bool lenient) {
    tegra::AssembledVertex made =
        tegra::assemble_vertex(source, lenient ? tegra::Manner::Lenient : tegra::Manner::Strict);
    if (!tell(made, source, name)) return {};
    return std::move(made.code);
}

std::optional<tegra::FragmentCode> read_fragment_listing(const std::string& source, const std::string& name,
                                                         bool lenient) {
    tegra::AssembledFragment made =
        tegra::assemble_fragment(source, lenient ? tegra::Manner::Lenient : tegra::Manner::Strict);
    if (!tell(made, source, name)) return {};
    return std::move(made.code);
}

int assemble_tegra_listing(const ListingOptions& options) {
    const std::optional<std::string> source = read_file("as", options.file);
    if (!source) return exit_usage;
    const std::string name = options.file == "-" ? "<stdin>" : options.file;
    tegra::StreamBuilder stream;
    stream.set_class(tegra::class_gr3d);
    if (options.kind == "tegra-vertex") {
        const auto code = read_vertex_listing(*source, name, options.lenient);
        if (!code) return exit_failed;
        const std::string reason = upload(stream, *code);
        return write(options, tegra::disassemble(*code), reason, stream);
    }
    if (options.kind == "tegra-fragment") {
        const auto code = read_fragment_listing(*source, name, options.lenient);
        if (!code) return exit_failed;
        const std::string reason = tegra::emit_program(stream, *code);
        return write(options, tegra::disassemble(*code), reason, stream);
    }
    const tegra::AssembledLinker made = tegra::assemble_linker(*source);
    if (!tell(made, *source, name)) return exit_failed;
    std::vector<uint32_t> words;
    for (const tegra::LinkInstruction& instruction : made.instructions)
        for (const uint32_t word : tegra::encode(instruction)) words.push_back(word);
    if (!words.empty()) stream.increment(tegra::reg::LINKER_INSTRUCTION_0, words);
    return write(options, tegra::disassemble(made.instructions), {}, stream);
}

}  // namespace tool
