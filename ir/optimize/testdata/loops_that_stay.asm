!!NVfp5.0
# Whose turns are not known, which threads leave at different times, which are too long, or of which nothing would be
# left that ends them.
PARAM u = program.local[0];
TEMP sum, t, i;
MOV sum, 0;
MOV.S i.x, 0;
REP;
SLT.S.CC t.x, i.x, u.x;
BRK (EQ.x);
ADD sum, sum, fragment.color;
ADD.S i.x, i.x, 1;
ENDREP;
REP.S 4;
MUL.CC sum, sum, fragment.color;
IF LT.x;
BRK;
ENDIF;
ENDREP;
MOV.S i.x, 0;
REP.S 1000;
ADD.S i.x, i.x, 3;
MUL sum, sum, 1.5;
ENDREP;
REP;
ADD sum, sum, 1;
CONT;
BRK (NE.x);
ENDREP;
I2F.S t.x, i.x;
MUL result.color, sum, t.x;
END
