#include "glsl/link/stage_unit.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "glsl/lower/lowering.h"
#include "glsl/tree/interface.h"
#include "glsl/tree/operands.h"
#include "glsl/tree/recursion.h"

#include "ir/limits.h"
#include "ir/switches.h"

namespace glsl {

namespace {

bool same_signature(const Function& a, const Function& b) { return a.name == b.name && same_parameters(a, b); }

// What ARB_shader_atomic_counter_ops adds to increment, decrement and read.
bool is_counter_operation(const FunctionRow& row) {
    if (row.meaning.kind != MeaningKind::Special) return false;
    return arbasm::is_one_of(
        row.meaning.special,
        {SpecialFunction::AtomicCounterAdd, SpecialFunction::AtomicCounterAnd, SpecialFunction::AtomicCounterCompSwap,
         SpecialFunction::AtomicCounterExchange, SpecialFunction::AtomicCounterMax, SpecialFunction::AtomicCounterMin,
         SpecialFunction::AtomicCounterOr, SpecialFunction::AtomicCounterSubtract, SpecialFunction::AtomicCounterXor});
}

bool is_varying(const Block& block) {
    return block.qualifiers.storage == Storage::In || block.qualifiers.storage == Storage::Out;
}

// An array that its use sizes fits one that is as large or sized by its use, too.
bool fits(const Variable& array, const Variable& other) {
    return array.implicit_size && (other.implicit_size || array.type->size <= other.type->size);
}

// Whether two shaders give a variable different locations.
bool other_location(const Variable& a, const Variable& b) {
    const Layout &one = a.qualifiers.layout, &other = b.qualifiers.layout;
    const auto differ = [](int32_t x, int32_t y) { return x >= 0 && y >= 0 && x != y; };
    const bool component =
        one.location >= 0 && other.location >= 0 && std::max(one.component, 0) != std::max(other.component, 0);
    return differ(one.location, other.location) || differ(one.index, other.index) || component;
}

}  // namespace

// Blocks that two shaders declare are declared alike (4.3.9 of GLSL 4.60).
void StageUnit::join_blocks(const std::function<void(std::string)>& error) const {
    std::map<std::pair<Storage, std::string_view>, const Block*> known;
    for (const Shader* shader : shaders)
        for (const Block* block : shader->blocks) {
            if (!is_varying(*block)) continue;
            const auto [entry, is_new] = known.try_emplace({block->qualifiers.storage, block->name}, block);
            if (is_new) continue;
            const Block& other = *entry->second;
            const std::string name(block->name);
            if (!same_type(canonical_block(block)->type, canonical_block(&other)->type))
                error("the block " + name + " has other members in another " + std::string(arbasm::stage_name(stage)) +
                      " shader");
            else if (block->instance != other.instance)
                error("the block " + name + " has other instances in another " +
                      std::string(arbasm::stage_name(stage)) + " shader");
            else if (block->array_size != other.array_size && block->array_size && other.array_size)
                error("the block " + name + " has arrays of different sizes");
        }
}

// What two declarations of one variable disagree in; empty: nothing.
std::string StageUnit::mismatch(const Variable& first, const Variable& second) {
    const Qualifiers &a = first.qualifiers, &b = second.qualifiers;
    const bool sized = first.type->is_array() && second.type->is_array() &&
                       same_type(first.type->element, second.type->element) &&
                       (!first.type->size || !second.type->size || fits(first, second) || fits(second, first));
    // Blocks have been told of.
    if (!first.block && !same_type(first.type, second.type) && !sized)
        return " is declared as " + to_string(first.type) + " and as " + to_string(second.type);
    if (a.storage != b.storage || a.inout != b.inout || other_location(first, second))
        return " is declared with different qualifiers";
    if (a.centroid != b.centroid || a.sample != b.sample || a.patch != b.patch)
        return " is declared with and without centroid, sample or patch";
    if (a.invariant != b.invariant && !first.builtin) return " is declared with and without invariant";
    return {};
}

// A global variable that several shaders initialise gets the same constant from each (4.3 of GLSL 1.20).
void StageUnit::check_initialisers(const std::function<void(std::string)>& error) const {
    struct Initial {
        const Shader* shader = nullptr;
        const Constant* value = nullptr;  // null: not constant
    };
    std::unordered_map<std::string_view, Initial> known;
    const auto check = [&](const Shader* shader, const Variable* variable, const Expression* initialiser) {
        const Initial own{shader, variable->value ? variable->value : as<Constant>(initialiser)};
        const auto [entry, is_new] = known.try_emplace(variable->name, own);
        const Initial& other = entry->second;
        if (is_new || other.shader == shader) return;
        if (!own.value || !other.value)
            error(std::string(variable->name) + " is initialised in two shaders by what is not constant");
        else if (!same_type(own.value->type, other.value->type) ||
                 !std::ranges::equal(own.value->components, other.value->components))
            error(std::string(variable->name) + " is initialised by different values");
    };
    for (const Shader* shader : shaders) {
        for (const Declaration* declaration : shader->initialised)
            check(shader, declaration->variable, declaration->initialiser);
        for (const Variable* variable : shader->globals)
            if (variable->value) check(shader, variable, nullptr);
    }
}

bool StageUnit::join(std::string& log) {
    bool right = true;
    const auto error = [&](std::string text) {
        log += "error: " + std::move(text) + "\n";
        right = false;
    };
    input.shaders = &shaders;
    input.stage = stage;
    // Functions: each prototype finds its body.
    std::map<std::string_view, std::vector<const Function*>> bodies;
    for (const Shader* shader : shaders)
        for (const Function* function : shader->functions) {
            if (!function->body) continue;
            for (const Function* other : bodies[function->name])
                if (same_signature(*function, *other))
                    error(std::string(function->name) + "() is defined in two " +
                          std::string(arbasm::stage_name(stage)) + " shaders");
            bodies[function->name].push_back(function);
            if (function->name == "main") input.main = function;
        }
    for (const Shader* shader : shaders)
        for (const Function* function : shader->functions) {
            if (function->body) continue;
            for (const Function* body : bodies[function->name])
                if (same_signature(*function, *body)) input.bodies[function] = body;
        }
    if (const Function* function = recursive_function()) error(std::string(function->name) + "() calls itself");
    if (!input.main) {
        error("the " + std::string(arbasm::stage_name(stage)) + " shaders have no main()");
        return false;
    }
    check_initialisers(error);
    size_blocks();
    join_blocks(error);
    // Variables of one name are one; so are blocks of inputs and outputs, or their members, by the block's name.
    std::map<std::tuple<Storage, std::string_view, std::string_view>, const Variable*> names;
    for (const Shader* shader : shaders) {
        const auto join_variable = [&](const Variable* variable) {
            const Block* block = variable->block;
            if (variable->qualifiers.constant || (block && !is_varying(*block)) || input.same.contains(variable))
                return;
            const auto [entry, is_new] =
                names.try_emplace(block ? std::tuple{variable->qualifiers.storage, block->name,
                                                     variable->member >= 0 ? variable->name : std::string_view()}
                                        : std::tuple{Storage::Global, std::string_view(), variable->name},
                                  variable);
            if (is_new) return;
            const Variable* first = entry->second;
            const std::string problem = mismatch(*first, *variable);
            if (!problem.empty()) error(std::string(variable->name) + problem);
            // The larger array stands for all.
            if (variable->type->is_array() && variable->type->size > first->type->size) {
                for (auto& [other, stands_for] : input.same)
                    if (stands_for == first) stands_for = variable;
                entry->second = variable;
                input.same[first] = variable;
            } else {
                input.same[variable] = first;
            }
        };
        for (const Variable* variable : shader->globals) join_variable(variable);
        for (const Variable* variable : shader->builtins) join_variable(variable);
    }
    list_globals();
    if (!right || !number_subroutines(log) || !check_call_depth(log)) return false;
    reach(input.main);
    find_passed();
    for (const Shader* shader : shaders)
        for (const Declaration* declaration : shader->initialised) {
            // Uniforms, too: what has a value stays where the application can see it.
            reach(declaration->variable, {});
            reach(declaration->initialiser);
        }
    reach_pending();
    for (const Variable* variable : globals)
        if (reached_.contains(variable)) active.push_back(variable);
    for (const Shader* shader : shaders)
        for (const Variable* variable : shader->builtins)
            if (reached_.contains(variable)) active.push_back(variable);
    return true;
}

// Inputs of geometry shaders that are handed on are used, whether or not the shader looks at them.
void StageUnit::find_passed() {
    for (const Variable* variable : globals) {
        if (variable->qualifiers.storage != Storage::In) continue;
        bool passed = variable->qualifiers.layout.passthrough;
        if (variable->block)
            for (size_t n = 0; n < variable->block->members.size(); n++)
                passed |= member_qualifiers(*variable->block, static_cast<int32_t>(n)).layout.passthrough;
        if (!passed) continue;
        input.passes_through = true;
        reach(variable, {});
    }
    for (const Shader* shader : shaders) input.passes_through |= !shader->passed.empty();
}

void StageUnit::list_globals() {
    std::unordered_set<const Variable*> listed;
    std::unordered_set<const Block*> listed_blocks;
    for (const Shader* shader : shaders) {
        for (const Variable* declared : shader->globals)
            if (const Variable* variable = canonical(declared); listed.insert(variable).second)
                globals.push_back(variable);
        for (const Block* declared : shader->blocks)
            if (const Block* block = canonical_block(declared); listed_blocks.insert(block).second)
                blocks.push_back(block);
    }
    input.globals = &globals;
}

// Chosen indices first; the others take what is left.
bool StageUnit::number_subroutines(std::string& log) {
    bool right = true;
    std::vector<const Function*>& list = input.subroutines;
    for (const bool chosen : {true, false})
        for (const Shader* shader : shaders)
            for (const Function* function : shader->functions) {
                if (function->subroutine_types.empty() || !function->body) continue;
                if ((function->subroutine_index >= 0) != chosen) continue;
                auto index = static_cast<size_t>(std::max(function->subroutine_index, 0));
                if (!chosen)
                    while (index < list.size() && list[index]) index++;
                constexpr size_t most = arbasm::limits::MAX_SUBROUTINES;
                if (index >= most || (index < list.size() && list[index])) {
                    log += "error: the subroutine " + std::string(function->name) + " has the index " +
                           std::to_string(index) +
                           (index >= most ? ", and there are " + std::to_string(most) + "\n"
                                          : ", which another one has\n");
                    right = false;
                    continue;
                }
                if (list.size() <= index) list.resize(index + 1);
                list[index] = function;
            }
    return right;
}

// Function by function: calls in each other would be a recursion as deep as the shader likes.
void StageUnit::reach_pending() {
    while (!pending_.empty()) {
        const Function* function = pending_.back();
        pending_.pop_back();
        if (!functions_.insert(function).second) continue;
        if (function->body)
            reach(function->body);
        else if (const auto found = input.bodies.find(function); found != input.bodies.end())
            reach(found->second);
    }
}

void StageUnit::reach(const Variable* declared, Way way) {
    // What functions declare is nobody else's.
    if (declared->qualifiers.storage == Storage::Local || declared->qualifiers.storage == Storage::Parameter) return;
    const Variable* variable = canonical(declared);
    reached_.insert(variable);
    uses[variable].insert(std::move(way));
}

// A member or element of a variable, or of one of its parts. False: it is none.
bool StageUnit::reach_part(const Expression* expression) {
    Way way;
    const Expression* whole = expression;
    for (;;) {
        if (const auto* index = as<Index>(whole)) {
            const auto* constant = as<Constant>(index->index);
            way.push_back(constant ? static_cast<int>(constant->components[0]) : -1);
            whole = index->operand;
        } else if (const auto* member = as<MemberAccess>(whole)) {
            way.push_back(member->member);
            whole = member->operand;
        } else {
            break;
        }
    }
    const auto* reference = as<Reference>(whole);
    if (!reference || way.empty()) return false;
    for (const Expression* part = expression; part != whole;) {
        const auto* index = as<Index>(part);
        if (index) reach(index->index);
        part = index ? index->operand : as<MemberAccess>(part)->operand;
    }
    std::ranges::reverse(way);
    reach(reference->variable, std::move(way));
    return true;
}

void StageUnit::reach(const Expression* expression) {
    if (!expression) return;
    if (const auto* reference = as<Reference>(expression)) reach(reference->variable, {});
    if (reach_part(expression)) return;
    if (const auto* call = as<Call>(expression)) {
        if (!call->target) reach(call->function);
        for (const Function* function : input.subroutines)
            if (call->target && function && is_of(*function, *call->target->type)) reach(function);
    }
    if (const auto* call = as<BuiltinCall>(expression)) operates_on_counters |= is_counter_operation(*call->row);
    any_operand(expression, [this](const Expression* operand) {
        reach(operand);
        return false;
    });
}

void StageUnit::reach(const Statement* statement) {
    for_each_expression(statement, [this](const Expression* expression) { reach(expression); });
}

// Functions with bodies that a function calls, each as often as it is called.
template <class Visit>
void StageUnit::for_each_callee(const Function* function, Visit&& visit) const {
    const auto look = [&](const auto& again, const Expression* expression) -> void {
        if (const auto* call = as<Call>(expression); call && !call->target) {
            const auto body = input.bodies.find(call->function);
            visit(body == input.bodies.end() ? call->function : body->second);
        }
        any_operand(expression, [&](const Expression* operand) {
            again(again, operand);
            return false;
        });
    };
    for_each_expression(function->body, [&](const Expression* expression) { look(look, expression); });
}

// Functions that call themselves, also by way of others and where nothing calls them (6.1.1 of GLSL 1.20: static
// recursion is an error).
const Function* StageUnit::recursive_function() const {
    const auto callees_of = [&](const Function* function) {
        std::vector<const Function*> callees;
        for_each_callee(function, [&](const Function* callee) { callees.push_back(callee); });
        return callees;
    };
    for (const Shader* shader : shaders)
        if (const Function* found = find_recursion(shader->functions, callees_of)) return found;
    return nullptr;
}

// Lowering goes from call to call by recursion. Without recursion in the shader every function has a greatest number of
// calls below it; those of all functions are found from the last on.
bool StageUnit::check_call_depth(std::string& log) const {
    std::vector<const Function*> order{input.main};
    std::unordered_map<const Function*, int> depth{{input.main, 1}};
    // In rounds: what is called by a function of the last round is at least one deeper.
    for (int round = 1; !order.empty(); round++) {
        if (round > static_cast<int>(Lowering::most_frames) + 1) {
            log += "error: calls nest more than " + std::to_string(Lowering::most_frames) + " levels deep\n";
            return false;
        }
        std::vector<const Function*> next;
        for (const Function* function : order)
            for_each_callee(function, [&](const Function* callee) {
                int& known = depth[callee];
                if (known <= round) known = round + 1, next.push_back(callee);
            });
        order = std::move(next);
    }
    return true;
}

}  // namespace glsl
