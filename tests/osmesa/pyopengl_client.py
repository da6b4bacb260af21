"""A cleared buffer by PyOpenGL's platform for OSMesa."""
import sys

try:
    from OpenGL import GL, arrays, osmesa
except ImportError as missing:
    print(missing)
    sys.exit(77)

context = osmesa.OSMesaCreateContextExt(osmesa.OSMESA_RGBA, 24, 8, 0, None)
pixels = arrays.GLubyteArray.zeros((32, 32, 4))
made = osmesa.OSMesaMakeCurrent(context, pixels, GL.GL_UNSIGNED_BYTE, 32, 32)
print("GL_VENDOR =", GL.glGetString(GL.GL_VENDOR).decode())
GL.glClearColor(0.2, 0.4, 0.6, 0.8)
GL.glClear(GL.GL_COLOR_BUFFER_BIT)
GL.glFinish()
at = (7 * 32 + 9) * 4
pixel = list(bytes(pixels)[at : at + 4])
good = bool(made) and pixel == [51, 102, 153, 204]
print("pixel =", *pixel, "good" if good else "wrong")
osmesa.OSMesaDestroyContext(context)
sys.exit(not good)
