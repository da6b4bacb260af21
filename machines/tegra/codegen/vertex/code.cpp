#include "machines/tegra/codegen/vertex/code.h"

namespace machines::tegra::vertex {

uint32_t components_read(const Operation& op, size_t slot) {
    return op.scalar ? scalar_components_read(op.number, op.target.mask)
                     : vector_components_read(op.number, static_cast<uint8_t>(1u << slot), op.target.mask);
}
uint32_t register_components(const Operation& op, size_t slot) {
    const uint32_t read = components_read(op, slot);
    uint32_t mask = 0;
    for (size_t i = 0; i < 4; i++)
        if (read >> i & 1) mask |= 1u << op.source[slot].swizzle[i];
    return mask;
}

Touches reads_of(const Operation& op) {
    Touches touches;
    const auto relative = [&](int component) {
        if (component >= 0) touches.push_back({Touch::Address, 0, 1u << component});
    };
    for (size_t i = 0; i < 3; i++) {
        if (!(op.info().operands >> i & 1)) continue;
        if (op.source[i].type == operand_temporary)
            touches.push_back({Touch::Register, op.source[i].index, register_components(op, i)});
        relative(op.source[i].relative);
    }
    relative(op.target.relative);
    if (op.test.on) touches.push_back({Touch::Condition, static_cast<int>(op.test.code_register), 15});
    if (!op.scalar && op.number == vector_ARA) touches.push_back({Touch::Address, 0, 15});
    return touches;
}
Touches writes_of(const Operation& op) {
    Touches touches;
    switch (op.target.kind) {
        case Target::Temporary: touches.push_back({Touch::Register, op.target.index, op.target.mask}); break;
        // A relative one may be any.
        case Target::Export:
            for (int e = 0; e < static_cast<int>(vertex_exports); e++)
                if (op.target.relative >= 0 || e == op.target.index)
                    touches.push_back({Touch::Export, e, op.target.relative >= 0 ? 15 : op.target.mask});
            break;
        case Target::Address: touches.push_back({Touch::Address, 0, op.target.mask}); break;
        case Target::None: break;
    }
    if (op.update >= 0) touches.push_back({Touch::Condition, op.update, 15});
    return touches;
}
bool overlap(const Touches& a, const Touches& b) {
    for (const Touch& x : a)
        for (const Touch& y : b)
            if (x.kind == y.kind && x.index == y.index && (x.mask & y.mask)) return true;
    return false;
}

}  // namespace machines::tegra::vertex
