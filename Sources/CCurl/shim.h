// libcurl 7.88 to 8.14, and the variadic calls that Swift's importer does not read.
#pragma once
#include <curl/curl.h>

static inline CURLcode vitrine_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode vitrine_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode vitrine_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode vitrine_curl_set_list(CURL *handle, CURLoption option,
                                             struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode vitrine_curl_set_data(CURL *handle, CURLoption option,
                                             curl_write_callback value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode vitrine_curl_set_open_socket(CURL *handle,
                                                    curl_opensocket_callback value) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode vitrine_curl_set_before_request(CURL *handle,
                                                       curl_prereq_callback value) {
  return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline long vitrine_curl_number(CURL *handle, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(handle, info, &value);
  return value;
}
static inline void *vitrine_curl_private(CURL *handle) {
  char *value = NULL;
  curl_easy_getinfo(handle, CURLINFO_PRIVATE, &value);
  return value;
}

static inline CURLMcode vitrine_curl_set_multi(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/// The transfer that a message of a multi handle tells of, and how it ended.
static inline CURLcode vitrine_curl_result(const CURLMsg *message) { return message->data.result; }

static const curl_socket_t vitrine_curl_no_socket = CURL_SOCKET_BAD;
static const size_t vitrine_curl_pause = CURL_WRITEFUNC_PAUSE;
static const int vitrine_curl_go_on = CURL_PREREQFUNC_OK;
static const int vitrine_curl_stop = CURL_PREREQFUNC_ABORT;
static const long vitrine_curl_auth_basic = (long)CURLAUTH_BASIC;
static const long vitrine_curl_http_1 = CURL_HTTP_VERSION_1_1;
static const long vitrine_curl_http_2 = CURL_HTTP_VERSION_2TLS;
