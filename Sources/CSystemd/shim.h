// libsystemd: what a service tells its manager, and which unit it is.
#pragma once
#include <systemd/sd-daemon.h>
#include <systemd/sd-login.h>
