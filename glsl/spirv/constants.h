// Constants, those that the application has specialized among them.
#pragma once

#include <map>
#include <unordered_map>

#include "glsl/spirv/operations.h"
#include "glsl/spirv/types.h"

namespace glsl::spirv {

class Constants {
  public:
    // `specialization`: numbers by SpecId.
    Constants(ReadContext& read, Types& types, Operations& operations,
              const std::map<uint32_t, uint32_t>& specialization)
        : read_(read), types_(types), operations_(operations), specialization_(specialization) {}

    void read(const Instruction& instruction);
    Expression* find(Id id) const;  // null: it is none
    const std::unordered_map<Id, Expression*>& all() const { return constants_; }

  private:
    Expression* number(const Instruction& instruction, const Type* type);
    Expression* composite(const Instruction& instruction, const Type* type);
    Expression* specialized_operation(const Instruction& instruction, const Type* type);

    ReadContext& read_;
    Types& types_;
    Operations& operations_;
    const std::map<uint32_t, uint32_t>& specialization_;
    std::unordered_map<Id, Expression*> constants_;
};

}  // namespace glsl::spirv
