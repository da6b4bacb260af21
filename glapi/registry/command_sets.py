"""Facts about commands that gl.xml does not state: regular expressions over names without "gl"."""

# Valid between Begin and End (OpenGL 2.1, 2.6.3, and the extensions that add vertex attributes).
ALLOWED_INSIDE_BEGIN = [
    r"End", r"PrimitiveRestartNV", r"Vertex[234](s|i|f|d|h|x|b|bOES|xOES|hNV)v?(NV|OES)?",
    r"(Secondary)?Color[34].*", r"Index(s|i|f|d|ub|x)v?(OES)?", r"Normal3.*", r"TexCoord[1234].*",
    r"MultiTexCoord[1234].*", r"MultiTexCoord[1234].*ARB", r"FogCoord(f|d|h)v?(NV)?",
    r"VertexAttrib[1234].*", r"VertexAttrib[ILP][1234].*", r"VertexAttribs[1234].*",
    r"(Vertex|TexCoord|MultiTexCoord|Normal|Color|SecondaryColor)P[1234].*", r"EvalCoord[12].*", r"EvalPoint[12]",
    r"ArrayElement", r"Material[fixd]v?(OES)?", r"CallLists?", r"EdgeFlagv?", r"Weight(b|s|i|f|d|ub|us|ui)vARB",
    r"VertexWeight[fh]v?(EXT|NV)", r"MatrixIndexu[bsi]vARB", r"Variant(b|s|i|f|d|ub|us|ui)vEXT",
]

# Those of them that set current values and emit vertices, and nothing else.
ATTRIBUTES = [
    r"Vertex[234](s|i|f|d|h|x|b|bOES|xOES|hNV)v?(NV|OES)?", r"(Secondary)?Color[34].*", r"Index(s|i|f|d|ub|x)v?(OES)?",
    r"Normal3.*", r"TexCoord[1234].*", r"MultiTexCoord[1234].*", r"FogCoord(f|d|h)v?(NV)?", r"VertexAttrib[1234].*",
    r"VertexAttrib[ILP][1234].*", r"VertexAttribs[1234].*",
    r"(Vertex|TexCoord|MultiTexCoord|Normal|Color|SecondaryColor)P[1234].*", r"EdgeFlagv?",
    r"Weight(b|s|i|f|d|ub|us|ui)vARB", r"VertexWeight[fh]v?(EXT|NV)", r"MatrixIndexu[bsi]vARB",
]

