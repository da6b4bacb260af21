"""freecad_viewport.py: for FreeCAD, which shows solids in its viewport and writes them as pictures into $OUTPUT."""
import os
import traceback

import FreeCAD
import FreeCADGui
import Part
from PySide2 import QtCore

folder = os.environ["OUTPUT"]


def solids(document):
    box = Part.makeBox(20, 20, 20)
    ball = Part.makeSphere(13, FreeCAD.Vector(10, 10, 10))
    torus = Part.makeTorus(15, 4, FreeCAD.Vector(50, 10, 8))
    cone = Part.makeCone(10, 3, 25, FreeCAD.Vector(10, 50, 0))
    for name, shape, colour in (("cut", box.cut(ball), (0.8, 0.3, 0.2)), ("torus", torus, (0.2, 0.5, 0.8)),
                                ("cone", cone, (0.3, 0.7, 0.3))):
        thing = document.addObject("Part::Feature", name)
        thing.Shape = shape
        thing.ViewObject.ShapeColor = colour
    document.getObject("cone").ViewObject.Transparency = 50


def draw():
    document = FreeCAD.newDocument("solids")
    solids(document)
    document.recompute()
    view = FreeCADGui.getDocument("solids").ActiveView
    view.viewIsometric()
    view.fitAll()
    for mode in ("Flat Lines", "Shaded", "Wireframe", "Points"):
        for thing in document.Objects:
            thing.ViewObject.DisplayMode = mode
        FreeCADGui.updateGui()
        view.saveImage(os.path.join(folder, mode.lower().replace(" ", "-") + ".png"), 320, 240, "Current")


def draw_and_end():
    try:
        draw()
    except Exception:  # pylint: disable=broad-except
        traceback.print_exc()
        os._exit(1)
    FreeCAD.closeDocument("solids")
    FreeCADGui.getMainWindow().close()


QtCore.QTimer.singleShot(1000, draw_and_end)
