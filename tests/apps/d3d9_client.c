/*
 * A Direct3D 9 program with shaders of model 2, for Wine: draws a pyramid seen from above, with a texture and a light,
 * and a translucent square that passes through it, and looks at the pixels of the back buffer.
 *
 * What each point has to be is computed here from the same numbers. Writes "x y is r g b, expected r g b" for each
 * of the first points that are wrong; the exit status is how many are. The back buffer is written to back_buffer.ppm
 * beside the program, to be compared with the window.
 */
#define COBJMACROS
#define INITGUID
#include <d3d9.h>
#include <d3dx9.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

enum { width = 256, height = 192, texels = 8 };

struct vertex {
    float position[3], normal[3], texture[2];
};

static const char vertex_shader[] =
    "vs_2_0\n"
    "dcl_position v0\n"
    "dcl_normal v1\n"
    "dcl_texcoord0 v2\n"
    "dp4 oPos.x, v0, c0\n"
    "dp4 oPos.y, v0, c1\n"
    "dp4 oPos.z, v0, c2\n"
    "dp4 oPos.w, v0, c3\n"
    "nrm r0, v1\n"
    "dp3 r1.x, r0, c4\n"
    "max r1.x, r1.x, c5.w\n"
    "mad oD0, r1.x, c6, c5\n"
    "mov oT0.xy, v2\n";

/* Texture times colour, and the square's blue channel by a way of its own: 1 / (1 + red). */
static const char pixel_shader[] =
    "ps_2_0\n"
    "def c1, 1, 0, 0.5, 0.25\n"
    "dcl v0\n"
    "dcl t0.xy\n"
    "dcl_2d s0\n"
    "texld r0, t0, s0\n"
    "mul r0, r0, v0\n"
    "add r1.x, r0.x, c1.x\n"
    "rcp r1.x, r1.x\n"
    "lrp r0.z, c0.x, r1.x, r0.z\n"
    "mov r0.w, c0.w\n"
    "mov oC0, r0\n";

static const float light[4] = {0.36f, 0.48f, -0.8f, 0}, ambient[4] = {0.1f, 0.15f, 0.2f, 0},
                   diffuse[4] = {0.8f, 0.7f, 0.6f, 0};

static int failures;

static void check(HRESULT result, const char* what) {
    if (SUCCEEDED(result)) return;
    printf("%s: 0x%08lx\n", what, (unsigned long)result);
    exit(100);
}

static DWORD* assemble(const char* text) {
    ID3DXBuffer *code = NULL, *messages = NULL;
    HRESULT result = D3DXAssembleShader(text, (UINT)strlen(text), NULL, NULL, 0, &code, &messages);
    if (messages) printf("%s\n", (char*)ID3DXBuffer_GetBufferPointer(messages));
    check(result, "D3DXAssembleShader");
    return ID3DXBuffer_GetBufferPointer(code);
}

/* The texture: red grows to the right, green downwards, blue is a chequer of its texels. */
static void texel(int x, int y, float rgb[3]) {
    rgb[0] = (float)(x * 255 / (texels - 1)) / 255;
    rgb[1] = (float)(y * 255 / (texels - 1)) / 255;
    rgb[2] = (x + y) % 2 ? 1.0f : 0.2f;
}

static IDirect3DTexture9* make_texture(IDirect3DDevice9* device) {
    IDirect3DTexture9* texture;
    D3DLOCKED_RECT locked;
    check(
        IDirect3DDevice9_CreateTexture(device, texels, texels, 1, 0, D3DFMT_A8R8G8B8, D3DPOOL_MANAGED, &texture, NULL),
        "CreateTexture");
    check(IDirect3DTexture9_LockRect(texture, 0, &locked, NULL, 0), "LockRect");
    for (int y = 0; y < texels; ++y)
        for (int x = 0; x < texels; ++x) {
            float c[3];
            texel(x, y, c);
            ((DWORD*)((char*)locked.pBits + y * locked.Pitch))[x] =
                D3DCOLOR_XRGB((int)(c[0] * 255 + 0.5f), (int)(c[1] * 255 + 0.5f), (int)(c[2] * 255 + 0.5f));
        }
    check(IDirect3DTexture9_UnlockRect(texture, 0), "UnlockRect");
    return texture;
}