# Listable although gl.xml gives them no GLX rendering opcode (mostly because they came after GLX's protocol).
LISTABLE_ADDITIONS = [
    r"BlendFunc(Separate)?i(ndexed)?", r"BlendEquation(Separate)?i",
    r"ColorMaski", r"Enablei", r"Disablei", r"StencilOpSeparate", r"StencilFuncSeparate", r"StencilMaskSeparate",
    r"StencilFuncSeparateATI", r"DepthBoundsEXT", r"ActiveStencilFaceEXT", r"ClampColor", r"BlitFramebuffer",
    r"VertexAttrib[IP][1234].*", r"VertexAttribL[1234](d|dv|u?i64v?(NV|ARB))", r"FogCoord(f|d)v", r"SecondaryColor3.*v?",
    r"(Vertex|TexCoord|MultiTexCoord|Normal|Color|SecondaryColor)P[1234].*", r"PrimitiveRestartNV",
    r"(Begin|End)Query", r"(Begin|End)ConditionalRender", r"DrawBuffers", r"WindowPos[234].*", r"ProvokingVertex",
    r"Program(Env|Local)Parameters?(I?4).*", r"BindProgramARB", r"PatchParameter(i|fv)", r"SampleMaski",
    r"ClearBuffer(i|ui|f)v", r"ClearBufferfi", r"ViewportIndexedf.*", r"ViewportArrayv", r"ScissorIndexed.*",
    r"ScissorArrayv", r"DepthRangeIndexed", r"DepthRangeArrayv", r"(Load|Mult)TransposeMatrix[fd]",
    r"(Program)?Uniform(Matrix)?[1234].*", r"(Program)?Uniform(Handle)?ui64.*", r"UseProgram(Stages)?", r"UniformSubroutinesuiv", r"MinSampleShading", r"BeginTransformFeedback",
    r"EndTransformFeedback", r"(Pause|Resume)TransformFeedback", r"BindTransformFeedback", r"PolygonOffset(Clamp|EXT)",
    r"BindFramebuffer(EXT)?", r"BindRenderbuffer(EXT)?", r"TexParameterI.*", r"Clear(Color)I.*", r"BindSampler",
    r"Matrix(Load|Mult|Rotate|Scale|Translate|Frustum|Ortho|Pop|Push).*EXT", r"NamedProgram(LocalParameter.*|String)EXT",
    r"(Texture|MultiTex)(Parameter|Image|SubImage|Env|Gen).*EXT", r"(Copy|Compressed)(Texture|MultiTex)(Sub)?Image.*EXT",
    r"BindMultiTextureEXT", r"Generate(Texture|MultiTex)MipmapEXT",
    r"BindImageTexture(EXT)?", r"DepthRangedNV", r"ClearDepthdNV", r"DepthBoundsdNV", r"VertexAttribs?[1234].*",
    r"DispatchCompute(GroupSizeARB)?", r"MemoryBarrier(ByRegion)?", r"CombinerStageParameterfvNV",
    r"Viewport(Swizzle|PositionWScale)NV", r"ScissorExclusive(Arrayv)?NV", r"WindowRectanglesEXT", r"DrawTextureNV",
    r"SetMultisamplefvAMD", r"VertexBlendARB", r"DepthRange(Arraydv|Indexedd)NV",
    r"SetFence(NV|APPLE)", r"Finish(Fence|Object)APPLE", r"(UseShader|Active)ProgramEXT",
    r"TexBumpParameter[fi]vATI", r"BindVertexShaderEXT", r"SetInvariantEXT", r"Variant(b|s|i|f|d|ub|us|ui)vEXT",
]

# Executed at once although GLX renders them (OpenGL 2.1, 5.4; the objects' extensions).
NOT_LISTABLE = [
    r"PrimitiveRestartIndex(NV)?", r"Get.*", r"Is.*", r"Gen(?!erate(Texture|MultiTex)?Mipmap).*", r"Delete.*", r".*Pointer.*", r"PixelStore.*", r"ReadPixels", r"RenderMode",
    r"FeedbackBuffer", r"SelectBuffer", r"Finish", r"Flush", r"NewList", r"EndList", r"VertexAttrib.*Format.*",
    r"VertexAttribBinding", r"VertexAttribDivisor.*", r"(Enable|Disable)(ClientState|VertexAttribArray).*", r"ClientActiveTexture",
    r"(Push|Pop)ClientAttrib", r"InterleavedArrays", r"AreTexturesResident.*", r"BindBuffer.*", r"Buffer.*Data",
    r"VertexArray.*", r"ProgramStringARB", r"Framebuffer.*", r"RenderbufferStorage.*", r"CheckFramebufferStatus.*", r"BindVertexArray.*",
    r"CreateShader.*", r"(MultiTex|Tex|Texture)Buffer(Range)?(EXT)?",
    # These look at the list being compiled themselves: arrays are dereferenced at compile time.
    r"ArrayElement", r"(Multi)?Draw(Range)?(Arrays|Elements).*", r"(Multi)?Draw(Range)?ElementArray(ATI|APPLE)",
    r"MultiModeDraw(Arrays|Elements)IBM", r"NewObjectBufferATI", r"UpdateObjectBufferATI", r"FreeObjectBufferATI",
    r"(VertexAttrib)?ArrayObjectATI",
    # Not implemented; how much they read is not known here.
    r".*SGIX", r".*SGIS",
]

# Compiled into display lists by their own code; refused between Begin and End, they leave an error in the list.
SELF_COMPILED = [r"(Multi)?Draw(Range)?(Arrays|Elements)(BaseVertex)?(EXT)?", r"(Multi)?Draw(Range)?ElementArray(ATI|APPLE)",
                 r"MultiModeDraw(Arrays|Elements)IBM"]

