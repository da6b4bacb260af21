// Devices of our backend of libgbm.
#pragma once

#include "driver/gbm/gbm_window.h"

namespace driver::gbm {

// Null where the device is another backend's: its surfaces are closed to us.
gbm_device* own_device(void* native);
Window* own_window(void* native);

}  // namespace driver::gbm
