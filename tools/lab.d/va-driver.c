/* A libva driver for tests, without a GPU: parses H.264 only as far as the number of each picture, and draws
 * a pattern of that number instead of the picture. Built by tools/lab.d/build-va-driver; libva uses it with
 * LIBVA_DRIVERS_PATH=FOLDER and LIBVA_DRIVER_NAME=vitrinetest, on any node that it can open: in the lab
 * /dev/dri/renderD128 of vgem.
 *
 * The pattern of picture n, in 8 bits, 4:2:0, with (x, y) in luma samples from the upper left corner of the
 * coded picture, c = x / 16 and r = y / 16, both rounded down:
 *
 *   Y  =  16 + (8 c + 4 r + 3 n) mod 220
 *   Cb =  96 + (2 c + 5 n) mod 64
 *   Cr =  96 + (2 r + 7 n) mod 64
 *
 * So each block of 16x16 pixels has a single colour, and a picture that is shifted, torn or stale or has its
 * planes in the wrong place looks different. n is half of the picture's TopFieldOrderCnt: its position in
 * presentation order, from the last IDR picture, below 32768. tools/lab.d/va-pattern creates clips with this
 * pattern for software decoders.
 *
 * Surfaces are NV12, each in one dma-buf that /dev/udmabuf creates from shared memory, starting with luma:
 * vkms handles other layouts wrongly. They are complete when vaEndPicture returns.
 *
 * Errors can be injected through the environment when a display is initialised; counts are per display:
 *
 *   VITRINE_VA_FAIL=config      vaCreateConfig fails: the profile is not supported
 *   VITRINE_VA_FAIL=surfaces    vaCreateSurfaces fails: no memory
 *   VITRINE_VA_FAIL=export      vaExportSurfaceHandle fails
 *   VITRINE_VA_FAIL=decode:N    the Nth vaEndPicture, from 0, fails, and leaves the surface as it was
 *   VITRINE_VA_FAIL=decode:N+   so do all that follow
 *   VITRINE_VA_SURFACES=N       no more than N surfaces at a time, as where memory is short; for H.264
 *                               libavcodec 59 makes 20 and extra_hw_frames, at once */
#define _GNU_SOURCE
#include <drm_fourcc.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <va/va.h>
#include <va/va_backend.h>
#include <va/va_drmcommon.h>

enum { largest = 4096, block = 16 };

static const VAProfile profiles[] = {
    VAProfileH264ConstrainedBaseline, VAProfileH264Main, VAProfileH264High};
enum { profile_count = sizeof profiles / sizeof *profiles };

static const VAImageFormat nv12 = {
    .fourcc = VA_FOURCC_NV12, .byte_order = VA_LSB_FIRST, .bits_per_pixel = 12};

/* The layout of a picture in memory: chroma follows luma, with the same pitch. */
struct layout {
  uint32_t width, height, pitch, chroma, size;
};

struct surface {
  struct layout layout;
  int buffer; /* the dma-buf */
  uint8_t *bytes;
  size_t mapped;
};

struct context {
  VASurfaceID target;
  uint32_t number;
};

/* A buffer of parameters or coded bytes, or an image, which has the ID of its buffer. */
struct buffer {
  VABufferType type;
  uint8_t *bytes;
  uint32_t size;
};

enum kind { a_surface = 1, a_context, a_buffer };

/* An object with an ID. Only one caller changes it at a time, as libva requires; shared state is atomic. */
struct object {
  atomic_uint id; /* 0: free */
  union {
    struct surface surface;
    struct context context;
    struct buffer buffer;
  };
};

struct driver {
  struct object objects[1 << 12];
  atomic_uint made, surfaces, pictures;
  uint32_t most_surfaces, first_bad, last_bad;
  bool fails_config, fails_export;
  int udmabuf;
};

static struct driver *driver_of(VADriverContextP ctx) { return ctx->pDriverData; }

/* Creates an object. An ID consists of the kind, a counter and an index: it is not reused soon, so that using a
 * stale ID fails. No ID is 0, which libavutil takes for no surface, or VA_INVALID_ID. */
static struct object *make(struct driver *driver, enum kind kind) {
  for (uint32_t i = 0; i < 1 << 12; i++) {
    const uint32_t id = (uint32_t)kind << 28 | (driver->made++ & 0xffff) << 12 | i;
    uint32_t none = 0;
    if (atomic_compare_exchange_strong(&driver->objects[i].id, &none, id)) return &driver->objects[i];
  }
  return NULL;
}