# Sizes that gl.xml calls COMPSIZE(…), of listable commands: (command, C++ expression). "elements" are of the pointer's
# type; images depend on the unpack state.
SIZES = [
    (r"(Fog|Light|LightModel|Material|PointParameter|TexEnv|TexGen|TexParameter|TexParameterI)(f|i|d|ui)v",
     "elements({0}, lists::parameter_count(pname))"),
    (r"(MultiTexEnv|MultiTexGen|(MultiTex|Texture)ParameterI?)(f|i|d|ui)vEXT",
     "elements({0}, lists::parameter_count(pname))"),
    (r"ClearBuffer(f|i|ui)v", "elements({0}, buffer == GL_COLOR ? 4 : 1)"),
    (r"CallLists", "bytes({0}, n * lists::name_bytes(type))"),
    (r"Map1[fd]", "elements({0}, lists::map_values(target, stride, order))"),
    (r"Map2[fd]", "elements({0}, lists::map_values(target, ustride, uorder, vstride, vorder))"),
    (r"VertexAttribL1ui64vARB", "elements({0}, 1)"),
    (r"PatchParameterfv", "elements({0}, pname == GL_PATCH_DEFAULT_OUTER_LEVEL ? 4 : 2)"),
    (r"DepthRangeArray(v|dvNV)", "elements({0}, 2 * lists::viewports(first, count))"),
    (r"WindowRectanglesEXT", "elements({0}, 4 * lists::window_rectangles(count))"),
    (r"SetMultisamplefvAMD", "elements({0}, 2)"),
    (r"Weight(b|s|i|f|d|ub|us|ui)vARB", "elements({0}, lists::weights(size))"),
    (r"TexBumpParameter[fi]vATI", "elements({0}, pname == GL_BUMP_ROT_MATRIX_ATI ? 4 : 0)"),
    (r"MatrixIndexu(b|s|i)vARB", "elements({0}, lists::weights(size))"),
    (r"Variant(b|s|i|f|d|ub|us|ui)vEXT", "elements({0}, lists::symbol_components(*context, id))"),
    (r"SetInvariantEXT", "bytes({0}, lists::symbol_bytes(*context, id, type))"),
    (r"(Scissor|Viewport)Arrayv|ScissorExclusiveArrayvNV", "elements({0}, 4 * lists::viewports(first, count))"),
    (r"DrawBuffers", "elements({0}, lists::draw_buffers(n))"),
    (r"Program(EnvParameters.*|Parameters4[fd]vNV)", "elements({0}, 4 * lists::environment_parameters(index, count))"),
    (r"ProgramLocalParameters.*", "elements({0}, 4 * lists::local_parameters(index, count))"),
    (r"NamedProgramLocalParameters.*", "elements({0}, 4 * lists::local_parameters(index, count))"),
    *[(rf"VertexAttribs{size}(sv|fv|dv|ubv)NV", f"elements({{0}}, {size} * lists::attributes(index, count))")
      for size in range(1, 5)],
    *[(rf"VertexAttribs{size}hvNV", f"elements({{0}}, {size} * lists::attributes(index, n))") for size in range(1, 5)],
    (r"CombinerParameter(f|i)vNV",
     "elements({0}, pname == GL_CONSTANT_COLOR0_NV || pname == GL_CONSTANT_COLOR1_NV ? 4 : 1)"),
    (r"CombinerStageParameterfvNV", "elements({0}, 4)"),
    (r"Bitmap", "image(GL_COLOR_INDEX, GL_BITMAP, width, height, 1, 2, {0})"),
    (r"PolygonStipple", "image(GL_COLOR_INDEX, GL_BITMAP, 32, 32, 1, 2, {0})"),
    (r"DrawPixels", "image(format, type, width, height, 1, 2, {0})"),
    (r"(Tex|Texture|MultiTex)(Sub)?Image1D(EXT)?", "image(format, type, width, 1, 1, 1, {0})"),
    (r"(Tex|Texture|MultiTex)(Sub)?Image2D(EXT)?", "image(format, type, width, height, 1, 2, {0})"),
    (r"(Tex|Texture|MultiTex)(Sub)?Image3D(EXT)?", "image(format, type, width, height, depth, 3, {0})"),
    (r"PixelMap(f|ui|us)v", "pixel_elements({0}, mapsize)"),
    (r"ColorTable", "image(format, type, width, 1, 1, 1, {0})"),
    (r"ColorSubTable", "image(format, type, count, 1, 1, 1, {0})"),
    (r"ConvolutionFilter1D", "image(format, type, width, 1, 1, 1, {0})"),
    (r"ConvolutionFilter2D", "image(format, type, width, height, 1, 2, {0})"),
    (r"SeparableFilter2D", "image(format, type, std::string_view(\"{0}\") == \"row\" ? width : height, 1, 1, 1, {0})"),
    (r"(ColorTable|Convolution)Parameter(f|i)v", "elements({0}, pname == GL_CONVOLUTION_BORDER_MODE ? 1 : 4)"),
    (r"Compressed(Tex|Texture|MultiTex)Image1D(EXT)?", "compressed_image(internalformat, width, 1, 1, 1, imageSize, {0})"),
    (r"Compressed(Tex|Texture|MultiTex)Image2D(EXT)?", "compressed_image(internalformat, width, height, 1, 2, imageSize, {0})"),
    (r"Compressed(Tex|Texture|MultiTex)Image3D(EXT)?", "compressed_image(internalformat, width, height, depth, 3, imageSize, {0})"),
    (r"Compressed(Tex|Texture|MultiTex)SubImage1D(EXT)?", "compressed_image(format, width, 1, 1, 1, imageSize, {0})"),
    (r"Compressed(Tex|Texture|MultiTex)SubImage2D(EXT)?", "compressed_image(format, width, height, 1, 2, imageSize, {0})"),
    (r"Compressed(Tex|Texture|MultiTex)SubImage3D(EXT)?", "compressed_image(format, width, height, depth, 3, imageSize, {0})"),
]

