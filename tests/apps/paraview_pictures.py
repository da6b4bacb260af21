"""paraview_pictures.py OUTPUT: for pvbatch, which draws views of its own sources and writes them as pictures."""
import os
import sys

from paraview.simple import *  # noqa: F401,F403 pylint: disable=wildcard-import,unused-wildcard-import

folder = sys.argv[-1]
view = CreateRenderView()
view.ViewSize = [320, 240]
view.UseColorPaletteForBackground = 0
view.Background = [0.2, 0.25, 0.35]


def write(name):
    view.CameraPosition, view.CameraViewUp = [30, 45, 60], [0, 1, 0]
    view.ResetCamera()
    SaveScreenshot(os.path.join(folder, name + ".png"), view, ImageResolution=[320, 240])
    for proxy in list(GetSources().values()):
        Hide(proxy, view)


wavelet = Wavelet(WholeExtent=[-10, 10, -10, 10, -10, 10])
contour = Contour(Input=wavelet, ContourBy=["POINTS", "RTData"], Isosurfaces=[120, 160, 200, 240])
shown = Show(contour, view)
ColorBy(shown, ("POINTS", "RTData"))
shown.SetScalarBarVisibility(view, True)
write("contours")

sliced = Slice(Input=wavelet)
shown = Show(sliced, view)
shown.Representation = "Surface With Edges"
ColorBy(shown, ("POINTS", "RTData"))
write("slice")

shown = Show(wavelet, view)
shown.Representation = "Volume"
ColorBy(shown, ("POINTS", "RTData"))
write("volume")

glyphs = Glyph(Input=Sphere(ThetaResolution=12, PhiResolution=12), GlyphType="Arrow")
glyphs.OrientationArray = ["POINTS", "Normals"]
glyphs.ScaleFactor = 0.3
shown = Show(glyphs, view)
shown.Opacity = 0.6
write("glyphs")
