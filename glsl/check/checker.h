// The semantic rules: the parser calls these for each rule of the grammar and gets checked nodes. Every mistake becomes
// a message. The result is then a node of the type `error`, which fits everywhere, so that the mistake is reported
// once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "glsl/check/captures.h"
#include "glsl/check/constructors.h"
#include "glsl/check/conversions.h"
#include "glsl/check/counters.h"
#include "glsl/check/implicit_sizes.h"
#include "glsl/check/layouts.h"
#include "glsl/check/redeclarations.h"
#include "glsl/check/scopes.h"
#include "glsl/check/signatures.h"

namespace glsl {

struct ParameterDeclaration {
    std::string_view name;  // empty: none
    const Type* type = error_type;
    Qualifiers qualifiers;
    ParameterMode mode = ParameterMode::In;
    Location where;
};

class Checker {
  public:
    // Reads the text of a built-in as the function's body: the parser has it, which stands above.
    using ReadText = void (*)(Checker& checker, Function* function, std::string_view text);
    Checker(const CheckContext& context, ReadText read_text) : context_(context), read_text_(read_text) {}

    CheckContext& context() { return context_; }
    Scopes& scopes() { return scopes_; }

    // ---- names (names.cpp)
    // The type that a word names here: a structure, or a basic or opaque type that nothing hides. null: none.
    const Type* type_named(std::string_view name);

    Expression* identifier(std::string_view name, Location where);

    // ---- parts of values (access.cpp)
    Expression* index(Expression* operand, Expression* index, Location where);
    Expression* member(Expression* operand, std::string_view name, Location where);
    Expression* length(Expression* operand, Location where);

    // ---- calls (calls.cpp)
    Expression* call(std::string_view name, std::vector<Expression*> arguments, Location where);
    Expression* call_subroutine(Expression* target, std::vector<Expression*> arguments, Location where);

    // ---- declarations (declarations.cpp, blocks.cpp, functions.cpp, subroutines.cpp)
    // `layout(…) in;` and the like have been read.
    void default_layout(const Qualifiers& qualifiers, Location where);

    const Type* declare_structure(std::string_view name, std::vector<Member> members, Location where);
    Declaration* declare(Qualifiers qualifiers, const Type* type, std::string_view name, const Initialiser* initialiser,
                         Location where);
    void default_counter(const Qualifiers& qualifiers, const Type* type) { counters_.set_default(qualifiers, type); }
    // `invariant gl_Position;`, `precise x;`, `centroid varying …` of something declared before.
    void redeclare(const Qualifiers& qualifiers, std::string_view name, Location where);
    void declare_block(Qualifiers qualifiers, std::string_view name, std::vector<Member> members,
                       std::vector<BlockMember> member_qualifiers, std::string_view instance,
                       const std::vector<int32_t>& sizes, Location where);
    Function* declare_function(const Type* type, Precision precision, std::string_view name,
                               const std::vector<ParameterDeclaration>& parameters, bool prototype, Location where);
    void declare_subroutine_type(const Type* result, std::string_view name,
                                 const std::vector<ParameterDeclaration>& parameters, Location where);
    void associate(Function* function, std::span<const LayoutItem> names, int32_t index, Location where);
    void check_subroutine_variable(bool written, const Qualifiers& qualifiers, const Type* type, Location where);
    void begin_body(Function* function);
    // Functions of modules that end in other ways alone need not return.
    void end_body(Function* function, BlockStatement* body, bool must_return = true);

    Statement* expression_statement(Expression* expression, Location where);
    Statement* return_statement(Expression* value, Location where);
    Statement* jump(StatementKind kind, Location where);
    Statement* demote(Location where);
    Case* case_label(Expression* value, Location where, int depth);
    void enter_loop() { loops_++; }
    void leave_loop() { loops_--; }
    void enter_branch() { branches_++; }
    void leave_branch() { branches_--; }
    // `depth`: of statements in each other, as the parser counts them, where the switch has its labels.
    void enter_switch(Expression* selector, int depth);
    void leave_switch();