# Only ever touch their own context: never wait for the share group. (Vertices do when they draw: wrap().)
UNLOCKED = [
    r"GetError", r"Vertex[234].*", r"(Secondary)?Color[34].*", r"Index(s|i|f|d|ub)v?", r"Normal3.*",
    r"TexCoord[1234].*", r"MultiTexCoord[1234].*", r"FogCoord(f|d|h)v?(NV)?", r"VertexAttrib[IL]?[1234].*", r"EdgeFlagv?",
]

# Called most often, and neither compute (nor convert numbers) nor wait nor use files themselves: without a shield from the
# application's floating-point mode and cancellation (runtime/threads/application_shield.h). What draws for them has one.
UNSHIELDED = [
    r"GetError", r"Begin", r"End", r"(Vertex[234]|(Secondary)?Color[34]|Index|Normal3|TexCoord[1234]|FogCoord)fv?(ARB|EXT)?",
    r"((Secondary)?Color[34]u?b|Normal3b)v?(EXT)?", r"VertexAttrib4N(u?bv|ub)(ARB)?", r"VertexAttribI4u?[bs]v(EXT)?",  # bytes are looked up
    r"MultiTexCoord[1234]fv?(ARB)?", r"VertexAttrib[1234]fv?(ARB|NV)?", r"VertexAttribI[1234]u?iv?", r"EdgeFlagv?",
    r"(Program)?Uniform(Matrix)?[1234].*", r"Program(Env|Local)Parameters?(I?4u?iv?|4fv?)(ARB|EXT|NV)?",
    r"(Multi)?Draw(Range)?(Arrays|Elements)(Instanced)?(BaseVertex)?(BaseInstance)?(ARB|EXT)?",
    r"Bind(Textures?|TextureUnit|MultiTextureEXT|Samplers?|Buffer(Base|Range)?|VertexArray|Framebuffer|ProgramARB|VertexBuffers?)",
    r"(Client)?ActiveTexture", r"(En|Dis)able(i|ClientState|VertexAttribArray)?", r"(Push|Pop)Matrix", r"LoadIdentity", r"MatrixMode",
    r"Blend(Func|Equation)(Separate)?i?", r"Depth(Func|Mask)", r"Stencil(Func|Op|Mask)(Separate)?", r"ColorMaski?",
    r"CullFace", r"FrontFace", r"PolygonMode", r"ShadeModel", r"LogicOp", r"Scissor", r"Viewport", r"PixelStorei",
    r"(Vertex|Color|Normal|TexCoord|FogCoord|SecondaryColor|Index|EdgeFlag|VertexAttribI?)Pointer", r"VertexAttribI?Format",
    r"VertexAttrib(Binding|Divisor)",
]

