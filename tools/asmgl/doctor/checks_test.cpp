#include "checks.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "made_up_machine.h"

namespace tool::doctor {
namespace {

constexpr const char* own = "/usr/lib/x86_64-linux-gnu/asmgl";
constexpr const char* system_folder = "/usr/lib/x86_64-linux-gnu/";

// A Debian with GLVND, Mesa and this driver, where everything is as it should be.
class DoctorTest : public testing::Test {
  protected:
    DoctorTest() {
        if (own_kind() != ElfKind{64, EM_X86_64}) return;
        add_library("libGL.so.1", {"libGLdispatch.so.0", "libGLX.so.0"});
        add_library("libGLX.so.0", {"libGLdispatch.so.0"});
        add_library("libEGL.so.1", {"libGLdispatch.so.0"});
        add_library("libGLdispatch.so.0", {});
        add_library("libGLX_mesa.so.0", {});
        add_library("libEGL_mesa.so.0", {});
        add_library("libGLX_asmgl.so.0", {"libasmgl.so"});
        add_library("libEGL_asmgl.so.0", {"libasmgl.so"});
        add_library("libgbm.so.1", {});
        add_library("gbm/asmgl_gbm.so", {"libasmgl.so"});
        add_library("libxcb.so.1", {});
        for (const char* name : {"libasmgl.so", "libGL.so.1", "libOSMesa.so.8"}) {
            MadeUpRoot::Elf elf;
            elf.needed = {"libxcb.so.1"};
            root.write_elf(std::string(own) + "/" + name, elf);
        }
        add_manifest("50_mesa", "libEGL_mesa.so.0");
        add_manifest("90_asmgl", "libEGL_asmgl.so.0");
        machine.root = root.path();
        machine.driver = {own, "", "0.0.0", "avx2", "generic, avx2", "auto", 2};
        machine.processor = {2, 2, 0, 0, int64_t{4} << 30, true};
        machine.code_folder = {"/root/.cache/asmgl", "", true, 3, 4096, 256 << 20};
        machine.variables = {{"DISPLAY", ":0"}};
        machine.x_server = {true, "", true, true, "mesa"};
    }
    void SetUp() override {
        if (own_kind() != ElfKind{64, EM_X86_64}) GTEST_SKIP() << "the files made up are of x86-64";
    }
    void add_library(const std::string& name, const std::vector<std::string>& needed) const {
        MadeUpRoot::Elf elf;
        elf.needed = needed;
        root.write_elf(system_folder + name, elf);
    }
    void add_manifest(const std::string& name, const std::string& library) const {
        root.write("/usr/share/glvnd/egl_vendor.d/" + name + ".json",
                   R"({"file_format_version": "1.0.0", "ICD": {"library_path": ")" + library + "\"}}\n");
    }
    Finding finding(const std::string& name) const {
        const LibrarySearch search(machine.root, machine.variable("LD_LIBRARY_PATH"));
        const auto row = std::ranges::find(checks(), name, [](const Check& check) { return std::string(check.name); });
        return row == checks().end() ? Finding{Verdict::Wrong, "there is no such check"} : row->look(machine, search);
    }
    Program program(const MadeUpRoot::Elf& elf, const std::string& out_of_reach = "") const {
        root.write_elf("/usr/bin/app", elf);
        const LibrarySearch search(machine.root, machine.variable("LD_LIBRARY_PATH"));
        return examine_program("app", "/usr/bin/app", out_of_reach, machine, search);
    }
    void add_32_bit_library(const std::string& file, const std::vector<std::string>& needed) const {
        MadeUpRoot::Elf elf;
        elf.needed = needed, elf.of_32_bits = true;
        root.write_elf(file, elf);
    }

