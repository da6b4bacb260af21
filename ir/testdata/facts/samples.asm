!!NVfp4.1
# Runs for each sample: one attribute is taken there.
SAMPLE ATTRIB color = fragment.color;
MOV result.color, color;
END
