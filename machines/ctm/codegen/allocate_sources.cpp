// Which address each operand takes. The RGB unit and the alpha unit have three addresses each; source k of either unit
// has its r, g and b from RGB address k and its a from alpha address k.
#include "machines/ctm/codegen/code.h"

namespace machines::ctm {
namespace {

struct SourceAddress {
    bool used = false;
    Source::File file = Source::None;
    int index = 0;
};
using SourceAddresses = std::array<std::array<SourceAddress, 3>, 2>;

bool claim_side(SourceAddresses& taken, size_t side, size_t k, Source::File file, int index) {
    SourceAddress& address = taken[side][k];
    if (address.used && (address.file != file || address.index != index)) return false;
    address = {true, file, index};
    return true;
}

bool claim(SourceAddresses& taken, const Source& source, uint32_t channels, size_t k) {
    return (!(channels & rgb_lanes) || claim_side(taken, 0, k, source.file, source.index)) &&
           (!(channels & alpha_lane) || claim_side(taken, 1, k, source.file, source.alpha));
}

// An operand that needs an address.
struct Request {
    const Source* source;
    uint32_t channels;
    size_t operand;  // as operand_members
    uint16_t address = 0;
    uint16_t channel = channel_r;  // of a uniform source
};

bool assign_from(std::array<Request, 6>& requests, size_t count, size_t n, SourceAddresses& taken) {
    if (n == count) return true;
    Request& request = requests[n];
    if (!request.channels) return assign_from(requests, count, n + 1, taken);
    const SourceAddresses before = taken;
    // What is there already comes first, so that the same register takes one address.
    for (const bool reuse : {true, false})
        for (uint16_t k = 0; k < 3; k++) {
            if (request.source->uniform) {
                const size_t own = request.operand < 3 ? 0 : 1;
                for (const size_t side : {own, 1 - own}) {
                    if (taken[side][k].used != reuse) continue;
                    request.address = k;
                    request.channel = side ? channel_a : channel_r;
                    if (claim_side(taken, side, k, request.source->file, request.source->index) &&
                        assign_from(requests, count, n + 1, taken))
                        return true;
                    taken = before;
                }
                continue;
            }
            const bool there = ((request.channels & rgb_lanes) && taken[0][k].used) ||
                               ((request.channels & alpha_lane) && taken[1][k].used);
            if (there != reuse) continue;
            request.address = k;
            if (claim(taken, *request.source, request.channels, k) && assign_from(requests, count, n + 1, taken))
                return true;
            taken = before;
        }
    return false;
}

uint16_t real(int value, std::span<const int> assigned) {
    const auto at = static_cast<size_t>(value);
    return at < assigned.size() ? static_cast<uint16_t>(assigned[at]) : 0;
}

// What an operation asks of its addresses, and which it gets.
struct Addresses {
    SourceAddresses taken;
    std::array<Request, 6> requests{};
    size_t count = 0;
    std::array<int, 2> presubtract{-1, -1};  // by side: the operation
};

void request_operands(const Half& half, bool alpha, bool dp4, Addresses& addresses) {
    for (size_t i = 0; i < 3; i++) {
        const Source& source = half.source[i];
        const uint32_t channels = channels_of(source, lanes_read(half, alpha, i, dp4));
        addresses.requests[addresses.count++] = {
            &source, source.presubtract || source.file == Source::None ? 0 : channels, (alpha ? 3 : 0) + i};
    }
}

// Presubtraction has the first addresses of a side. False: they are taken, or it does something else for the other
// unit.
bool claim_presubtraction(const Half& half, bool alpha, bool dp4, Addresses& addresses) {
    const uint32_t channels = presubtracted_channels(half, alpha, dp4);
    for (size_t side = 0; side < 2; side++) {
        const uint32_t there = channels & (side ? alpha_lane : rgb_lanes);
        if (!there) continue;
        int& operation = addresses.presubtract[side];
        if (operation >= 0 && operation != half.presubtract_op) return false;
        operation = half.presubtract_op;
        for (size_t k = 0; k < (presubtracts_two(half.presubtract_op) ? 2u : 1u); k++) {
            const Source& source = half.presubtract[k];
            if (source.file == Source::None) return false;
            const int index = side && source.file == Source::Register ? source.alpha : source.index;
            if (!claim_side(addresses.taken, side, k, source.file, index)) return false;
        }
    }
    return true;
}

void write_addresses(const SourceAddresses& taken, std::span<const int> assigned, Slot& slot) {
    for (size_t side = 0; side < 2; side++)
        for (size_t k = 0; k < 3; k++) {
            const SourceAddress& address = taken[side][k];
            if (!address.used) continue;
            const AddressMembers& members = address_members[3 * side + k];
            slot.*members.constant = address.file == Source::Constant;
            slot.*members.address = address.file == Source::Register ? real(address.index, assigned)
                                    : address.file == Source::Inline ? static_cast<uint16_t>(0x80 | address.index)
                                                                     : static_cast<uint16_t>(address.index);
        }
}

// Which address the operand selects, and its swizzle and modifiers.
void write_operand(const Op& op, const Request& request, bool dp4, Slot& slot) {
    const OperandMembers& members = operand_members[request.operand];
    const bool alpha = request.operand >= 3;
    const uint32_t lanes = lanes_read(alpha ? op.alpha : op.rgb, alpha, request.operand % 3, dp4);
    if (!lanes) return;
    slot.*members.select = request.source->presubtract ? static_cast<uint16_t>(source_presubtract) : request.address;
    for (size_t i = 0; i < static_cast<size_t>(members.channels); i++) {
        const size_t lane = alpha ? 3 : i;
        uint16_t select = lanes >> lane & 1 ? request.source->select[lane] : static_cast<uint16_t>(channel_zero);
        if (request.source->uniform && !request.source->presubtract && select <= channel_a) select = request.channel;
        slot.*members.swizzle[i] = select;
    }
    slot.*members.modifier = static_cast<uint16_t>((request.source->negate ? modifier_negate : 0) |
                                                   (request.source->absolute ? modifier_absolute : 0));
}

void write_rgb_unit(const Half& rgb, std::span<const int> assigned, Slot& slot) {
    slot.rgb_op = rgb.op;
    slot.rgb_omod = rgb.omod;
    slot.rgb_clamp = rgb.clamp;
    if (rgb.predicated) slot.rgb_pred_sel = predicate_rgba;
    slot.rgb_omask = static_cast<uint16_t>(rgb.output_mask | rgb.predicate_mask);
    if (rgb.output_mask) slot.rgb_target = static_cast<uint16_t>(rgb.output);
    if (rgb.predicate_mask) slot.rgb_target = rgb.test;
    if (!rgb.mask) return;
    slot.rgb_wmask = static_cast<uint16_t>(rgb.mask);
    slot.rgb_addrd = real(rgb.destination, assigned);
}

void write_alpha_unit(const Half& alpha, std::span<const int> assigned, Slot& slot) {
    slot.alpha_op = alpha.op;
    slot.alpha_omod = alpha.omod;
    slot.alpha_clamp = alpha.clamp;
    if (alpha.predicated) slot.alpha_pred_sel = predicate_rgba;
    slot.alpha_omask = alpha.output_mask || alpha.predicate_mask;
    if (alpha.output_mask) slot.alpha_target = static_cast<uint16_t>(alpha.output);
    if (alpha.predicate_mask) slot.alpha_target = alpha.test;
    slot.w_omask = alpha.depth;
    if (!alpha.mask) return;
    slot.alpha_wmask = 1;
    slot.alpha_addrd = real(alpha.destination, assigned);
}

}  // namespace

bool allocate_sources(const Op& op, std::span<const int> assigned, Slot* result) {
    const bool dp4 = op.rgb.on && op.rgb.op == rgb_dp4;
    Addresses addresses;
    for (const bool alpha : {false, true}) {
        const Half& half = alpha ? op.alpha : op.rgb;
        if (!half.on) continue;
        request_operands(half, alpha, dp4, addresses);
        if (!claim_presubtraction(half, alpha, dp4, addresses)) return false;
    }
    if (!assign_from(addresses.requests, addresses.count, 0, addresses.taken)) return false;
    if (!result) return true;

    Slot& slot = *result;
    slot = empty_alu(static_cast<Kind>(op.type));
    write_addresses(addresses.taken, assigned, slot);
    for (size_t n = 0; n < addresses.count; n++) write_operand(op, addresses.requests[n], dp4, slot);
    if (addresses.presubtract[0] >= 0) slot.rgb_srcp_op = static_cast<uint16_t>(addresses.presubtract[0]);
    if (addresses.presubtract[1] >= 0) slot.alpha_srcp_op = static_cast<uint16_t>(addresses.presubtract[1]);
    if (op.rgb.on) write_rgb_unit(op.rgb, assigned, slot);
    if (op.alpha.on) write_alpha_unit(op.alpha, assigned, slot);
    if (op.rgb.tests || op.alpha.tests) {
        slot.alu_wmask = 1;
        slot.alu_result_sel = op.alpha.tests;
        slot.alu_result_op = op.rgb.tests ? op.rgb.test : op.alpha.test;
    }
    return true;
}

}  // namespace machines::ctm
