"""blender_viewport.py OUTPUT: for `blender --python FILE -- OUTPUT`, which draws its viewport in each of the ways that
OpenGL draws, and Eevee, and writes them as pictures."""
import os
import sys
import traceback

import bpy

folder = sys.argv[-1]


def scene():
    bpy.ops.wm.read_homefile(use_empty=False, use_factory_startup=True)
    bpy.ops.mesh.primitive_monkey_add(size=1.6, location=(2.2, 0, 0.4))
    bpy.ops.object.shade_smooth()
    bpy.ops.mesh.primitive_torus_add(location=(-2, 1, 0))
    bpy.ops.mesh.primitive_plane_add(size=12, location=(0, 0, -1))
    for number, thing in enumerate(o for o in bpy.data.objects if o.type == "MESH"):
        material = bpy.data.materials.new("m%d" % number)
        material.use_nodes = True
        shader = material.node_tree.nodes["Principled BSDF"]
        colour = [(0.8, 0.2, 0.1, 1), (0.1, 0.5, 0.8, 1), (0.2, 0.7, 0.2, 1), (0.7, 0.7, 0.6, 1)][number % 4]
        shader.inputs["Base Color"].default_value = material.diffuse_color = colour
        shader.inputs["Metallic"].default_value = 0.5 * (number % 2)
        thing.data.materials.clear()
        thing.data.materials.append(material)


def draw():
    scene()
    render = bpy.context.scene.render
    render.resolution_x, render.resolution_y, render.resolution_percentage = 320, 240, 100
    render.image_settings.file_format = "PNG"
    window = bpy.context.window_manager.windows[0]
    area = next(a for a in window.screen.areas if a.type == "VIEW_3D")
    region = next(r for r in area.regions if r.type == "WINDOW")
    space = area.spaces.active
    space.region_3d.view_perspective = "CAMERA"
    with bpy.context.temp_override(window=window, area=area, region=region):
        for shading in ("WIREFRAME", "SOLID", "MATERIAL"):
            space.shading.type = shading
            render.filepath = os.path.join(folder, "viewport-%s.png" % shading.lower())
            bpy.ops.render.opengl(write_still=True, view_context=True)
    bpy.context.scene.render.engine = "BLENDER_EEVEE"
    bpy.context.scene.eevee.taa_render_samples = 8
    render.filepath = os.path.join(folder, "eevee.png")
    bpy.ops.render.render(write_still=True)


def draw_and_end():
    try:
        draw()
    except Exception:  # pylint: disable=broad-except
        traceback.print_exc()
        sys.stdout.flush()
        os._exit(1)
    # Blender ends when it is back in its own loop: it crashes where Python still runs then.
    bpy.context.preferences.view.use_save_prompt = False
    with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
        bpy.ops.wm.quit_blender("INVOKE_DEFAULT")


bpy.app.timers.register(draw_and_end, first_interval=1.0)  # when the window is there
