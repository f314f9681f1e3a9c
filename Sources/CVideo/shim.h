// The kernel's video devices (V4L2), and the ioctls and unions that Swift cannot import.
#pragma once
#include <linux/videodev2.h>
#include <string.h>
#include <sys/ioctl.h>

static inline int vitrine_video_caps(int fd, struct v4l2_capability *caps) {
  return ioctl(fd, VIDIOC_QUERYCAP, caps);
}
static inline int vitrine_video_enumerate(int fd, struct v4l2_fmtdesc *format) {
  return ioctl(fd, VIDIOC_ENUM_FMT, format);
}
// Returns the minimum number of a decoder's capture buffers; 0 if unknown.
static inline int vitrine_video_least_pictures(int fd) {
  struct v4l2_control control;
  memset(&control, 0, sizeof control);
  control.id = V4L2_CID_MIN_BUFFERS_FOR_CAPTURE;
  return ioctl(fd, VIDIOC_G_CTRL, &control) == 0 && control.value > 0 ? control.value : 0;
}
static inline int vitrine_video_subscribe(int fd, __u32 type) {
  struct v4l2_event_subscription subscription;
  memset(&subscription, 0, sizeof subscription);
  subscription.type = type;
  return ioctl(fd, VIDIOC_SUBSCRIBE_EVENT, &subscription);
}
// Reads the next event's type, and the changes of a source change; returns -1 without one.
static inline int vitrine_video_event(int fd, __u32 *type, __u32 *changes) {
  struct v4l2_event event;
  memset(&event, 0, sizeof event);
  int result = ioctl(fd, VIDIOC_DQEVENT, &event);
  *type = event.type;
  *changes = event.type == V4L2_EVENT_SOURCE_CHANGE ? event.u.src_change.changes : 0;
  return result;
}
static inline int vitrine_video_export(int fd, __u32 type, __u32 index, __u32 plane) {
  struct v4l2_exportbuffer request;
  memset(&request, 0, sizeof request);
  request.type = type;
  request.index = index;
  request.plane = plane;
  // O_RDWR for reading pictures back: our own mapping may need a sync for both directions.
  request.flags = 02000000 /* O_CLOEXEC */ | 02 /* O_RDWR */;
  return ioctl(fd, VIDIOC_EXPBUF, &request) == 0 ? request.fd : -1;
}
static inline int vitrine_video_stream(int fd, __u32 type, int isOn) {
  int value = (int)type;
  return ioctl(fd, isOn ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &value);
}
static inline int vitrine_video_command(int fd, __u32 command) {
  struct v4l2_decoder_cmd request;
  memset(&request, 0, sizeof request);
  request.cmd = command;
  return ioctl(fd, VIDIOC_DECODER_CMD, &request);
}

// A buffer of a queue, in the single-planar or the multi-planar API.
struct vitrine_video_buffer {
  __u32 type, index, flags;
  __u32 planes;
  __u32 used[VIDEO_MAX_PLANES], length[VIDEO_MAX_PLANES], offset[VIDEO_MAX_PLANES];
  __u64 token;
};

static inline int vitrine_video_is_multiplanar(__u32 type) {
  return type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE || type == V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE;
}

// Runs `request`: VIDIOC_QUERYBUF, VIDIOC_QBUF or VIDIOC_DQBUF.
static inline int vitrine_video_buffer_call(
    int fd, unsigned long request, struct vitrine_video_buffer *buffer) {
  struct v4l2_buffer raw;
  struct v4l2_plane planes[VIDEO_MAX_PLANES];
  memset(&raw, 0, sizeof raw);
  memset(planes, 0, sizeof planes);
  raw.type = buffer->type;
  raw.index = buffer->index;
  raw.flags = buffer->flags;
  raw.memory = V4L2_MEMORY_MMAP;
  raw.field = V4L2_FIELD_NONE;
  raw.timestamp.tv_sec = (__kernel_long_t)(buffer->token / 1000000);
  raw.timestamp.tv_usec = (__kernel_long_t)(buffer->token % 1000000);
  int isMultiplanar = vitrine_video_is_multiplanar(buffer->type);
  if (isMultiplanar) {
    raw.m.planes = planes;
    raw.length = buffer->planes ? buffer->planes : VIDEO_MAX_PLANES;
    for (__u32 i = 0; i < raw.length; i++) planes[i].bytesused = buffer->used[i];
  } else {
    raw.bytesused = buffer->used[0];
  }
  int result = ioctl(fd, request, &raw);
  if (result != 0) return result;
  buffer->index = raw.index;
  buffer->flags = raw.flags;
  buffer->token = (__u64)raw.timestamp.tv_sec * 1000000 + (__u64)raw.timestamp.tv_usec;
  if (isMultiplanar) {
    buffer->planes = raw.length;
    for (__u32 i = 0; i < raw.length && i < VIDEO_MAX_PLANES; i++) {
      buffer->used[i] = planes[i].bytesused;
      buffer->length[i] = planes[i].length;
      buffer->offset[i] = planes[i].m.mem_offset;
    }
  } else {
    buffer->planes = 1;
    buffer->used[0] = raw.bytesused;
    buffer->length[0] = raw.length;
    buffer->offset[0] = raw.m.offset;
  }
  return result;
}
static inline int vitrine_video_query(int fd, struct vitrine_video_buffer *buffer) {
  return vitrine_video_buffer_call(fd, VIDIOC_QUERYBUF, buffer);
}
static inline int vitrine_video_queue(int fd, struct vitrine_video_buffer *buffer) {
  return vitrine_video_buffer_call(fd, VIDIOC_QBUF, buffer);
}
static inline int vitrine_video_dequeue(int fd, struct vitrine_video_buffer *buffer) {
  return vitrine_video_buffer_call(fd, VIDIOC_DQBUF, buffer);
}

