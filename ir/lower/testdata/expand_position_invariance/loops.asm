!!NVvp4.0
# Targets of blocks and calls move with the code.
OPTION ARB_position_invariant;
TEMP sum;
MOV sum, 0;
REP 3;
  ADD.CC sum, sum, vertex.color;
  BRK (GT.x);
  CAL more;
ENDREP;
MOV result.color, sum;
RET;
more:
IF GT.y;
  MUL sum, sum, 0.5;
ELSE;
  MUL sum, sum, 2;
ENDIF;
RET;
END