# Those that compute or convert numbers, and neither wait nor use files themselves: shielded from the former only.
NUMBERS_ONLY = [
    *ATTRIBUTES, r"(Load|Mult)(Transpose)?Matrix[fdx](OES|ARB)?", r"Matrix(Load|Mult)(Transpose)?[fd]EXT",
    r"(Matrix)?(Rotate|Scale|Translate)[fdx](EXT|OES)?", r"(Matrix)?(Frustum|Ortho)[fx]?(EXT|OES)?",
    r"(Light|LightModel|Material|Fog|TexEnv|TexGen|TexParameter|PointParameter)[fdix]v?(ARB|EXT|NV|SGIS|OES)?",
    r"(LineWidth|PointSize|AlphaFunc|BlendColor|ClearColor|ClearDepth[fd]?|DepthRange[fd]?|PolygonOffset|SampleCoverage)(x|EXT|OES|NV|ARB)?",
    r"Program(Env|Local)Parameters?.*", r"NamedProgramLocalParameters?.*",
]

# Between two draws these change nothing that is resolved for the second: others end a sequence of draws. BufferSubData
# sees to the draws before it itself.
GOES_ON = [r"GetError", r"ActiveTexture", r"BufferSubData", r"(Multi)?Draw(Range)?(Arrays|Elements)(Instanced)?(BaseVertex)?(BaseInstance)?"]
# The same between Begin, End and the next Begin.
IMMEDIATE_GOES_ON = [r"GetError", r"ActiveTexture", r"Begin", r"End", *ATTRIBUTES]

# Those that change what programs compute with, or which textures are bound, and nothing else: a sequence goes on behind
# them with that resolved anew. Samplers' uniforms see to it themselves.
CHANGE_PARAMETERS = [r"Program(Env|Local)Parameters?I?4.*", r"NamedProgramLocalParameters?I?4.*", r"ProgramParameters?4[df]v?NV",
                     r"ProgramNamedParameter4.*", r"(Program)?Uniform(Matrix)?[1234].*"]
CHANGE_TEXTURES = [r"BindTextures?", r"BindTextureUnit", r"BindMultiTextureEXT", r"BindSamplers?"]

# Commands of OpenGL ES' extensions that do what another command does, although gl.xml does not call them its aliases:
# (name, the other's name). The first that exists with the same parameters counts.
ES_ALIASES = [
    (r"gl(BindFramebuffer|BindRenderbuffer)OES", r"gl\1EXT"), (r"gl(\w+)OES", r"gl\1"),
    # EXT_occlusion_query_boolean, EXT_disjoint_timer_query.
    (r"gl((?:Gen|Delete)Queries|(?:Is|Begin|End)Query|GetQuery(?:Object)?u?iv)EXT", r"gl\1"),
    # EXT_separate_shader_objects, EXT_blend_func_extended.
    (r"gl(ActiveShaderProgram|(?:Bind|Is|Validate)ProgramPipeline|(?:Gen|Delete)ProgramPipelines|CreateShaderProgramv|"
     r"GetProgramPipeline(?:iv|InfoLog)|UseProgramStages|GetProgramResourceLocationIndex)EXT", r"gl\1"),
    (r"gl(DrawBuffers|ReadBuffer)NV", r"gl\1"),
    (r"gl(DepthRange(?:Arrayfv|Indexedf))NV", r"gl\1OES"),
]

