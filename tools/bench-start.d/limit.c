// Sets the preferred mode of the first connected connector and shows one grey picture, which waits for its vblank: the
// least that any player does until its first picture. Usage: limit /dev/dri/cardN
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static int fail(const char *what) { perror(what); return 1; }

static void flipped(int fd, unsigned frame, unsigned sec, unsigned usec, void *done) { *(int *)done = 1; }

int main(int argc, char **argv) {
  int fd = argc == 2 ? open(argv[1], O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) return fail("limit");
  drmModeRes *resources = drmModeGetResources(fd);
  if (!resources) return fail("resources");
  for (int i = 0; i < resources->count_connectors; i++) {
    drmModeConnector *connector = drmModeGetConnectorCurrent(fd, resources->connectors[i]);
    if (!connector || connector->connection != DRM_MODE_CONNECTED || !connector->count_modes) continue;
    drmModeModeInfo mode = connector->modes[0];
    for (int j = 0; j < connector->count_modes; j++)
      if (connector->modes[j].type & DRM_MODE_TYPE_PREFERRED) { mode = connector->modes[j]; break; }
    drmModeEncoder *encoder = drmModeGetEncoder(fd, connector->encoders[0]);
    if (!encoder) return fail("encoder");
    uint32_t crtc = 0;
    for (int j = 0; j < resources->count_crtcs && !crtc; j++)
      if (encoder->possible_crtcs & 1u << j) crtc = resources->crtcs[j];
    struct drm_mode_create_dumb dumb = {.width = mode.hdisplay, .height = mode.vdisplay, .bpp = 32};
    uint32_t picture;
    if (drmIoctl(fd, DRM_IOCTL_MODE_CREATE_DUMB, &dumb)) return fail("buffer");
    if (drmModeAddFB(fd, dumb.width, dumb.height, 24, 32, dumb.pitch, dumb.handle, &picture)) return fail("picture");
    struct drm_mode_map_dumb map = {.handle = dumb.handle};
    if (drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, &map)) return fail("map");
    void *pixels = mmap(NULL, dumb.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, map.offset);
    if (pixels == MAP_FAILED) return fail("mmap");
    memset(pixels, 0x80, dumb.size);
    if (drmModeSetCrtc(fd, crtc, picture, 0, 0, &connector->connector_id, 1, &mode)) return fail("mode");
    int done = 0;
    if (drmModePageFlip(fd, crtc, picture, DRM_MODE_PAGE_FLIP_EVENT, &done)) return fail("flip");
    drmEventContext events = {.version = 2, .page_flip_handler = flipped};
    while (!done) if (drmHandleEvent(fd, &events)) return fail("event");
    return 0;
  }
  fprintf(stderr, "limit: nothing is connected\n");
  return 1;
}
