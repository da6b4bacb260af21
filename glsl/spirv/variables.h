// Variables of the module: inputs and outputs, uniforms, buffers, counters, and what only the shader sees. They have no
// names; those made here tell what is matched between stages: locations and bindings.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "glsl/spirv/constants.h"

namespace glsl::spirv {

// Inputs and outputs that SPIR-V has in a block and the tree as variables: each member one, of a block that is an array
// beside its vertices one for each element.
struct SplitBlock {
    struct Part {
        Variable* variable = nullptr;
        std::string_view builtin;  // a member of gl_in or gl_out (`whole`), or a built-in variable
    };
    std::vector<Part> parts;  // element by element
    size_t members = 0;
    int32_t elements = -1;  // -1: it is no array
    bool by_vertex = false;
    Variable* whole = nullptr;  // gl_in, gl_out
};

// What an id of a pointer type stands for.
struct Pointer {
    Id pointee = 0;                // its type
    Expression* lvalue = nullptr;  // null: within a SplitBlock, or a texel
    const SplitBlock* block = nullptr;
    Expression* vertex = nullptr;  // of the block
    int32_t element = -1;
    // For an array of blocks with a run-time index: the index, and the access path in each element.
    Expression* chosen = nullptr;
    std::vector<Expression*> lvalues;
    // OpImageTexelPointer.
    Expression* image = nullptr;
    Expression* coordinates = nullptr;
    Expression* sample = nullptr;
    StorageClass storage{};
};

// The same type with counters for the numbers; null: there is none.
const Type* counters(CheckContext& context, const Type* type);

class Globals {
  public:
    Globals(ReadContext& read, Types& types, Constants& constants, Operations& operations)
        : read_(read), types_(types), constants_(constants), operations_(operations) {}

    void read(const Instruction& instruction);
    // The execution mode Xfb: decorations say what is captured.
    void set_feedback() { feedback_ = true; }
    const Pointer* find(Id id) const;  // null: there is no such variable

  private:
    void add_global(const Instruction& instruction, const TypeInfo& pointee, StorageClass storage);
    void add_buffer(const Instruction& instruction, const TypeInfo& pointee, StorageClass storage);
    void add_builtin(const Instruction& instruction, const TypeInfo& pointee, StorageClass storage, uint32_t number);
    void add_varying(const Instruction& instruction, const TypeInfo& pointee, StorageClass storage);
    void add_split_block(const Instruction& instruction, Id structure, std::vector<int32_t> sizes,
                         StorageClass storage);
    bool add_builtin_block(const Instruction& instruction, Id structure, const std::vector<int32_t>& sizes,
                           StorageClass storage, SplitBlock& block);
    Qualifiers decorated(Id id, int32_t member, Storage storage);
    std::string_view builtin_name(uint32_t number, StorageClass storage, uint32_t at);
    void give(const Instruction& instruction, Variable* variable);
    void initialise(const Instruction& instruction, Variable* variable);
    void free_location(Qualifiers& qualifiers, const std::string& variable_name) const;
    std::string unused_name(const std::string& variable_name, Id id);

    ReadContext& read_;
    Types& types_;
    Constants& constants_;
    Operations& operations_;
    std::unordered_map<Id, Pointer> globals_;
    std::vector<std::unique_ptr<SplitBlock>> split_blocks_;
    std::map<std::string, Id> names_;
    bool feedback_ = false;
    bool has_vertex_in_ = false, has_vertex_out_ = false;
};

}  // namespace glsl::spirv
