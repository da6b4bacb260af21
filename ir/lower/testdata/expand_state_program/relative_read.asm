!!VSP1.0
# A relative address may reach any parameter: all are loaded.
ARL A0.x, v[0].x;
MOV c[0], c[A0.x + 3];
END
