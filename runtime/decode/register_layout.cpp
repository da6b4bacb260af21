#include "runtime/decode/register_layout.h"

namespace runtime::decoded {

RegisterLayout::RegisterLayout(const Program& program, const ProgramFacts& facts)
    : addresses_(static_cast<uint32_t>(program.temporary_count) * vector_bytes),
      next_counter_(addresses_ + static_cast<uint32_t>(program.address_count) * vector_bytes),
      kept_bytes_(next_counter_ + static_cast<uint32_t>(facts.loop_counters) * vector_bytes) {}

RegisterAddress RegisterLayout::address(RegisterFile file, int32_t number) const {
    const auto offset = static_cast<uint32_t>(number) * vector_bytes;
    switch (file) {
        case RegisterFile::Attribute: return {Base::Attributes, offset};
        case RegisterFile::Result: return {Base::Results, offset};
        case RegisterFile::Address: return {Base::Scratch, addresses_ + offset};
        case RegisterFile::Temporary: return {Base::Scratch, offset};
        // Not registers.
        case RegisterFile::None:
        case RegisterFile::Parameter:
        case RegisterFile::Buffer:
        case RegisterFile::Texture:
        case RegisterFile::Image:
        case RegisterFile::Storage:
        case RegisterFile::Counter:
        case RegisterFile::Shared:
        case RegisterFile::Subroutine: break;
    }
    return {Base::Scratch, offset};
}

RegisterAddress RegisterLayout::uniform(int32_t parameter, uint8_t component) {
    const auto [found, is_new] =
        uniform_offsets_.try_emplace({parameter, component}, static_cast<uint32_t>(uniforms_.size()) * uniform_bytes);
    if (is_new) uniforms_.push_back({parameter, component});
    return {Base::Uniforms, found->second};
}

RegisterAddress RegisterLayout::open_loop() {
    open_loops_.push_back(next_counter_);
    next_counter_ += vector_bytes;
    return innermost_loop();
}

RegisterAddress RegisterLayout::close_loop() {
    const RegisterAddress closed = innermost_loop();
    open_loops_.pop_back();
    return closed;
}

RegisterAddress RegisterLayout::innermost_loop() const {
    // The parser allows A0 inside of loops only.
    return {Base::Scratch, open_loops_.empty() ? 0 : open_loops_.back()};
}

}  // namespace runtime::decoded
