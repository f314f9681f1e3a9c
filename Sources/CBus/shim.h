// libsystemd's D-Bus client.
#pragma once
#include <systemd/sd-bus.h>