// A format, in the single-planar or the multi-planar API.
struct vitrine_video_layout {
  __u32 type, width, height, pixels, field;
  __u32 planes;
  __u32 size[VIDEO_MAX_PLANES], pitch[VIDEO_MAX_PLANES];
};

static inline void vitrine_video_read_layout(
    const struct v4l2_format *format, struct vitrine_video_layout *layout) {
  memset(layout, 0, sizeof *layout);
  layout->type = format->type;
  if (vitrine_video_is_multiplanar(format->type)) {
    const struct v4l2_pix_format_mplane *pix = &format->fmt.pix_mp;
    layout->width = pix->width;
    layout->height = pix->height;
    layout->pixels = pix->pixelformat;
    layout->field = pix->field;
    layout->planes = pix->num_planes > VIDEO_MAX_PLANES ? VIDEO_MAX_PLANES : pix->num_planes;
    for (__u32 i = 0; i < layout->planes; i++) {
      layout->size[i] = pix->plane_fmt[i].sizeimage;
      layout->pitch[i] = pix->plane_fmt[i].bytesperline;
    }
  } else {
    const struct v4l2_pix_format *pix = &format->fmt.pix;
    layout->width = pix->width;
    layout->height = pix->height;
    layout->pixels = pix->pixelformat;
    layout->field = pix->field;
    layout->planes = 1;
    layout->size[0] = pix->sizeimage;
    layout->pitch[0] = pix->bytesperline;
  }
}
static inline int vitrine_video_layout_of(int fd, __u32 type, struct vitrine_video_layout *layout) {
  struct v4l2_format format;
  memset(&format, 0, sizeof format);
  format.type = type;
  int result = ioctl(fd, VIDIOC_G_FMT, &format);
  if (result == 0) vitrine_video_read_layout(&format, layout);
  return result;
}
// Requests a pixel format and size; for a coded format, `size` bytes in each buffer.
static inline int vitrine_video_set_layout(
    int fd, __u32 type, __u32 pixels, __u32 width, __u32 height, __u32 size,
    struct vitrine_video_layout *layout) {
  struct v4l2_format format;
  memset(&format, 0, sizeof format);
  format.type = type;
  if (vitrine_video_is_multiplanar(type)) {
    format.fmt.pix_mp.width = width;
    format.fmt.pix_mp.height = height;
    format.fmt.pix_mp.pixelformat = pixels;
    format.fmt.pix_mp.field = V4L2_FIELD_NONE;
    if (size) {
      format.fmt.pix_mp.num_planes = 1;
      format.fmt.pix_mp.plane_fmt[0].sizeimage = size;
    }
  } else {
    format.fmt.pix.width = width;
    format.fmt.pix.height = height;
    format.fmt.pix.pixelformat = pixels;
    format.fmt.pix.field = V4L2_FIELD_NONE;
    format.fmt.pix.sizeimage = size;
  }
  int result = ioctl(fd, VIDIOC_S_FMT, &format);
  if (result == 0) vitrine_video_read_layout(&format, layout);
  return result;
}
// Requests `count` buffers and updates it with the allocated number; 0 frees them.
static inline int vitrine_video_request(int fd, __u32 type, __u32 *count) {
  struct v4l2_requestbuffers request;
  memset(&request, 0, sizeof request);
  request.count = *count;
  request.type = type;
  request.memory = V4L2_MEMORY_MMAP;
  int result = ioctl(fd, VIDIOC_REQBUFS, &request);
  if (result == 0) *count = request.count;
  return result;
}
static inline int vitrine_video_visible(int fd, __u32 type, struct v4l2_rect *rect) {
  struct v4l2_selection selection;
  memset(&selection, 0, sizeof selection);
  selection.type = vitrine_video_is_multiplanar(type)
      ? V4L2_BUF_TYPE_VIDEO_CAPTURE : type;
  selection.target = V4L2_SEL_TGT_COMPOSE;
  int result = ioctl(fd, VIDIOC_G_SELECTION, &selection);
  if (result == 0) *rect = selection.r;
  return result;
}
