// Expat.
#pragma once
#include <expat.h>
