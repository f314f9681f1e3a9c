// libical 3.0. Version 4.0 removed functions that are used here.
#pragma once
#include <libical/ical.h>
