// Programs as text that can be read again: the lines of disassemble(), with directives for what an object holds beside
// its instructions.
//
//   .constant c5 0.25 0 1 0x7fc00000     a float constant that the program brings: numbers, or bits behind 0x
//   .count i2 12 0 1                     an integer constant: turns, first value of aL, its step; the last two may lack
//   .texture c5 2 compares               constants about texture unit 2 begin here (object.h); without the word: one
//   .position r3                         where a processor finds (i, j, 0, 1), where that is not r0
//   .word 0x… 0x… 0x… 0x… 0x… 0x…       an instruction as it is, known or not
//   again: 7: ALU …                      labels; a number and colon mean nothing
//   FC … jump_addr=again                 addresses may be labels
//
// '#' and ';' begin comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/diagnostic.h"
#include "machines/ctm/assembly/object.h"

namespace machines::ctm {

struct Listing {
    std::vector<Words> code;
    std::vector<Slot> slots;  // what is known of each
    std::vector<Literal> literals, integers;
    std::vector<TextureConstants> textures;
    uint32_t position_register = 0;
    std::vector<arbasm::Diagnostic> errors;  // in the text's order, at most 20; empty: the rest is valid
};
Listing assemble(std::string_view text);
Object object_of(const Listing& listing);

// An instruction that is not legal becomes .word, with the reason and what is known of it as a remark.
std::string disassemble(const Words& words);
// Directives and numbered instructions.
std::string disassemble(const Object& object);

}  // namespace machines::ctm