static struct object *find(VADriverContextP ctx, enum kind kind, VAGenericID id) {
  struct object *object = &driver_of(ctx)->objects[id & 0xfff];
  return id >> 28 == kind && object->id == id ? object : NULL;
}

static void release(struct driver *driver, struct object *object) {
  struct surface *surface = &object->surface;
  if (object->id >> 28 == a_buffer) free(object->buffer.bytes);
  if (object->id >> 28 == a_surface) {
    if (surface->bytes) munmap(surface->bytes, surface->mapped);
    /* Exported descriptors keep the memory alive. */
    if (surface->buffer >= 0) close(surface->buffer);
    driver->surfaces--;
  }
  object->id = 0;
}

static VAStatus destroy(VADriverContextP ctx, enum kind kind, VAGenericID id, VAStatus unknown) {
  struct object *object = find(ctx, kind, id);
  if (!object) return unknown;
  release(driver_of(ctx), object);
  return VA_STATUS_SUCCESS;
}

static VAStatus query_profiles(VADriverContextP ctx, VAProfile *list, int *count) {
  (void)ctx;
  memcpy(list, profiles, sizeof profiles);
  *count = profile_count;
  return VA_STATUS_SUCCESS;
}

static bool is_known(VAProfile profile) {
  for (int i = 0; i < profile_count; i++)
    if (profiles[i] == profile) return true;
  return false;
}

static VAStatus query_entrypoints(
    VADriverContextP ctx, VAProfile profile, VAEntrypoint *list, int *count) {
  (void)ctx;
  *count = is_known(profile);
  list[0] = VAEntrypointVLD;
  return *count ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
}

static VAStatus get_config_attributes(
    VADriverContextP ctx, VAProfile profile, VAEntrypoint entrypoint, VAConfigAttrib *list, int count) {
  (void)ctx, (void)profile, (void)entrypoint;
  for (int i = 0; i < count; i++)
    list[i].value =
        list[i].type == VAConfigAttribRTFormat ? VA_RT_FORMAT_YUV420 : VA_ATTRIB_NOT_SUPPORTED;
  return VA_STATUS_SUCCESS;
}

/* Configurations have no state, so all share an ID. */
static VAStatus create_config(
    VADriverContextP ctx, VAProfile profile, VAEntrypoint entrypoint, VAConfigAttrib *list, int count,
    VAConfigID *id) {
  (void)list, (void)count;
  if (!is_known(profile) || driver_of(ctx)->fails_config) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
  *id = 1;
  return entrypoint == VAEntrypointVLD ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNSUPPORTED_ENTRYPOINT;
}

static VAStatus query_surface_attributes(
    VADriverContextP ctx, VAConfigID config, VASurfaceAttrib *list, unsigned int *count) {
  static const struct {
    VASurfaceAttribType type;
    int32_t value;
  } all[] = {
      {VASurfaceAttribPixelFormat, VA_FOURCC_NV12},
      {VASurfaceAttribMinWidth, block}, {VASurfaceAttribMaxWidth, largest},
      {VASurfaceAttribMinHeight, block}, {VASurfaceAttribMaxHeight, largest},
      {VASurfaceAttribMemoryType,
       VA_SURFACE_ATTRIB_MEM_TYPE_VA | VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2},
  };
  const unsigned int room = *count, needed = sizeof all / sizeof *all;
  (void)ctx, (void)config;
  *count = needed;
  if (!list) return VA_STATUS_SUCCESS;
  if (room < needed) return VA_STATUS_ERROR_MAX_NUM_EXCEEDED;
  for (unsigned int i = 0; i < needed; i++)
    list[i] = (VASurfaceAttrib){
        all[i].type, VA_SURFACE_ATTRIB_GETTABLE | VA_SURFACE_ATTRIB_SETTABLE,
        {.type = VAGenericValueTypeInteger, .value.i = all[i].value}};
  return VA_STATUS_SUCCESS;
}

static VAStatus query_image_formats(VADriverContextP ctx, VAImageFormat *list, int *count) {
  (void)ctx;
  list[0] = nv12;
  *count = 1;
  return VA_STATUS_SUCCESS;
}

