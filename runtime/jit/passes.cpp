#include "runtime/jit/passes.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryDependenceAnalysis.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "runtime/jit/exact_choices.h"
#include "runtime/jit/exact_sums.h"
#include "runtime/jit/fold_constants.h"
#include "runtime/jit/lost_work.h"
#include "runtime/jit/rare_branches.h"

namespace runtime::jit {
namespace {

// By hand, and not by LLVM's PassBuilder, which would bring all of its passes into the library.
struct Analyses {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::ModuleAnalysisManager modules;

    explicit Analyses(llvm::TargetMachine& target) {
        const auto add = [this]<class Analysis>(Analysis analysis) {
            functions.registerPass([&] { return std::move(analysis); });
        };
        add(llvm::PassInstrumentationAnalysis());
        add(llvm::AssumptionAnalysis());
        add(llvm::DominatorTreeAnalysis());
        add(llvm::PostDominatorTreeAnalysis());
        add(llvm::TargetLibraryAnalysis());
        add(target.getTargetIRAnalysis());
        add(llvm::BasicAA());
        add(llvm::LoopAnalysis());
        add(llvm::MemorySSAAnalysis());
        add(llvm::MemoryDependenceAnalysis());
        add(llvm::ScalarEvolutionAnalysis());
        add(llvm::BranchProbabilityAnalysis());
        add(llvm::BlockFrequencyAnalysis());
        add(llvm::OptimizationRemarkEmitterAnalysis());
        functions.registerPass([] {
            llvm::AAManager aliases;
            aliases.registerFunctionAnalysis<llvm::BasicAA>();
            return aliases;
        });
        functions.registerPass([this] { return llvm::LoopAnalysisManagerFunctionProxy(loops); });
        functions.registerPass([this] { return llvm::ModuleAnalysisManagerFunctionProxy(modules); });
        modules.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
        modules.registerPass([] { return llvm::ProfileSummaryAnalysis(); });
        modules.registerPass([this] { return llvm::FunctionAnalysisManagerModuleProxy(functions); });
        loops.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
        loops.registerPass([this] { return llvm::FunctionAnalysisManagerLoopProxy(functions); });
    }
};

struct ExactSumsPass : llvm::PassInfoMixin<ExactSumsPass> {
    bool has_multiply_add;

    explicit ExactSumsPass(SimdLevel level) : has_multiply_add(row_of(level).fused) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) const {
        drop_added_zeros(function);
        if (has_multiply_add) fuse_exact_products(function);
        llvm::PreservedAnalyses kept;
        kept.preserveSet<llvm::CFGAnalyses>();
        return kept;
    }
};

struct FoldConstantsPass : llvm::PassInfoMixin<FoldConstantsPass> {
    static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
        fold_constants(function);
        llvm::PreservedAnalyses kept;
        kept.preserveSet<llvm::CFGAnalyses>();
        return kept;
    }
};

struct HideChosenZerosPass : llvm::PassInfoMixin<HideChosenZerosPass> {
    static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
        if (!hide_chosen_zeros(function)) return llvm::PreservedAnalyses::all();
        llvm::PreservedAnalyses kept;
        kept.preserveSet<llvm::CFGAnalyses>();
        return kept;
    }
};

struct RareBranchesPass : llvm::PassInfoMixin<RareBranchesPass> {
    static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
        join_rare_branches(function);
        return llvm::PreservedAnalyses::none();
    }
};

}  // namespace

namespace {

struct Optimization final : LostWork {
    explicit Optimization(llvm::TargetMachine& target) : analyses(target) {}
    Analyses analyses;
    llvm::FunctionPassManager passes;
};

void add_passes(llvm::FunctionPassManager& passes, SimdLevel level, Effort effort) {
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(FoldConstantsPass());
    passes.addPass(llvm::EarlyCSEPass());
    llvm::InstCombineOptions combine;
    combine.MaxIterations = 1;
    combine.VerifyFixpoint = false;
    passes.addPass(HideChosenZerosPass());
    passes.addPass(llvm::InstCombinePass(combine));
    passes.addPass(ExactSumsPass(level));
    if (effort == Effort::Thorough && level == SimdLevel::Avx512) passes.addPass(RareBranchesPass());
    passes.addPass(llvm::ADCEPass());
    passes.addPass(llvm::SimplifyCFGPass());
    if (effort == Effort::Thorough) {
        llvm::LoopPassManager loop_passes;
        loop_passes.addPass(llvm::LICMPass(llvm::LICMOptions()));
        passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loop_passes), /*UseMemorySSA=*/true));
        passes.addPass(llvm::GVNPass());
        passes.addPass(HideChosenZerosPass());
        passes.addPass(llvm::InstCombinePass(combine));
        passes.addPass(llvm::SimplifyCFGPass());
    }
}

}  // namespace

void run_passes(llvm::Function& function, llvm::TargetMachine& target, SimdLevel level, Effort effort) {
    run_or_lose(std::make_unique<Optimization>(target), [&](Optimization& work) {
        add_passes(work.passes, level, effort);
        work.passes.run(function, work.analyses.functions);
        settle_choices(function);
    });
}

}  // namespace runtime::jit
