// The semantic rules: the parser calls these for each rule of the grammar and gets checked nodes. Every mistake becomes
// a message. The result is then a node of the type `error`, which fits everywhere, so that the mistake is reported
// once.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "glsl/check/conversions.h"
#include "glsl/check/layouts.h"
#include "glsl/check/signatures.h"
#include "glsl/tree/interface.h"
#include "glsl/tree/shader.h"

namespace glsl {

// All functions of one name that are visible together.
struct Overloads {
    std::vector<Function*> functions;
};

// What a name stands for; one of these, but that variables and functions have names of their own in 1.10.
struct Symbol {
    Variable* variable = nullptr;
    const Type* type = nullptr;  // a structure
    Overloads* overloads = nullptr;
    const Block* block = nullptr;  // its name must be unique
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

// The variable that an access path begins at; null: it begins at a value.
Variable* root_of(const Expression* expression);

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

    // ---- pointers (pointers.cpp)
    bool has_pointers() const;
    const Type* pointer_to(const Type* type, Location where);
    Expression* dereference(Expression* pointer, Location where);
    Expression* cast(const Type* type, Expression* operand, Location where);

    // ---- calls (calls.cpp, constructors.cpp)
    Expression* call(std::string_view name, std::vector<Expression*> arguments, Location where);
    Expression* call_subroutine(Expression* target, std::vector<Expression*> arguments, Location where);
    Expression* construct(const Type* type, std::vector<Expression*> arguments, Location where);
    Expression* initialise(const Type* type, const Initialiser& initialiser);

    // ---- layouts (layouts.cpp, variable_layouts.cpp) Applies the identifiers to the qualifiers and the stage. `name`:
    // of the variable, if it is known.
    void apply_layout(std::span<const LayoutItem> items, LayoutForm form, Qualifiers& qualifiers, const Type* type,
                      std::string_view name = {});
    void default_layout(const Qualifiers& qualifiers, Location where);

    // ---- declarations (declarations.cpp, functions.cpp, redeclarations.cpp, qualifier_rules.cpp)
    void require_arrays_of_arrays(Location where);
    void check_structure_within(bool in_block, Location where);
    void check_member_size(const Member& member, Location where);
    void check_structure_qualifiers(const Qualifiers& own, Location where);
    void check_member(Qualifiers& own, std::span<const LayoutItem> layout, const Type* type, Location where);
    static constexpr int64_t most_components = int64_t{1} << 28;  // of one type
    static constexpr int32_t most_elements = 1 << 24;             // of one array
    static constexpr int32_t most_parts = 4096, most_depth = 60;  // of one type: see Type
    // Reports a type that is too large, or nested too deeply, for later walks.
    bool check_extent(const Type* type, Location where);
    const Type* array_of(const Type* element, int32_t size) { return shader_.types.array(element, size); }
    const Type* declare_structure(std::string_view name, std::vector<Member> members, Location where);
    Declaration* declare(Qualifiers qualifiers, const Type* type, std::string_view name, const Initialiser* initialiser,
                         Location where);
    void default_counter(const Qualifiers& qualifiers, const Type* type);
    // `invariant gl_Position;`, `precise x;`, `centroid varying …` of something declared before.
    void redeclare(const Qualifiers& qualifiers, std::string_view name, Location where);
    void set_default_precision(Precision precision, const Type* type, Location where);
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

    // ---- statements (statements.cpp)
    Expression* condition(Expression* expression);  // a bool
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
    int32_t constant_size(Expression* size, Location where);  // at least 1; 1 after an error
    std::optional<int64_t> constant_integer(Expression* expression, std::string_view what);

    // Reads the text of a built-in as the function's body: the parser sets this, which stands above.
    using ReadText = void (*)(Checker& checker, Function* function, std::string_view text);
    ReadText read_text = nullptr;
    int32_t vertices_in = 3;
    // Of the built-in constant of this name, whether this version knows it or not. 0: there is none.
    int32_t limit(std::string_view name, int component = 0) const;

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
    // ---- pointers
    int64_t pointer_stride(const Type* pointer, Location where);
    Expression* address_constant(int64_t bytes, Location where);
    Expression* pointer_distance(const Type* pointer, Expression* number, Location where);
    Expression* offset_pointer(Expression* pointer, Expression* number, bool back, Location where);
    Expression* plain_value(Expression* operand);
    Expression* pointer_operation(BinaryOperator operation, Expression* left, Expression* right, Location where);
    Expression* move_pointer(BinaryOperator operation, Expression* target, Expression* number, Location where);
    Expression* step_pointer(bool decrement, bool postfix, Expression* operand, Location where);
    Expression* pack_pointer(std::string_view name, const std::vector<Expression*>& arguments, Location where);

