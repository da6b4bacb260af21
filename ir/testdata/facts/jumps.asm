!!VP2.0
# Labels are jump targets.
MOV o[HPOS], v[OPOS];
again:
ADDC R0, R0, v[COL0];
BRA again (LT.x);
MOV o[COL0], R0;
END
