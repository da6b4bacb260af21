// Alpha test, blending and colour masks, as operations behind the program's.
#pragma once

#include <map>

#include "machines/tegra/codegen/fragment/lookups.h"

namespace machines::tegra::fragment {

// colours: by target; what the program leaves, then what is stored.
void finish_colours(GraphBuilder& make, Lookups& lookups, const FragmentOptions& options,
                    std::map<int, Vector>& colours);

}  // namespace machines::tegra::fragment
