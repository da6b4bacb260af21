#include <bit>
#include <charconv>
#include <cmath>

#include "machines/ctm/assembly/listing.h"

namespace machines::ctm {
namespace {

std::string hex(uint32_t value) {
    std::string text = "0x";
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> shift & 15];
    return text;
}

std::string number(uint32_t bits) {
    const float value = std::bit_cast<float>(bits);
    if (!std::isfinite(value)) return hex(bits);
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace

std::string disassemble(const Words& words) {
    const Decoded decoded = decode(words);
    if (decoded.error.empty()) return disassemble(decoded.slot);
    std::string text = ".word";
    for (const uint32_t word : words) text += " " + hex(word);
    return text + "  # " + decoded.error + "; else: " + disassemble(decoded.slot);
}

std::string disassemble(const Object& object) {
    std::string text;
    if (object.position_register) text += ".position r" + std::to_string(object.position_register) + "\n";
    for (const Literal& literal : object.literals) {
        text += ".constant c" + std::to_string(literal.index);
        for (const uint32_t bits : literal.bits) text += " " + number(bits);
        text += "\n";
    }
    for (const Literal& literal : object.integers) {
        const uint32_t bits = literal.bits[0];
        text += ".count i" + std::to_string(literal.index) + " " + std::to_string(bits & 255);
        if (bits >> 8 & 0xffff)
            text += " " + std::to_string(bits >> 8 & 255) + " " + std::to_string(static_cast<int8_t>(bits >> 16 & 255));
        text += "\n";
    }
    for (const TextureConstants& texture : object.textures)
        text += ".texture c" + std::to_string(texture.constant) + " " + std::to_string(texture.unit) +
                (texture.compares ? " compares\n" : "\n");
    for (size_t i = 0; i < object.code.size(); i++)
        text += std::to_string(i) + ": " + disassemble(object.code[i]) + "\n";
    return text;
}

}  // namespace machines::ctm