/* The four faces: corners of the base at (±0.8, ±0.8, 0.8), the top at (0, 0, 0.2), normals not of unit length. */
static void make_pyramid(struct vertex* v) {
    static const float corners[5][2] = {{-0.8f, 0.8f}, {0.8f, 0.8f}, {0.8f, -0.8f}, {-0.8f, -0.8f}, {-0.8f, 0.8f}};
    static const float normals[4][3] = {{0, 2, -2}, {2, 0, -2}, {0, -2, -2}, {-2, 0, -2}};
    for (int face = 0; face < 4; ++face)
        for (int i = 0; i < 3; ++i, ++v) {
            float x = i == 2 ? 0 : corners[face + i][0], y = i == 2 ? 0 : corners[face + i][1];
            *v = (struct vertex){{x, y, i == 2 ? 0.2f : 0.8f},
                                 {normals[face][0], normals[face][1], normals[face][2]},
                                 {x / 1.6f + 0.5f, 0.5f - y / 1.6f}};
        }
}

/* The square: from (0, 0) to (0.6, 0.6), nearer than the pyramid, except for z. */
static void make_square(struct vertex* v, float z) {
    static const float corners[6][2] = {{0, 0}, {0, 0.6f}, {0.6f, 0.6f}, {0, 0}, {0.6f, 0.6f}, {0.6f, 0}};
    for (int i = 0; i < 6; ++i)
        v[i] = (struct vertex){
            {corners[i][0], corners[i][1], z}, {0, 0, -1}, {corners[i][0] / 1.6f + 0.5f, 0.5f - corners[i][1] / 1.6f}};
}

static void shade(float x, float y, const float normal[3], float mix, float rgb[3]) {
    float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]), lit = 0;
    for (int i = 0; i < 3; ++i) lit += normal[i] / length * light[i];
    if (lit < 0) lit = 0;
    texel((int)((x / 1.6f + 0.5f) * texels), (int)((0.5f - y / 1.6f) * texels), rgb);
    for (int i = 0; i < 3; ++i) {
        float colour = lit * diffuse[i] + ambient[i];
        rgb[i] *= colour > 1 ? 1 : colour;
    }
    rgb[2] = mix / (1 + rgb[0]) + (1 - mix) * rgb[2];
}

/* What the pixel at a point of the plane has to be. */
static void expected(float x, float y, float rgb[3]) {
    static const float normals[4][3] = {{0, 2, -2}, {2, 0, -2}, {0, -2, -2}, {-2, 0, -2}}, up[3] = {0, 0, -1};
    if (fabsf(x) > 0.8f || fabsf(y) > 0.8f) {
        rgb[0] = 0.2f, rgb[1] = 0.3f, rgb[2] = 0.4f;
        return;
    }
    shade(x, y, normals[fabsf(y) > fabsf(x) ? (y > 0 ? 0 : 2) : (x > 0 ? 1 : 3)], 0, rgb);
    /* The square lies at z = 0.5, the pyramid at 0.2 + 0.75 max(|x|, |y|): nearer, and so in front, up to 0.4. */
    if (x > 0 && y > 0 && x < 0.6f && y < 0.6f && (x > y ? x : y) > 0.4f) {
        float over[3];
        shade(x, y, up, 1, over);
        for (int i = 0; i < 3; ++i) rgb[i] = over[i] * 0.75f + rgb[i] * 0.25f;
    }
}

/* Points well within texels and faces. */
static int away_from_edges(float x, float y) {
    float margin = 0.03f, u = fabsf(x), v = fabsf(y);
    float s = (x / 1.6f + 0.5f) * texels, t = (0.5f - y / 1.6f) * texels;
    if (fabsf(s - rintf(s)) < 0.15f || fabsf(t - rintf(t)) < 0.15f) return 0;
    return fabsf(u - v) > margin && fabsf(u - 0.8f) > margin && fabsf(v - 0.8f) > margin && fabsf(u - 0.6f) > margin &&
           fabsf(v - 0.6f) > margin && fabsf(u - 0.4f) > margin && fabsf(v - 0.4f) > margin && u > margin && v > margin;
}