    Expression* construct_handle(const Type* type, const std::vector<Expression*>& arguments, Location where);
    bool fit_elements(const Type*& type, std::vector<Expression*>& arguments, Location where);
    bool fit_members(const Type* type, std::vector<Expression*>& arguments, Location where);
    bool fit_components(const Type* type, std::vector<Expression*>& arguments, Location where);
    bool enough_components(const Type* type, const std::vector<Expression*>& arguments, Location where);
    Expression* folded(const Constant* constant, Expression* otherwise);
    Expression* part_of_constant(const Constant* part, std::string_view name, Expression* otherwise);
    Expression* convert(Expression* expression, const Type* type);  // explicit or implicit; same shape
    Expression* convert_implicitly(Expression* expression, const Type* type, Location where, std::string_view what);
    bool check_writable(Expression* target, Location where, std::string_view what);
    void note_written(Expression* target);
    bool check_identifier(std::string_view name, Location where);
    Symbol* add_symbol(std::string_view name);
    Variable* builtin_variable(std::string_view name, Location where);
    int32_t input_vertices() const;
    const Constant* work_group_size(Location where);
    const Constant* primitive_size(Location where);
    const Type* table_type(std::string_view text, Location where);
    Variable* new_variable(std::string_view name, const Type* type, const Qualifiers& qualifiers, Location where);
    const Type* arithmetic_type(BinaryOperator operation, Expression*& left, Expression*& right, Location where);
    const Type* common_type(Expression*& left, Expression*& right);

    Expression* call_function(Function* function, std::vector<Expression*>& arguments, Location where);
    Expression* call_builtin(const Candidate& candidate, std::vector<Expression*>& arguments, Location where);
    const std::vector<const Candidate*>& candidates(std::string_view name);
    bool has_small_types(const Candidate& candidate) const;
    Function* text_function(const Candidate& candidate);
    bool pass_arguments(std::span<const Type* const> types, std::span<const ParameterMode> modes,
                        std::vector<Expression*>& arguments);
    std::string call_text(std::string_view name, const std::vector<Expression*>& arguments) const;
    Expression* swizzle(Expression* operand, std::string_view name, Location where);
    void place_counter(Qualifiers& qualifiers, const Type* type, std::string_view name, Location where);
    bool is_sized_by_use(const Expression* array) const;
    void note_index(const Expression* array, int64_t index);
    void size_block_members(Block& block);
    void size_unsized(Variable* variable, const Type* type, Location where);
    void redeclare_builtin(Variable* variable, const Qualifiers& qualifiers, const Type* type, Location where);
    void check_limit(std::string_view name, const Type* type, Location where);
    void check_per_vertex(const Variable& variable, Location where);
    void check_vertex_member(const Expression* operand, std::string_view name, Location where);
    bool may_redeclare_block(const Qualifiers& qualifiers, const std::vector<Member>& members, Location where);
    bool redeclare_block(const Qualifiers& qualifiers, const std::vector<Member>& members,
                         const std::vector<BlockMember>& own, std::string_view instance,
                         const std::vector<int32_t>& sizes, Location where);
    const Symbol* find_function(std::string_view name) const;
    void qualify(Variable* variable, const Qualifiers& qualifiers);
    void check_variable(Qualifiers& qualifiers, const Type* type, std::string_view name, bool initialised,
                        Location where);
    Variable* declared_before(std::string_view name, const Type* type, Location where);
    void check_initial_value(const Qualifiers& qualifiers, const Expression* value, std::string_view name);
    bool is_own_vertex(const Expression* path) const;
    void check_reads(const Statement* statement);
    void check_first_reads(const Statement* body);  // first_reads.cpp
    void check_read(const Expression* expression, bool reads);

    // ---- qualifier_rules.cpp
    bool is_vertex_input(Storage storage) const;
    bool is_fragment_output(Storage storage) const;
    bool is_by_vertex(const Qualifiers& qualifiers) const { return glsl::is_by_vertex(qualifiers, shader_.stage); }
    bool can_be_invariant(Storage storage) const;
    void check_qualifiers(const Qualifiers& own, const Type* type, std::string_view name, Location where);
    void check_interface_words(const Qualifiers& own, const std::string& name, Location where);
    void check_framebuffer_fetch(const Qualifiers& own, const std::string& name, Location where);
    void check_precision(const Qualifiers& own, const Type* type, const std::string& name, Location where);
    void set_precision(Qualifiers& own, const Type* type) const;
    void check_memory_words(const Qualifiers& own, const Type* type, const std::string& name, Location where);
    void check_interface_type(const Qualifiers& own, const Type* type, const std::string& name, Location where);
    void check_es_interface(const Qualifiers& own, const Type* type, const std::string& name, Location where);
    void check_flat(const Qualifiers& own, const Type* type, const std::string& name, Location where);
    void check_vertex_array(const Qualifiers& own, const Type* type, const std::string& name, Location where);
    void check_geometry_vertices(int32_t before, Location where);
    using PrecisionKey = const Type*;  // float, int, or an opaque type
    static PrecisionKey precision_key(const Type* type);
    Precision default_precision(const Type* type) const;

