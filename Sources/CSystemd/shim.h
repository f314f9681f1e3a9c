// libsystemd: service notifications, the unit of a process, and entries in the journal.
#pragma once
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-login.h>
