#include "glsl/link/stage_unit.h"

#include <map>
#include <tuple>

#include "glsl/tree/operands.h"

namespace glsl {

namespace {

bool same_signature(const Function& a, const Function& b) {
    if (a.name != b.name || a.parameters.size() != b.parameters.size()) return false;
    for (size_t n = 0; n < a.parameters.size(); n++)
        if (!same_type(a.parameters[n]->type, b.parameters[n]->type)) return false;
    return true;
}

// What ARB_shader_atomic_counter_ops adds to increment, decrement and read.
bool is_counter_operation(const FunctionRow& row) {
    if (row.meaning.kind != MeaningKind::Special) return false;
    switch (row.meaning.special) {
        case SpecialFunction::AtomicCounterAdd:
        case SpecialFunction::AtomicCounterAnd:
        case SpecialFunction::AtomicCounterCompSwap:
        case SpecialFunction::AtomicCounterExchange:
        case SpecialFunction::AtomicCounterMax:
        case SpecialFunction::AtomicCounterMin:
        case SpecialFunction::AtomicCounterOr:
        case SpecialFunction::AtomicCounterSubtract:
        case SpecialFunction::AtomicCounterXor: return true;
        default: return false;  // the other functions with code of their own
    }
}

bool is_varying(const Block& block) {
    return block.qualifiers.storage == Storage::In || block.qualifiers.storage == Storage::Out;
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
            if (!same_type(block->type, other.type))
                error("the block " + name + " has other members in another " + std::string(arbasm::stage_name(stage)) +
                      " shader");
            else if (block->instance != other.instance)
                error("the block " + name + " has other instances in another " +
                      std::string(arbasm::stage_name(stage)) + " shader");
            else if (block->array_size != other.array_size && block->array_size && other.array_size)
                error("the block " + name + " has arrays of different sizes");
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
    if (!input.main) {
        error("the " + std::string(arbasm::stage_name(stage)) + " shaders have no main()");
        return false;
    }
    join_blocks(error);
    // Variables of one name are one; so are blocks of inputs and outputs, or their members, by the block's name.
    std::map<std::tuple<Storage, std::string_view, std::string_view>, const Variable*> names;
    for (const Shader* shader : shaders) {
        const auto join_variable = [&](const Variable* variable) {
            const Block* block = variable->block;
            if (variable->qualifiers.constant || (block && !is_varying(*block))) return;
            const auto [entry, is_new] =
                names.try_emplace(block ? std::tuple{variable->qualifiers.storage, block->name,
                                                     variable->member >= 0 ? variable->name : std::string_view()}
                                        : std::tuple{Storage::Global, std::string_view(), variable->name},
                                  variable);
            if (is_new) return;
            const Variable* first = entry->second;
            const bool sized = first->type->is_array() && variable->type->is_array() &&
                               same_type(first->type->element, variable->type->element) &&
                               (!first->type->size || !variable->type->size);
            if (!same_type(first->type, variable->type) && !sized)
                error(std::string(variable->name) + " is declared as " + to_string(first->type) + " and as " +
                      to_string(variable->type));
            else if (first->qualifiers.storage != variable->qualifiers.storage)
                error(std::string(variable->name) + " is declared with different qualifiers");
            input.same[variable] = first;
        };
        for (const Variable* variable : shader->globals) join_variable(variable);
        for (const Variable* variable : shader->builtins) join_variable(variable);
    }
    if (!right) return false;
    reach(input.main);
    for (const Shader* shader : shaders)
        for (const Declaration* declaration : shader->initialised)
            if (declaration->variable->qualifiers.storage != Storage::Uniform) {
                reached_.insert(canonical(declaration->variable));
                reach(declaration->initialiser);
            }
    if (!unsupported_.empty()) {
        error(unsupported_ + " are not supported yet");
        return false;
    }
    for (const Shader* shader : shaders) {
        for (const Variable* variable : shader->globals)
            if (reached_.contains(variable)) active.push_back(variable);
        for (const Variable* variable : shader->builtins)
            if (reached_.contains(variable)) active.push_back(variable);
    }
    return true;
}

void StageUnit::reach(const Function* function) {
    if (!functions_.insert(function).second) return;
    if (!function->body) {
        const auto found = input.bodies.find(function);
        if (found != input.bodies.end()) reach(found->second);
        return;
    }
    reach(function->body);
}

void StageUnit::reach(const Expression* expression) {
    if (!expression) return;
    if (const auto* reference = as<Reference>(expression)) reached_.insert(canonical(reference->variable));
    if (const auto* call = as<Call>(expression)) {
        reach(call->function);
        if (call->target) unsupported_ = "subroutines";
    }
    if (const auto* construct = as<Construct>(expression))
        for (const Expression* argument : construct->arguments)
            if (construct->type->is_opaque() || argument->type->is_opaque()) unsupported_ = "handles of textures";
    if (const auto* call = as<BuiltinCall>(expression)) operates_on_counters |= is_counter_operation(*call->row);
    any_operand(expression, [this](const Expression* operand) {
        reach(operand);
        return false;
    });
}

void StageUnit::reach(const Statement* statement) {
    if (!statement) return;
    if (const auto* node = as<ExpressionStatement>(statement)) reach(node->expression);
    if (const auto* node = as<Declaration>(statement)) {
        reach(node->initialiser);
        if (contains(node->variable->type, [](const Type* part) { return part->is_opaque(); }))
            unsupported_ = "handles of textures";
    }
    if (const auto* node = as<BlockStatement>(statement))
        for (const Statement* inner : node->statements) reach(inner);
    if (const auto* node = as<If>(statement)) reach(node->condition), reach(node->yes), reach(node->no);
    if (const auto* node = as<Loop>(statement)) {
        reach(node->first);
        reach(static_cast<const Statement*>(node->declaration));
        reach(node->condition);
        reach(node->step);
        reach(node->body);
    }
    if (const auto* node = as<Switch>(statement)) {
        reach(node->selector);
        for (const Statement* inner : node->statements) reach(inner);
    }
    if (const auto* node = as<Return>(statement)) reach(node->value);
}

}  // namespace glsl