static void look_at(const char* where, COLORREF (*pixel)(void*, int, int), void* picture) {
    int points = 0, wrong = 0;
    for (int row = 0; row < height; row += 3)
        for (int column = 0; column < width; column += 3) {
            float x = ((float)column + 0.5f) * 2 / width - 1, y = 1 - ((float)row + 0.5f) * 2 / height, rgb[3];
            if (!away_from_edges(x, y)) continue;
            expected(x, y, rgb);
            COLORREF is = pixel(picture, column, row);
            int r = GetRValue(is), g = GetGValue(is), b = GetBValue(is);
            ++points;
            if (fabsf((float)r - rgb[0] * 255) <= 2 && fabsf((float)g - rgb[1] * 255) <= 2 &&
                fabsf((float)b - rgb[2] * 255) <= 2)
                continue;
            if (++wrong <= 10)
                printf("%s: %d %d is %d %d %d, expected %.0f %.0f %.0f\n", where, column, row, r, g, b, rgb[0] * 255,
                       rgb[1] * 255, rgb[2] * 255);
        }
    failures += wrong;
    printf("%s: %d of %d points are wrong\n", where, wrong, points);
}

static COLORREF of_memory(void* picture, int x, int y) {
    const D3DLOCKED_RECT* locked = picture;
    DWORD value = ((DWORD*)((char*)locked->pBits + y * locked->Pitch))[x];
    return RGB(value >> 16 & 255, value >> 8 & 255, value & 255);
}

static void write_picture(COLORREF (*pixel)(void*, int, int), void* picture) {
    char name[MAX_PATH];
    GetModuleFileNameA(NULL, name, MAX_PATH);
    snprintf(strrchr(name, '\\') + 1, 20, "back_buffer.ppm");
    FILE* file = fopen(name, "wb");
    if (!file) {
        printf("%s can't be written\n", name);
        exit(100);
    }
    fprintf(file, "P6 %d %d 255\n", width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            COLORREF colour = pixel(picture, x, y);
            fputc(GetRValue(colour), file), fputc(GetGValue(colour), file), fputc(GetBValue(colour), file);
        }
    fclose(file);
}

