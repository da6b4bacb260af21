// The back ends there are, by the names that ASMGL_BACKEND gives them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/execution/back_end.h"

namespace runtime::back_ends {

// Sets the back end that "NAME" or "NAME:OPTIONS" asks for. Empty, or why there is none such.
std::string choose(std::string_view wanted);

// Makers: null and the reason where the options are not understood.
using Maker = std::unique_ptr<BackEnd> (*)(std::string_view options, std::string& error);
std::unique_ptr<BackEnd> make_ctm(std::string_view options, std::string& error);
std::unique_ptr<BackEnd> make_tegra(std::string_view options, std::string& error);

// What stands behind "tegra:". Captures of draws (rasterizer/targets/draw_capture.h) read it too.
struct TegraOptions {
    bool mixed = false;
    std::string folder;   // of a capture; empty: none
    uint32_t frames = 0;  // captured; 0: all
    bool check = false;   // what was captured against what was drawn
};
std::string parse_tegra(std::string_view text, TegraOptions& options);  // the error, or empty

}  // namespace runtime::back_ends