    MadeUpRoot root;
    Machine machine;
};

void expect(const Finding& finding, Verdict verdict, const std::string& text) {
    EXPECT_EQ(finding.verdict, verdict) << finding.text;
    EXPECT_NE(finding.text.find(text), std::string::npos) << finding.text;
    EXPECT_TRUE(verdict != Verdict::Wrong || !finding.mend.empty()) << finding.text;
}

TEST_F(DoctorTest, FindsNothingWhereNothingIsWrong) {
    for (const Check& check : checks()) EXPECT_EQ(finding(check.name).verdict, Verdict::Good) << check.name;
}

// What is changed of a good machine, and what is said of it then.
struct Row {
    const char* check;
    Verdict verdict;
    const char* text;
    void (*change)(Machine& machine, const MadeUpRoot& root);
};
const Row rows[] = {
    {"driver", Verdict::Wrong, "was not found",
     [](Machine& m, const MadeUpRoot&) { m.driver = {}, m.driver.problem = "libasmgl.so was not found"; }},
    {"driver", Verdict::Wrong, "another version",
     [](Machine& m, const MadeUpRoot&) { m.driver.problem = "libasmgl.so is of another version"; }},
    {"needed", Verdict::Wrong, "libxcb.so.1 (needed by libasmgl.so)",
     [](Machine&, const MadeUpRoot& r) { std::filesystem::remove(r.path() / "usr/lib/x86_64-linux-gnu/libxcb.so.1"); }},
    {"needed", Verdict::Good, "the archive's",
     [](Machine&, const MadeUpRoot& r) {
         std::filesystem::remove(r.path() / "usr/lib/x86_64-linux-gnu/libxcb.so.1");
         r.write_elf(std::string(own) + "/fallback/libxcb.so.1/libxcb.so.1", {});
     }},
    {"variables", Verdict::Wrong, "ASMGL_BOGUS",
     [](Machine& m, const MadeUpRoot&) { m.complaints = {"ASMGL_BOGUS is no variable"}; }},
    {"variables", Verdict::Good, "ASMGL_THREADS=2",
     [](Machine& m, const MadeUpRoot&) { m.variables["ASMGL_THREADS"] = "2"; }},
    {"linker", Verdict::Good, "this driver first",
     [](Machine& m, const MadeUpRoot&) { m.variables["LD_LIBRARY_PATH"] = own; }},
    {"linker", Verdict::Note, "/opt/gl/libGL.so.1 before",
     [](Machine& m, const MadeUpRoot& r) {
         m.variables["LD_LIBRARY_PATH"] = "/opt/gl";
         r.write_elf("/opt/gl/libGL.so.1", {});
     }},
    {"cpu", Verdict::Note, "generic in use", [](Machine& m, const MadeUpRoot&) { m.driver.simd_in_use = "generic"; }},
    {"threads", Verdict::Note, "0.5 in the quota",
     [](Machine& m, const MadeUpRoot&) { m.processor.quota = 0.5, m.driver.threads = 1; }},
    {"threads", Verdict::Note, "1 in the affinity mask",
     [](Machine& m, const MadeUpRoot&) { m.processor.affine = 1, m.driver.threads = 1; }},
    {"threads", Verdict::Note, "8 threads", [](Machine& m, const MadeUpRoot&) { m.driver.threads = 8; }},
    {"memory", Verdict::Note, "128 MB in the control group",
     [](Machine& m, const MadeUpRoot&) { m.processor.memory_limit = 128 << 20; }},
    {"jit", Verdict::Wrong, "executable", [](Machine& m, const MadeUpRoot&) { m.processor.executable_memory = false; }},
    {"cache", Verdict::Wrong, "read-only",
     [](Machine& m, const MadeUpRoot&) { m.code_folder.complaint = "read-only"; }},
    {"cache", Verdict::Good, "not made yet", [](Machine& m, const MadeUpRoot&) { m.code_folder.made = false; }},
    {"cache", Verdict::Note, "compiles anew", [](Machine& m, const MadeUpRoot&) { m.code_folder.path = ""; }},
    {"x11", Verdict::Note, "DISPLAY is not set", [](Machine& m, const MadeUpRoot&) { m.variables.clear(); }},
    {"x11", Verdict::Wrong, "no server",
     [](Machine& m, const MadeUpRoot&) { m.x_server = {}, m.x_server.problem = "no server answers"; }},
    {"x11", Verdict::Note, "MIT-SHM", [](Machine& m, const MadeUpRoot&) { m.x_server.shared_memory = false; }},
    {"x11", Verdict::Note, "lacks GLX", [](Machine& m, const MadeUpRoot&) { m.x_server.glx = false; }},
    {"wayland", Verdict::Wrong, "refused",
     [](Machine& m, const MadeUpRoot&) {
         m.variables["WAYLAND_DISPLAY"] = "wayland-0";
         m.wayland = {"/run/user/1/wayland-0", false, "refused"};
     }},
    {"wayland", Verdict::Wrong, "libwayland-client.so.0",
     [](Machine& m, const MadeUpRoot&) {
         m.variables["WAYLAND_DISPLAY"] = "wayland-0";
         m.wayland = {"/run/user/1/wayland-0", true, ""};
     }},
    {"glx", Verdict::Good, "takes mesa: the X server names it", [](Machine&, const MadeUpRoot&) {}},
    {"glx", Verdict::Good, "takes asmgl: __GLX_VENDOR_LIBRARY_NAME",
     [](Machine& m, const MadeUpRoot&) { m.variables["__GLX_VENDOR_LIBRARY_NAME"] = "asmgl"; }},
    {"glx", Verdict::Wrong, "does not find libGLX_asmgl.so.0",
     [](Machine& m, const MadeUpRoot& r) {
         m.variables["__GLX_VENDOR_LIBRARY_NAME"] = "asmgl";
         std::filesystem::remove(r.path() / "usr/lib/x86_64-linux-gnu/libGLX_asmgl.so.0");
     }},
    {"egl", Verdict::Good, "asks mesa first", [](Machine&, const MadeUpRoot&) {}},
    {"egl", Verdict::Good, "asks asmgl first",
     [](Machine& m, const MadeUpRoot&) {
         m.variables["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/usr/share/glvnd/egl_vendor.d/90_asmgl.json";
     }},
    {"egl", Verdict::Wrong, "libEGL_asmgl.so.0, which is not there",
     [](Machine&, const MadeUpRoot& r) {
         std::filesystem::remove(r.path() / "usr/lib/x86_64-linux-gnu/libEGL_asmgl.so.0");
     }},
    {"osmesa", Verdict::Good, "is mesa's",
     [](Machine&, const MadeUpRoot& r) {
         MadeUpRoot::Elf elf;
         elf.needed = {"libglapi.so.0"};
         r.write_elf("/usr/lib/x86_64-linux-gnu/libOSMesa.so.8", elf);
     }},
    {"gbm", Verdict::Good, "takes asmgl", [](Machine& m, const MadeUpRoot&) { m.variables["GBM_BACKEND"] = "asmgl"; }},
    {"gbm", Verdict::Wrong, "there is no asmgl_gbm.so",
     [](Machine& m, const MadeUpRoot& r) {
         m.variables["GBM_BACKEND"] = "asmgl";
         std::filesystem::remove_all(r.path() / "usr/lib/x86_64-linux-gnu/gbm");
     }},
};

TEST_F(DoctorTest, SaysWhatIsWrong) {
    const Machine good = machine;
    for (const Row& row : rows) {
        SCOPED_TRACE(std::string(row.check) + ": " + row.text);
        const std::filesystem::path copy = root.path().string() + "-kept";
        std::filesystem::copy(root.path(), copy, std::filesystem::copy_options::recursive);
        machine = good;
        row.change(machine, root);
        expect(finding(row.check), row.verdict, row.text);
        std::filesystem::remove_all(root.path());
        std::filesystem::rename(copy, root.path());
    }
}

TEST_F(DoctorTest, TellsWhatALinkedProgramGets) {
    const Program app = program({{"libGL.so.1"}});
    ASSERT_EQ(app.uses.size(), 1);
    EXPECT_TRUE(app.uses[0].linked);
    EXPECT_EQ(app.uses[0].choice.driver, "mesa");
    const auto findings = check_program(app, machine);
    ASSERT_EQ(findings.size(), 2);
    expect(findings[1].finding, Verdict::Note, "under `asmgl run`: asmgl");
}

TEST_F(DoctorTest, TellsWhatAProgramOpensThroughALibrary) {
    MadeUpRoot::Elf toolkit;
    toolkit.text = "/libEGL.so.1";
    root.write_elf("/usr/lib/libtoolkit.so", toolkit);
    const Program app = program({{"libtoolkit.so"}});
    ASSERT_EQ(app.uses.size(), 1);
    EXPECT_FALSE(app.uses[0].linked);
    EXPECT_EQ(app.uses[0].by, "libtoolkit.so");
    EXPECT_EQ(app.uses[0].library->name, std::string("libEGL.so.1"));
    EXPECT_EQ(app.uses[0].choice.driver, "mesa");
}

TEST_F(DoctorTest, TellsOfAProgramThatIsLedHere) {
    machine.variables["LD_LIBRARY_PATH"] = own;
    const Program app = program({{"libGL.so.1", "libOSMesa.so.8"}});
    ASSERT_EQ(app.uses.size(), 2);
    for (const LibraryUse& use : app.uses) EXPECT_EQ(use.choice.driver, "asmgl") << use.choice.reason;
}

TEST_F(DoctorTest, TellsOfA32BitProgram) {
    add_32_bit_library("/usr/lib/i386-linux-gnu/libGL.so.1", {"libGLdispatch.so.0"});
    add_32_bit_library("/usr/lib/i386-linux-gnu/libGLX_mesa.so.0", {});
    const Program app = program({{"libGL.so.1"}, "", "", "", true}, "is a 32-bit program, and there is no asmgl");
    EXPECT_EQ(app.kind.bits, 32);
    ASSERT_EQ(app.uses.size(), 1);
    EXPECT_EQ(app.uses[0].choice.driver, "mesa");
    const auto findings = check_program(app, machine);
    expect(findings[0].finding, Verdict::Wrong, "32-bit");
    EXPECT_EQ(findings.back().finding.text.find("asmgl run"), std::string::npos);
}

TEST_F(DoctorTest, TellsWhatAProgramLacks) {
    const auto findings = check_program(program({{"libgone.so.1", "libX11.so.6"}}), machine);
    ASSERT_GE(findings.size(), 2);
    expect(findings[1].finding, Verdict::Wrong, "libgone.so.1 (needed by app)");
    EXPECT_NE(findings[1].finding.mend.find("libx11-6"), std::string::npos) << findings[1].finding.mend;
}

TEST_F(DoctorTest, JudgesAScriptByItsInterpreter) {
    root.write_elf("/usr/bin/interpreter", {{"libGL.so.1"}});
    root.write("/usr/bin/script", "#! /usr/bin/interpreter -x\n");
    const LibrarySearch search(machine.root, "");
    const Program app = examine_program("script", "/usr/bin/script", "", machine, search);
    EXPECT_EQ(app.interpreter, "/usr/bin/interpreter");
    EXPECT_EQ(app.uses.size(), 1);
}

TEST_F(DoctorTest, SaysThatThereIsNoProgram) {
    const LibrarySearch search(machine.root, "");
    const auto findings = check_program(examine_program("none", "", "", machine, search), machine);
    ASSERT_EQ(findings.size(), 1);
    expect(findings[0].finding, Verdict::Wrong, "no such program");
}

}  // namespace
}  // namespace tool::doctor
