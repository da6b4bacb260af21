#include "program.h"

#include <algorithm>
#include <fstream>

namespace tool::doctor {
namespace {

namespace fs = std::filesystem;

constexpr int most_interpreters = 4;  // Linux's own limit of scripts that name scripts

std::string interpreter_named_in(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string line;
    if (!std::getline(file, line) || !line.starts_with("#!")) return {};
    const size_t from = line.find_first_not_of(" \t", 2);
    return from == std::string::npos ? "" : line.substr(from, line.find_first_of(" \t", from) - from);
}

// The driver's own libraries and GLVND's name all the others.
bool is_graphics_library(const fs::path& path) {
    const std::string name = path.filename().string();
    return std::ranges::any_of(graphics_libraries(), [&](const GraphicsLibrary& row) { return name == row.name; }) ||
           name.find("GLdispatch") != std::string::npos || name.find("asmgl") != std::string::npos;
}

}  // namespace

Program examine_program(const std::string& name, const fs::path& path, std::string out_of_reach, const Machine& machine,
                        const LibrarySearch& search) {
    Program program;
    program.name = name, program.path = path, program.out_of_reach = std::move(out_of_reach);
    fs::path file = path;
    for (int depth = 0; depth < most_interpreters; ++depth) {
        const std::string interpreter = interpreter_named_in(search.below_root(file));
        if (interpreter.empty()) break;
        file = program.interpreter = interpreter;
    }
    const std::vector<LoadedFile> loaded = search.load(file, program.missing);
    if (loaded.empty()) return program;
    program.kind = loaded[0].elf.kind;

    std::vector<std::string_view> stems;
    for (const GraphicsLibrary& row : graphics_libraries()) stems.push_back(row.stem);
    const auto add = [&](const GraphicsLibrary& row, bool linked, const LoadedFile& by) {
        if (std::ranges::any_of(program.uses, [&](const LibraryUse& use) { return use.library == &row; })) return;
        LibraryUse use{&row, linked, by.path.filename().string(), search.find(row.name, by), {}};
        use.choice = choice_of(row, use.found, machine, search, program.kind);
        program.uses.push_back(std::move(use));
    };
    for (const LoadedFile& by : loaded)
        for (const GraphicsLibrary& row : graphics_libraries())
            if (!is_graphics_library(by.path) && std::ranges::find(by.elf.needed, row.name) != by.elf.needed.end())
                add(row, true, by);
    for (const LoadedFile& by : loaded) {
        if (is_graphics_library(by.path)) continue;
        const auto words = words_in_file(search.below_root(by.path), stems);
        for (const GraphicsLibrary& row : graphics_libraries())
            if (std::ranges::find(words, row.stem) != words.end()) add(row, false, by);
    }
    return program;
}

}  // namespace tool::doctor
