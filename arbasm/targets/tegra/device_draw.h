// A draw of the emulator, by the registers as they are.
#pragma once

#include "arbasm/targets/tegra/device.h"

namespace arbasm::tegra {

// False: Emulator::failure() says why.
bool run_draw(Emulator& emulator);

}  // namespace arbasm::tegra
