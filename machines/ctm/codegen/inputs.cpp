#include "machines/ctm/codegen/inputs.h"

namespace machines::ctm {

int Inputs::attribute(int index) {
    const auto [it, added] = attributes_.try_emplace(index, 0);
    if (added) {
        it->second = make_.scratch();
        Op op;
        op.type = Texture;
        op.tex_op = tex_ld;
        op.tex_id = static_cast<uint16_t>(input_count - 1 - fetches_.size());
        op.unscaled = true;
        op.coordinate = position_value;
        op.coordinate_select = {0, 1, 0, 0};
        op.destination = it->second;
        op.mask = 15;
        fetches_.push_back(op);
        generated_.attributes.push_back({static_cast<uint32_t>(index), op.tex_id});
    }
    return it->second;
}

}  // namespace machines::ctm
