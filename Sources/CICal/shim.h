// libical 3.0: what is used of it is gone from 4.0.
#pragma once
#include <libical/ical.h>
