// A module to the tree of a checked shader: types, constants, variables and functions in order, the bodies of functions
// in function_reader.h. The nodes are made by check/, which knows the operations, the built-in functions and how
// constants fold.
#pragma once

#include <map>

#include "glsl/spirv/module_functions.h"

namespace glsl::spirv {

class Reader {
  public:
    Reader(Checker& checker, const Module& module, const EntryPoint& entry,
           const std::map<uint32_t, uint32_t>& specialization)
        : read_(checker, module, entry), constants_(read_, types_, operations_, specialization) {}

    // Reports what is wrong as errors of the shader.
    void read();

    // ---- what functions ask
    ReadContext& context() { return read_; }
    Operations& operations() { return operations_; }
    Types& types() { return types_; }
    const Constants& constants() const { return constants_; }
    const Globals& globals() const { return globals_; }
    const ModuleFunctions& functions() const { return functions_; }

  private:
    void read_declarations(const std::vector<Id>& functions);

    ReadContext read_;
    Operations operations_{read_};
    Types types_{read_};
    Constants constants_;
    Globals globals_{read_, types_, constants_, operations_};
    ModuleFunctions functions_{read_, types_, globals_};
};

}  // namespace glsl::spirv
