// FFmpeg 5.1 to 7.1, and the macros that Swift cannot import.
#pragma once
#include <string.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/buffer.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/hwcontext_drm.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

#include <dlfcn.h>

static const int64_t vitrine_no_pts = AV_NOPTS_VALUE;
static const int vitrine_error_again = AVERROR(EAGAIN);
static const int vitrine_error_eof = AVERROR_EOF;
static const int vitrine_error_exit = AVERROR_EXIT;
static const int vitrine_error_memory = AVERROR(ENOMEM);
static const int vitrine_error_invalid_data = AVERROR_INVALIDDATA;
static const int vitrine_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int vitrine_error_patch_welcome = AVERROR_PATCHWELCOME;

static const int vitrine_seek_size = AVSEEK_SIZE;
static const int vitrine_seek_force = AVSEEK_FORCE;

static inline int vitrine_posix_error(int number) { return AVERROR(number); }

/// The functions of libavfilter, which is not linked: with the fifty libraries that it needs, it would cost most of
/// the time of a start, and few films need it.
typedef struct {
  __typeof__(&avfilter_graph_alloc) graph_alloc;
  __typeof__(&avfilter_graph_free) graph_free;
  __typeof__(&avfilter_graph_create_filter) graph_create_filter;
  __typeof__(&avfilter_graph_config) graph_config;
  __typeof__(&avfilter_graph_send_command) graph_send_command;
  __typeof__(&avfilter_get_by_name) get_by_name;
  __typeof__(&avfilter_link) link;
  __typeof__(&av_buffersrc_add_frame_flags) add_frame;
  __typeof__(&av_buffersink_get_frame) get_frame;
  __typeof__(&av_buffersink_get_time_base) get_time_base;
} vitrine_filters;

/// The library of the headers' version.
static inline const char *vitrine_filters_library(void) {
  return "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR);
}

/// Loads the library, which stays loaded. Returns 0 if it is missing.
static inline int vitrine_load_filters(vitrine_filters *filters) {
  void *library = dlopen(vitrine_filters_library(), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
#define VITRINE_LOAD(field, name) ((filters->field = (__typeof__(&name))dlsym(library, #name)) != NULL)
  return VITRINE_LOAD(graph_alloc, avfilter_graph_alloc) &&
         VITRINE_LOAD(graph_free, avfilter_graph_free) &&
         VITRINE_LOAD(graph_create_filter, avfilter_graph_create_filter) &&
         VITRINE_LOAD(graph_config, avfilter_graph_config) &&
         VITRINE_LOAD(graph_send_command, avfilter_graph_send_command) &&
         VITRINE_LOAD(get_by_name, avfilter_get_by_name) && VITRINE_LOAD(link, avfilter_link) &&
         VITRINE_LOAD(add_frame, av_buffersrc_add_frame_flags) &&
         VITRINE_LOAD(get_frame, av_buffersink_get_frame) &&
         VITRINE_LOAD(get_time_base, av_buffersink_get_time_base);
#undef VITRINE_LOAD
}

/// Silences FFmpeg on standard error, which would corrupt the status line. Callers get errors from
/// the failed call.
static inline void vitrine_ffmpeg_be_quiet(void) { av_log_set_level(AV_LOG_QUIET); }

static inline uint8_t *vitrine_frame_data(const AVFrame *frame, int plane) {
  return frame->data[plane];
}
static inline int vitrine_frame_pitch(const AVFrame *frame, int plane) {
  return frame->linesize[plane];
}

static inline int64_t vitrine_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline int vitrine_frame_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

/// The destination of a conversion, at most four planes.
typedef struct {
  uint8_t *data[4];
  int pitch[4];
} vitrine_planes;

static inline int vitrine_scale(struct SwsContext *context, const AVFrame *frame,
                                const vitrine_planes *into) {
  return sws_scale(context, (const uint8_t *const *)frame->data, frame->linesize, 0,
                   frame->height, (uint8_t *const *)into->data, into->pitch);
}

/// Copies the visible part of a frame to `room`. Returns the number of bytes, or an error.
static inline int vitrine_copy_planes(const AVFrame *frame, uint8_t *room, int count) {
  return av_image_copy_to_buffer(room, count, (const uint8_t *const *)frame->data, frame->linesize,
                                 (enum AVPixelFormat)frame->format, frame->width, frame->height, 1);
}

/// Whether a stream's packets are encrypted. The side data moved in FFmpeg 7.
static inline int vitrine_stream_is_encrypted(const AVStream *stream) {
#if LIBAVCODEC_VERSION_MAJOR >= 61
  const AVCodecParameters *parameters = stream->codecpar;
  return av_packet_side_data_get(parameters->coded_side_data, parameters->nb_coded_side_data,
                                 AV_PKT_DATA_ENCRYPTION_INIT_INFO) != NULL;
#else
  return av_stream_get_side_data(stream, AV_PKT_DATA_ENCRYPTION_INIT_INFO, NULL) != NULL;
#endif
}

/// Returns a stream's side data of at least `size` bytes; it moved in FFmpeg 7.
static inline const void *vitrine_stream_side_data(const AVStream *stream,
                                                   enum AVPacketSideDataType type, size_t size) {
#if LIBAVCODEC_VERSION_MAJOR >= 61
  const AVCodecParameters *parameters = stream->codecpar;
  const AVPacketSideData *found = av_packet_side_data_get(
      parameters->coded_side_data, parameters->nb_coded_side_data, type);
  return found != NULL && found->size >= size ? found->data : NULL;
#else
  size_t found = 0;
  const uint8_t *data = av_stream_get_side_data(stream, type, &found);
  return data != NULL && found >= size ? data : NULL;
#endif
}

static inline const AVMasteringDisplayMetadata *vitrine_stream_mastering(const AVStream *stream) {
  return (const AVMasteringDisplayMetadata *)vitrine_stream_side_data(
      stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata));
}
static inline const AVContentLightMetadata *vitrine_stream_light(const AVStream *stream) {
  return (const AVContentLightMetadata *)vitrine_stream_side_data(
      stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata));
}

