// The semantic rules: the parser calls these for each rule of the grammar and gets checked nodes. Every mistake becomes
// a message; what comes back then is a node of the type error, which fits everywhere, so that it is reported once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "glsl/check/conversions.h"
#include "glsl/check/signatures.h"
#include "glsl/tree/interface.h"
#include "glsl/tree/shader.h"

namespace glsl {

// All functions of one name that are visible together.
struct Overloads {
    std::vector<Function*> functions;
};

// What a name stands for; one of these.
struct Symbol {
    Variable* variable = nullptr;
    const Type* type = nullptr;  // a structure
    Overloads* overloads = nullptr;
};

struct ParameterDeclaration {
    std::string_view name;  // empty: none
    const Type* type = error_type;
    Qualifiers qualifiers;
    ParameterMode mode = ParameterMode::In;
    Location where;
};

// The elements of { … } before their type is known.
struct Initialiser {
    Expression* expression = nullptr;  // null: a list
    std::vector<Initialiser> list;
    Location where;
};

class Checker {
  public:
    explicit Checker(Shader& shader);

    // ---- messages
    void error(Location where, std::string text, std::string hint = {});
    void warning(Location where, std::string text, std::string hint = {});
    bool too_many_errors() const { return shader_.messages.errors() >= Messages::capacity; }

    // ---- names (scopes.cpp)
    void enter_scope();
    void leave_scope();
    bool is_global() const { return scopes_.size() == 1; }
    // The type that a word names here: a structure, or a basic or opaque type that nothing hides. null: none.
    const Type* type_named(std::string_view name);
    const Symbol* find(std::string_view name) const;

    // ---- expressions (expressions.cpp, access.cpp)
    Expression* literal(const Token& token);
    Expression* identifier(std::string_view name, Location where);
    Expression* unary(UnaryOperator operation, Expression* operand, Location where);
    Expression* plus(Expression* operand, Location where);
    Expression* step(bool decrement, bool postfix, Expression* operand, Location where);
    Expression* binary(BinaryOperator operation, Expression* left, Expression* right, Location where);
    Expression* conditional(Expression* condition, Expression* yes, Expression* no, Location where);
    Expression* assign(std::optional<BinaryOperator> operation, Expression* target, Expression* value, Location where);
    Expression* comma(Expression* left, Expression* right, Location where);
    Expression* index(Expression* operand, Expression* index, Location where);
    Expression* member(Expression* operand, std::string_view name, Location where);
    Expression* length(Expression* operand, Location where);

    // ---- calls (calls.cpp, constructors.cpp)
    Expression* call(std::string_view name, std::vector<Expression*> arguments, Location where);
    Expression* construct(const Type* type, std::vector<Expression*> arguments, Location where);
    Expression* initialise(const Type* type, const Initialiser& initialiser);

    // ---- declarations (declarations.cpp)
    const Type* array_of(const Type* element, int32_t size) { return shader_.types.array(element, size); }
    const Type* declare_structure(std::string_view name, std::vector<Member> members, Location where);
    Declaration* declare(Qualifiers qualifiers, const Type* type, std::string_view name, const Initialiser* initialiser,
                         Location where);
    void default_counter(const Qualifiers& qualifiers, const Type* type);
    // `invariant gl_Position;`, `precise x;`, `centroid varying …` of something declared before.
    void redeclare(const Qualifiers& qualifiers, std::string_view name, Location where);
    void set_default_precision(Precision precision, const Type* type, Location where);
    void declare_block(Qualifiers qualifiers, std::string_view name, std::vector<Member> members,
                       std::vector<BlockMember> member_qualifiers, std::string_view instance, int32_t array_size,
                       Location where);
    Function* declare_function(const Type* type, std::string_view name,
                               const std::vector<ParameterDeclaration>& parameters, Location where);
    void begin_body(Function* function);
    void end_body(Function* function, BlockStatement* body);

    // ---- statements (statements.cpp)
    Expression* condition(Expression* expression);  // a bool
    Statement* expression_statement(Expression* expression, Location where);
    Statement* return_statement(Expression* value, Location where);
    Statement* jump(StatementKind kind, Location where);  // break, continue, discard
    Case* case_label(Expression* value, Location where);
    void enter_loop() { loops_++; }
    void leave_loop() { loops_--; }
    void enter_switch(Expression* selector);
    void leave_switch();
    int32_t constant_size(Expression* size, Location where);  // at least 1; 1 after an error
    std::optional<int64_t> constant_integer(Expression* expression, std::string_view what);

