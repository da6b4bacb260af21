#include "runtime/jit/emission_passes.h"

#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

namespace runtime::jit {
namespace {

// Instructions of the one kind, and of the other with the same operands. LLVM's numbers for them are its own affair,
// their names are not.
struct Replacements {
    unsigned from[2] = {}, to[2] = {};

    explicit Replacements(const llvm::TargetInstrInfo& instructions) {
        constexpr llvm::StringRef names_from[] = {"VBROADCASTSSZrm", "VBROADCASTSDZrm"},
                                  names_to[] = {"VPBROADCASTDZrm", "VPBROADCASTQZrm"};
        for (unsigned opcode = 0; opcode < instructions.getNumOpcodes(); opcode++) {
            const llvm::StringRef name = instructions.getName(opcode);
            for (size_t i = 0; i < std::size(from); i++) {
                if (name == names_from[i]) from[i] = opcode;
                if (name == names_to[i]) to[i] = opcode;
            }
        }
    }
};

// Behind all that chooses instructions by type.
class FreeBroadcasts : public llvm::MachineFunctionPass {
  public:
    FreeBroadcasts() : MachineFunctionPass(identity) {}
    llvm::StringRef getPassName() const override { return "broadcasts that cost a load only"; }
    void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
        usage.setPreservesAll();
        MachineFunctionPass::getAnalysisUsage(usage);
    }
    bool runOnMachineFunction(llvm::MachineFunction& function) override {
        const llvm::TargetInstrInfo& instructions = *function.getSubtarget().getInstrInfo();
        static const Replacements replacements(instructions);
        bool changed = false;
        for (llvm::MachineBasicBlock& block : function)
            for (llvm::MachineInstr& instruction : block)
                for (size_t i = 0; i < std::size(replacements.from); i++)
                    if (replacements.from[i] && replacements.to[i] && instruction.getOpcode() == replacements.from[i]) {
                        instruction.setDesc(instructions.get(replacements.to[i]));
                        changed = true;
                    }
        return changed;
    }

  private:
    static inline char identity = 0;  // its address
};

}  // namespace

void EmissionPasses::add(llvm::Pass* pass) {
    const llvm::StringRef name = pass->getPassName();
    if (name == "X86 Fixup Vector Constants") {
        delete pass;
        return;
    }
    if (name == "X86 Assembly Printer") PassManager::add(new FreeBroadcasts);
    PassManager::add(pass);
}

}  // namespace runtime::jit
