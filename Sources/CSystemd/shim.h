// libsystemd: what a service tells its manager.
#pragma once
#include <systemd/sd-daemon.h>
