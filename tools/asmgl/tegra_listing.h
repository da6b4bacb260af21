// Listings of Tegra's programs, for the commands that take one.
#pragma once

#include <optional>
#include <string>

#include "commands.h"

#include "machines/tegra/assembly/fragment_code.h"
#include "machines/tegra/assembly/vertex_code.h"
#include "machines/tegra/commands/draw_state.h"

namespace tool {

// Errors and remarks are told on the standard error; nothing: there was an error.
std::optional<machines::tegra::VertexCode> read_vertex_listing(const std::string& source, const std::string& name,
                                                               bool lenient);
std::optional<machines::tegra::FragmentCode> read_fragment_listing(const std::string& source, const std::string& name,
                                                                   bool lenient);

// Writes what was asked for to the output: the text, or the stream's words.
int write_code(EmitOptions::Form form, const std::string& output, const std::string& text,
               const machines::tegra::StreamBuilder& stream);
// Into the stream, with what the program fetches and exports. Why not, or empty.
std::string upload(machines::tegra::StreamBuilder& stream, const machines::tegra::VertexCode& code);

}  // namespace tool