# What contexts of OpenGL ES take although no text says so: other drivers let it, and programs ask for it.
ES_ADDITIONAL_TOKENS = ["GL_TEXTURE_COMPRESSED_IMAGE_SIZE"]

# Commands that do more than those that gl.xml calls them aliases of: they make the object that they name.
OWN_COMMANDS = [r"glNamedBuffer(SubData|Storage)EXT"]

# What contexts of OpenGL ES 1.1 take less than the registry's lists of their tokens say: (commands, parameter, the
# values taken, the error for others). Everything else that OpenGL ES lacks is known by its commands and tokens.
COORDINATE_TYPES = ["GL_BYTE", "GL_SHORT", "GL_FIXED", "GL_FLOAT"]
IMAGE_FORMATS = ["GL_ALPHA", "GL_RGB", "GL_RGBA", "GL_LUMINANCE", "GL_LUMINANCE_ALPHA"]
ES_DESTINATION_FACTORS = [
    "GL_ZERO", "GL_ONE", "GL_SRC_COLOR", "GL_ONE_MINUS_SRC_COLOR", "GL_DST_COLOR", "GL_ONE_MINUS_DST_COLOR",
    "GL_SRC_ALPHA", "GL_ONE_MINUS_SRC_ALPHA", "GL_DST_ALPHA", "GL_ONE_MINUS_DST_ALPHA",
]
ES_CAPABILITIES = [
    "GL_ALPHA_TEST", "GL_BLEND", "GL_COLOR_LOGIC_OP", "GL_COLOR_MATERIAL", "GL_CULL_FACE", "GL_DEPTH_TEST", "GL_DITHER",
    "GL_FOG", "GL_LIGHTING", "GL_LINE_SMOOTH", "GL_MATRIX_PALETTE_OES", "GL_MULTISAMPLE", "GL_NORMALIZE",
    "GL_POINT_SMOOTH", "GL_POINT_SPRITE_OES", "GL_POLYGON_OFFSET_FILL", "GL_RESCALE_NORMAL", "GL_SAMPLE_ALPHA_TO_COVERAGE",
    "GL_SAMPLE_ALPHA_TO_ONE", "GL_SAMPLE_COVERAGE", "GL_SCISSOR_TEST", "GL_STENCIL_TEST", "GL_TEXTURE_2D",
    "GL_TEXTURE_CUBE_MAP_OES", "GL_TEXTURE_GEN_STR_OES", "GL_DEBUG_OUTPUT", "GL_DEBUG_OUTPUT_SYNCHRONOUS",
] + [f"GL_LIGHT{n}" for n in range(8)] + [f"GL_CLIP_PLANE{n}" for n in range(6)]
ES_PARAMETERS = [
    (r"(En|Dis)able", "cap", ES_CAPABILITIES, "GL_INVALID_ENUM"),
    (r"(Client)?ActiveTexture", "texture", [f"GL_TEXTURE{n}" for n in range(8)], "GL_INVALID_ENUM"),
    (r"(Multi)?Draw(Arrays|Elements)", "mode",
     ["GL_POINTS", "GL_LINES", "GL_LINE_LOOP", "GL_LINE_STRIP", "GL_TRIANGLES", "GL_TRIANGLE_STRIP", "GL_TRIANGLE_FAN"],
     "GL_INVALID_ENUM"),
    (r"(Vertex|TexCoord|Normal)Pointer", "type", COORDINATE_TYPES, "GL_INVALID_ENUM"),
    (r"TexCoordPointer", "size", ["2", "3", "4"], "GL_INVALID_VALUE"),
    (r"ColorPointer", "size", ["4"], "GL_INVALID_VALUE"),
    (r"ColorPointer", "type", ["GL_UNSIGNED_BYTE", "GL_FIXED", "GL_FLOAT"], "GL_INVALID_ENUM"),
    (r"MatrixMode", "mode", ["GL_MODELVIEW", "GL_PROJECTION", "GL_TEXTURE", "GL_MATRIX_PALETTE_OES"],
     "GL_INVALID_ENUM"),
    (r"Material[fx]v?", "face", ["GL_FRONT_AND_BACK"], "GL_INVALID_ENUM"),
    (r"BlendFunc", "dfactor", ES_DESTINATION_FACTORS, "GL_INVALID_ENUM"),
    (r"BlendFuncSeparate", "dfactorRGB", ES_DESTINATION_FACTORS, "GL_INVALID_ENUM"),
    (r"BlendFuncSeparate", "dfactorAlpha", ES_DESTINATION_FACTORS, "GL_INVALID_ENUM"),
    (r"ReadPixels", "format", ["GL_RGBA"], "GL_INVALID_OPERATION"),
    (r"ReadPixels", "type", ["GL_UNSIGNED_BYTE"], "GL_INVALID_OPERATION"),
    (r"BufferData", "usage", ["GL_STATIC_DRAW", "GL_DYNAMIC_DRAW"], "GL_INVALID_ENUM"),
    (r"TexImage2D", "internalformat", IMAGE_FORMATS + ["GL_BGRA"], "GL_INVALID_VALUE"),
    (r"CopyTexImage2D", "internalformat", IMAGE_FORMATS, "GL_INVALID_ENUM"),
    (r"(Copy)?TexImage2D", "border", ["0"], "GL_INVALID_VALUE"),
    (r"Tex(Sub)?Image2D", "format", IMAGE_FORMATS + ["GL_BGRA"], "GL_INVALID_ENUM"),
    (r"Tex(Sub)?Image2D", "type",
     ["GL_UNSIGNED_BYTE", "GL_UNSIGNED_SHORT_5_6_5", "GL_UNSIGNED_SHORT_4_4_4_4", "GL_UNSIGNED_SHORT_5_5_5_1"],
     "GL_INVALID_ENUM"),
    (r"(Get)?TexParameter[fix]v?", "pname",
     ["GL_TEXTURE_MIN_FILTER", "GL_TEXTURE_MAG_FILTER", "GL_TEXTURE_WRAP_S", "GL_TEXTURE_WRAP_T", "GL_GENERATE_MIPMAP",
      "GL_TEXTURE_CROP_RECT_OES", "GL_TEXTURE_MAX_ANISOTROPY_EXT", "GL_TEXTURE_MAX_LEVEL_APPLE"], "GL_INVALID_ENUM"),
    (r"RenderbufferStorage", "internalformat",
     ["GL_RGBA4_OES", "GL_RGB5_A1_OES", "GL_RGB565_OES", "GL_RGB8_OES", "GL_RGBA8_OES", "GL_DEPTH_COMPONENT16_OES",
      "GL_DEPTH_COMPONENT24_OES", "GL_DEPTH_COMPONENT32_OES", "GL_STENCIL_INDEX1_OES", "GL_STENCIL_INDEX4_OES",
      "GL_STENCIL_INDEX8_OES", "GL_DEPTH24_STENCIL8_OES"], "GL_INVALID_ENUM"),
]

