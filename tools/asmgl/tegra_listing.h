// Listings of Tegra's programs, for the commands that take one.
#pragma once

#include <optional>
#include <string>

#include "machines/tegra/fragment_code.h"
#include "machines/tegra/vertex_code.h"

namespace tool {

// Errors and remarks are told on the standard error; nothing: there was an error.
std::optional<machines::tegra::VertexCode> read_vertex_listing(const std::string& source, const std::string& name,
                                                               bool lenient);
std::optional<machines::tegra::FragmentCode> read_fragment_listing(const std::string& source, const std::string& name,
                                                                   bool lenient);

}  // namespace tool