static inline const void *vitrine_frame_side_data(const AVFrame *frame,
                                                  enum AVFrameSideDataType type, size_t size) {
  const AVFrameSideData *found = av_frame_get_side_data(frame, type);
  return found != NULL && found->size >= size ? found->data : NULL;
}
static inline const AVMasteringDisplayMetadata *vitrine_frame_mastering(const AVFrame *frame) {
  return (const AVMasteringDisplayMetadata *)vitrine_frame_side_data(
      frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata));
}
static inline const AVContentLightMetadata *vitrine_frame_light(const AVFrame *frame) {
  return (const AVContentLightMetadata *)vitrine_frame_side_data(
      frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata));
}

/// Returns the next captions in the user data of a packet of video, three bytes for each pair, and moves `data` to their
/// end; NULL if there are no more (ATSC A/53, part 4, 6.2.3).
static inline const uint8_t *vitrine_next_captions(const uint8_t **data, const uint8_t *end,
                                                   int *count) {
  static const uint8_t mark[5] = {'G', 'A', '9', '4', 3};
  while (end - *data >= (ptrdiff_t)sizeof mark + 2) {
    const uint8_t *found = memchr(*data, mark[0], (size_t)(end - *data) - sizeof mark - 1);
    if (found == NULL) return NULL;
    *data = found + 1;
    if (memcmp(found, mark, sizeof mark) != 0 || !(found[sizeof mark] & 0x40)) continue;
    const uint8_t *triplets = found + sizeof mark + 2;
    int most = (int)((end - triplets) / 3);
    *count = found[sizeof mark] & 0x1F;
    if (*count > most) *count = most;
    *data = triplets + 3 * *count;
    return triplets;
  }
  return NULL;
}

/// Returns the nine numbers of a stream's display matrix; NULL if it has none.
static inline const int32_t *vitrine_stream_display_matrix(const AVStream *stream) {
  return (const int32_t *)vitrine_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX,
                                                   9 * sizeof(int32_t));
}

/// Returns the display matrix of a frame, from its EXIF data or bit stream.
static inline const int32_t *vitrine_frame_display_matrix(const AVFrame *frame) {
  return (const int32_t *)vitrine_frame_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX,
                                                  9 * sizeof(int32_t));
}

typedef int (*vitrine_get_buffer)(AVCodecContext *, AVFrame *, int);

/// Makes the decoder allocate its frames with `callback`. Frame threads call it, one at a time.
static inline void vitrine_set_get_buffer(AVCodecContext *decoder, vitrine_get_buffer callback) {
  decoder->get_buffer2 = callback;
#if LIBAVCODEC_VERSION_MAJOR < 60
  decoder->thread_safe_callbacks = 1;
#endif
}

static inline const char *vitrine_pixel_format_name(int format) {
  return av_get_pix_fmt_name((enum AVPixelFormat)format);
}

/// Frees a context for custom I/O with its buffer, which FFmpeg may have replaced.
static inline void vitrine_free_bytes(AVIOContext *bytes) {
  if (bytes == NULL) return;
  av_freep(&bytes->buffer);
  avio_context_free(&bytes);
}

/// A frame in a device's memory: its dma-bufs, and the planes in them.
typedef struct {
  int object_count;
  int descriptors[AV_DRM_MAX_PLANES];
  uint64_t modifier;
  int layer_count;
  uint32_t formats[AV_DRM_MAX_PLANES];
  int plane_count;
  int objects[AV_DRM_MAX_PLANES];
  int64_t offsets[AV_DRM_MAX_PLANES];
  int64_t pitches[AV_DRM_MAX_PLANES];
} vitrine_frame_memory;

/// Returns 0 for frames in other memory, and for invalid descriptors.
static inline int vitrine_memory_of_frame(const AVFrame *frame, vitrine_frame_memory *memory) {
  *memory = (vitrine_frame_memory){0};
  if (frame->format != AV_PIX_FMT_DRM_PRIME || frame->data[0] == NULL) return 0;
  const AVDRMFrameDescriptor *from = (const AVDRMFrameDescriptor *)frame->data[0];
  if (from->nb_objects < 1 || from->nb_objects > AV_DRM_MAX_PLANES) return 0;
  if (from->nb_layers < 1 || from->nb_layers > AV_DRM_MAX_PLANES) return 0;
  memory->object_count = from->nb_objects;
  memory->modifier = from->objects[0].format_modifier;
  for (int i = 0; i < from->nb_objects; i++) {
    memory->descriptors[i] = from->objects[i].fd;
    if (from->objects[i].format_modifier != memory->modifier) return 0;
  }
  memory->layer_count = from->nb_layers;
  for (int i = 0; i < from->nb_layers; i++) {
    memory->formats[i] = from->layers[i].format;
    if (from->layers[i].nb_planes != from->layers[0].nb_planes) return 0;
  }
  /* Additional planes, such as those for compression, follow all picture planes. */
  for (int j = 0; j < from->layers[0].nb_planes; j++) {
    for (int i = 0; i < from->nb_layers; i++) {
      if (memory->plane_count == AV_DRM_MAX_PLANES) return 0;
      const AVDRMPlaneDescriptor *plane = &from->layers[i].planes[j];
      memory->objects[memory->plane_count] = plane->object_index;
      memory->offsets[memory->plane_count] = plane->offset;
      memory->pitches[memory->plane_count] = plane->pitch;
      memory->plane_count++;
    }
  }
  return memory->plane_count > 0;
}
