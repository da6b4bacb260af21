// Which pages of sparse textures there is memory for (ARB_sparse_texture, EXT_sparse_texture). Committed pages get
// theirs when they are first written; those that no longer are give it back, and read as zeros.
#include "glapi/commands/textures/sparse_textures.h"

#include <algorithm>
#include <unistd.h>

#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/textures/sparse_pages.h"
#include "glapi/registry/enum_names.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

bool check_sparse_storage(Errors& errors, const Texture& texture, const InternalFormat& format) {
    if (!texture.sparse.enabled) return true;
    if (sparse_page(format, texture.kind, texture.sparse.page_size_index).width != 0) return true;
    errors.error(GL_INVALID_OPERATION, "there is no page size %d of %s for %s", texture.sparse.page_size_index,
                 enum_name(format.name), enum_name(texture.target));
    return false;
}

namespace {

// Along one direction: where the region begins, its size, the page's size and the level's.
struct Side {
    const char* name;
    int64_t first, count, page, whole;
    bool reaches_beyond() const { return first + count > whole; }
    bool begins_in_page() const { return first % page != 0; }
    bool ends_in_page() const { return count % page != 0 && first + count != whole; }
};

bool check_region(Errors& errors, const Side (&sides)[3]) {
    for (const Side& side : sides)
        if (side.first < 0 || side.count < 0) {
            errors.error(GL_INVALID_VALUE, "an offset or size in %s is negative", side.name);
            return false;
        }
    for (const Side& side : sides)
        if (side.reaches_beyond()) {
            errors.error(GL_INVALID_OPERATION, "the region reaches beyond the level's %d texels in %s",
                         static_cast<int>(side.whole), side.name);
            return false;
        }
    for (const Side& side : sides)
        if (side.begins_in_page()) {
            errors.error(GL_INVALID_VALUE, "offset %d in %s is no multiple of the pages' %d texels",
                         static_cast<int>(side.first), side.name, static_cast<int>(side.page));
            return false;
        }
    for (const Side& side : sides)
        if (side.ends_in_page()) {
            errors.error(GL_INVALID_OPERATION, "%d texels in %s are neither whole pages nor reach to the edge",
                         static_cast<int>(side.count), side.name);
            return false;
        }
    return true;
}

void commit_pages(const runtime::Image& image, const Box& box, bool commit) {
    for (int64_t z = box.z; z < box.z + box.depth; z = image.next_page(static_cast<int32_t>(z), 2))
        for (int64_t y = box.y; y < box.y + box.height; y = image.next_page(static_cast<int32_t>(y), 1))
            for (int64_t x = box.x; x < box.x + box.width; x = image.next_page(static_cast<int32_t>(x), 0))
                image.set_resident(static_cast<int32_t>(x), static_cast<int32_t>(y), static_cast<int32_t>(z), commit);
    if (!commit) runtime::release_nonresident(image, box.x, box.y, box.z, box.width, box.height, box.depth);
}

// How much memory pages would take that are not resident yet.
size_t missing_bytes(const runtime::Image& image, const Box& box) {
    size_t pages = 0;
    for (int64_t z = box.z; z < box.z + box.depth; z = image.next_page(static_cast<int32_t>(z), 2))
        for (int64_t y = box.y; y < box.y + box.height; y = image.next_page(static_cast<int32_t>(y), 1))
            for (int64_t x = box.x; x < box.x + box.width; x = image.next_page(static_cast<int32_t>(x), 0))
                pages += !image.is_resident(static_cast<int32_t>(x), static_cast<int32_t>(y), static_cast<int32_t>(z));
    return pages * image.residency()->page_bytes();
}

// The system gives memory when it is written, and ends processes that it has none for: that there is some is asked
// here.
bool has_room(uint64_t bytes) {
    static const uint64_t all =
        static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
    const uint64_t taken = runtime::Residency::resident_bytes();
    return taken <= all && bytes <= all - taken;
}

// Views may have a part of it: it is all of it that is meant.
void commit_tail(SparseTail& tail, bool commit) {
    tail.residency->set_resident(0, 0, 0, commit);
    if (commit) return;
    for (const auto& image : tail.images) {
        const runtime::Extent extent = image->extent();
        runtime::release_nonresident(*image, 0, 0, 0, extent.width, extent.height, extent.depth);
    }
}

}  // namespace

namespace commands {

void TexPageCommitmentARB(Context& context, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                          GLsizei width, GLsizei height, GLsizei depth, GLboolean commit) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.proxy || info.face_target)
        return context.error(GL_INVALID_ENUM, "%s is no texture target", enum_name(target));
    Texture& texture = bound_texture(context.textures, info);
    if (!texture.immutable || !texture.sparse.enabled || !texture.level(0) || !texture.level(0).image->residency())
        return context.error(GL_INVALID_OPERATION, "the texture has no sparse storage");
    if (level < 0 || level >= texture.view.levels)
        return context.error(GL_INVALID_VALUE, "there is no level %d", level);
    const TextureLevel& at = texture.level(level);
    const runtime::PageExtent page = sparse_page(*at.format, texture.kind, texture.sparse.page_size_index);
    const int32_t slices = texture.kind == TextureKind::Cube ? 6 : at.extent.depth;
    const Side sides[] = {{"x", xoffset, width, page.width, at.extent.width},
                          {"y", yoffset, height, page.height, at.extent.height},
                          {"z", zoffset, depth, page.depth, slices}};
    if (!check_region(context, sides) || width == 0 || height == 0 || depth == 0) return;
    const Box box{xoffset, yoffset, zoffset, width, height, depth};
    if (commit && !has_room(missing_bytes(*at.image, box)))
        return context.error(GL_OUT_OF_MEMORY, "there is no memory for the pages");
    context.rasterizer.finish();
    if (level < texture.sparse.levels)
        commit_pages(*at.image, box, commit);
    else
        commit_tail(*texture.sparse.tail, commit);
}

}  // namespace commands
}  // namespace glapi
