"""vtk_pictures.py WAY OUTPUT: VTK draws scenes and writes them as pictures into a folder.

WAY is where it draws: "window" and "offscreen" by GLX, "egl" and "osmesa" by contexts without a window system, made
here and lent to VTK's generic window (Debian's GLEW looks for GLX there, and complains that there is none). Mesa's
OSMesa has functions of its own, which VTK, linked with libOpenGL, does not call: with it, "osmesa" draws by EGL.
"""
import ctypes
import ctypes.util
import os
import sys

import vtk

SIZE = 300


def actor_of(source, colour, **properties):
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(source.GetOutputPort())
    mapper.ScalarVisibilityOff()
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(colour)
    for name, value in properties.items():
        getattr(actor.GetProperty(), "Set" + name)(value)
    return actor


def sphere(centre=(0, 0, 0), radius=0.5, resolution=32):
    source = vtk.vtkSphereSource()
    source.SetCenter(centre)
    source.SetRadius(radius)
    source.SetThetaResolution(resolution)
    source.SetPhiResolution(resolution)
    return source


def plane(half, height=0.0):
    source = vtk.vtkPlaneSource()
    source.SetOrigin(-half, height, -half)
    source.SetPoint1(-half, height, half)
    source.SetPoint2(half, height, -half)
    return source