static void draw(IDirect3DDevice9* device) {
    static const float rows[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    static const D3DVERTEXELEMENT9 elements[] = {
        {0, 0, D3DDECLTYPE_FLOAT3, D3DDECLMETHOD_DEFAULT, D3DDECLUSAGE_POSITION, 0},
        {0, 12, D3DDECLTYPE_FLOAT3, D3DDECLMETHOD_DEFAULT, D3DDECLUSAGE_NORMAL, 0},
        {0, 24, D3DDECLTYPE_FLOAT2, D3DDECLMETHOD_DEFAULT, D3DDECLUSAGE_TEXCOORD, 0},
        D3DDECL_END()};
    static const float opaque[4] = {0, 0, 0, 1}, translucent[4] = {1, 0, 0, 0.75f};
    struct vertex pyramid[12], square[6];
    IDirect3DVertexShader9* vs;
    IDirect3DPixelShader9* ps;
    IDirect3DVertexDeclaration9* declaration;
    make_pyramid(pyramid);
    make_square(square, 0.5f);
    check(IDirect3DDevice9_CreateVertexShader(device, assemble(vertex_shader), &vs), "CreateVertexShader");
    check(IDirect3DDevice9_CreatePixelShader(device, assemble(pixel_shader), &ps), "CreatePixelShader");
    check(IDirect3DDevice9_CreateVertexDeclaration(device, elements, &declaration), "CreateVertexDeclaration");
    IDirect3DDevice9_SetVertexDeclaration(device, declaration);
    IDirect3DDevice9_SetVertexShader(device, vs);
    IDirect3DDevice9_SetPixelShader(device, ps);
    IDirect3DDevice9_SetVertexShaderConstantF(device, 0, rows[0], 4);
    IDirect3DDevice9_SetVertexShaderConstantF(device, 4, light, 1);
    IDirect3DDevice9_SetVertexShaderConstantF(device, 5, ambient, 1);
    IDirect3DDevice9_SetVertexShaderConstantF(device, 6, diffuse, 1);
    IDirect3DDevice9_SetTexture(device, 0, (IDirect3DBaseTexture9*)make_texture(device));
    IDirect3DDevice9_SetSamplerState(device, 0, D3DSAMP_MINFILTER, D3DTEXF_POINT);
    IDirect3DDevice9_SetSamplerState(device, 0, D3DSAMP_MAGFILTER, D3DTEXF_POINT);
    IDirect3DDevice9_SetRenderState(device, D3DRS_CULLMODE, D3DCULL_NONE);
    IDirect3DDevice9_SetRenderState(device, D3DRS_ZENABLE, D3DZB_TRUE);
    IDirect3DDevice9_SetRenderState(device, D3DRS_SRCBLEND, D3DBLEND_SRCALPHA);
    IDirect3DDevice9_SetRenderState(device, D3DRS_DESTBLEND, D3DBLEND_INVSRCALPHA);

    check(IDirect3DDevice9_Clear(device, 0, NULL, D3DCLEAR_TARGET | D3DCLEAR_ZBUFFER, D3DCOLOR_XRGB(51, 77, 102), 1, 0),
          "Clear");
    check(IDirect3DDevice9_BeginScene(device), "BeginScene");
    IDirect3DDevice9_SetPixelShaderConstantF(device, 0, opaque, 1);
    check(IDirect3DDevice9_DrawPrimitiveUP(device, D3DPT_TRIANGLELIST, 4, pyramid, sizeof *pyramid), "the pyramid");
    IDirect3DDevice9_SetRenderState(device, D3DRS_ALPHABLENDENABLE, TRUE);
    IDirect3DDevice9_SetPixelShaderConstantF(device, 0, translucent, 1);
    check(IDirect3DDevice9_DrawPrimitiveUP(device, D3DPT_TRIANGLELIST, 2, square, sizeof *square), "the square");
    check(IDirect3DDevice9_EndScene(device), "EndScene");
}

static void look_at_back_buffer(IDirect3DDevice9* device) {
    IDirect3DSurface9 *back, *copy;
    D3DLOCKED_RECT locked;
    check(IDirect3DDevice9_GetBackBuffer(device, 0, 0, D3DBACKBUFFER_TYPE_MONO, &back), "GetBackBuffer");
    check(IDirect3DDevice9_CreateOffscreenPlainSurface(device, width, height, D3DFMT_X8R8G8B8, D3DPOOL_SYSTEMMEM, &copy,
                                                       NULL),
          "CreateOffscreenPlainSurface");
    check(IDirect3DDevice9_GetRenderTargetData(device, back, copy), "GetRenderTargetData");
    check(IDirect3DSurface9_LockRect(copy, &locked, NULL, D3DLOCK_READONLY), "LockRect");
    look_at("back buffer", of_memory, &locked);
    write_picture(of_memory, &locked);
    IDirect3DSurface9_UnlockRect(copy);
    IDirect3DSurface9_Release(copy);
    IDirect3DSurface9_Release(back);
}

int main(void) {
    WNDCLASSA window_class = {
        .lpfnWndProc = DefWindowProcA, .hInstance = GetModuleHandleA(NULL), .lpszClassName = "d3d9_client"};
    D3DPRESENT_PARAMETERS parameters = {.BackBufferWidth = width,
                                        .BackBufferHeight = height,
                                        .BackBufferFormat = D3DFMT_X8R8G8B8,
                                        .BackBufferCount = 1,
                                        .SwapEffect = D3DSWAPEFFECT_COPY,
                                        .Windowed = TRUE,
                                        .EnableAutoDepthStencil = TRUE,
                                        .AutoDepthStencilFormat = D3DFMT_D24S8};
    IDirect3DDevice9* device;
    setvbuf(stdout, NULL, _IONBF, 0);
    RegisterClassA(&window_class);
    HWND window = CreateWindowA("d3d9_client", "d3d9_client", WS_POPUP | WS_VISIBLE, 0, 0, width, height, NULL, NULL,
                                window_class.hInstance, NULL);
    IDirect3D9* d3d = Direct3DCreate9(D3D_SDK_VERSION);
    if (!d3d) {
        printf("no Direct3D 9\n");
        return 100;
    }
    parameters.hDeviceWindow = window;
    check(IDirect3D9_CreateDevice(d3d, D3DADAPTER_DEFAULT, D3DDEVTYPE_HAL, window,
                                  D3DCREATE_HARDWARE_VERTEXPROCESSING | D3DCREATE_PUREDEVICE, &parameters, &device),
          "CreateDevice");
    draw(device);
    look_at_back_buffer(device);
    check(IDirect3DDevice9_Present(device, NULL, NULL, NULL, NULL), "Present");
    /* What the window shows is for the caller to look at, who waits for this line. */
    printf("presented\n");
    for (DWORD end = GetTickCount() + 5000; GetTickCount() < end; Sleep(20)) {
        MSG message;
        while (PeekMessageA(&message, NULL, 0, 0, PM_REMOVE)) DispatchMessageA(&message);
    }
    IDirect3DDevice9_Release(device);
    IDirect3D9_Release(d3d);
    return failures > 99 ? 99 : failures;
}
