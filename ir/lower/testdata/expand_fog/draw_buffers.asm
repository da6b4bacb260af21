!!ARBfp1.0
# Each colour is fogged; depth is not.
OPTION ARB_fog_linear;
OPTION ARB_draw_buffers;
MOV result.color[0], fragment.color;
MOV result.color[1], fragment.color.secondary;
MOV result.depth.z, fragment.position.z;
END
