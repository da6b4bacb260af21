#include "runtime/code_cache/sha256.h"

#include <bit>
#include <cstring>

namespace runtime::code_cache {
namespace {

// The first 32 bits of the fractional parts of roots of the first primes: square roots begin the hash value, cube roots
// are the constants of the 64 rounds. Found by search, so that no list needs to be trusted.
struct Constants {
    std::array<uint32_t, 8> start{};
    std::array<uint32_t, 64> rounds{};
};

// Numbers of 160 bits, the lowest 32 first.
using Limbs = std::array<uint32_t, 5>;

constexpr Limbs product(const Limbs& a, uint64_t b) {
    const uint32_t parts[] = {static_cast<uint32_t>(b), static_cast<uint32_t>(b >> 32)};
    Limbs result{};
    for (size_t part = 0; part < 2; ++part) {
        uint64_t carry = 0;
        for (size_t i = 0; i + part < result.size(); ++i) {
            carry += uint64_t{a[i]} * parts[part] + result[i + part];
            result[i + part] = static_cast<uint32_t>(carry);
            carry >>= 32;
        }
    }
    return result;
}

constexpr bool is_at_most(const Limbs& a, const Limbs& b) {
    for (size_t i = a.size(); i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i];
    return true;
}

// The largest number whose power is at most prime · 2^(32 · power), without its whole part.
constexpr uint32_t root_fraction(uint32_t prime, size_t power) {
    Limbs most{};
    most[power] = prime;
    uint64_t root = 0;
    for (int bit = 36; bit >= 0; --bit) {
        const uint64_t candidate = root | uint64_t{1} << bit;
        Limbs raised{1};
        for (size_t i = 0; i < power; ++i) raised = product(raised, candidate);
        if (is_at_most(raised, most)) root = candidate;
    }
    return static_cast<uint32_t>(root);
}

constexpr Constants make_constants() {
    Constants result;
    size_t count = 0;
    for (uint32_t number = 2; count < 64; ++number) {
        bool prime = true;
        for (uint32_t divisor = 2; divisor * divisor <= number; ++divisor) prime &= number % divisor != 0;
        if (!prime) continue;
        if (count < 8) result.start[count] = root_fraction(number, 2);
        result.rounds[count++] = root_fraction(number, 3);
    }
    return result;
}

constexpr Constants constants = make_constants();
static_assert(constants.start[0] == 0x6a09e667 && constants.rounds[0] == 0x428a2f98);

void add_block(std::array<uint32_t, 8>& hash, const uint8_t* block) {
    std::array<uint32_t, 64> words{};
    for (size_t i = 0; i < 16; ++i) {
        uint32_t word;
        std::memcpy(&word, block + 4 * i, 4);
        words[i] = __builtin_bswap32(word);
    }
    for (size_t i = 16; i < 64; ++i) {
        const uint32_t near = words[i - 2], far = words[i - 15];
        words[i] = words[i - 16] + words[i - 7] + (std::rotr(far, 7) ^ std::rotr(far, 18) ^ far >> 3) +
                   (std::rotr(near, 17) ^ std::rotr(near, 19) ^ near >> 10);
    }
    auto [a, b, c, d, e, f, g, h] = hash;
    for (size_t i = 0; i < 64; ++i) {
        const uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) +
                             constants.rounds[i] + words[i];
        const uint32_t two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    hash[0] += a, hash[1] += b, hash[2] += c, hash[3] += d, hash[4] += e, hash[5] += f, hash[6] += g, hash[7] += h;
}

}  // namespace

Digest sha256(std::string_view bytes) {
    std::array<uint32_t, 8> hash = constants.start;
    const auto* at = reinterpret_cast<const uint8_t*>(bytes.data());
    size_t left = bytes.size();
    for (; left >= 64; left -= 64, at += 64) add_block(hash, at);
    // A bit of 1, zeros, and the length in bits in the last eight bytes of a block.
    std::array<uint8_t, 128> end{};
    if (left > 0) std::memcpy(end.data(), at, left);
    end[left] = 0x80;
    const size_t blocks = left < 56 ? 1 : 2;
    const uint64_t bits = __builtin_bswap64(uint64_t{bytes.size()} * 8);
    std::memcpy(&end[64 * blocks - 8], &bits, 8);
    for (size_t i = 0; i < blocks; ++i) add_block(hash, &end[64 * i]);
    Digest digest;
    for (size_t i = 0; i < 8; ++i) {
        const uint32_t word = __builtin_bswap32(hash[i]);
        std::memcpy(&digest[4 * i], &word, 4);
    }
    return digest;
}

std::string hexadecimal(std::span<const uint8_t> bytes) {
    std::string text;
    for (const uint8_t byte : bytes) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

}  // namespace runtime::code_cache
