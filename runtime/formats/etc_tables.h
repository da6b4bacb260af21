// Numbers that decoding and encoding ETC blocks share.
#pragma once

#include "runtime/formats/format_codecs.h"

namespace runtime::codecs {

// Small and large modifier of a table of ETC1.
inline constexpr int etc_modifiers[8][2] = {{2, 8},   {5, 17},  {9, 29},   {13, 42},
                                            {18, 60}, {24, 80}, {33, 106}, {47, 183}};
// By the two bits of a texel. Blocks with transparent texels have none between the large ones.
constexpr int etc_modifier(int table, int index, bool opaque) {
    const int size = index % 2 ? etc_modifiers[table][1] : opaque ? etc_modifiers[table][0] : 0;
    return index < 2 ? size : -size;
}

// The distances in the modes that ETC2 adds.
inline constexpr int etc_distances[8] = {3, 6, 11, 16, 23, 32, 41, 64};

inline constexpr int eac_modifiers[16][8] = {
    {-3, -6, -9, -15, 2, 5, 8, 14}, {-3, -7, -10, -13, 2, 6, 9, 12}, {-2, -5, -8, -13, 1, 4, 7, 12},
    {-2, -4, -6, -13, 1, 3, 5, 12}, {-3, -6, -8, -12, 2, 5, 7, 11},  {-3, -7, -9, -11, 2, 6, 8, 10},
    {-4, -7, -8, -11, 3, 6, 7, 10}, {-3, -5, -8, -11, 2, 4, 7, 10},  {-2, -6, -8, -10, 1, 5, 7, 9},
    {-2, -5, -8, -10, 1, 4, 7, 9},  {-2, -4, -8, -10, 1, 3, 7, 9},   {-2, -5, -7, -10, 1, 4, 6, 9},
    {-3, -4, -7, -10, 2, 3, 6, 9},  {-1, -2, -3, -10, 0, 1, 2, 9},   {-4, -6, -8, -9, 3, 5, 7, 8},
    {-3, -5, -7, -9, 2, 4, 6, 8}};

}  // namespace runtime::codecs