    // ---- small_types.cpp
    bool is_stored_only(const Type* type) const;
    bool refuse_stored_only(const Type* type, const std::string& what, Location where);
    void check_stored_only(const Qualifiers& own, const Type* type, const std::string& name, Location where);
    bool check_stored_construction(const Type* type, const std::vector<Expression*>& arguments, Location where);
    Expression* operand_of_unary(Expression* operand);

    // ---- layouts.cpp, variable_layouts.cpp
    const LayoutRow* layout_row(const LayoutItem& item, LayoutForm form, Storage storage, std::string_view name);
    void check_duplicates(std::span<const LayoutItem> items);
    void merge_stage_layout(const LayoutRow& row, const StageLayout& said, Location where);
    void check_stage_layout(Location where);
    void check_stream(const Layout& layout, Location where);
    void check_feedback(const Layout& layout, const Type* type, Location where);
    int64_t most_captured() const;
    void check_captures();
    void check_component(const Layout& layout, const Type* type, const std::string& name, Location where);
    void check_variable_layout(Qualifiers& qualifiers, const Type* type, const std::string& name, Location where);
    void check_block_layout(const Qualifiers& block, const std::vector<Member>& members,
                            std::vector<BlockMember>& qualifiers, bool arrayed, Location where);
    void check_member_locations(const Layout& block, const std::vector<Member>& members,
                                const std::vector<BlockMember>& qualifiers, Location where);
    void check_binding(int32_t binding, int64_t count, std::string_view most, const std::string& name, Location where);
    void check_binding(int32_t binding, int64_t count, int64_t most, const std::string& name, Location where);
    void check_align(int32_t align, bool fixed, const std::string& name, Location where);
    void check_offsets(const Qualifiers& block, const std::vector<Member>& members,
                       const std::vector<BlockMember>& qualifiers, std::string_view name, Location where);
    void check_compute_groups();
    void check_fragment_colors();
    void check_recursion();
    Function* new_function(const Type* type, std::string_view name, const std::vector<ParameterDeclaration>& parameters,
                           Location where);

    // ---- blocks.cpp, functions.cpp, calls.cpp
    void check_member_size(const Type* type, bool open, const std::string& name, Location where);
    void check_member_names(const std::vector<Member>& members, Location where);
    void check_block(const Qualifiers& qualifiers, std::string_view name, const std::vector<Member>& members,
                     const std::vector<BlockMember>& own, std::string_view instance, const std::vector<int32_t>& sizes,
                     Location where);
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

    struct Scope {
        std::unordered_map<std::string_view, Symbol> symbols;
        std::unordered_map<PrecisionKey, Precision> precisions;
    };
    // Bytes of a buffer: outputs that transform feedback captures, counters.
    struct Capture {
        int32_t buffer = 0;
        int64_t first = 0, end = 0;
        Location where;
    };
    struct SwitchState {
        const Type* type = nullptr;
        std::unordered_set<int64_t> values;
        bool has_default = false;
        int depth = 0;  // of its labels
    };
    Shader& shader_;
    std::vector<Scope> scopes_;
    std::unordered_map<std::string_view, std::vector<const Candidate*>> candidates_;
    std::unordered_map<const FunctionRow*, std::vector<Candidate>> own_candidates_;  // of rows with arrays
    std::unordered_map<std::string, Function*> texts_;
    std::unordered_map<std::string_view, Variable*> builtins_;
    std::unordered_map<std::string_view, const Type*> builtin_structures_;
    std::vector<std::unique_ptr<Overloads>> overloads_;
    Function* function_ = nullptr;  // being parsed
    std::vector<SwitchState> switches_;
    std::vector<Variable*> unsized_locals_;
    std::vector<const Variable*> locals_;  // of the function being parsed, without initialisers
    std::map<std::pair<const Block*, int32_t>, int32_t> member_indices_;  // the largest, of members without a size
    struct CounterBuffer {
        int32_t next = 0;                  // where the next atomic counter begins
        std::map<int32_t, int64_t> taken;  // bytes from … to behind
    };
    std::unordered_map<int32_t, CounterBuffer> counter_buffers_;  // by binding
    std::vector<Capture> captures_;
    std::unordered_map<const Function*, Precision> precisions_;
    std::vector<const Variable*> redeclared_;
    // Members of the gl_PerVertex that a shader has declared: of outputs, of gl_in.
    std::vector<std::string_view> per_vertex_, per_vertex_in_;
    std::unordered_map<const Type*, Function*> subroutines_;                   // the prototype of each type
    std::unordered_map<const Function*, std::vector<const Function*>> calls_;  // whom each calls
    int32_t geometry_vertices_ = 0;  // of the primitives that come in; 0: nothing has told it
    int loops_ = 0;
    int branches_ = 0;       // if, loops and switches around the statement
    bool returned_ = false;  // the function has had a return
    int interlock_ = 0;      // 1: begun, 2: ended
    int text_depth_ = 0;     // reading the text of a built-in: no rule about names and versions holds
};

}  // namespace glsl
