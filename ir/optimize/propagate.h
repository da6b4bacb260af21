// Constants and copies go where they are used; what then is constant is folded, branches on constants are decided, and
// short loops whose turns are known are unrolled.
//
//   MOV.S n.x, {0}.x;
//   REP;
//   SLT.S.CC t.x, n.x, {2}.x;            ADD sum.x, sum.x, u[0].x;
//   BRK (EQ.x);                    ──►   ADD sum.x, sum.x, u[1].x;
//   ADD sum.x, sum.x, u[n.x].x;
//   ADD.S n.x, n.x, {1}.x;
//   ENDREP;
//
// Every thread computes the same bits as before. What nobody reads any more is left for remove_dead().
#pragma once

#include "ir/program.h"

namespace arbasm {

Program propagate(const Program& program);

}  // namespace arbasm
