#include <algorithm>

#include "shader_writer.h"

namespace random_glsl {

// A place to write to, for an argument. What it names is hidden until the call's text is complete.
std::string ShaderWriter::out_argument(const Kind& kind, bool& possible) {
    std::string text = read(kind, true);
    // Two arguments must not overlap, and indices that the call may change would be another matter.
    const size_t end = text.find_first_of(".[");
    const std::string root = text.substr(0, end);
    const auto found = std::find_if(scope_.begin(), scope_.end(), [&](const Entry& entry) {
        return entry.name == text || entry.name == root ||
               (entry.name.size() > root.size() && text.starts_with(entry.name));
    });
    if (text.empty() || found == scope_.end()) {
        possible = false;
        return {};
    }
    found->hidden = true;
    return text;
}

std::string ShaderWriter::call_text(const FunctionEntry& function, int depth, bool& possible) {
    std::vector<std::string> arguments(function.parameters.size());
    std::vector<bool> hidden;
    for (const Entry& entry : scope_) hidden.push_back(entry.hidden);
    for (size_t n = 0; n < arguments.size() && possible; n++)
        if (function.parameters[n].mode != Mode::In) arguments[n] = out_argument(function.parameters[n].kind, possible);
    for (size_t n = 0; n < arguments.size() && possible; n++)
        if (function.parameters[n].mode == Mode::In)
            arguments[n] = chance(6) ? narrower(function.parameters[n].kind, depth)
                                     : expression(function.parameters[n].kind, depth);
    for (size_t n = 0; n < hidden.size(); n++) scope_[n].hidden = hidden[n];
    std::string text = function.name + "(";
    for (size_t n = 0; n < arguments.size(); n++) text += (n ? ", " : "") + arguments[n];
    return text + ")";
}

void ShaderWriter::declaration() {
    const Kind kind = random_kind();
    const std::string name = variable_name();
    const bool constant = chance(12);
    const int depth = 1 + pick(4);
    std::string value;
    if (kind.is_array() && chance(3)) {
        for (int n = 0; n < kind.sizes[0]; n++) value += (n ? ", " : "{ ") + expression(kind.element(), depth - 1);
        value += " }";
    } else {
        value = chance(6) ? narrower(kind, depth) : expression(kind, depth);
    }
    line((constant ? "const " : "") + type_name(kind) + " " + name + " = " + value + ";");
    declare(name, kind, !constant);
}

// A new one, or that of a variable of an outer scope.
std::string ShaderWriter::variable_name() {
    for (int attempt = 0; attempt < 4 && nesting_ > 0 && !scope_.empty(); attempt++) {
        const Entry& entry = one_of(scope_);
        if (entry.hidden || entry.name[0] != 'v' || entry.level >= nesting_ || !chance(3)) continue;
        return entry.name;
    }
    return fresh("v");
}

void ShaderWriter::declare(const std::string& name, const Kind& kind, bool writable) {
    for (size_t n = 0; n < scope_.size(); n++)
        if (scope_[n].name == name && !scope_[n].hidden) {
            scope_[n].hidden = true;
            shadowed_.push_back(n);
        }
    scope_.push_back({name, kind, writable, false, false, nesting_});
}

// Declares by constants alone, so that the compiler computes it.
void ShaderWriter::constant_declaration() {
    std::vector<Entry> constants;
    for (const Entry& entry : scope_)
        if (entry.name[0] == 'k' && !entry.hidden) constants.push_back(entry);
    std::vector<FunctionEntry> none;
    scope_.swap(constants);
    functions_.swap(none);
    const Kind kind = random_kind();
    const std::string value = expression(kind, 5);
    scope_.swap(constants);
    functions_.swap(none);
    const std::string name = fresh("v");
    const bool constant = chance(2);
    line((constant ? "const " : "") + type_name(kind) + " " + name + " = " + value + ";");
    declare(name, kind, !constant);
}

// On an element that no other thread reaches.
void ShaderWriter::atomic() {
    static const std::vector<const char*> names = {"Add", "Min", "Max", "And", "Or", "Xor", "Exchange", "CompSwap"};
    for (const Entry& entry : results_) {
        if (!entry.kind.is_scalar() || !chance(2)) continue;
        const Scalar scalar = entry.kind.scalar;
        if (scalar != Scalar::Int && scalar != Scalar::Uint) continue;
        const std::string name = fresh("v"), operation = one_of(names);
        std::string text = "atomic" + operation + "(" + entry.name + ", " + expression(entry.kind, 2);
        if (operation == "CompSwap") text += ", " + expression(entry.kind, 2);
        line(type_name(entry.kind) + " " + name + " = " + text + ");");
        return declare(name, entry.kind, true);
    }
    assignment();
}

// What an out parameter gives is converted to the argument's type.
void ShaderWriter::converted_result() {
    for (const FunctionEntry& function : functions_) {
        if ((cost_ + function.cost) * turns_ > 400 || (!function.pure && !in_effects_)) continue;
        std::string text, declarations;
        std::vector<Entry> written;
        bool converts = false;
        for (const Parameter& parameter : function.parameters) {
            text += text.empty() ? "" : ", ";
            if (parameter.mode == Mode::In) {
                text += expression(parameter.kind, 2);
                continue;
            }
            Kind kind = parameter.kind;
            if (parameter.mode == Mode::Out && kind.is_basic() && !kind.is_matrix() &&
                (kind.scalar == Scalar::Int || kind.scalar == Scalar::Uint)) {
                kind.scalar = Scalar::Float;
                converts = true;
            }
            const std::string name = fresh("x");
            declarations += type_name(kind) + " " + name + " = " + literal(kind) + "; ";
            written.push_back({name, kind, true, false, false, nesting_});
            text += name;
        }
        if (!converts) continue;
        cost_ += function.cost;
        line(declarations + function.name + "(" + text + ");");
        scope_.insert(scope_.end(), written.begin(), written.end());
        return;
    }
    assignment();
}

void ShaderWriter::assignment() {
    for (int attempt = 0; attempt < 8; attempt++) {
        const Kind kind = random_kind();
        const std::string target = read(kind, true);
        if (target.empty()) continue;
        const int depth = 1 + pick(4);
        return line(target + " = " + (chance(6) ? narrower(kind, depth) : expression(kind, depth)) + ";");
    }
    declaration();
}

void ShaderWriter::compound_assignment() {
    for (int attempt = 0; attempt < 8; attempt++) {
        const Kind kind = random_basic();
        const std::string target = kind.scalar == Scalar::Bool ? std::string() : read(kind, true);
        if (target.empty()) continue;
        if (chance(4))
            return line(chance(2) ? target + (chance(2) ? "++;" : "--;") : (chance(2) ? "++" : "--") + target + ";");
        const Kind other = !kind.is_scalar() && chance(3) ? basic(kind.scalar) : kind;
        if (kind.is_integer()) {
            if (chance(4))
                return line(target + (chance(2) ? " <<= " : " >>= ") +
                            std::to_string(pick(glsl::is_small(kind.scalar) ? glsl::bit_count(kind.scalar) : 32)) +
                            ";");
            if (chance(5))
                return line(target + " /= (" + expression(other, 2) + " & " + number(kind.scalar, 7) + ") + " +
                            number(kind.scalar, 1) + ";");
            static const std::vector<const char*> operators = {"+=", "-=", "*=", "&=", "|=", "^="};
            return line(target + " " + one_of(operators) + " " + expression(other, 3) + ";");
        }
        static const std::vector<const char*> operators = {"+=", "-=", "*="};
        const std::string operation = one_of(operators);
        const bool linear = operation == "*=" && kind.is_matrix();
        const Kind right = linear ? basic(kind.scalar, kind.columns, kind.columns) : other;
        if (operation == "*=" && kind.is_vector() && chance(3))
            return line(target + " *= " + expression(basic(kind.scalar, kind.rows, kind.rows), 2) + ";");
        return line(target + " " + operation + " " + expression(right, 3) + ";");
    }
    declaration();
}

// Expressions that change variables, in an order that the language fixes.
void ShaderWriter::effects() {
    const Kind kind = basic(chance(2) ? Scalar::Int : chance(2) ? Scalar::Float : Scalar::Uint);
    const std::string one = fresh("e"), two = fresh("e");
    line(type_name(kind) + " " + one + " = " + expression(kind, 2) + ", " + two + " = " + expression(kind, 2) + ";");
    switch (pick(5)) {
        case 0:
            line(two + " = (" + one + " += " + expression(kind, 2) + ", " + one + " + " + expression(kind, 2) + ");");
            break;
        case 1: line(two + " = " + expression(basic(Scalar::Bool), 3) + " ? " + one + "++ : --" + one + ";"); break;
        case 2: {
            const std::string flag = fresh("b");
            line("bool " + flag + " = " + expression(basic(Scalar::Bool), 3) + (chance(2) ? " && " : " || ") + "(" +
                 one + " = " + expression(kind, 2) + ") > " + expression(kind, 2) + ";");
            scope_.push_back({flag, basic(Scalar::Bool), true, false, false});
            break;
        }
        case 3: {
            const std::string index = fresh("n"), array = fresh("a");
            line("int " + index + " = " + std::to_string(pick(3)) + ";");
            line(type_name(kind) + " " + array + "[4] = " + type_name(kind) + "[4](" + expression(kind, 1) + ", " +
                 expression(kind, 1) + ", " + expression(kind, 1) + ", " + expression(kind, 1) + ");");
            line(array + "[" + (chance(2) ? index + "++" : "++" + index) + "] " + (chance(2) ? "= " : "+= ") +
                 expression(kind, 2) + ";");
            Kind of_array = kind;
            of_array.sizes = {4};
            scope_.push_back({array, of_array, true, false, false});
            scope_.push_back({index, basic(Scalar::Int), true, false, false});
            break;
        }
        default: line(one + " = " + two + " = " + expression(kind, 3) + ";"); break;
    }
    scope_.push_back({one, kind, true, false, false});
    scope_.push_back({two, kind, true, false, false});
}

void ShaderWriter::scoped(int statements, Ending ending) {
    const size_t visible = scope_.size(), shadowed = shadowed_.size();
    nesting_++;
    block(statements);
    if (deeper_ > 0) nest();
    if (ending == Ending::Leaves) leave_at_once();
    if (ending == Ending::MayLeave) leave();
    nesting_--;
    scope_.resize(visible);
    for (; shadowed_.size() > shadowed; shadowed_.pop_back())
        if (shadowed_.back() < visible) scope_[shadowed_.back()].hidden = false;
}

// The next of constructs in each other; the innermost has a way out.
void ShaderWriter::nest() {
    if (--deeper_ == 0 || nesting_ > 6) {
        deeper_ = 0;
        return leave();
    }
    const int form = pick(4);
    if (form < 2 && turns_ < 16) return loop();
    return form == 2 ? choice() : branch();
}

void ShaderWriter::branch() {
    open("if (" + expression(basic(Scalar::Bool), 3) + ")");
    const auto ending = [this] { return chance(8) ? Ending::Leaves : Ending::Open; };
    scoped(1 + pick(3), ending());
    if (chance(2)) {
        close("} else {");
        indent_++;
        scoped(1 + pick(3), ending());
    }
    close();
}

void ShaderWriter::loop() {
    const std::string name = fresh("c");
    const int turns = 1 + pick(4), outer = turns_;
    const bool breakable = breakable_, continuable = continuable_;
    const size_t visible = scope_.size();
    std::string condition = name + " < " + std::to_string(turns), end = "}";
    if (chance(4)) condition = "(" + condition + ") && " + expression(basic(Scalar::Bool), 2);
    // No more turns than that, and not as many in each thread.
    if (chance(4))
        condition = name + " < (" + expression(basic(Scalar::Int), 2) + " & " + std::to_string(turns - 1) + ")";
    const int form = pick(4);
    scope_.push_back({name, basic(Scalar::Int), false, false, false});
    if (form < 2) {
        static const std::vector<const char*> steps = {"++", "++", " += 2"};
        std::string step = name + one_of(steps), first = "int " + name + " = 0";
        if (chance(4)) {
            const std::string other = fresh("v");
            first += ", " + other + " = " + expression(basic(Scalar::Int), 2);
            step += ", " + other + (chance(2) ? "--" : " += " + expression(basic(Scalar::Int), 1));
            declare(other, basic(Scalar::Int), true);
        }
        open("for (" + first + "; " + (chance(6) ? "" : condition) + "; " + step + ")");
        if (text_.ends_with("; ; " + step + ") {\n")) line("if (" + name + " >= " + std::to_string(turns) + ") break;");
    } else {
        line("int " + name + " = 0;");
        if (form == 2) {
            const std::string goes_on = fresh("b");
            const bool declares = chance(3);
            open("while (" + (declares ? "bool " + goes_on + " = " : "") + condition + ")");
            if (declares) scope_.push_back({goes_on, basic(Scalar::Bool), false, false, false});
            line(name + "++;");
        } else {
            open("do");
            end = "} while (++" + name + " < " + std::to_string(turns) + ");";
        }
    }
    turns_ *= turns;
    loops_++;
    breakable_ = continuable_ = true;
    scoped(1 + pick(4), chance(3) ? Ending::MayLeave : Ending::Open);
    breakable_ = breakable;
    continuable_ = continuable;
    loops_--;
    turns_ = outer;
    close(end);
    scope_.resize(visible);
    if (form >= 2) scope_.push_back({name, basic(Scalar::Int), false, false, false});
}

void ShaderWriter::choice() {
    const bool is_unsigned = chance(2);
    open("switch (" + expression(basic(is_unsigned ? Scalar::Uint : Scalar::Int), 3) + " & 3" +
         (is_unsigned ? "u" : "") + ")");
    const bool breakable = breakable_;
    breakable_ = true;
    const size_t visible = scope_.size();
    const int fallback = pick(5);
    for (int n = 0; n < 4; n++) {
        if (n == fallback) line("default:");
        line("case " + std::to_string(n) + (is_unsigned ? "u:" : ":"));
        if (chance(5)) continue;
        open(chance(2) ? "if (true)" : "");
        scoped(1 + pick(2));
        close();
        if (chance(6) && leave_at_once()) continue;
        if (!chance(4)) line("break;");
    }
    line("break;");
    breakable_ = breakable;
    scope_.resize(visible);
    close();
}

void ShaderWriter::call_statement() {
    for (int attempt = 0; attempt < 4 && !functions_.empty(); attempt++) {
        const FunctionEntry& function = one_of(functions_);
        if ((cost_ + function.cost) * turns_ > 400 || (!function.pure && !in_effects_)) continue;
        bool possible = true;
        // A function that writes global variables is given no expression that reads them later than it should.
        const std::string text = call_text(function, 3, possible);
        if (!possible) continue;
        cost_ += function.cost;
        if (function.is_void || chance(5)) return line(text + ";");
        const std::string name = fresh("v");
        line(type_name(function.result) + " " + name + " = " + text + ";");
        declare(name, function.result, true);
        return;
    }
    assignment();
}

// Those that there are here, main() and discards seldom: little is compared behind them.
std::vector<std::string> ShaderWriter::ways_out() {
    std::vector<std::string> ways;
    if (breakable_) ways.emplace_back("break;");
    if (continuable_) ways.emplace_back("continue;");
    if (current_) ways.push_back(current_->is_void ? "return;" : "return " + expression(current_->result, 3) + ";");
    if (!current_ && chance(4) && !waits_) ways.emplace_back("return;");
    if (stage_ == arbasm::Stage::Fragment && in_effects_ && chance(current_ ? 12 : 6))
        ways.emplace_back(demotes_ && chance(2) ? "demote;" : "discard;");
    return ways;
}

// What follows in the block is never reached.
bool ShaderWriter::leave_at_once() {
    const std::vector<std::string> ways = ways_out();
    if (!ways.empty()) line(one_of(ways));
    return !ways.empty();
}

// Under a condition.
void ShaderWriter::leave() {
    const std::vector<std::string> ways = ways_out();
    if (ways.empty()) return assignment();
    open("if (" + expression(basic(Scalar::Bool), 3) + ")");
    line(one_of(ways));
    close();
}

void ShaderWriter::statement() {
    cost_++;
    const bool nests = !straight_ && (nesting_ < 3 || (nesting_ < 6 && chance(3)));
    switch (pick(24)) {
        case 0:
        case 1:
        case 2: return declaration();
        case 3:
        case 4: return compound_assignment();
        case 5: return straight_ ? declaration() : effects();
        case 6:
        case 7: return nests ? branch() : assignment();
        case 8:
        case 22: return nests && turns_ < 16 ? loop() : assignment();
        case 9: return nests ? choice() : assignment();
        case 10:
        case 11: return call_statement();
        case 12:
        case 21: return straight_ ? assignment() : leave();
        case 13: return out_parameter_builtin();
        case 14: return constant_declaration();
        case 15: return stage_ == arbasm::Stage::Compute && !current_ ? atomic() : assignment();
        case 16: return converted_result();
        case 17:
            if (straight_ || nesting_ > 0 || !chance(2)) return assignment();
            deeper_ = 6;
            return nest();
        default: return assignment();
    }
}

void ShaderWriter::block(int statements) {
    for (int n = 0; n < statements; n++) statement();
}

}  // namespace random_glsl