    // Reads the text of a built-in as the function's body: the parser sets this, which stands above.
    using ReadText = void (*)(Checker& checker, Function* function, std::string_view text);
    ReadText read_text = nullptr;

    // Gives arrays by vertex the size of the primitive or patch, as soon as a layout tells it.
    void size_vertex_arrays();
    void size_by_vertices(Variable* variable);
    // What is decided when all has been read.
    void finish();

    Shader& shader() { return shader_; }
    const Language& language() const { return shader_.language; }
    Arena& arena() { return shader_.arena; }

    template <class T>
    T* node(const Type* type, Location where) {
        T* result = arena().make<T>();
        result->kind = T::own_kind;
        result->type = type;
        result->where = where;
        return result;
    }
    template <class T>
    T* statement(Location where) {
        T* result = arena().make<T>();
        result->kind = T::own_kind;
        result->where = where;
        return result;
    }
    Expression* wrong(Location where);  // a node of type error

  private:
    bool fit_elements(const Type*& type, std::vector<Expression*>& arguments, Location where);
    bool fit_members(const Type* type, std::vector<Expression*>& arguments, Location where);
    bool fit_components(const Type* type, std::vector<Expression*>& arguments, Location where);
    bool enough_components(const Type* type, const std::vector<Expression*>& arguments, Location where);
    Expression* folded(const Constant* constant, Expression* otherwise);
    Expression* convert(Expression* expression, const Type* type);  // explicit or implicit; same shape
    Expression* convert_implicitly(Expression* expression, const Type* type, Location where, std::string_view what);
    bool check_writable(Expression* target, Location where, std::string_view what);
    void note_written(Expression* target);
    bool check_identifier(std::string_view name, Location where);
    Symbol* add_symbol(std::string_view name);
    Variable* builtin_variable(std::string_view name, Location where);
    const Constant* work_group_size(Location where);
    const Type* table_type(std::string_view text, Location where);
    Variable* new_variable(std::string_view name, const Type* type, const Qualifiers& qualifiers, Location where);
    const Type* arithmetic_type(BinaryOperator operation, Expression*& left, Expression*& right, Location where);
    const Type* common_type(Expression*& left, Expression*& right);

    Expression* call_function(Function* function, std::vector<Expression*>& arguments, Location where);
    Expression* call_builtin(const Candidate& candidate, std::vector<Expression*>& arguments, Location where);
    const std::vector<const Candidate*>& candidates(std::string_view name);
    Function* text_function(const Candidate& candidate);
    bool pass_arguments(std::span<const Type* const> types, std::span<const ParameterMode> modes,
                        std::vector<Expression*>& arguments);
    std::string call_text(std::string_view name, const std::vector<Expression*>& arguments) const;
    Expression* swizzle(Expression* operand, std::string_view name, Location where);
    void check_variable_qualifiers(Qualifiers& qualifiers, const Type* type, std::string_view name, Location where);
    void place_counter(Qualifiers& qualifiers, const Type* type, std::string_view name, Location where);
    void size_unsized(Variable* variable, const Type* type, Location where);

    struct Scope {
        std::unordered_map<std::string_view, Symbol> symbols;
    };
    struct SwitchState {
        const Type* type = nullptr;
        std::vector<int64_t> values;
        bool has_default = false;
    };
    Shader& shader_;
    std::vector<Scope> scopes_;
    std::unordered_map<std::string_view, std::vector<const Candidate*>> candidates_;
    std::unordered_map<const FunctionRow*, std::vector<Candidate>> own_candidates_;  // of rows with arrays
    std::unordered_map<std::string, Function*> texts_;
    std::unordered_map<std::string_view, Variable*> builtins_;
    std::unordered_map<std::string_view, const Type*> builtin_structures_;
    std::vector<std::unique_ptr<Overloads>> overloads_;
    Function* function_ = nullptr;  // whose body is read
    std::vector<SwitchState> switches_;
    std::vector<Variable*> unsized_locals_;
    std::unordered_map<int32_t, int32_t> counter_ends_;  // by binding: where the next atomic counter begins
    int loops_ = 0;
    int text_depth_ = 0;  // reading the text of a built-in: no rule about names and versions holds
};

}  // namespace glsl
