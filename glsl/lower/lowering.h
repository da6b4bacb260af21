// A checked stage to a Program.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "glsl/lower/homes.h"
#include "glsl/lower/lowering_context.h"
#include "glsl/lower/memories.h"
#include "glsl/tree/interface.h"
#include "glsl/tree/memory_layout.h"
#include "glsl/tree/shader.h"

#include "ir/bindings.h"

namespace glsl {

// A register's binding, and the component where a value begins.
struct PlacedBinding {
    arbasm::Binding binding;
    uint8_t component = 0;
};

struct TextureForm;
struct TextureArguments;

// What an atomic operation is given: a value, or what is compared and what is stored where it is equal.
Operand atomic_data(Assembly& assembly, const std::vector<Operand>& data, Scalar scalar, int rows = 1);
// What a sparse function has read goes to its argument; the code is 1 where all of it had memory.
Value sparse_result(LoweringContext& context, const BuiltinCall& call, const Place& texel, const Value& read);

class Lowering {
  public:
    explicit Lowering(const StageInput& input);

    // Makes the program; to be called once. Problems that are found here are in errors(), those of
    // arbasm::check_program() in `wrong`. After either, the program must not be used.
    arbasm::Program run(std::vector<arbasm::Diagnostic>& wrong);
    const std::vector<LoweringError>& errors() const { return context_.errors(); }

    // Registers that follow each other, of one variable or of several that overlap.
    struct RegisterSpan {
        Storage storage{};
        bool patch = false;
        int64_t first = 0, count = 1;
        bool array = false, shared = false;
    };

    // Calls in each other.
    static constexpr size_t most_frames = 200;

  private:
    // ---- places (places.cpp)
    Place place_of(const Expression* expression);
    Place place_of(const Variable* variable);
    Place pointed_place(const Dereference& dereference);
    bool is_place(const Expression* expression) const;

    // ---- atomics.cpp
    Value length(const Length& length);
    std::vector<Operand> atomic_arguments(const BuiltinCall& call);
    Value memory_atomic(const BuiltinCall& call);
    Value counter_call(const BuiltinCall& call);

    // ---- images (images.cpp)
    Value image_call(const BuiltinCall& call);
    Value image_query(const BuiltinCall& call);

    // ---- expressions (expressions.cpp, operators.cpp, constructions.cpp, calls.cpp, textures.cpp)
    Value evaluate(const Expression* expression);
    Operand scalar(const Expression* expression);  // the only part of a value
    Value evaluate_before(const Expression* expression, bool effects_follow);
    Value unary(const Unary& unary);
    Value step(const Step& step);
    Value binary(const Binary& binary);
    Value operate(const Binary& binary, const Value& left, const Value& right);
    Value logical(const Binary& binary);
    Value conditional(const Conditional& conditional);
    Value assign(const Assign& assign);
    Value construct(const Construct& construct);
    Value swizzle(const Swizzle& swizzle);
    Value index(const Index& index);
    Value call(const Call& call);
    Value selected_call(const Call& call);
    Value builtin_call(const BuiltinCall& call);
    Value texture_call(const BuiltinCall& call);
    TextureArguments texture_arguments(const BuiltinCall& call, const TextureForm& form);
    Value special_call(const BuiltinCall& call);
    Value interpolation_call(const BuiltinCall& call);
    // places: of arguments that are written or that have samplers, images or counters.
    Value inline_call(const Function& function, const std::vector<Place>& places, std::vector<Value> arguments);
    Value subroutine_call(const Function& function, const std::vector<Place>& places, std::vector<Value> arguments);
    using PlaceKey = std::vector<int64_t>;  // what tells the places of opaque arguments apart
    static void add_to_key(PlaceKey& key, const Place& place);
    bool is_expanded(const Function& function);
    int expansion_cost(const Function& function);
    arbasm::TextureAccess sampler_access(const Expression* expression);
    arbasm::TextureAccess image_access(const BuiltinCall& call);
    Value texture_query(const BuiltinCall& call);

    // ---- statements (statements.cpp)
    void execute(const Statement* statement);
    void note_line(Location where);
    void execute_loop(const Loop& loop);
    void execute_switch(const Switch& statement);
    void loop_continue();
    void finish_turn(const Loop& loop);
    static bool is_declaration_list(const BlockStatement& block);
    bool has_endless_loops();  // of the stage
    void note_demotion();
    void condition(const Expression* expression);  // NE.x of the condition code: true
    bool ends_only_at_end(const Function& function) const;
    const Function* body_of(const Function* function) const;

