// libcrypto 3.0 to 3.5.
#pragma once
#include <openssl/evp.h>
