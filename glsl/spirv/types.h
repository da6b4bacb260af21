// Types: those of SPIR-V are those of GLSL, but that arrays and structures may say where their parts lie in memory.
#pragma once

#include <unordered_map>
#include <vector>

#include "glsl/spirv/read_context.h"

namespace glsl::spirv {

// What a type's id stands for.
struct TypeInfo {
    Op opcode{};
    const Type* type = nullptr;  // of values; null: it has none
    StorageClass storage{};      // of pointers
    Id element = 0;              // of vectors, matrices, arrays; what pointers point to, functions give
    std::vector<Id> members;     // of structures; parameters of functions
    bool builtin_block = false;  // a structure with built-in variables as members
};

class Types {
  public:
    explicit Types(ReadContext& read) : read_(read), context_(read.nodes()) {}

    // `size`: of an array, its size, if that is a constant.
    void read(const Instruction& instruction, const Expression* size);
    const TypeInfo* find(Id id) const;
    const TypeInfo& at(Id id) const { return types_.at(id); }
    // A value's type; error_type, which is reported.
    const Type* value_type(Id id, uint32_t at);

  private:
    bool read_kind(const Instruction& instruction, const Expression* size, TypeInfo& info);
    bool read_numeric(const Instruction& instruction, TypeInfo& info);
    bool read_image(const Instruction& instruction, TypeInfo& info);
    bool read_array(const Instruction& instruction, const Expression* given, TypeInfo& info);
    bool read_structure(const Instruction& instruction, TypeInfo& info);
    const TypeInfo* type_before(Id id, uint32_t at);
    bool check_size(const TypeInfo& info, uint32_t at);

    ReadContext& read_;
    CheckContext& context_;
    std::unordered_map<Id, TypeInfo> types_;
};

}  // namespace glsl::spirv
