!!NVfp5.0
# Counting loops of few turns are unrolled, with what their counters choose; BRK and CONT on constants are decided.
PARAM weight[4] = { { 0.5 }, { 0.25 }, { 0.125 }, { 1 } };
PARAM u[4] = { program.local[0..3] };
TEMP sum, t, i, j;
MOV sum, 0;
MOV.S i.x, 0;
REP;
SLT.S.CC t.x, i.x, 4;
BRK (EQ.x);
MOV.S j.x, i.x;
ADD.S i.x, i.x, 1;
SEQ.S.CC t.x, j.x, 1;
IF NE.x;
CONT;
ENDIF;
MAD sum, weight[j.x].x, u[j.x], sum;
ENDREP;
REP.S 2;
MUL.CC sum, sum, fragment.color;
IF GT.x;
REP 2;
ADD sum, sum, 1;
ENDREP;
ENDIF;
ENDREP;
REP.S 0;
MOV sum, 0;
ENDREP;
MOV result.color, sum;
END
