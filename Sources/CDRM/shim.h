// libdrm, and the constants that Swift cannot import.
#pragma once
#include <drm_fourcc.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static const uint64_t vitrine_modifier_linear = DRM_FORMAT_MOD_LINEAR;
static const uint64_t vitrine_modifier_invalid = DRM_FORMAT_MOD_INVALID;

static inline int vitrine_create_dumb(int fd, struct drm_mode_create_dumb *request) {
  return drmIoctl(fd, DRM_IOCTL_MODE_CREATE_DUMB, request);
}
static inline int vitrine_map_dumb(int fd, struct drm_mode_map_dumb *request) {
  return drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, request);
}
static inline int vitrine_destroy_dumb(int fd, struct drm_mode_destroy_dumb *request) {
  return drmIoctl(fd, DRM_IOCTL_MODE_DESTROY_DUMB, request);
}
