!!VSP1.0
# c[] is read from environment parameters, and what is written comes back as generic results.
MUL c[5], c[4], v[0];
END