    // ---- the program (stage.cpp)
    void declare_interface();
    Register uniform_registers();
    void declare_variable(const Variable* variable);
    void declare_stage();
    void declare_passed_results();

    // ---- inputs and outputs (varyings.cpp, builtin_variables.cpp)
    void note_spans();
    RegisterSpan span_of(const Variable& variable, Leaf& leaf, int64_t first, bool patch);
    Register bound_register(char letter, const RegisterSpan& span, uint8_t component, arbasm::Variable variable,
                            const arbasm::Binding& binding);
    void declare_input(const Variable* variable);
    void declare_output(const Variable* variable);
    void declare_attribute(const Variable* variable);
    void declare_builtin(const Variable* variable);
    bool declare_constant(const Variable* variable);
    bool declare_special(const Variable* variable);
    bool declare_in_squares(const Variable* variable);
    void declare_builtin_input(const Variable* variable, std::span<const std::string_view> bindings);
    void declare_builtin_output(const Variable* variable, std::span<const std::string_view> bindings);
    std::vector<arbasm::Binding> builtin_bindings(const Variable* variable, std::string_view binding, Leaf& leaf,
                                                  arbasm::BindingSide side);
    Register builtin_register(std::string name, arbasm::RegisterFile file, const Leaf& leaf,
                              std::vector<arbasm::Binding> bindings, arbasm::Variable variable = {});
    Register parameter_register(const Leaf& leaf, std::vector<arbasm::Binding> bindings);
    PlacedBinding builtin_binding(const Variable* variable, std::string_view binding, const Type* leaf_type,
                                  int64_t number, arbasm::BindingSide side);
    void make_truth(const Variable* variable, Home& home);
    void make_wide(const Variable* variable, Home& home);
    void fetch_framebuffer(const Home& home, const Variable& variable, int64_t location);
    Operand bound(std::string_view binding, arbasm::BindingSide side);
    void add_output(const Leaf& leaf, int64_t element, const arbasm::Binding& to, uint8_t component, int stream);
    void copy_outputs(int stream);

    // ---- what only some stages have (stage_calls.cpp)
    Value stage_call(const BuiltinCall& call);
    // ---- groups of invocations (group_calls.cpp)
    Value group_call(const BuiltinCall& call);
    Value shuffle_call(const BuiltinCall& call, Opcode opcode);

    // A function that is called, not expanded.
    struct Subroutine {
        std::unique_ptr<Routine> routine;
        std::vector<Home> parameters;
        Home result;
    };
    Subroutine& subroutine(const Function& function, const std::vector<Place>& places);

    struct LoopState {
        const Loop* loop = nullptr;
        // Inside a switch: continue leaves it first. The register that remembers, or none.
        Register continues;
    };
    // How `return` is written in the current function.
    struct Frame {
        const Function* function = nullptr;
        Subroutine* subroutine = nullptr;  // RET; null: the function is expanded and this is its end
        Value* result = nullptr;
    };

    // Nodes of a function, and instructions of the routine that calls it, beyond which it is called, not expanded: what
    // calls twice what calls twice … would have no end.
    static constexpr int most_expansion_cost = 600;
    static constexpr size_t most_expanded = 8192;
    LoweringContext context_;
    const StageInput& input_;
    Assembly& assembly_;
    Homes homes_;
    Memories memories_;
    std::optional<bool> endless_loops_;
    std::map<std::pair<const Function*, PlaceKey>, Subroutine> subroutines_;
    std::vector<Routine*> finished_;  // of subroutines, in the order in which they were
    std::unordered_map<const Function*, int> costs_, call_sites_;
    std::vector<LoopState> loops_;
    std::vector<Frame> frames_;
    // A register that stands for an output while the stage runs, and the result that it is copied to.
    struct Output {
        Operand from;
        Target to;
        Scalar scalar{};
        int stream = 0;
        int plane = -1;  // a user clip plane: the output is the distance from it
    };
    std::vector<Output> outputs_;
    std::vector<RegisterSpan> spans_;
    std::unordered_set<const Variable*> written_;
    Register uniforms_;                                                          // program.local[n]
    std::vector<std::pair<Register, std::vector<arbasm::Binding>>> parameters_;  // of state
    int builtins_ = 0;
    const Shader* module_ = nullptr;  // of SPIR-V; null: of GLSL
    bool has_interlock_ = false, orders_fragments_ = false;
};

}  // namespace glsl