/* libva requires all functions of its first version. */
static VAStatus unimplemented(void) { return VA_STATUS_ERROR_UNIMPLEMENTED; }
static VAStatus nothing_to_do(void) { return VA_STATUS_SUCCESS; }

static bool is_possible(uint32_t width, uint32_t height) {
  return width > 0 && height > 0 && width <= largest && height <= largest;
}

static struct layout layout_of(uint32_t width, uint32_t height) {
  struct layout layout = {.width = width, .height = height, .pitch = (width + 63) / 64 * 64};
  const uint32_t rows = (height + 1) / 2 * 2;
  layout.chroma = layout.pitch * rows;
  layout.size = layout.chroma + layout.pitch * rows / 2;
  return layout;
}

static bool allocate(struct driver *driver, struct surface *surface) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  surface->mapped = (surface->layout.size + page - 1) / page * page;
  /* udmabuf requires memory sealed against shrinking, in whole pages. */
  int memory = memfd_create("vitrine-va", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return false;
  if (ftruncate(memory, (off_t)surface->mapped) == 0 && fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK) == 0) {
    struct udmabuf_create request = {
        .memfd = (uint32_t)memory, .flags = UDMABUF_FLAGS_CLOEXEC, .size = surface->mapped};
    surface->buffer = ioctl(driver->udmabuf, UDMABUF_CREATE, &request);
    void *bytes = mmap(NULL, surface->mapped, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (bytes != MAP_FAILED) surface->bytes = bytes;
  }
  close(memory);
  return surface->buffer >= 0 && surface->bytes;
}

static struct object *make_surface(struct driver *driver, struct layout layout) {
  struct object *object = make(driver, a_surface);
  if (!object) return NULL;
  object->surface = (struct surface){.layout = layout, .buffer = -1};
  if (driver->surfaces++ < driver->most_surfaces && allocate(driver, &object->surface)) return object;
  release(driver, object);
  return NULL;
}

static VAStatus destroy_surfaces(VADriverContextP ctx, VASurfaceID *ids, int count) {
  VAStatus status = VA_STATUS_SUCCESS;
  for (int i = 0; i < count; i++) {
    VAStatus one = destroy(ctx, a_surface, ids[i], VA_STATUS_ERROR_INVALID_SURFACE);
    if (one != VA_STATUS_SUCCESS) status = one;
  }
  return status;
}

static VAStatus create_surfaces(
    VADriverContextP ctx, unsigned int format, unsigned int width, unsigned int height,
    VASurfaceID *ids, unsigned int count, VASurfaceAttrib *list, unsigned int attributes) {
  if (format != VA_RT_FORMAT_YUV420) return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
  if (!is_possible(width, height)) return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
  for (unsigned int i = 0; i < attributes; i++) {
    const int32_t value = list[i].value.value.i;
    if (list[i].type == VASurfaceAttribPixelFormat && value != VA_FOURCC_NV12)
      return VA_STATUS_ERROR_ATTR_NOT_SUPPORTED;
    /* Rejects external memory. */
    if (list[i].type == VASurfaceAttribMemoryType && value != VA_SURFACE_ATTRIB_MEM_TYPE_VA)
      return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
  }
  for (unsigned int i = 0; i < count; i++) {
    struct object *object = make_surface(driver_of(ctx), layout_of(width, height));
    if (!object) {
      destroy_surfaces(ctx, ids, (int)i);
      return VA_STATUS_ERROR_ALLOCATION_FAILED;
    }
    ids[i] = object->id;
  }
  return VA_STATUS_SUCCESS;
}

/* Surfaces are complete when vaEndPicture returns. */
static VAStatus sync_surface(VADriverContextP ctx, VASurfaceID id) {
  return find(ctx, a_surface, id) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SURFACE;
}

static VAStatus query_surface_status(VADriverContextP ctx, VASurfaceID id, VASurfaceStatus *status) {
  *status = VASurfaceReady;
  return sync_surface(ctx, id);
}

