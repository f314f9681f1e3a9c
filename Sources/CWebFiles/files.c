// Embeds the files of the remote's page and the OpenAPI document. Clang has #embed in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CWebFiles.h"

static const unsigned char api_js[] = {
#embed "../Web/Remote/api.js"
};
static const unsigned char configuration_js[] = {
#embed "../Web/Remote/configuration.js"
};
static const unsigned char elements_js[] = {
#embed "../Web/Remote/elements.js"
};
static const unsigned char files_js[] = {
#embed "../Web/Remote/files.js"
};
static const unsigned char icon_svg[] = {
#embed "../Web/Remote/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../Web/Remote/index.html"
};
static const unsigned char machine_js[] = {
#embed "../Web/Remote/machine.js"
};
static const unsigned char main_js[] = {
#embed "../Web/Remote/main.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "../Web/Remote/manifest.webmanifest"
};
static const unsigned char now_js[] = {
#embed "../Web/Remote/now.js"
};
static const unsigned char pairing_js[] = {
#embed "../Web/Remote/pairing.js"
};
static const unsigned char queue_js[] = {
#embed "../Web/Remote/queue.js"
};
static const unsigned char remote_css[] = {
#embed "../Web/Remote/remote.css"
};
static const unsigned char screen_js[] = {
#embed "../Web/Remote/screen.js"
};
static const unsigned char signage_js[] = {
#embed "../Web/Remote/signage.js"
};
static const unsigned char slider_js[] = {
#embed "../Web/Remote/slider.js"
};
static const unsigned char tracks_js[] = {
#embed "../Web/Remote/tracks.js"
};
static const unsigned char words_js[] = {
#embed "../Web/Remote/words.js"
};
static const unsigned char zones_js[] = {
#embed "../Web/Remote/zones.js"
};
static const unsigned char openapi_json[] = {
#embed "../Web/API/openapi.json"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const struct vitrine_web_file page[] = {
    FILE("api.js", api_js),
    FILE("configuration.js", configuration_js),
    FILE("elements.js", elements_js),
    FILE("files.js", files_js),
    FILE("icon.svg", icon_svg),
    FILE("index.html", index_html),
    FILE("machine.js", machine_js),
    FILE("main.js", main_js),
    FILE("manifest.webmanifest", manifest_webmanifest),
    FILE("now.js", now_js),
    FILE("pairing.js", pairing_js),
    FILE("queue.js", queue_js),
    FILE("remote.css", remote_css),
    FILE("screen.js", screen_js),
    FILE("signage.js", signage_js),
    FILE("slider.js", slider_js),
    FILE("tracks.js", tracks_js),
    FILE("words.js", words_js),
    FILE("zones.js", zones_js),
};

const struct vitrine_web_file *vitrine_web_page_file(size_t position) {
  return position < sizeof page / sizeof *page ? &page[position] : NULL;
}

const struct vitrine_web_file *vitrine_web_document(void) {
  static const struct vitrine_web_file document = FILE("openapi.json", openapi_json);
  return &document;
}
