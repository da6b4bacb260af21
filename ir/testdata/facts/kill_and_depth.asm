!!ARBfp1.0
OPTION ARB_draw_buffers;
KIL fragment.texcoord[1].xyzz;
MOV result.color[0], fragment.color;
MOV result.color[2], fragment.color.secondary.xxxy;
MOV result.depth.z, fragment.position.z;
END
