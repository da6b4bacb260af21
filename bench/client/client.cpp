#include "client.h"

#include <cstdlib>

namespace bench {
namespace {

GLuint renderbuffer(GLenum format, int width, int height, int samples) {
    GLuint buffer = 0;
    gl::GenRenderbuffers(1, &buffer);
    gl::BindRenderbuffer(GL_RENDERBUFFER, buffer);
    if (samples > 0)
        gl::RenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    else
        gl::RenderbufferStorage(GL_RENDERBUFFER, format, width, height);
    return buffer;
}

}  // namespace

Target::Target(int width, int height, int samples) : width_(width), height_(height) {
    gl::GenFramebuffers(1, &framebuffer_);
    gl::BindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    gl::FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                renderbuffer(GL_RGBA8, width, height, samples));
    gl::FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                                renderbuffer(GL_DEPTH24_STENCIL8, width, height, samples));
    if (gl::CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw Skip{"no framebuffer of " + std::to_string(samples) + " samples"};
    bind();
}

void Target::bind() const {
    gl::BindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    gl::Viewport(0, 0, width_, height_);
}

void Target::resolve_to(const Target& other) const {
    gl::BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    gl::BindFramebuffer(GL_DRAW_FRAMEBUFFER, other.framebuffer_);
    gl::BlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl::BindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
}

Client::Client(Platform& platform, const Options& options) : platform_(platform), options_(options) {
    const auto text = [](GLenum name) {
        const GLubyte* found = gl::GetString(name);
        return std::string(found ? reinterpret_cast<const char*>(found) : "");
    };
    const std::string version = text(GL_VERSION);
    version_ = 10 * std::atoi(version.c_str()) + std::atoi(version.c_str() + version.find('.') + 1);
    extensions_ = " " + text(GL_EXTENSIONS) + " ";
    need("GL_ARB_framebuffer_object");
    target_ = Target(options.width, options.height, 0);
    gl::ClearColor(0.2f, 0.2f, 0.25f, 1);
    gl::Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

bool Client::has(std::string_view extension) const {
    return extensions_.find(" " + std::string(extension) + " ") != std::string::npos;
}

void Client::need(std::string_view extension) const {
    if (!has(extension)) throw Skip{"no " + std::string(extension)};
}

void Client::need_version(int major, int minor) const {
    if (version_ < 10 * major + minor) throw Skip{"no OpenGL " + std::to_string(major) + "." + std::to_string(minor)};
}

GLuint Client::program(GLenum target, std::string_view text) const {
    const std::string header(text.substr(0, text.find_first_of("\r\n")));
    need("GL_ARB_vertex_program");
    GLuint name = 0;
    take_error();
    gl::GenProgramsARB(1, &name);
    gl::BindProgramARB(target, name);
    if (!take_error().empty()) throw Skip{"no " + header + " programs"};
    gl::ProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()), text.data());
    GLint position = -1;
    gl::GetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    if (position >= 0) {
        const GLubyte* message = gl::GetString(GL_PROGRAM_ERROR_STRING_ARB);
        take_error();
        throw Skip{header + " refused: " + (message ? reinterpret_cast<const char*>(message) : "")};
    }
    gl::Enable(target);
    return name;
}

std::vector<unsigned char> read_picture(const Client& client) {
    std::vector<unsigned char> pixels(size_t(client.width()) * size_t(client.height()) * 3);
    gl::BindFramebuffer(GL_READ_FRAMEBUFFER, client.target().framebuffer());
    gl::BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    gl::PixelStorei(GL_PACK_ALIGNMENT, 1);
    gl::ReadPixels(0, 0, client.width(), client.height(), GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    return pixels;
}

std::string take_error() {
    std::string names;
    for (int i = 0; i < 16; ++i) {
        switch (const GLenum error = gl::GetError()) {
            case GL_NO_ERROR: return names;
            case GL_INVALID_ENUM: names = "GL_INVALID_ENUM"; break;
            case GL_INVALID_VALUE: names = "GL_INVALID_VALUE"; break;
            case GL_INVALID_OPERATION: names = "GL_INVALID_OPERATION"; break;
            case GL_INVALID_FRAMEBUFFER_OPERATION: names = "GL_INVALID_FRAMEBUFFER_OPERATION"; break;
            case GL_OUT_OF_MEMORY: names = "GL_OUT_OF_MEMORY"; break;
            default: names = "error " + std::to_string(error); break;
        }
    }
    return names;
}

}  // namespace bench
