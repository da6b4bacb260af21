// A module to the tree of a checked shader: types, constants and variables here, functions in function_reader.h. The
// nodes are made by check/, which knows the operations, the built-in functions and how constants fold.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "glsl/check/checker.h"
#include "glsl/spirv/module.h"

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
    Id pointee = 0;               // its type
    Expression* place = nullptr;  // null: within a SplitBlock, or a texel
    const SplitBlock* block = nullptr;
    Expression* vertex = nullptr;  // of the block
    int32_t element = -1;
    // For an array of blocks with a run-time index: the index, and the access path in each element.
    Expression* chosen = nullptr;
    std::vector<Expression*> places;
    // OpImageTexelPointer.
    Expression* image = nullptr;
    Expression* coordinates = nullptr;
    Expression* sample = nullptr;
    StorageClass storage{};
};

// A function as the module has it: a part of its instructions.
struct FunctionInfo {
    const Instruction* definition = nullptr;
    size_t first = 0, end = 0;  // instructions behind OpFunction
    std::vector<Id> calls;
    Function* function = nullptr;
    int depth = 0;  // -1: being visited; 1: it is in the order
    // Of each parameter the variable that it points to, where it points to memory: there is a Function for each set of
    // these, since the tree has no pointers. 0: a parameter like any other.
    std::vector<Id> variables;
};

class Reader {
  public:
    Reader(Checker& checker, const Module& module, const EntryPoint& entry,
           const std::map<uint32_t, uint32_t>& specialization)
        : checker_(checker),
          context_(checker.context()),
          module_(module),
          entry_(entry),
          specialization_(specialization) {}

    // Reports what is wrong as errors of the shader.
    void read();

    static constexpr int64_t most_parts = 4096;  // of a value that is copied
    static constexpr int64_t most_constant_components = 1 << 16;
    static constexpr int most_calls = 60;  // of functions within functions
    static constexpr size_t most_functions = 1024;

    // ---- what functions ask
    Checker& checker() { return checker_; }
    const Module& module() const { return module_; }
    Arena& arena() { return context_.arena(); }
    arbasm::Stage stage() const { return context_.shader().stage; }
    static Location location(uint32_t at) { return {0, at, 1, 0}; }
    void error(uint32_t at, std::string text) { context_.error(location(at), std::move(text)); }
    bool failed() const { return context_.shader().messages.has_errors(); }
    const TypeInfo* type(Id id) const;
    // Of a value; error_type, which is reported.
    const Type* value_type(Id id, uint32_t at);
    Expression* constant(Id id) const;  // null: it is none
    const Pointer* global(Id id) const;
    // The function that a call calls; null: unknown.
    const FunctionInfo* called(const FunctionInfo& caller, const Instruction& call) const;
    std::string_view name(std::string_view text) { return arena().text(text); }
    Variable* new_variable(std::string name, const Type* type, const Qualifiers& qualifiers, uint32_t at);

    // ---- expressions (arithmetic.cpp, bits.cpp) The expression of an instruction without effects; null: the
    // instruction is of another kind.
    Expression* compute(const OpcodeRow& row, const Type* type, std::vector<Expression*> operands,
                        std::span<const uint32_t> literals, uint32_t at);
    Expression* extended(const ExtendedRow& row, const Type* type, std::vector<Expression*> operands, uint32_t at);
    // Whether it evaluates an operand several times.
    static bool repeats_operands(Op opcode);
    Expression* integer(int64_t number, uint32_t at);
    Expression* element(Expression* whole, uint32_t number, uint32_t at);  // of any composite
    Expression* cast(Expression* operand, Signs signs, const Type* result, uint32_t at);
    Expression* to_scalar(Expression* operand, Scalar scalar, uint32_t at);
    // The expression as one of the type; reports that it is of another.
    Expression* fit(Expression* expression, const Type* type, uint32_t at);
    Expression* call(std::string_view name, std::vector<Expression*> arguments, uint32_t at) {
        return checker_.call(name, std::move(arguments), location(at));
    }
    Expression* wrong(uint32_t at) { return context_.wrong(location(at)); }
    Expression* zero(const Type* type, uint32_t at);
    Expression* reference(Variable* variable, uint32_t at);
    // A vector of the first components.
    Expression* first_components(Expression* vector, int count, uint32_t at);
    Expression* swizzle(Expression* vector, std::span<const uint8_t> components, uint32_t at);