# Commands that contexts of the core profile refuse beside those that the registry says it has removed: they set or read
# what is removed with these.
COMPATIBILITY_ADDITIONS = [
    r"(Vertex[234]|TexCoord[1234]|MultiTexCoord[1234]|Normal3|(Secondary)?Color[34]|FogCoord)hv?NV",
    r"(Vertex|TexCoord|MultiTexCoord|Normal|Color|SecondaryColor)P[1234]uiv?",
    r"(Vertex|Normal|Color|Index|TexCoord|EdgeFlag|SecondaryColor|FogCoord)FormatNV",
    r"VertexArray(Vertex|Color|TexCoord|MultiTexCoord|SecondaryColor|Index|Normal|FogCoord|EdgeFlag)OffsetEXT",
    r"(Enable|Disable)(VertexArray|ClientStatei|ClientStateIndexed)EXT", r"MultiTexCoordPointerEXT",
    r"(Push)?ClientAttribDefaultEXT", r"Matrix(Load|Mult|Rotate|Scale|Translate|Frustum|Ortho|Pop|Push).*EXT",
    r"(Get)?MultiTex(Env|Gen).*EXT", r"Getn(Map|PixelMap)\w+", r"GetnPolygonStipple(ARB)?", r"(Get)?TrackMatrix(iv)?NV",
    r"AreTexturesResidentEXT", r"Weight.*ARB", r"VertexBlendARB", r"VertexWeight.*",
    r"(Multi)?Draw(Range)?ElementArray(ATI|APPLE)", r"ElementPointer(ATI|APPLE)", r"MultiModeDraw(Arrays|Elements)IBM",
    r"(Get)?(Variant)?ArrayObject([fi]v)?ATI", r"MatrixIndex.*ARB", r"CurrentPaletteMatrixARB", r"(Get)?TexBumpParameter[fi]vATI",
    r"(Gen|Bind|Delete|Begin|End)VertexShaders?EXT", r"ShaderOp[123]EXT", r"(Swizzle|WriteMask)EXT",
    r"(Insert|Extract)ComponentEXT", r"GenSymbolsEXT", r"Set(Invariant|LocalConstant)EXT", r"Variant.*EXT",
    r"(Enable|Disable)VariantClientStateEXT", r"Bind(Light|Material|TexGen|TextureUnit)?ParameterEXT",
    r"IsVariantEnabledEXT", r"Get(Variant|Invariant|LocalConstant)\w+EXT",
]

