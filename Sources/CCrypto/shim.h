// libcrypto and libssl 3.0 to 3.5.
#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Macros that Swift cannot import.

/// Requires TLS 1.2 or later, and frees the buffers of idle connections.
static inline int vitrine_tls_limit(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1;
}

/// Generates a key on the curve P-256; the caller frees it.
static inline EVP_PKEY *vitrine_make_key(void) { return EVP_EC_gen("P-256"); }

/// Adds a certificate's subject alternative names, such as `DNS:a,DNS:b`.
static inline int vitrine_add_names(X509 *certificate, const char *names) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension =
      X509V3_EXT_conf_nid(NULL, &context, NID_subject_alt_name, names);
  if (extension == NULL) return 0;
  int added = X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return added;
}
