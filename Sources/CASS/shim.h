// libass: text subtitles to pictures.
#pragma once
#include <ass/ass.h>
