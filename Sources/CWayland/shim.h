// libwayland-server 1.21 to 1.24, which is loaded when a page is shown, and the tables of xdg-shell.
#pragma once
#include <dlfcn.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <wayland-server-core.h>

/// The interfaces of a page's objects. Pages/PageInterface.swift has the same order.
enum { vitrine_first_of_xdg = 12, vitrine_interface_count = 17 };

typedef struct {
  __typeof__(&wl_display_create) display_create;
  __typeof__(&wl_display_destroy) display_destroy;
  __typeof__(&wl_display_flush_clients) flush_clients;
  __typeof__(&wl_display_get_event_loop) get_event_loop;
  __typeof__(&wl_event_loop_get_fd) get_fd;
  __typeof__(&wl_event_loop_dispatch) dispatch;
  __typeof__(&wl_global_create) global_create;
  __typeof__(&wl_client_create) client_create;
  __typeof__(&wl_client_destroy) client_destroy;
  __typeof__(&wl_client_add_destroy_listener) add_destroy_listener;
  __typeof__(&wl_client_add_resource_created_listener) add_created_listener;
  __typeof__(&wl_client_post_no_memory) post_no_memory;
  __typeof__(&wl_resource_create) resource_create;
  __typeof__(&wl_resource_destroy) resource_destroy;
  __typeof__(&wl_resource_get_id) get_id;
  __typeof__(&wl_resource_get_version) get_version;
  __typeof__(&wl_resource_get_user_data) get_user_data;
  __typeof__(&wl_resource_get_class) get_class;
  __typeof__(&wl_resource_set_dispatcher) set_dispatcher;
  __typeof__(&wl_resource_post_event_array) post_event;
  __typeof__(&wl_resource_post_error) post_error;
  const struct wl_interface *interfaces[vitrine_interface_count];
} vitrine_wayland;

static const struct wl_interface vitrine_xdg_wm_base, vitrine_xdg_positioner, vitrine_xdg_surface,
    vitrine_xdg_toplevel, vitrine_xdg_popup;

// The types of arguments that are objects. The pointers to libwayland's interfaces are set once it is loaded.
static const struct wl_interface *vitrine_no_types[4] = {NULL};
static const struct wl_interface *vitrine_positioner_types[] = {&vitrine_xdg_positioner};
static const struct wl_interface *vitrine_xdg_surface_types[] = {&vitrine_xdg_surface, NULL};
static const struct wl_interface *vitrine_toplevel_types[] = {&vitrine_xdg_toplevel};
static const struct wl_interface *vitrine_popup_types[] = {
    &vitrine_xdg_popup, &vitrine_xdg_surface, &vitrine_xdg_positioner};
static const struct wl_interface *vitrine_seat_types[4] = {NULL};
static const struct wl_interface *vitrine_output_types[1] = {NULL};

static const struct wl_message vitrine_xdg_wm_base_requests[] = {
    {"destroy", "", vitrine_no_types},
    {"create_positioner", "n", vitrine_positioner_types},
    {"get_xdg_surface", "no", vitrine_xdg_surface_types},
    {"pong", "u", vitrine_no_types},
};
static const struct wl_message vitrine_xdg_wm_base_events[] = {{"ping", "u", vitrine_no_types}};
static const struct wl_interface vitrine_xdg_wm_base = {
    "xdg_wm_base", 1, 4, vitrine_xdg_wm_base_requests, 1, vitrine_xdg_wm_base_events};

static const struct wl_message vitrine_xdg_positioner_requests[] = {
    {"destroy", "", vitrine_no_types},
    {"set_size", "ii", vitrine_no_types},
    {"set_anchor_rect", "iiii", vitrine_no_types},
    {"set_anchor", "u", vitrine_no_types},
    {"set_gravity", "u", vitrine_no_types},
    {"set_constraint_adjustment", "u", vitrine_no_types},
    {"set_offset", "ii", vitrine_no_types},
};
static const struct wl_interface vitrine_xdg_positioner = {
    "xdg_positioner", 1, 7, vitrine_xdg_positioner_requests, 0, NULL};

static const struct wl_message vitrine_xdg_surface_requests[] = {
    {"destroy", "", vitrine_no_types},
    {"get_toplevel", "n", vitrine_toplevel_types},
    {"get_popup", "n?oo", vitrine_popup_types},
    {"set_window_geometry", "iiii", vitrine_no_types},
    {"ack_configure", "u", vitrine_no_types},
};
static const struct wl_message vitrine_xdg_surface_events[] = {{"configure", "u", vitrine_no_types}};
static const struct wl_interface vitrine_xdg_surface = {
    "xdg_surface", 1, 5, vitrine_xdg_surface_requests, 1, vitrine_xdg_surface_events};

static const struct wl_message vitrine_xdg_toplevel_requests[] = {
    {"destroy", "", vitrine_no_types},
    {"set_parent", "?o", vitrine_toplevel_types},
    {"set_title", "s", vitrine_no_types},
    {"set_app_id", "s", vitrine_no_types},
    {"show_window_menu", "ouii", vitrine_seat_types},
    {"move", "ou", vitrine_seat_types},
    {"resize", "ouu", vitrine_seat_types},
    {"set_max_size", "ii", vitrine_no_types},
    {"set_min_size", "ii", vitrine_no_types},
    {"set_maximized", "", vitrine_no_types},
    {"unset_maximized", "", vitrine_no_types},
    {"set_fullscreen", "?o", vitrine_output_types},
    {"unset_fullscreen", "", vitrine_no_types},
    {"set_minimized", "", vitrine_no_types},
};
static const struct wl_message vitrine_xdg_toplevel_events[] = {
    {"configure", "iia", vitrine_no_types}, {"close", "", vitrine_no_types}};
