// libqrencode 4.1.
#pragma once
#include <qrencode.h>
