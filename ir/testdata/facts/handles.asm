!!NVfp5.0
OPTION NV_bindless_texture;
TEX result.color, fragment.texcoord[0], handle(program.local[0].x), 2D;
END