static VAStatus export_surface(
    VADriverContextP ctx, VASurfaceID id, uint32_t type, uint32_t flags, void *descriptor) {
  struct object *object = find(ctx, a_surface, id);
  if (!object) return VA_STATUS_ERROR_INVALID_SURFACE;
  if (type != VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2) return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
  if (driver_of(ctx)->fails_export) return VA_STATUS_ERROR_OPERATION_FAILED;
  const struct layout layout = object->surface.layout;
  /* The caller closes it. */
  int copy = fcntl(object->surface.buffer, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return VA_STATUS_ERROR_ALLOCATION_FAILED;
  VADRMPRIMESurfaceDescriptor made = {
      .fourcc = VA_FOURCC_NV12, .width = layout.width, .height = layout.height, .num_objects = 1};
  made.objects[0].fd = copy;
  made.objects[0].size = (uint32_t)object->surface.mapped;
  made.objects[0].drm_format_modifier = DRM_FORMAT_MOD_LINEAR;
  const bool is_whole = flags & VA_EXPORT_SURFACE_COMPOSED_LAYERS;
  made.num_layers = is_whole ? 1 : 2;
  for (uint32_t plane = 0; plane < 2; plane++) {
    const uint32_t layer = is_whole ? 0 : plane, place = is_whole ? plane : 0;
    made.layers[layer].num_planes = place + 1;
    made.layers[layer].drm_format =
        is_whole ? DRM_FORMAT_NV12 : plane == 0 ? DRM_FORMAT_R8 : DRM_FORMAT_GR88;
    made.layers[layer].offset[place] = plane == 0 ? 0 : layout.chroma;
    made.layers[layer].pitch[place] = layout.pitch;
  }
  *(VADRMPRIMESurfaceDescriptor *)descriptor = made;
  return VA_STATUS_SUCCESS;
}

static VAStatus create_buffer(
    VADriverContextP ctx, VAContextID context, VABufferType type, unsigned int size,
    unsigned int count, void *data, VABufferID *id) {
  (void)context;
  uint8_t *bytes = calloc(count, size);
  struct object *object = bytes ? make(driver_of(ctx), a_buffer) : NULL;
  if (!object) {
    free(bytes);
    return VA_STATUS_ERROR_ALLOCATION_FAILED;
  }
  if (data) memcpy(bytes, data, (size_t)size * count);
  object->buffer = (struct buffer){.type = type, .bytes = bytes, .size = size * count};
  *id = object->id;
  return VA_STATUS_SUCCESS;
}

static VAStatus map_buffer(VADriverContextP ctx, VABufferID id, void **bytes) {
  struct object *object = find(ctx, a_buffer, id);
  if (!object) return VA_STATUS_ERROR_INVALID_BUFFER;
  *bytes = object->buffer.bytes;
  return VA_STATUS_SUCCESS;
}

static VAStatus destroy_buffer(VADriverContextP ctx, VABufferID id) {
  return destroy(ctx, a_buffer, id, VA_STATUS_ERROR_INVALID_BUFFER);
}

static VAStatus create_image(
    VADriverContextP ctx, VAImageFormat *format, int width, int height, VAImage *image) {
  if (format->fourcc != VA_FOURCC_NV12) return VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
  if (!is_possible((uint32_t)width, (uint32_t)height)) return VA_STATUS_ERROR_INVALID_PARAMETER;
  const struct layout layout = layout_of((uint32_t)width, (uint32_t)height);
  VABufferID id;
  VAStatus status = create_buffer(ctx, 0, VAImageBufferType, layout.size, 1, NULL, &id);
  if (status != VA_STATUS_SUCCESS) return status;
  *image = (VAImage){
      .image_id = id, .buf = id, .format = nv12, .width = (uint16_t)width, .height = (uint16_t)height,
      .data_size = layout.size, .num_planes = 2, .pitches = {layout.pitch, layout.pitch},
      .offsets = {0, layout.chroma}};
  return VA_STATUS_SUCCESS;
}

/* Copies whole surfaces only, into images of the same size. */
static VAStatus get_image(
    VADriverContextP ctx, VASurfaceID id, int x, int y, unsigned int width, unsigned int height,
    VAImageID image) {
  struct object *from = find(ctx, a_surface, id);
  struct object *to = find(ctx, a_buffer, image);
  if (!from) return VA_STATUS_ERROR_INVALID_SURFACE;
  if (!to) return VA_STATUS_ERROR_INVALID_IMAGE;
  const struct layout layout = from->surface.layout;
  if (x != 0 || y != 0 || width != layout.width || height != layout.height ||
      to->buffer.size != layout.size)
    return VA_STATUS_ERROR_INVALID_PARAMETER;
  memcpy(to->buffer.bytes, from->surface.bytes, layout.size);
  return VA_STATUS_SUCCESS;
}

static VAStatus create_context(
    VADriverContextP ctx, VAConfigID config, int width, int height, int flag, VASurfaceID *targets,
    int count, VAContextID *id) {
  (void)config, (void)width, (void)height, (void)flag, (void)targets, (void)count;
  struct object *object = make(driver_of(ctx), a_context);
  if (!object) return VA_STATUS_ERROR_ALLOCATION_FAILED;
  *id = object->id;
  return VA_STATUS_SUCCESS;
}

static VAStatus destroy_context(VADriverContextP ctx, VAContextID id) {
  return destroy(ctx, a_context, id, VA_STATUS_ERROR_INVALID_CONTEXT);
}

static VAStatus begin_picture(VADriverContextP ctx, VAContextID id, VASurfaceID target) {
  struct object *object = find(ctx, a_context, id);
  if (!object) return VA_STATUS_ERROR_INVALID_CONTEXT;
  if (!find(ctx, a_surface, target)) return VA_STATUS_ERROR_INVALID_SURFACE;
  object->context = (struct context){.target = target};
  return VA_STATUS_SUCCESS;
}

static VAStatus render_picture(VADriverContextP ctx, VAContextID id, VABufferID *buffers, int count) {
  struct object *object = find(ctx, a_context, id);
  if (!object) return VA_STATUS_ERROR_INVALID_CONTEXT;
  for (int i = 0; i < count; i++) {
    struct object *part = find(ctx, a_buffer, buffers[i]);
    if (!part) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (part->buffer.type != VAPictureParameterBufferType) continue;
    if (part->buffer.size < sizeof(VAPictureParameterBufferH264)) return VA_STATUS_ERROR_INVALID_BUFFER;
    const VAPictureParameterBufferH264 *of = (const void *)part->buffer.bytes;
    /* libavcodec counts from 65536 at each IDR picture, others from 0. */
    object->context.number = ((uint32_t)of->CurrPic.TopFieldOrderCnt & 0xffff) / 2;
  }
  return VA_STATUS_SUCCESS;
}

/* All rows of a block are alike: copies the first one. */
static void copy_row(uint8_t *row, uint32_t pitch, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) memcpy(row + i * pitch, row, pitch);
}

