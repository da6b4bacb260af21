!!NVfp4.0
# A derivative reads what other threads hold, even those that do not come there.
TEMP a, b;
MOV a, fragment.color;
MOV b, fragment.texcoord[0];
MOV.CC a.w, a.x;
IF GT.w;
MOV b, a;
DDX b, b;
ENDIF;
MOV b.y, a.z;
DDY a, a;
ADD result.color, a, b;
END
