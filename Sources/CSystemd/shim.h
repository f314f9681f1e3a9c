// libsystemd: service notifications, and the unit of a process.
#pragma once
#include <systemd/sd-daemon.h>
#include <systemd/sd-login.h>