static const struct wl_interface vitrine_xdg_toplevel = {
    "xdg_toplevel", 1, 14, vitrine_xdg_toplevel_requests, 2, vitrine_xdg_toplevel_events};

static const struct wl_message vitrine_xdg_popup_requests[] = {
    {"destroy", "", vitrine_no_types}, {"grab", "ou", vitrine_seat_types}};
static const struct wl_message vitrine_xdg_popup_events[] = {
    {"configure", "iiii", vitrine_no_types}, {"popup_done", "", vitrine_no_types}};
static const struct wl_interface vitrine_xdg_popup = {
    "xdg_popup", 1, 2, vitrine_xdg_popup_requests, 2, vitrine_xdg_popup_events};

/// Clients cause messages, which the player reports itself.
static inline void vitrine_wayland_log(const char *text, va_list arguments) {
  (void)text;
  (void)arguments;
}

static inline const char *vitrine_wayland_library(void) { return "libwayland-server.so.0"; }

/// Loads the library, which stays loaded. Returns 0 if it is missing.
static inline int vitrine_load_wayland(vitrine_wayland *wayland) {
  static const char *const names[vitrine_first_of_xdg] = {
      "wl_compositor_interface", "wl_surface_interface", "wl_region_interface",
      "wl_callback_interface",   "wl_output_interface",  "wl_seat_interface",
      "wl_pointer_interface",    "wl_keyboard_interface", "wl_touch_interface",
      "wl_shm_interface",        "wl_shm_pool_interface", "wl_buffer_interface"};
  void *library = dlopen(vitrine_wayland_library(), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
  for (int index = 0; index < vitrine_first_of_xdg; index++) {
    wayland->interfaces[index] = (const struct wl_interface *)dlsym(library, names[index]);
    if (wayland->interfaces[index] == NULL) return 0;
  }
  const struct wl_interface *const xdg[] = {
      &vitrine_xdg_wm_base, &vitrine_xdg_positioner, &vitrine_xdg_surface, &vitrine_xdg_toplevel,
      &vitrine_xdg_popup};
  for (int index = vitrine_first_of_xdg; index < vitrine_interface_count; index++)
    wayland->interfaces[index] = xdg[index - vitrine_first_of_xdg];
  vitrine_xdg_surface_types[1] = wayland->interfaces[1];
  vitrine_output_types[0] = wayland->interfaces[4];
  vitrine_seat_types[0] = wayland->interfaces[5];
  __typeof__(&wl_log_set_handler_server) set_log =
      (__typeof__(&wl_log_set_handler_server))dlsym(library, "wl_log_set_handler_server");
  if (set_log == NULL) return 0;
  set_log(vitrine_wayland_log);
#define VITRINE_LOAD(field, name) \
  ((wayland->field = (__typeof__(&name))dlsym(library, #name)) != NULL)
  return VITRINE_LOAD(display_create, wl_display_create) &&
         VITRINE_LOAD(display_destroy, wl_display_destroy) &&
         VITRINE_LOAD(flush_clients, wl_display_flush_clients) &&
         VITRINE_LOAD(get_event_loop, wl_display_get_event_loop) &&
         VITRINE_LOAD(get_fd, wl_event_loop_get_fd) &&
         VITRINE_LOAD(dispatch, wl_event_loop_dispatch) &&
         VITRINE_LOAD(global_create, wl_global_create) &&
         VITRINE_LOAD(client_create, wl_client_create) &&
         VITRINE_LOAD(client_destroy, wl_client_destroy) &&
         VITRINE_LOAD(add_destroy_listener, wl_client_add_destroy_listener) &&
         VITRINE_LOAD(add_created_listener, wl_client_add_resource_created_listener) &&
         VITRINE_LOAD(post_no_memory, wl_client_post_no_memory) &&
         VITRINE_LOAD(resource_create, wl_resource_create) &&
         VITRINE_LOAD(resource_destroy, wl_resource_destroy) &&
         VITRINE_LOAD(get_id, wl_resource_get_id) &&
         VITRINE_LOAD(get_version, wl_resource_get_version) &&
         VITRINE_LOAD(get_user_data, wl_resource_get_user_data) &&
         VITRINE_LOAD(get_class, wl_resource_get_class) &&
         VITRINE_LOAD(set_dispatcher, wl_resource_set_dispatcher) &&
         VITRINE_LOAD(post_event, wl_resource_post_event_array) &&
         VITRINE_LOAD(post_error, wl_resource_post_error);
#undef VITRINE_LOAD
}

static inline const struct wl_interface *vitrine_wayland_interface(
    const vitrine_wayland *wayland, int32_t number) {
  return wayland->interfaces[number];
}

/// Swift cannot call functions with variable arguments.
static inline void vitrine_wayland_fail(
    const vitrine_wayland *wayland, struct wl_resource *resource, uint32_t code, const char *text) {
  wayland->post_error(resource, code, "%s", text);
}

/// Whether a descriptor is a file in memory, as memfd_create and shm_open make them: reading it never waits.
static inline int vitrine_is_file_in_memory(int descriptor) {
  struct statfs system;
  struct stat status;
  return fstatfs(descriptor, &system) == 0 && system.f_type == TMPFS_MAGIC &&
         fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}
