// Checks the rules that every Program obeys.
//
// A program that breaks a rule is a mistake of its producer: verify() names the rule and the position, check_made() the
// producer. The parser checks rules that concern only texts of applications.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"
#include "ir/program_facts.h"

namespace arbasm {

// The first rule that is broken, as "instruction 3 (ADD): a program has the registers that its instructions name";
// empty: none.
std::string verify(const Program& program);

// The field of `facts` that isn't what find_facts() finds; empty: none.
std::string verify(const Program& program, const ProgramFacts& facts);

// The texts of all rules, each once.
std::vector<std::string_view> verified_rules();

// Whether check_made() looks: debug builds do; tests and fuzzers ask for it in other builds, too.
void verify_what_is_made(bool wanted);
bool verifies_what_is_made();

// Called by each producer and each pass with what it made. Where programs are verified, one that breaks a rule ends the
// process, with the maker's name and the rule.
void require_verified(std::string_view maker, const std::string& fault);
inline void check_made(std::string_view maker, const Program& program) {
    if (verifies_what_is_made()) require_verified(maker, verify(program));
}
inline Program checked(std::string_view maker, Program program) {
    check_made(maker, program);
    return program;
}
inline void check_made(std::string_view maker, const Program& program, const ProgramFacts& facts) {
    if (verifies_what_is_made()) require_verified(maker, verify(program, facts));
}

}  // namespace arbasm
