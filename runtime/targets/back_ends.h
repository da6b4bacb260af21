// The back ends there are, by the names that ASMGL_BACKEND gives them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "runtime/back_end.h"

namespace runtime::back_ends {

// Sets the back end that "NAME" or "NAME:OPTIONS" asks for. Empty, or why there is none such.
std::string choose(std::string_view wanted);

// Makers: null and the reason where the options are not understood.
using Maker = std::unique_ptr<BackEnd> (*)(std::string_view options, std::string& error);
std::unique_ptr<BackEnd> make_ctm(std::string_view options, std::string& error);
std::unique_ptr<BackEnd> make_tegra(std::string_view options, std::string& error);

}  // namespace runtime::back_ends
