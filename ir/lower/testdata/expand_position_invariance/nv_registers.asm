!!VP1.1
OPTION NV_position_invariant;
MOV o[COL0], v[COL0];
END
