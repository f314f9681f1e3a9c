// libmosquitto 2.0 to 2.1, which is not linked: few players belong to a fleet.
#pragma once
#include <dlfcn.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <string.h>

/// The functions that the player uses.
typedef struct {
  __typeof__(&mosquitto_new) create;
  __typeof__(&mosquitto_destroy) destroy;
  __typeof__(&mosquitto_int_option) set_number;
  __typeof__(&mosquitto_tls_set) set_tls;
  __typeof__(&mosquitto_username_pw_set) set_user;
  __typeof__(&mosquitto_will_set_v5) set_will;
  __typeof__(&mosquitto_connect_bind_v5) connect;
  __typeof__(&mosquitto_disconnect_v5) disconnect;
  __typeof__(&mosquitto_publish_v5) publish;
  __typeof__(&mosquitto_subscribe_v5) subscribe;
  __typeof__(&mosquitto_loop_read) read;
  __typeof__(&mosquitto_loop_write) write;
  __typeof__(&mosquitto_loop_misc) upkeep;
  __typeof__(&mosquitto_socket) socket;
  __typeof__(&mosquitto_want_write) wants_write;
  __typeof__(&mosquitto_connect_v5_callback_set) on_connect;
  __typeof__(&mosquitto_disconnect_v5_callback_set) on_disconnect;
  __typeof__(&mosquitto_message_v5_callback_set) on_message;
  __typeof__(&mosquitto_publish_v5_callback_set) on_publish;
  __typeof__(&mosquitto_subscribe_v5_callback_set) on_subscribe;
  __typeof__(&mosquitto_log_callback_set) on_log;
  __typeof__(&mosquitto_strerror) error_text;
  __typeof__(&mosquitto_reason_string) reason_text;
  __typeof__(&mosquitto_property_add_int32) add_number;
  __typeof__(&mosquitto_property_free_all) free_properties;
} vitrine_mosquitto;

/// The library of the headers' major version.
static inline const char *vitrine_mosquitto_library(void) {
  return LIBMOSQUITTO_MAJOR == 2 ? "libmosquitto.so.1" : "libmosquitto.so";
}

/// Loads the library, which stays loaded. Returns 0 if it is missing.
static inline int vitrine_load_mosquitto(vitrine_mosquitto *functions) {
  void *library = dlopen(vitrine_mosquitto_library(), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
#define VITRINE_LOAD(field, name) \
  ((functions->field = (__typeof__(&name))dlsym(library, #name)) != NULL)
  if (!(VITRINE_LOAD(create, mosquitto_new) && VITRINE_LOAD(destroy, mosquitto_destroy) &&
        VITRINE_LOAD(set_number, mosquitto_int_option) &&
        VITRINE_LOAD(set_tls, mosquitto_tls_set) &&
        VITRINE_LOAD(set_user, mosquitto_username_pw_set) &&
        VITRINE_LOAD(set_will, mosquitto_will_set_v5) &&
        VITRINE_LOAD(connect, mosquitto_connect_bind_v5) &&
        VITRINE_LOAD(disconnect, mosquitto_disconnect_v5) &&
        VITRINE_LOAD(publish, mosquitto_publish_v5) &&
        VITRINE_LOAD(subscribe, mosquitto_subscribe_v5) &&
        VITRINE_LOAD(read, mosquitto_loop_read) && VITRINE_LOAD(write, mosquitto_loop_write) &&
        VITRINE_LOAD(upkeep, mosquitto_loop_misc) && VITRINE_LOAD(socket, mosquitto_socket) &&
        VITRINE_LOAD(wants_write, mosquitto_want_write) &&
        VITRINE_LOAD(on_connect, mosquitto_connect_v5_callback_set) &&
        VITRINE_LOAD(on_disconnect, mosquitto_disconnect_v5_callback_set) &&
        VITRINE_LOAD(on_message, mosquitto_message_v5_callback_set) &&
        VITRINE_LOAD(on_publish, mosquitto_publish_v5_callback_set) &&
        VITRINE_LOAD(on_subscribe, mosquitto_subscribe_v5_callback_set) &&
        VITRINE_LOAD(on_log, mosquitto_log_callback_set) &&
        VITRINE_LOAD(error_text, mosquitto_strerror) &&
        VITRINE_LOAD(reason_text, mosquitto_reason_string) &&
        VITRINE_LOAD(add_number, mosquitto_property_add_int32) &&
        VITRINE_LOAD(free_properties, mosquitto_property_free_all)))
    return 0;
#undef VITRINE_LOAD
  __typeof__(&mosquitto_lib_init) prepare = (__typeof__(&mosquitto_lib_init))dlsym(library, "mosquitto_lib_init");
  return prepare != NULL && prepare() == MOSQ_ERR_SUCCESS;
}

/// The payload of a message; null if it is empty.
static inline const uint8_t *vitrine_mosquitto_payload(const struct mosquitto_message *message) {
  return message->payload;
}