  private:
    // ---- types.cpp
    bool read_type(const Instruction& instruction);
    bool read_numeric_type(const Instruction& instruction, TypeInfo& info);
    bool read_image_type(const Instruction& instruction, TypeInfo& info);
    bool read_array_type(const Instruction& instruction, TypeInfo& info);
    bool read_structure_type(const Instruction& instruction, TypeInfo& info);
    const TypeInfo* type_before(Id id, uint32_t at);
    bool check_size(const TypeInfo& info, uint32_t at);

    // ---- constants.cpp
    void read_constant(const Instruction& instruction);
    Expression* number(const Instruction& instruction, const Type* type);
    Expression* composite(const Instruction& instruction, const Type* type);
    Expression* specialized_operation(const Instruction& instruction, const Type* type);
    Expression* bits(const Type* type, std::span<const uint64_t> components, uint32_t at);

    // ---- variables.cpp
    void read_variable(const Instruction& instruction);
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
    std::string unused_name(const std::string& name, Id id);
    const Type* counters(const Type* type);

    // ---- entry.cpp
    void read_capabilities();
    void read_modes();
    void read_mode(const ExecutionMode& mode);
    void read_group_size();
    void read_functions();
    bool order_functions(Id id, std::vector<Id>& order);
    std::vector<Id> pointed_variables(const FunctionInfo& caller, const Instruction& call) const;
    bool add_function(Id id, std::vector<Id> variables);
    void declare_function(FunctionInfo& info);

    // ---- arithmetic.cpp, bits.cpp
    Expression* compute_special(const OpcodeRow& row, const Type* type, const std::vector<Expression*>& operands,
                                std::span<const uint32_t> literals, uint32_t at);
    Expression* logical(const OpcodeRow& row, const Type* type, const std::vector<Expression*>& operands, uint32_t at);
    Expression* remainder(Op opcode, const Type* type, const std::vector<Expression*>& operands, uint32_t at);
    Expression* bit_field(Op opcode, const Type* type, const std::vector<Expression*>& operands, uint32_t at);
    Expression* shuffle(const Type* type, Expression* first, Expression* second, std::span<const uint32_t> literals,
                        uint32_t at);
    Expression* construct(const Type* type, const std::vector<Expression*>& operands, uint32_t at);
    Expression* extract(Expression* whole, std::span<const uint32_t> literals, uint32_t at);
    Expression* bitcast(Expression* operand, const Type* type, uint32_t at);
    Expression* small_bits(Expression* operand, const Type* type, bool joins, uint32_t at);
    Expression* same_size_bits(Expression* operand, const Type* type, uint32_t at);
    Expression* relayout(Expression* value, const Type* type, uint32_t at);

    Checker& checker_;
    CheckContext& context_;
    const Module& module_;
    const EntryPoint& entry_;
    const std::map<uint32_t, uint32_t>& specialization_;
    std::unordered_map<Id, TypeInfo> types_;
    std::unordered_map<Id, Expression*> constants_;
    std::unordered_map<Id, Pointer> globals_;
    std::unordered_map<Id, FunctionInfo> functions_;
    std::map<std::pair<Id, std::vector<Id>>, FunctionInfo> instances_;  // of functions, by the variables of parameters
    std::vector<std::unique_ptr<SplitBlock>> split_blocks_;
    std::map<std::string, Id> names_;
    bool feedback_ = false;  // the execution mode Xfb
    bool has_vertex_in_ = false, has_vertex_out_ = false;
    struct CallOrder {
        std::vector<FunctionInfo*> functions;  // callees before callers
        int depth = 0;                         // while it is made
    };
    CallOrder order_;
};

}  // namespace glsl::spirv
