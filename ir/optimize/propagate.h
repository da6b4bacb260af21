// Propagates constants and copies, folds constant expressions, decides branches on constants, and unrolls short loops
// with a known number of iterations.
//
//   MOV.S n.x, {0}.x;
//   REP;
//   SLT.S.CC t.x, n.x, {2}.x;            ADD sum.x, sum.x, u[0].x;
//   BRK (EQ.x);                    ──►   ADD sum.x, sum.x, u[1].x;
//   ADD sum.x, sum.x, u[n.x].x;
//   ADD.S n.x, n.x, {1}.x;
//   ENDREP;
//
// Every thread computes the same bits as before. remove_dead() removes values that nothing reads any more.
#pragma once

#include "ir/program.h"

namespace arbasm {

Program propagate(const Program& program);

}  // namespace arbasm
