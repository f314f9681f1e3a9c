// libcurl 7.88 to 8.14, and the variadic calls that Swift cannot import.
#pragma once
#include <curl/curl.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <time.h>

static inline CURLcode vitrine_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode vitrine_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode vitrine_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode vitrine_curl_set_body(CURL *handle, const void *value) {
  return curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, value);
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

static inline CURLcode vitrine_curl_set_context(CURL *handle, curl_ssl_ctx_callback value) {
  return curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, value);
}

// OpenSSL macros: a pointer of ours in each SSL_CTX, and a callback for the certificates that it
// verifies.
static inline int vitrine_tls_new_place(CRYPTO_EX_free *release) {
  return SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, release);
}
static inline int vitrine_tls_put(void *context, int place, void *value, SSL_verify_cb look) {
  if (!SSL_CTX_set_ex_data((SSL_CTX *)context, place, value)) return 0;
  SSL_CTX_set_verify((SSL_CTX *)context, SSL_VERIFY_PEER, look);
  return 1;
}
static inline void *vitrine_tls_get(X509_STORE_CTX *store, int place) {
  SSL *connection =
      (SSL *)X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
  return connection ? SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), place) : NULL;
}
/// Writes the day from which, or until which, the current certificate is valid if it was rejected
/// for its dates. Returns 0 otherwise.
static inline int vitrine_tls_day(X509_STORE_CTX *store, struct tm *day) {
  X509 *certificate = X509_STORE_CTX_get_current_cert(store);
  int error = X509_STORE_CTX_get_error(store);
  if (!certificate) return 0;
  if (error == X509_V_ERR_CERT_HAS_EXPIRED)
    return ASN1_TIME_to_tm(X509_get0_notAfter(certificate), day);
  if (error == X509_V_ERR_CERT_NOT_YET_VALID)
    return ASN1_TIME_to_tm(X509_get0_notBefore(certificate), day);
  return 0;
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

/// Returns the result of the transfer that a multi handle's message is about.
static inline CURLcode vitrine_curl_result(const CURLMsg *message) { return message->data.result; }

static const curl_socket_t vitrine_curl_no_socket = CURL_SOCKET_BAD;
static const size_t vitrine_curl_pause = CURL_WRITEFUNC_PAUSE;
static const int vitrine_curl_go_on = CURL_PREREQFUNC_OK;
static const int vitrine_curl_stop = CURL_PREREQFUNC_ABORT;
static const long vitrine_curl_auth_basic = (long)CURLAUTH_BASIC;
static const long vitrine_curl_header_separate = CURLHEADER_SEPARATE;
static const long vitrine_curl_http_1 = CURL_HTTP_VERSION_1_1;
static const long vitrine_curl_http_2 = CURL_HTTP_VERSION_2TLS;
