#include "evaluator.h"

namespace random_glsl {

using namespace glsl;

namespace {

constexpr int most_steps = 60000;

// The first component of member n in a value of this structure.
int64_t member_start(const Structure& structure, int32_t n) {
    int64_t sum = 0;
    for (int32_t i = 0; i < n; i++) sum += count_of(structure.members[static_cast<size_t>(i)].type);
    return sum;
}

// For what an index chooses: how many there are, and the components of each.
std::pair<int64_t, int64_t> parts_of(const Type* type) {
    if (type->is_array()) return {elements_of(type), count_of(type->element)};
    if (type->is_matrix()) return {type->columns, type->rows};
    return {type->rows, 1};
}

Numbers slice(const Numbers& from, int64_t start, int64_t count) {
    return {from.begin() + start, from.begin() + start + count};
}

}  // namespace

Numbers& Evaluator::storage(const Variable* variable) {
    const bool common = variable->qualifiers.storage == Storage::Shared && shared;
    Numbers& numbers = common ? (*shared)[variable] : variables_[variable];
    if (numbers.empty()) numbers.resize(static_cast<size_t>(count_of(variable->type)));
    return numbers;
}

void Evaluator::count_step() {
    if (++steps_ > most_steps) throw Undecided{"too long"};
}

// ---- values and lvalues

bool Evaluator::truth(const Expression* expression) {
    const Number number = scalar(expression);
    if (!number.known) throw Undecided{"a condition is not known"};
    return number.bits != 0;
}

int64_t Evaluator::whole(const Expression* expression) {
    const Number number = scalar(expression);
    if (!number.known) throw Undecided{"an index is not known"};
    return expression->type->scalar == Scalar::Int ? get<int32_t>(number) : static_cast<int64_t>(number.bits);
}

Numbers Evaluator::load(const LValue& lvalue) const {
    Numbers numbers;
    numbers.reserve(lvalue.at.size());
    for (const uint32_t at : lvalue.at) numbers.push_back((*lvalue.storage)[at]);
    return numbers;
}

void Evaluator::store(const LValue& lvalue, const Numbers& numbers) {
    for (size_t n = 0; n < lvalue.at.size(); n++) (*lvalue.storage)[lvalue.at[n]] = numbers.at(n);
}

Evaluator::LValue Evaluator::lvalue(const Expression* expression) {
    const auto part = [](LValue whole, int64_t start, int64_t count) {
        const auto first = whole.at.begin() + start;
        whole.at = std::vector<uint32_t>(first, first + count);
        return whole;
    };
    if (const auto* node = as<Reference>(expression)) {
        LValue all;
        all.storage = &storage(node->variable);
        all.at.resize(all.storage->size());
        for (uint32_t n = 0; n < all.at.size(); n++) all.at[n] = n;
        return all;
    }
    if (const auto* node = as<Swizzle>(expression)) {
        const LValue from = lvalue(node->operand);
        LValue chosen{from.storage, {}};
        for (size_t n = 0; n < node->count; n++) chosen.at.push_back(from.at.at(node->components[n]));
        return chosen;
    }
    if (const auto* node = as<Index>(expression)) {
        LValue from = lvalue(node->operand);
        const int64_t index = whole(node->index);
        const auto [count, size] = parts_of(node->operand->type);
        if (index < 0 || index >= count) throw Undecided{"an index is out of range"};
        return part(std::move(from), index * size, size);
    }
    if (const auto* node = as<MemberAccess>(expression)) {
        const Structure& structure = *node->operand->type->structure;
        return part(lvalue(node->operand), member_start(structure, node->member), count_of(node->type));
    }
    throw Undecided{"not a place"};
}

Numbers Evaluator::value(const Expression* expression) {
    count_step();
    switch (expression->kind) {
        case ExpressionKind::Constant: {
            Numbers numbers;
            for (const uint64_t bits : as<Constant>(expression)->components) numbers.push_back({bits, true});
            return numbers;
        }
        case ExpressionKind::Reference: {
            const Variable* variable = as<Reference>(expression)->variable;
            if (variable->value) return value(variable->value);
            return storage(variable);
        }
        case ExpressionKind::Unary: return unary(*as<Unary>(expression));
        case ExpressionKind::Step: return step(*as<Step>(expression));
        case ExpressionKind::Binary: return binary(*as<Binary>(expression));
        case ExpressionKind::Conditional: {
            const auto* node = as<Conditional>(expression);
            return value(truth(node->condition) ? node->yes : node->no);
        }
        case ExpressionKind::Assign: return assign(*as<Assign>(expression));
        case ExpressionKind::Comma: {
            const auto* node = as<Comma>(expression);
            value(node->left);
            return value(node->right);
        }
        case ExpressionKind::Call: return call(*as<Call>(expression));
        case ExpressionKind::BuiltinCall: {
            const auto* node = as<BuiltinCall>(expression);
            return builtin(node->row->name, node->type, node->arguments);
        }
        case ExpressionKind::Dereference: throw Undecided{"memory is not followed"};
        case ExpressionKind::Construct: return construct(*as<Construct>(expression));
        case ExpressionKind::Convert: {
            const auto* node = as<Convert>(expression);
            Numbers numbers = value(node->operand);
            for (Number& number : numbers)
                number = random_glsl::convert(node->operand->type->scalar, node->type->scalar, number);
            return numbers;
        }
        case ExpressionKind::Swizzle: {
            const auto* node = as<Swizzle>(expression);
            const Numbers from = value(node->operand);
            Numbers numbers;
            for (size_t n = 0; n < node->count; n++) numbers.push_back(from.at(node->components[n]));
            return numbers;
        }
        case ExpressionKind::Index: {
            const auto* node = as<Index>(expression);
            const Numbers from = value(node->operand);
            const int64_t index = whole(node->index);
            const auto [count, size] = parts_of(node->operand->type);
            if (index < 0 || index >= count) throw Undecided{"an index is out of range"};
            return slice(from, index * size, size);
        }
        case ExpressionKind::Member: {
            const auto* node = as<MemberAccess>(expression);
            const Numbers from = value(node->operand);
            return slice(from, member_start(*node->operand->type->structure, node->member), count_of(node->type));
        }
        case ExpressionKind::Length:
            return {make(static_cast<int32_t>(elements_of(as<Length>(expression)->operand->type)))};
        case ExpressionKind::Error: break;
    }
    throw Undecided{"an expression that is not known here"};
}

// ---- operators

Numbers Evaluator::unary(const Unary& node) {
    Numbers numbers = value(node.operand);
    for (Number& number : numbers) {
        if (!number.known) continue;
        number = with_type(node.type->scalar, [&](auto kind) -> Number {
            using T = decltype(kind);
            const T a = get<T>(number);
            if constexpr (std::is_same_v<T, bool>) {
                return make(!a);
            } else if constexpr (std::is_floating_point_v<T>) {
                // A sign is a bit, of NaNs, too.
                const uint64_t sign = uint64_t{1} << (8 * sizeof(T) - 1);
                return {number.bits ^ sign, true};
            } else {
                if (node.operation == UnaryOperator::Complement) return make<T>(static_cast<T>(~a));
                return make<T>(wrapped(T(0), a, [](auto x, auto y) { return x - y; }));
            }
        });
    }
    return numbers;
}

Numbers Evaluator::step(const Step& node) {
    const LValue at = lvalue(node.operand);
    const Numbers old = load(at);
    const Number one = random_glsl::convert(Scalar::Int, node.type->scalar, make(int32_t{1}));
    Numbers now = old;
    for (Number& number : now)
        number =
            compute(node.decrement ? BinaryOperator::Subtract : BinaryOperator::Add, node.type->scalar, number, one);
    store(at, now);
    return node.postfix ? old : now;
}

Numbers Evaluator::equal(const Type* type, const Numbers& left, const Numbers& right, bool wanted) {
    std::vector<Scalar> scalars;
    scalars_of(type, scalars);
    bool unknown = false;
    for (size_t n = 0; n < scalars.size(); n++) {
        const Number same = compute(BinaryOperator::Equal, scalars[n], left.at(n), right.at(n));
        if (same.known && !same.bits) return {make(!wanted)};
        unknown |= !same.known;
    }
    return {unknown ? Number{} : make(wanted)};
}

Numbers Evaluator::binary(const Binary& node) {
    switch (node.operation) {
        case BinaryOperator::LogicalAnd: return {make(truth(node.left) && truth(node.right))};
        case BinaryOperator::LogicalOr: return {make(truth(node.left) || truth(node.right))};
        case BinaryOperator::LogicalXor: {
            const bool left = truth(node.left);
            return {make(left != truth(node.right))};
        }
        case BinaryOperator::Add:
        case BinaryOperator::Subtract:
        case BinaryOperator::Multiply:
        case BinaryOperator::Divide:
        case BinaryOperator::Modulus:
        case BinaryOperator::ShiftLeft:
        case BinaryOperator::ShiftRight:
        case BinaryOperator::And:
        case BinaryOperator::Or:
        case BinaryOperator::Xor:
        case BinaryOperator::Less:
        case BinaryOperator::LessEqual:
        case BinaryOperator::Greater:
        case BinaryOperator::GreaterEqual:
        case BinaryOperator::Equal:
        case BinaryOperator::NotEqual: break;
    }
    const Numbers left = value(node.left);
    const Numbers right = value(node.right);
    if (node.operation == BinaryOperator::Equal || node.operation == BinaryOperator::NotEqual)
        return equal(node.left->type, left, right, node.operation == BinaryOperator::Equal);
    return compute_all(node.operation, node.type, node.left->type, left, node.right->type, right);
}

Numbers Evaluator::compute_all(BinaryOperator operation, const Type* result, const Type* left_type, const Numbers& left,
                               const Type* right_type, const Numbers& right) {
    const bool linear = operation == BinaryOperator::Multiply && !left_type->is_scalar() && !right_type->is_scalar() &&
                        (left_type->is_matrix() || right_type->is_matrix());
    if (linear) return product(left_type, left, right_type, right);
    Numbers numbers(static_cast<size_t>(count_of(result)));
    for (size_t n = 0; n < numbers.size(); n++) {
        const Number a = left.at(left.size() == 1 ? 0 : n);
        Number b = right.at(right.size() == 1 ? 0 : n);
        // A count below zero is out of range however wide it is.
        if ((operation == BinaryOperator::ShiftLeft || operation == BinaryOperator::ShiftRight) &&
            right_type->scalar == Scalar::Int && get<int32_t>(b) < 0)
            b.known = false;
        numbers[n] = compute(operation, left_type->scalar, a, b);
    }
    return numbers;
}

// Linear algebra; sums begin with the first product (docs/numerics.md).
Numbers Evaluator::product(const Type* left_type, const Numbers& left, const Type* right_type, const Numbers& right) {
    const size_t inner = left_type->is_matrix() ? left_type->columns : left_type->rows;
    const size_t rows = left_type->is_matrix() ? left_type->rows : 1;
    const size_t columns = right_type->is_matrix() ? right_type->columns : 1;
    // Halves are computed in floats, and rounded once.
    const bool halves = left_type->scalar == Scalar::Float16;
    const Scalar scalar = halves ? Scalar::Float : left_type->scalar;
    Numbers numbers;
    for (size_t c = 0; c < columns; c++)
        for (size_t r = 0; r < rows; r++) {
            Number sum;
            for (size_t k = 0; k < inner; k++) {
                const Number term =
                    compute(BinaryOperator::Multiply, scalar, left.at(k * rows + r), right.at(c * inner + k));
                sum = k ? compute(BinaryOperator::Add, scalar, sum, term) : term;
            }
            numbers.push_back(halves ? to_half(sum) : sum);
        }
    return numbers;
}

Numbers Evaluator::assign(const Assign& node) {
    const LValue at = lvalue(node.target);
    Numbers numbers = value(node.value);
    if (node.compound)
        numbers =
            compute_all(node.operation, node.target->type, node.target->type, load(at), node.value->type, numbers);
    store(at, numbers);
    return numbers;
}

Numbers Evaluator::construct(const Construct& node) {
    const Type* type = node.type;
    const auto wanted = static_cast<size_t>(count_of(type));
    const Type* first = node.arguments[0]->type;
    if (type->is_matrix() && node.arguments.size() == 1 && (first->is_scalar() || first->is_matrix())) {
        const Numbers from = value(node.arguments[0]);
        const Number zero = random_glsl::convert(Scalar::Int, type->scalar, make(int32_t{0}));
        const Number one = random_glsl::convert(Scalar::Int, type->scalar, make(int32_t{1}));
        Numbers numbers;
        for (size_t c = 0; c < type->columns; c++)
            for (size_t r = 0; r < type->rows; r++) {
                if (first->is_scalar())
                    numbers.push_back(c == r ? from[0] : zero);
                else if (c < first->columns && r < first->rows)
                    numbers.push_back(from[c * first->rows + r]);
                else
                    numbers.push_back(c == r ? one : zero);
            }
        return numbers;
    }
    Numbers numbers;
    for (const Expression* argument : node.arguments) {
        const Numbers more = value(argument);
        numbers.insert(numbers.end(), more.begin(), more.end());
    }
    // A scalar fills a vector; what is too much in the last argument is left out.
    if (type->is_vector() && node.arguments.size() == 1 && first->is_scalar()) numbers.assign(wanted, numbers.at(0));
    if (numbers.size() < wanted) throw Undecided{"a constructor with too few numbers"};
    numbers.resize(wanted);
    return numbers;
}

// ---- calls

Numbers Evaluator::call(const Call& node) {
    if (node.target) throw Undecided{"a subroutine"};
    if (node.function->builtin) return builtin(node.function->name, node.type, node.arguments);
    const Function* function = node.function;
    for (const Function* other : shader_.functions)
        if (!function->body && other->body && other->name == function->name &&
            other->parameters.size() == function->parameters.size()) {
            bool same = true;
            for (size_t n = 0; n < other->parameters.size(); n++)
                same &= other->parameters[n]->type == function->parameters[n]->type;
            if (same) function = other;
        }
    if (!function->body) throw Undecided{"a function without a body"};
    std::vector<Numbers> values(node.arguments.size());
    std::vector<LValue> lvalues(node.arguments.size());
    for (size_t n = 0; n < values.size(); n++) {
        const ParameterMode mode = function->parameters[n]->mode;
        if (mode != ParameterMode::In) lvalues[n] = lvalue(node.arguments[n]);
        if (mode == ParameterMode::In) values[n] = value(node.arguments[n]);
        if (mode == ParameterMode::InOut) values[n] = load(lvalues[n]);
    }
    for (size_t n = 0; n < values.size(); n++) {
        const Variable* parameter = function->parameters[n];
        Numbers& own = storage(parameter);
        if (parameter->mode == ParameterMode::Out)
            own.assign(own.size(), Number{});
        else
            own = values[n];
    }
    returned_.clear();
    execute_all(function->body->statements);
    Numbers result = std::move(returned_);
    returned_.clear();
    if (result.empty() && !node.type->is_void()) result.resize(static_cast<size_t>(count_of(node.type)));
    for (size_t n = 0; n < values.size(); n++) {
        const Variable* parameter = function->parameters[n];
        if (parameter->mode == ParameterMode::In) continue;
        Numbers numbers = storage(parameter);
        const Type* to = node.arguments[n]->type;
        if (to != parameter->type && to->is_basic())
            for (Number& number : numbers) number = random_glsl::convert(parameter->type->scalar, to->scalar, number);
        store(lvalues[n], numbers);
    }
    return result;
}

Numbers Evaluator::builtin(std::string_view name, const Type* result, std::span<Expression* const> arguments) {
    if (name == "EmitVertex" || name == "EndPrimitive" || name == "barrier" || name.starts_with("memoryBarrier")) {
        if (name == "barrier") throw Undecided{"a barrier that is no statement of main()"};
        if (on_stage_call) on_stage_call(name);
        return {};
    }
    if (name.starts_with("atomic")) return atomic(name.substr(6), arguments);
    // Arguments that are written, by their number: behind the result.
    const size_t first_written = name == "modf" || name == "frexp" ? 1
                                 : name.ends_with("Carry") || name.ends_with("Borrow") || name.ends_with("Extended")
                                     ? 2
                                     : arguments.size();
    BuiltinArguments given;
    std::vector<LValue> lvalues;
    for (size_t n = 0; n < arguments.size(); n++) {
        given.types.push_back(arguments[n]->type);
        if (n >= first_written)
            lvalues.push_back(lvalue(arguments[n]));
        else
            given.values.push_back(value(arguments[n]));
    }
    Numbers all = evaluate_builtin(name, result, given);
    auto start = result->is_void() ? 0 : count_of(result);
    for (const LValue& at : lvalues) {
        store(at, slice(all, start, static_cast<int64_t>(at.at.size())));
        start += static_cast<int64_t>(at.at.size());
    }
    all.resize(result->is_void() ? 0 : static_cast<size_t>(count_of(result)));
    return all;
}

// Gives what was there before.
Numbers Evaluator::atomic(std::string_view operation, std::span<Expression* const> arguments) {
    const LValue at = lvalue(arguments[0]);
    const Numbers old = load(at), operand = value(arguments[1]);
    const Scalar scalar = arguments[0]->type->scalar;
    const auto computed = [&](BinaryOperator how) { return compute(how, scalar, old[0], operand[0]); };
    const Number less = computed(BinaryOperator::Less);
    Number now;
    if (operation == "Add") now = computed(BinaryOperator::Add);
    if (operation == "And") now = computed(BinaryOperator::And);
    if (operation == "Or") now = computed(BinaryOperator::Or);
    if (operation == "Xor") now = computed(BinaryOperator::Xor);
    if (operation == "Exchange") now = operand[0];
    if (less.known && operation == "Min") now = less.bits ? old[0] : operand[0];
    if (less.known && operation == "Max") now = less.bits ? operand[0] : old[0];
    if (operation == "CompSwap") {
        const Number same = computed(BinaryOperator::Equal);
        const Number other = value(arguments[2])[0];
        if (same.known) now = same.bits ? other : old[0];
    }
    store(at, {now});
    return old;
}

// ---- statements

Evaluator::Flow Evaluator::execute_all(std::span<Statement* const> statements) {
    for (const Statement* statement : statements) {
        const Flow flow = execute(statement);
        if (flow != Flow::Next) return flow;
    }
    return Flow::Next;
}

void Evaluator::declare(const Declaration& node) {
    if (node.initialiser) {
        const Numbers numbers = value(node.initialiser);
        storage(node.variable) = numbers;
    } else if (!node.variable->value) {
        Numbers& own = storage(node.variable);
        own.assign(own.size(), Number{});
    }
}

namespace {
struct Discarded {};
}  // namespace

Evaluator::Flow Evaluator::execute(const Statement* statement) {
    count_step();
    switch (statement->kind) {
        case StatementKind::Expression: {
            const Expression* expression = as<ExpressionStatement>(statement)->expression;
            if (expression) value(expression);
            return Flow::Next;
        }
        case StatementKind::Declaration: declare(*as<Declaration>(statement)); return Flow::Next;
        case StatementKind::Block: return execute_all(as<BlockStatement>(statement)->statements);
        case StatementKind::If: {
            const auto* node = as<If>(statement);
            if (truth(node->condition)) return execute(node->yes);
            return node->no ? execute(node->no) : Flow::Next;
        }
        case StatementKind::Loop: return loop(*as<Loop>(statement));
        case StatementKind::Switch: return select(*as<Switch>(statement));
        case StatementKind::Case: return Flow::Next;
        case StatementKind::Break: return Flow::Break;
        case StatementKind::Continue: return Flow::Continue;
        case StatementKind::Return: {
            const auto* node = as<Return>(statement);
            if (node->value) {
                Numbers numbers = value(node->value);
                returned_ = std::move(numbers);
            }
            return Flow::Return;
        }
        case StatementKind::Discard:
            if (!as<Discard>(statement)->demotes) throw Discarded{};
            discarded_ = true;  // and goes on
            return Flow::Next;
    }
    return Flow::Next;
}

Evaluator::Flow Evaluator::loop(const Loop& node) {
    if (node.first) execute(node.first);
    const auto goes_on = [&] {
        if (node.declaration) {
            declare(*node.declaration);
            const Number number = storage(node.declaration->variable).at(0);
            if (!number.known) throw Undecided{"a condition is not known"};
            return number.bits != 0;
        }
        return !node.condition || truth(node.condition);
    };
    for (bool is_first = true;; is_first = false) {
        count_step();
        if (!(is_first && node.test_at_end) && !goes_on()) return Flow::Next;
        const Flow flow = node.body ? execute(node.body) : Flow::Next;
        if (flow == Flow::Break) return Flow::Next;
        if (flow == Flow::Return) return flow;
        if (node.step) value(node.step);
    }
}

Evaluator::Flow Evaluator::select(const Switch& node) {
    const Number selector = scalar(node.selector);
    if (!selector.known) throw Undecided{"a selector is not known"};
    size_t start = node.statements.size();
    for (size_t n = 0; n < node.statements.size(); n++) {
        const auto* label = as<Case>(node.statements[n]);
        if (!label) continue;
        if (!label->value && start == node.statements.size()) start = n;
        if (label->value &&
            static_cast<uint32_t>(label->value->components[0]) == static_cast<uint32_t>(selector.bits)) {
            start = n;
            break;
        }
    }
    const Flow flow = execute_all(node.statements.subspan(start));
    return flow == Flow::Break ? Flow::Next : flow;
}

void Evaluator::begin() {
    for (const Function* function : shader_.functions)
        if (function->name == "main" && function->body) main_ = function;
    if (!main_) throw Undecided{"no main"};
    for (const Declaration* declaration : shader_.initialised) declare(*declaration);
}

bool Evaluator::run() {
    if (!main_) begin();
    const auto statements = main_->body->statements;
    try {
        while (next_ < statements.size()) {
            const Statement* const statement = statements[next_++];
            const auto* plain = as<ExpressionStatement>(statement);
            const auto* call = plain ? as<BuiltinCall>(plain->expression) : nullptr;
            if (call && call->row->name == "barrier") return false;
            if (execute(statement) == Flow::Return) next_ = statements.size();
        }
    } catch (const Discarded&) {
        discarded_ = true;
    }
    return true;
}

}  // namespace random_glsl
