// libsystemd's client of D-Bus.
#pragma once
#include <systemd/sd-bus.h>