static void draw(const struct surface *surface, uint32_t n) {
  const struct layout layout = surface->layout;
  const uint32_t columns = layout.pitch / block;
  for (uint32_t y = 0, r = 0; y < layout.height; y += block, r++) {
    const uint32_t rows = layout.height - y < block ? layout.height - y : block;
    uint8_t *luma = surface->bytes + (size_t)y * layout.pitch;
    uint8_t *chroma = surface->bytes + layout.chroma + (size_t)y / 2 * layout.pitch;
    for (uint32_t c = 0; c < columns; c++) {
      memset(luma + c * block, (int)(16 + (8 * c + 4 * r + 3 * n) % 220), block);
      for (uint32_t x = 0; x < block; x += 2) {
        chroma[c * block + x] = (uint8_t)(96 + (2 * c + 5 * n) % 64);
        chroma[c * block + x + 1] = (uint8_t)(96 + (2 * r + 7 * n) % 64);
      }
    }
    copy_row(luma, layout.pitch, rows);
    copy_row(chroma, layout.pitch, (rows + 1) / 2);
  }
}

static VAStatus end_picture(VADriverContextP ctx, VAContextID id) {
  struct driver *driver = driver_of(ctx);
  struct object *object = find(ctx, a_context, id);
  if (!object) return VA_STATUS_ERROR_INVALID_CONTEXT;
  struct object *target = find(ctx, a_surface, object->context.target);
  if (!target) return VA_STATUS_ERROR_INVALID_SURFACE;
  const uint32_t index = driver->pictures++;
  if (index >= driver->first_bad && index <= driver->last_bad) return VA_STATUS_ERROR_DECODING_ERROR;
  draw(&target->surface, object->context.number);
  return VA_STATUS_SUCCESS;
}

static VAStatus terminate(VADriverContextP ctx) {
  struct driver *driver = driver_of(ctx);
  for (uint32_t i = 0; i < 1 << 12; i++) release(driver, &driver->objects[i]);
  close(driver->udmabuf);
  free(driver);
  return VA_STATUS_SUCCESS;
}

