#include "flow_programs.h"

#include <random>

namespace runtime {
namespace {

class Writer {
  public:
    explicit Writer(uint32_t seed) : random_(seed), later_(random_() % 2 == 0) {}
    std::string write();

  private:
    uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
    bool chance(uint32_t percent) { return below(100) < percent; }
    void put(const std::string& line) { text_ += line + ";\n"; }
    std::string component() { return std::string(1, "xyzw"[below(4)]); }
    std::string mask() {
        std::string m;
        for (const char c : {'x', 'y', 'z', 'w'})
            if (chance(50)) m += c;
        return m.empty() || m.size() == 4 ? "" : "." + m;
    }
    std::string swizzle() {
        if (chance(40)) return "";
        if (chance(50)) return "." + component();
        return "." + component() + component() + component() + component();
    }
    std::string temporary() { return "t" + std::to_string(below(4)); }
    std::string operand() {
        const std::string sign = chance(25) ? "-" : "";
        switch (below(5)) {
            case 0: return sign + "fragment.texcoord[" + std::to_string(below(3)) + "]" + swizzle();
            case 1: return sign + "program.local[" + std::to_string(below(4)) + "]" + swizzle();
            case 2: return sign + "p" + swizzle();
            default: return sign + temporary() + swizzle();
        }
    }
    // A test of condition code `CC`; one component where there must be one.
    std::string condition(bool one = false) {
        constexpr const char* tests[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
        return tests[below(6)] + (one || chance(60) ? "." + component() : swizzle());
    }
    void instruction();
    void statement(int depth, int loops, bool routine);
    void block(int statements, int depth, int loops, bool routine) {
        for (int n = 0; n < statements; n++) statement(depth, loops, routine);
    }

    std::mt19937 random_;
    bool later_;  // NV_fragment_program4's syntax for condition codes
    std::string text_;
};

void Writer::instruction() {
    constexpr const char* names[] = {"ADD", "MUL", "MAD", "MIN", "MAX", "SGE", "SLT", "SUB", "MOV", "FRC", "CMP"};
    const uint32_t name = below(11);
    const bool updates = chance(35);
    std::string line = names[name];
    if (later_)
        line += std::string(updates ? ".CC" : "") + (chance(12) ? ".SAT" : "");
    else
        line += std::string(updates ? "C" : "") + (chance(12) ? "_SAT" : "");
    line += ' ' + temporary() + mask();
    if (chance(25)) line += " (" + condition() + ")";
    const int operands = name == 2 || name == 10 ? 3 : name == 8 || name == 9 ? 1 : 2;
    for (int n = 0; n < operands; n++) line += ", " + operand();
    put(line);
}

void Writer::statement(int depth, int loops, bool routine) {
    if (depth >= 4 || chance(62)) return instruction();
    switch (below(5)) {
        case 0:
        case 1:
            put("IF " + condition());
            block(1 + static_cast<int>(below(3)), depth + 1, loops, routine);
            if (chance(50)) {
                put("ELSE");
                block(1 + static_cast<int>(below(3)), depth + 1, loops, routine);
            }
            return put("ENDIF");
        case 2: {
            if (loops >= 2) return instruction();
            const bool loop = !later_ && chance(30);
            constexpr const char* counts[] = {"3", "2", "5", "1", "0"};
            put(loop ? std::string("LOOP {3, 0, 1}")
                     : "REP " + (chance(20) ? std::string("program.local[1].y") : std::string(counts[below(5)])));
            block(1 + static_cast<int>(below(3)), depth + 1, loops + 1, routine);
            if (chance(50)) {
                put("IF " + condition());
                instruction();
                put(later_ && chance(40) ? "CONT " + condition(true) : "BRK " + condition(true));
                put("ENDIF");
                instruction();
            }
            if (chance(30)) put("BRK " + condition());
            return put(loop ? "ENDLOOP" : "ENDREP");
        }
        case 3:
            if (routine) return instruction();
            return put("CAL routine" + std::to_string(below(2)) + (chance(50) ? " (" + condition(true) + ")" : ""));
        default:
            if (depth > 0 || !chance(30)) return instruction();
            return put("RET (" + condition(true) + ")");
    }
}

std::string Writer::write() {
    text_ = later_ ? "!!NVfp4.0\n" : "!!ARBfp1.0\nOPTION NV_fragment_program2;\n";
    text_ += "TEMP t0, t1, t2, t3;\nPARAM p = {1, 0.25, -3, 7.3};\n";
    const bool begins_later = chance(30);
    const auto routines = [&] {
        for (int n = 0; n < 2; n++) {
            text_ += "routine" + std::to_string(n) + ":\n";
            // The next label, or the end of the text, ends it, too.
            if (chance(12)) continue;
            block(2 + static_cast<int>(below(3)), 1, 1, true);
            if (chance(60)) put("RET");
        }
    };
    if (begins_later) {
        routines();
        text_ += "main:\n";
    }
    put("MOV result.color, program.local[0]");
    block(3 + static_cast<int>(below(6)), 0, 0, false);
    put("ADD result.color, t0, t1");
    if (chance(50)) put("MOV result.color.xy (" + condition() + "), t2");
    if (!begins_later) {
        put("RET");
        routines();
    }
    return text_ + "END\n";
}

}  // namespace

std::string flow_program(uint32_t seed) { return Writer(seed).write(); }

}  // namespace runtime