IMAGING_CAPABILITIES = [
    "GL_COLOR_TABLE", "GL_POST_CONVOLUTION_COLOR_TABLE", "GL_POST_COLOR_MATRIX_COLOR_TABLE", "GL_CONVOLUTION_1D",
    "GL_CONVOLUTION_2D", "GL_SEPARABLE_2D", "GL_HISTOGRAM", "GL_MINMAX",
]
IMAGING_STATE = ["GL_COLOR_MATRIX", "GL_TRANSPOSE_COLOR_MATRIX", "GL_COLOR_MATRIX_STACK_DEPTH",
                 "GL_MAX_COLOR_MATRIX_STACK_DEPTH"] + [
    f"GL_POST_{step}_{component}_{kind}" for step in ("CONVOLUTION", "COLOR_MATRIX") for kind in ("SCALE", "BIAS")
    for component in ("RED", "GREEN", "BLUE", "ALPHA")]

# What contexts of the core profile don't take although the registry lets other commands have it: (commands, parameter,
# the values, the error). Tokens that the registry says are removed are refused wherever they are given.
CORE_PARAMETERS = [
    (r"PolygonMode", "face", ["GL_FRONT", "GL_BACK"], "GL_INVALID_ENUM"),
    (r"Get(Boolean|Integer|Integer64|Float|Double)v", "pname", ["GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION"],
     "GL_INVALID_ENUM"),
    (r"(En|Dis)able|IsEnabled", "cap", IMAGING_CAPABILITIES, "GL_INVALID_ENUM"),
    (r"Get(Boolean|Integer|Integer64|Float|Double)v", "pname", IMAGING_CAPABILITIES + IMAGING_STATE, "GL_INVALID_ENUM"),
    (r".*Tex(ture)?(Sub)?Image.*|Readn?Pixels|Clear(Tex|Buffer|Named).*", "format", ["GL_ALPHA"], "GL_INVALID_ENUM"),
]

# Groups of values that count from a token, GL_TEXTURE0 + i, further than the registry names them: GL_TEXTURE0 + 38 has the
# number of a token that means something else. The commands check them.
NUMBER_GROUPS = ["TextureUnit"]

# Commands whose tokens are checked where they are needed: those of every draw, one that takes any, and one whose error for
# formats is INVALID_OPERATION. The format of binaries is no token of the registry.
ES2_UNCHECKED_TOKENS = [r"TextureView", r"ProgramBinary"]
UNCHECKED_TOKENS = [r"(Multi)?Draw(Range)?(Arrays|Elements|TransformFeedback).*", r"GetInternalformat.*", r"TextureView"]