static void read_orders(struct driver *driver) {
  const char *failure = getenv("VITRINE_VA_FAIL"), *most = getenv("VITRINE_VA_SURFACES");
  driver->first_bad = driver->most_surfaces = UINT32_MAX;
  if (most && *most) driver->most_surfaces = (uint32_t)strtoul(most, NULL, 10);
  if (!failure) return;
  driver->fails_config = strcmp(failure, "config") == 0;
  if (strcmp(failure, "surfaces") == 0) driver->most_surfaces = 0;
  driver->fails_export = strcmp(failure, "export") == 0;
  if (strncmp(failure, "decode:", 7) != 0) return;
  char *rest;
  driver->first_bad = (uint32_t)strtoul(failure + 7, &rest, 10);
  driver->last_bad = *rest == '+' ? UINT32_MAX : driver->first_bad;
}

static void fill(struct VADriverVTable *table) {
  /* The types differ, but in C the caller passes and removes the arguments. */
  void *const none = (void *)unimplemented, *const nothing = (void *)nothing_to_do;
  *table = (struct VADriverVTable){
      .vaTerminate = terminate,
      .vaQueryConfigProfiles = query_profiles, .vaQueryConfigEntrypoints = query_entrypoints,
      .vaGetConfigAttributes = get_config_attributes, .vaQueryConfigAttributes = none,
      .vaCreateConfig = create_config, .vaDestroyConfig = nothing,
      .vaQuerySurfaceAttributes = query_surface_attributes, .vaCreateSurfaces = none,
      .vaCreateSurfaces2 = create_surfaces, .vaDestroySurfaces = destroy_surfaces,
      .vaSyncSurface = sync_surface, .vaQuerySurfaceStatus = query_surface_status,
      .vaExportSurfaceHandle = export_surface,
      .vaCreateContext = create_context, .vaDestroyContext = destroy_context,
      .vaCreateBuffer = create_buffer, .vaDestroyBuffer = destroy_buffer,
      .vaMapBuffer = map_buffer, .vaUnmapBuffer = nothing, .vaBufferSetNumElements = none,
      .vaBeginPicture = begin_picture, .vaRenderPicture = render_picture, .vaEndPicture = end_picture,
      .vaQueryImageFormats = query_image_formats, .vaCreateImage = create_image,
      .vaDestroyImage = destroy_buffer, .vaGetImage = get_image,
      .vaDeriveImage = none, .vaPutImage = none, .vaSetImagePalette = none,
      .vaQuerySubpictureFormats = none, .vaCreateSubpicture = none, .vaDestroySubpicture = none,
      .vaSetSubpictureImage = none, .vaSetSubpictureChromakey = none,
      .vaSetSubpictureGlobalAlpha = none, .vaAssociateSubpicture = none,
      .vaDeassociateSubpicture = none,
      .vaQueryDisplayAttributes = none, .vaGetDisplayAttributes = none, .vaSetDisplayAttributes = none,
  };
}

/* libva looks for a function with the version of its headers in the name. */
#define NAMED(major, minor) __vaDriverInit_##major##_##minor
#define INITIALISE(major, minor) NAMED(major, minor)
VAStatus INITIALISE(VA_MAJOR_VERSION, VA_MINOR_VERSION)(VADriverContextP ctx);

__attribute__((visibility("default"))) VAStatus INITIALISE(VA_MAJOR_VERSION, VA_MINOR_VERSION)(
    VADriverContextP ctx) {
  struct driver *driver = calloc(1, sizeof *driver);
  if (!driver) return VA_STATUS_ERROR_ALLOCATION_FAILED;
  driver->udmabuf = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
  if (driver->udmabuf < 0) {
    if (ctx->error_callback) ctx->error_callback(ctx, "vitrinetest: /dev/udmabuf cannot be opened\n");
    free(driver);
    return VA_STATUS_ERROR_HW_BUSY;
  }
  read_orders(driver);
  ctx->pDriverData = driver;
  ctx->version_major = VA_MAJOR_VERSION;
  ctx->version_minor = VA_MINOR_VERSION;
  ctx->max_profiles = profile_count;
  ctx->max_entrypoints = ctx->max_attributes = ctx->max_image_formats = 1;
  ctx->max_subpic_formats = ctx->max_display_attributes = 1; /* libva rejects 0 */
  ctx->str_vendor = "Vitrine's driver for tests";
  fill(ctx->vtable);
  return VA_STATUS_SUCCESS;
}
