// Flow of random programs: blocks in blocks, every way out of each of them, subroutines that return, that run into the
// next label or into the end of the text, and that have nothing in them.
#include "arbasm/testing/random_program_writer.h"

namespace arbasm {

bool RandomWriter::structured() const { return nv() || has("NV_fragment_program2"); }

bool RandomWriter::labelled() const {
    return nv() || has("NV_vertex_program2") || has("NV_vertex_program3") || has("NV_fragment_program2") ||
           header == "!!VP2.0";
}

void RandomWriter::put(const std::string& line) {
    text.append(static_cast<size_t>(depth) * 2, ' ');
    text += line + "\n";
}

void RandomWriter::block(int statements) {
    ++depth;
    for (int n = 0; n < statements; ++n) statement();
    --depth;
}

void RandomWriter::branch(int deeper) {
    put("IF " + condition(chance(30)) + ";");
    block(1 + below(3));
    if (deeper > 0) nest(deeper);
    if (chance(30)) leave(false);
    if (chance(50)) {
        put("ELSE;");
        block(1 + below(2));
        if (chance(30)) leave(false);
    }
    put("ENDIF;");
}

void RandomWriter::loop(bool returns, int deeper) {
    const bool counted = chance(70) || !nv();
    const bool indexed = !nv() && loops == 0 && chance(50);
    if (!nv()) {
        put(indexed ? "LOOP n;" : "REP n;");
    } else if (counted) {
        constexpr const char* counts[] = {"REP 3;",    "REP t0;",      "REP.S i0;",
                                          "REP.U u0;", "REP.S {2}.x;", "REP.U {3}.x;"};
        // Few turns, and not as many in each thread.
        const bool few = deeper > 0 || loops > 1 || chance(60);
        if (few) put("AND.U u0.x, a0, 3;");
        put(few ? "REP.U u0.x;" : pick(counts));
    } else {
        put("REP;");
    }
    ++loops;
    block(1 + below(3));
    if (deeper > 0) nest(deeper);
    ++depth;
    if (indexed && chance(60)) put("MOV t0, fragment.texcoord[A0.x+1];");
    if (nv() && chance(40)) put("CONT " + condition(true) + ";");
    if (!counted || chance(40)) put("BRK " + condition(true) + ";");
    if (labelled() && (returns || chance(30))) {
        if (nv() && chance(60)) put("MOV.S.CC i1, a0." + std::string(1, "xyzw"[below(4)]) + ";");
        put("RET " + condition(true) + ";");
    }
    if (chance(10)) leave(false);
    --depth;
    --loops;
    put(indexed ? "ENDLOOP;" : "ENDREP;");
}

// Blocks in blocks, so many, and a way out of the innermost.
void RandomWriter::nest(int levels) {
    ++depth;
    if (loops < 3 && chance(50))
        loop(chance(50), levels - 1);
    else
        branch(levels - 1);
    if (levels == 1 || chance(20)) leave(chance(70));
    --depth;
}

// RET, or BRK or CONT of the loop around: under a condition, or whatever happens.
void RandomWriter::leave(bool under_condition) {
    const std::string passes = under_condition ? " " + condition(true) : "";
    const int ways = 1 + (loops > 0 ? 1 : 0) + (loops > 0 && nv() ? 1 : 0);
    switch (below(ways)) {
        case 0:
            if (labelled()) put("RET" + passes + ";");
            return;
        case 1: return put("BRK" + passes + ";");
        default: return put("CONT" + passes + ";");
    }
}

// Those that stand further down, so that every program ends.
void RandomWriter::call() {
    const int first = subroutine + 1;
    if (first >= most_subroutines) return;
    const std::string passes = chance(50) ? " " + condition(true) : "";
    if (version == 50 && subroutine < 0 && chance(30))
        return put("CALI " + (chance(50) ? "sv" : "sw" + index(3)) + passes + ";");
    put("CAL sub" + number(first + below(most_subroutines - first)) + passes + ";");
}

std::string RandomWriter::plain_move(const std::string& to) {
    const std::string swizzled = joined({".", one_of("xyzw"), one_of("xyzw"), one_of("xyzw"), one_of("xyzw")});
    if (!nv()) return "MOV " + to + ", p0" + swizzled + ";";
    return settings.floats ? "MOV.F " + to + ", p0" + swizzled + ";" : "MOV.S " + to + ", pi" + swizzled + ";";
}

// What is assigned before a block and again behind it: whoever leaves between the two takes the first along.
void RandomWriter::assigned_twice() {
    const std::string to = joined({"t", number(below(4)), mask("xyzw")});
    put(plain_move(to));
    if (chance(70))
        loop(chance(60));
    else
        branch();
    put(plain_move(to));
}

void RandomWriter::statement() {
    if (settings.flow && chance(22) && depth < 6) {
        const int form = below(8);
        if (structured() && form == 6 && depth == 0 && chance(40)) return nest(6);
        if (structured() && form <= 1) return branch();
        if (structured() && form <= 3) return loop();
        if (structured() && form == 7) return assigned_twice();
        if (labelled() && form == 4) return call();
        if (labelled() && !structured() && depth == 0 && form != 5) {
            const std::string label = "l" + number(labels++);
            put("BRA " + label + " " + condition(true) + ";");
            block(1 + below(2));
            return put(label + ":");
        }
        if (labelled() && form == 5 && (loops > 0 || chance(50))) return leave(true);
    }
    if (!rows.empty()) instruction(*pick(rows));
}

// A call, and what the registers hold then.
void RandomWriter::end_main() {
    if (chance(60)) call();
    if (!nv() || stage == 'k') return;
    for (int n = 0; n < 4; ++n) {
        const std::string component = std::string(".") + "xyzw"[n];
        text += "MOV.U " + (stage == 'f' ? "o0" + component : "oa[" + number(n) + "]") + ", t" + number(n) +
                (stage == 'f' ? component : "") + ";\n";
    }
}

void RandomWriter::subroutines() {
    // The main program runs on past labels.
    if (chance(80)) text += "RET;\n";
    for (subroutine = 0; subroutine < most_subroutines; ++subroutine) {
        text +=
            "sub" + number(subroutine) + (version == 50 ? " SUBROUTINENUM(" + number(subroutine) + ")" : "") + ":\n";
        if (chance(15)) continue;
        ++depth;
        if (structured() && chance(50)) assigned_twice();
        --depth;
        block(1 + below(4));
        if (chance(60)) text += "RET;\n";
    }
}

}  // namespace arbasm
