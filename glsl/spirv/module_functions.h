// Functions of the module that the entry point reaches: their instructions, whom they call, and what they are declared
// as.
#pragma once

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "glsl/spirv/variables.h"

namespace glsl::spirv {

// A function as the module has it: a part of its instructions.
struct FunctionInfo {
    const Instruction* definition = nullptr;
    size_t first = 0, end = 0;  // instructions behind OpFunction
    std::vector<Id> calls;
    Function* function = nullptr;
    int depth = 0;  // -1: being visited; 1: it is in the order
    // For each parameter that points to memory: the variable that it points to. There is a Function for each set of
    // these, since the tree has no pointers. 0: a parameter like any other.
    std::vector<Id> variables;
};

class ModuleFunctions {
  public:
    static constexpr int most_calls = 60;  // of functions within functions
    static constexpr size_t most_functions = 1024;

    ModuleFunctions(ReadContext& read, Types& types, Globals& globals)
        : read_(read), types_(types), globals_(globals) {}

    // Which instructions each function has, and which others it calls.
    void read();
    // The functions that one reaches, those that are called before those that call them. False after a message.
    bool order(Id id, std::vector<Id>& list);
    const FunctionInfo& at(Id id) const { return functions_.at(id); }
    // The function, and those that it calls, for the variables that are given to them; declares them. Callees stand
    // before callers.
    std::vector<FunctionInfo*> declare(Id id);
    // The function that a call calls; null: unknown.
    const FunctionInfo* called(const FunctionInfo& caller, const Instruction& call) const;

  private:
    std::vector<Id> pointed_variables(const FunctionInfo& caller, const Instruction& call) const;
    bool add(Id id, std::vector<Id> variables);
    void declare(FunctionInfo& info);

    ReadContext& read_;
    Types& types_;
    Globals& globals_;
    std::unordered_map<Id, FunctionInfo> functions_;
    std::map<std::pair<Id, std::vector<Id>>, FunctionInfo> instances_;  // of functions, by the variables of parameters
    std::vector<FunctionInfo*> order_;                                  // callees before callers
    int depth_ = 0;                                                     // of order()
};

}  // namespace glsl::spirv
