!!VSP1.0
# c[5] is written in part, so that its other components must be loaded.
DP3 R0.x, v[0], v[0];
RSQ c[5].x, R0.x;
MOV c[7], v[0];
END