def solids(renderer):
    """Lit and textured solids, flat, smooth and as lines."""
    cone = vtk.vtkConeSource()
    cone.SetResolution(24)
    cone.SetCenter(1.2, 0, 0)
    cube = vtk.vtkCubeSource()
    cube.SetCenter(-1.2, 0, 0)
    renderer.AddActor(actor_of(sphere(), (0.9, 0.3, 0.2), Specular=0.6, SpecularPower=30))
    renderer.AddActor(actor_of(cone, (0.2, 0.7, 0.3), Interpolation=vtk.VTK_FLAT))
    renderer.AddActor(actor_of(cube, (0.3, 0.4, 0.9), EdgeVisibility=1, LineWidth=2))
    renderer.AddActor(actor_of(sphere((0, 1.1, 0), 0.5, 12), (1, 1, 1), Representation=vtk.VTK_WIREFRAME))
    checks = vtk.vtkImageCanvasSource2D()
    checks.SetExtent(0, 63, 0, 63, 0, 0)
    checks.SetNumberOfScalarComponents(3)
    checks.SetScalarTypeToUnsignedChar()
    for y in range(0, 64, 8):
        for x in range(0, 64, 8):
            checks.SetDrawColor(*((230, 220, 120) if (x + y) // 8 % 2 else (60, 80, 100)))
            checks.FillBox(x, x + 7, y, y + 7)
    texture = vtk.vtkTexture()
    texture.SetInputConnection(checks.GetOutputPort())
    texture.MipmapOn()
    texture.InterpolateOn()
    floor = actor_of(plane(2.5, -0.6), (1, 1, 1))
    floor.SetTexture(texture)
    renderer.AddActor(floor)


def translucent(renderer):
    """Order-independent transparency: depth peeling."""
    for number, colour in enumerate([(1, 0.2, 0.2), (0.2, 1, 0.2), (0.2, 0.2, 1), (1, 1, 0.2)]):
        centre = (0.4 * (number % 2) - 0.2, 0.4 * (number // 2) - 0.2, 0.3 * number)
        renderer.AddActor(actor_of(sphere(centre, 0.6), colour, Opacity=0.4))
    renderer.GetRenderWindow().SetAlphaBitPlanes(1)
    renderer.GetRenderWindow().SetMultiSamples(0)
    renderer.UseDepthPeelingOn()
    renderer.SetMaximumNumberOfPeels(8)
    renderer.SetOcclusionRatio(0.0)


def wavelet():
    source = vtk.vtkRTAnalyticSource()
    source.SetWholeExtent(-20, 20, -20, 20, -20, 20)
    return source


def contours(renderer):
    """Isosurfaces coloured by a table, with the table's bar, texts and axes."""
    source = wavelet()
    contour = vtk.vtkContourFilter()
    contour.SetInputConnection(source.GetOutputPort())
    contour.GenerateValues(4, 120, 240)
    clip = vtk.vtkClipPolyData()
    clip.SetInputConnection(contour.GetOutputPort())
    half = vtk.vtkPlane()
    half.SetNormal(-1, 0, 0.3)
    clip.SetClipFunction(half)
    colours = vtk.vtkLookupTable()
    colours.SetHueRange(0.66, 0)
    colours.SetRange(100, 260)
    colours.Build()
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(clip.GetOutputPort())
    mapper.SetLookupTable(colours)
    mapper.SetScalarRange(100, 260)
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    renderer.AddActor(actor)
    bar = vtk.vtkScalarBarActor()
    bar.SetLookupTable(colours)
    bar.SetTitle("value")
    renderer.AddActor2D(bar)
    axes = vtk.vtkCubeAxesActor()
    axes.SetBounds(-20, 20, -20, 20, -20, 20)
    axes.SetCamera(renderer.GetActiveCamera())
    renderer.AddActor(axes)


def volume(renderer):
    """Rays through a volume: 3D textures and loops in the fragment shader."""
    source = wavelet()
    mapper = vtk.vtkGPUVolumeRayCastMapper()
    mapper.SetInputConnection(source.GetOutputPort())
    mapper.UseJitteringOff()
    mapper.AutoAdjustSampleDistancesOff()
    mapper.SetSampleDistance(0.5)
    opacity = vtk.vtkPiecewiseFunction()
    for value, part in [(100, 0), (160, 0.02), (200, 0.1), (270, 0.4)]:
        opacity.AddPoint(value, part)
    colours = vtk.vtkColorTransferFunction()
    colours.AddRGBPoint(100, 0.1, 0.1, 0.6)
    colours.AddRGBPoint(180, 0.2, 0.9, 0.4)
    colours.AddRGBPoint(260, 1.0, 0.3, 0.1)
    shown = vtk.vtkVolume()
    shown.SetMapper(mapper)
    shown.GetProperty().SetScalarOpacity(opacity)
    shown.GetProperty().SetColor(colours)
    shown.GetProperty().SetInterpolationTypeToLinear()
    shown.GetProperty().ShadeOn()
    renderer.AddVolume(shown)


def materials(renderer):
    """Physically based materials, as metallic and as rough as their place says, lit by two lamps."""
    for row in range(3):
        for column in range(3):
            actor = actor_of(sphere((column - 1, row - 1, 0), 0.45), (0.9, 0.6, 0.3))
            actor.GetProperty().SetInterpolationToPBR()
            actor.GetProperty().SetMetallic(row / 2)
            actor.GetProperty().SetRoughness(0.2 + column / 4)
            renderer.AddActor(actor)
    for place, part in [((3, 3, 5), 1.0), ((-4, 1, 3), 0.6)]:
        light = vtk.vtkLight()
        light.SetPosition(place)
        light.SetIntensity(part)
        renderer.AddLight(light)


def shadows(renderer):
    """Shadow maps."""
    renderer.AddActor(actor_of(plane(3, -0.5), (0.8, 0.8, 0.7)))
    renderer.AddActor(actor_of(sphere((0, 0.2, 0)), (0.9, 0.3, 0.2)))
    renderer.AddActor(actor_of(sphere((0.9, 0, 0.8), 0.3), (0.2, 0.4, 0.9)))
    light = vtk.vtkLight()
    light.SetPosition(3, 5, 2)
    light.SetFocalPoint(0, 0, 0)
    light.SetPositional(True)
    light.SetConeAngle(35)
    renderer.AddLight(light)
    passes = vtk.vtkRenderPassCollection()
    maps = vtk.vtkShadowMapPass()
    passes.AddItem(maps.GetShadowMapBakerPass())
    passes.AddItem(maps)
    sequence = vtk.vtkSequencePass()
    sequence.SetPasses(passes)
    camera = vtk.vtkCameraPass()
    camera.SetDelegatePass(sequence)
    renderer.SetPass(camera)


def occlusion(renderer):
    """Ambient occlusion in screen space, over floating-point textures."""
    renderer.AddActor(actor_of(plane(2, -0.5), (0.9, 0.9, 0.9)))
    for number in range(9):
        place = (number % 3 * 0.7 - 0.7, -0.2, number // 3 * 0.7 - 0.7)
        renderer.AddActor(actor_of(sphere(place, 0.3), (0.9, 0.8, 0.6)))
    basic = vtk.vtkRenderStepsPass()
    ambient = vtk.vtkSSAOPass()
    ambient.SetRadius(0.5)
    ambient.SetKernelSize(32)
    ambient.BlurOn()
    ambient.SetDelegatePass(basic)
    renderer.SetPass(ambient)


def points(renderer):
    """Spheres that geometry shaders or fragments make of points and lines, and glyphs as instances."""
    rows = vtk.vtkPoints()
    for number in range(60):
        rows.InsertNextPoint(number % 10 * 0.3, number // 10 * 0.3, 0)
    data = vtk.vtkPolyData()
    data.SetPoints(rows)
    mapper = vtk.vtkPointGaussianMapper()
    mapper.SetInputData(data)
    mapper.SetScaleFactor(0.12)
    mapper.EmissiveOff()
    mapper.SetSplatShaderCode(
        "//VTK::Color::Impl\nfloat d = dot(offsetVCVSOutput.xy, offsetVCVSOutput.xy);\n"
        "if (d > 1.0) { discard; } else { float s = 1.0 - d; ambientColor *= s; diffuseColor *= s; }\n")
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(0.3, 0.8, 0.9)
    renderer.AddActor(actor)
    glyphs = vtk.vtkGlyph3DMapper()
    glyphs.SetInputData(data)
    cone = vtk.vtkConeSource()
    cone.SetHeight(0.25)
    cone.SetRadius(0.08)
    glyphs.SetSourceConnection(cone.GetOutputPort())
    above = vtk.vtkActor()
    above.SetMapper(glyphs)
    above.SetPosition(0.1, 0, 0.5)
    above.GetProperty().SetColor(0.9, 0.7, 0.2)
    renderer.AddActor(above)
    line = vtk.vtkLineSource()
    line.SetPoint1(0, -0.3, 0)
    line.SetPoint2(2.7, -0.3, 0)
    renderer.AddActor(actor_of(line, (1, 1, 1), LineWidth=6, RenderLinesAsTubes=1))


SCENES = [solids, translucent, contours, volume, materials, shadows, occlusion, points]


class WithoutWindowSystem:
    """A context of EGL or OSMesa, kept alive and current as long as this."""

    def __init__(self, way):
        opengl = ctypes.CDLL("libOpenGL.so.0")
        getattr(self, "make_" + way)()
        opengl.glGetString.restype = ctypes.c_char_p
        print("GL_VERSION", (opengl.glGetString(0x1F02) or b"none").decode())

    def make_egl(self):
        egl = ctypes.CDLL("libEGL.so.1")
        for name in ("eglGetPlatformDisplay", "eglCreateContext"):
            getattr(egl, name).restype = ctypes.c_void_p
        surfaceless, opengl = 0x31DD, 0x30A2
        display = ctypes.c_void_p(egl.eglGetPlatformDisplay(surfaceless, None, None))
        if not egl.eglInitialize(display, None, None) or not egl.eglBindAPI(opengl):
            sys.exit("no EGL")
        wanted = (ctypes.c_int * 5)(0x3040, 0x0008, 0x3033, 0x0001, 0x3038)  # renderable: OpenGL; surface: pbuffers
        config, count = ctypes.c_void_p(), ctypes.c_int()
        egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count))
        version = (ctypes.c_int * 7)(0x3098, 3, 0x30FB, 2, 0x30FD, 2, 0x3038)  # 3.2, compatibility profile
        context = ctypes.c_void_p(egl.eglCreateContext(display, config, None, version))
        if not context or not egl.eglMakeCurrent(display, None, None, context):
            sys.exit("no context of EGL")
        self.kept = egl, display, context

    def make_osmesa(self):
        library = ctypes.CDLL("libOSMesa.so.8")
        library.OSMesaCreateContextExt.restype = ctypes.c_void_p
        rgba, unsigned_byte = 0x1908, 0x1401
        context = ctypes.c_void_p(library.OSMesaCreateContextExt(rgba, 24, 8, 0, None))
        pixels = ctypes.create_string_buffer(4 * SIZE * SIZE)
        if not context or not library.OSMesaMakeCurrent(context, pixels, unsigned_byte, SIZE, SIZE):
            sys.exit("no context of OSMesa")
        self.kept = library, context, pixels


def window_of(way):
    if way in ("window", "offscreen"):
        window = vtk.vtkRenderWindow()
        window.SetOffScreenRendering(way == "offscreen")
    else:
        window = vtk.vtkGenericOpenGLRenderWindow()
        window.SetReadyForRendering(True)
        window.SetIsCurrent(True)
        window.SetSupportsOpenGL(True)
        window.SetOwnContext(0)
    window.SetSize(SIZE, SIZE)
    window.SetMultiSamples(4)
    return window


def draw(scene, way, folder):
    window = window_of(way)
    renderer = vtk.vtkRenderer()
    renderer.SetBackground(0.15, 0.2, 0.3)
    renderer.SetBackground2(0.5, 0.55, 0.6)
    renderer.GradientBackgroundOn()
    window.AddRenderer(renderer)
    scene(renderer)
    renderer.GetActiveCamera().Azimuth(25)
    renderer.GetActiveCamera().Elevation(20)
    renderer.ResetCamera()
    window.Render()
    window.Render()
    picture = vtk.vtkWindowToImageFilter()
    picture.SetInput(window)
    picture.ReadFrontBufferOff()
    picture.ShouldRerenderOff()
    writer = vtk.vtkPNGWriter()
    writer.SetFileName(os.path.join(folder, scene.__name__ + ".png"))
    writer.SetInputConnection(picture.GetOutputPort())
    writer.Write()
    window.Finalize()


def main():
    way, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    if way == "osmesa" and os.path.exists("/proc/self/maps"):
        ctypes.CDLL("libOpenGL.so.0")
        with open("/proc/self/maps", encoding="utf-8") as maps:
            way = "osmesa" if "libasmgl.so" in maps.read() else "egl"
    context = WithoutWindowSystem(way) if way in ("egl", "osmesa") else None
    chosen = sys.argv[3:]
    for scene in SCENES:
        if not chosen or scene.__name__ in chosen:
            draw(scene, way, folder)
    del context


main()
