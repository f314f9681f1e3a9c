// GStreamer 1.22 and later, and the macros that Swift cannot import.
#pragma once
#include <gst/allocators/gstdmabuf.h>
#include <gst/gst.h>
#include <gst/video/video.h>

/// Returns the path of GStreamer's library, which has the plugins next to it; NULL if unknown. In
/// the shim because Glibc's module does not declare this GNU extension.
static inline const char *vitrine_gst_library(void) {
  struct {
    const char *file;
    void *base;
    const char *symbol;
    void *address;
  } found;
  extern int dladdr(const void *, void *);
  return dladdr((const void *)gst_init_check, &found) ? found.file : NULL;
}

/// Returns all decoders, as a list that the caller frees.
static inline GList *vitrine_decoders(void) {
  return gst_element_factory_list_get_elements(GST_ELEMENT_FACTORY_TYPE_DECODER, GST_RANK_NONE);
}

/// Creates an element that the caller owns; returns NULL on failure.
static inline GstElement *vitrine_make_element(void *factory) {
  GstElement *const element = gst_element_factory_create(factory, NULL);
  return element ? gst_object_ref_sink(element) : NULL;
}

static inline GstEventType vitrine_event_type(GstEvent *event) { return GST_EVENT_TYPE(event); }
static inline GstQueryType vitrine_query_type(GstQuery *query) { return GST_QUERY_TYPE(query); }
static inline GstMessageType vitrine_message_type(GstMessage *message) {
  return GST_MESSAGE_TYPE(message);
}

/// Whether a picture is incomplete, and whether it is interlaced.
static inline int vitrine_is_damaged(GstBuffer *buffer) {
  return GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_CORRUPTED) ||
         GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DECODE_ONLY);
}
static inline int vitrine_is_interlaced(GstBuffer *buffer) {
  return GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED);
}

/// Returns an element's own text property, which the caller frees; NULL if it has no such property.
static inline char *vitrine_text_property(GstElement *element, const char *name) {
  GParamSpec *const property =
      g_object_class_find_property(G_OBJECT_GET_CLASS(element), name);
  if (!property || property->value_type != G_TYPE_STRING) return NULL;
  char *text = NULL;
  g_object_get(element, name, &text, NULL);
  return text;
}

static inline void vitrine_set_property(GstElement *element, const char *name, const char *value) {
  gst_util_set_object_arg(G_OBJECT(element), name, value);
}

/// Whether an error means that a resource is in use or memory is exhausted.
static inline int vitrine_is_shortage(const GError *error) {
  return error->domain == GST_RESOURCE_ERROR &&
         (error->code == GST_RESOURCE_ERROR_BUSY || error->code == GST_RESOURCE_ERROR_NO_SPACE_LEFT);
}

static inline void vitrine_offer_video_meta(GstQuery *query) {
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
}
