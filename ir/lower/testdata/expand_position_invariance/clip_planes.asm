!!ARBvp1.0
# clip planes: 0 2
# The distances from the planes, in eye coordinates, go to result.clip, for which this language has no word.
OPTION ARB_position_invariant;
TEMP eye_position;
MUL eye_position, vertex.color, vertex.texcoord[0];
MOV result.color, eye_position;
END