    VertexArrays& vertex_arrays() { return vertex_arrays_; }
    // What is decided when all has been read.
    void finish();

  private:
    // packPtr() and unpackPtr(): their types are none that tables of functions name. Null: it is neither.
    Expression* pack_pointer(std::string_view name, const std::vector<Expression*>& arguments, Location where);

    Expression* call_function(Function* function, std::vector<Expression*>& arguments, Location where);
    Expression* call_builtin(const Candidate& candidate, std::vector<Expression*>& arguments, Location where);
    const std::vector<const Candidate*>& candidates(std::string_view name);
    bool has_small_types(const Candidate& candidate) const;
    Function* text_function(const Candidate& candidate);
    bool pass_arguments(std::span<const Type* const> types, std::span<const ParameterMode> modes,
                        std::vector<Expression*>& arguments);
    std::string call_text(std::string_view name, const std::vector<Expression*>& arguments) const;
    void check_variable(Qualifiers& qualifiers, const Type* type, std::string_view name, bool initialised,
                        Location where);
    Variable* declared_before(std::string_view name, const Type* type, Location where);
    void check_initial_value(const Qualifiers& qualifiers, const Expression* value, std::string_view name);
    void check_reads(const Statement* statement);
    void check_first_reads(const Statement* body);  // first_reads.cpp
    void check_read(const Expression* expression, bool reads);

    void check_recursion();
    Function* new_function(const Type* type, std::string_view name, const std::vector<ParameterDeclaration>& parameters,
                           Location where);

    // ---- blocks.cpp, functions.cpp, calls.cpp
    void check_parameters(const std::vector<ParameterDeclaration>& parameters, bool prototype);
    void check_overload(const Function& before, const Type* type, Precision precision,
                        const std::vector<ParameterDeclaration>& parameters, bool prototype, Location where);
    void check_function_name(std::string_view name, const Type* type,
                             const std::vector<ParameterDeclaration>& parameters, Location where);
    bool may_vary(const Candidate& chosen, size_t parameter) const;
    bool check_builtin_arguments(const Candidate& chosen, const std::vector<Expression*>& arguments, Location where);
    bool check_memory_argument(const Expression* argument, const Qualifiers& parameter, Location where);
    void check_in_main(std::string_view name, Location where);
    void check_interlock(std::string_view name, Location where);

    struct SwitchState {
        const Type* type = nullptr;
        std::unordered_set<int64_t> values;
        bool has_default = false;
        int depth = 0;  // of its labels
    };
    CheckContext context_;
    ReadText read_text_;
    Scopes scopes_;
    VertexArrays vertex_arrays_{context_};
    BuiltinVariables builtins_{context_, vertex_arrays_};
    PerVertexMembers per_vertex_{context_};
    Redeclarations redeclarations_{context_, builtins_, per_vertex_, vertex_arrays_};
    ImplicitSizes implicit_sizes_{context_};
    Captures captures_{context_};
    CounterBuffers counters_;
    std::unordered_map<std::string_view, std::vector<const Candidate*>> candidates_;
    std::unordered_map<const FunctionRow*, std::vector<Candidate>> own_candidates_;  // of rows with arrays
    std::unordered_map<std::string, Function*> texts_;
    std::vector<std::unique_ptr<Overloads>> overloads_;
    Function* function_ = nullptr;  // being parsed
    std::vector<SwitchState> switches_;
    std::vector<const Variable*> locals_;  // of the function being parsed, without initialisers
    std::unordered_map<const Function*, Precision> precisions_;
    std::unordered_map<const Type*, Function*> subroutines_;                   // the prototype of each type
    std::unordered_map<const Function*, std::vector<const Function*>> calls_;  // whom each calls
    int loops_ = 0;
    int branches_ = 0;       // if, loops and switches around the statement
    bool returned_ = false;  // the function has had a return
    int interlock_ = 0;      // 1: begun, 2: ended
};

}  // namespace glsl
