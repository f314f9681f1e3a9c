// Embeds the translations of the interface. Clang has #embed in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CTranslations.h"
#include <string.h>

static const unsigned char ar[] = {
#embed "../Overlay/Translations/ar.txt"
};
static const unsigned char de[] = {
#embed "../Overlay/Translations/de.txt"
};
static const unsigned char es[] = {
#embed "../Overlay/Translations/es.txt"
};
static const unsigned char fr[] = {
#embed "../Overlay/Translations/fr.txt"
};
static const unsigned char he[] = {
#embed "../Overlay/Translations/he.txt"
};
static const unsigned char it[] = {
#embed "../Overlay/Translations/it.txt"
};
static const unsigned char ja[] = {
#embed "../Overlay/Translations/ja.txt"
};
static const unsigned char ko[] = {
#embed "../Overlay/Translations/ko.txt"
};
static const unsigned char pl[] = {
#embed "../Overlay/Translations/pl.txt"
};
static const unsigned char tr[] = {
#embed "../Overlay/Translations/tr.txt"
};
static const unsigned char zh[] = {
#embed "../Overlay/Translations/zh.txt"
};

#define FILE(language) {#language, language, sizeof language}

static const struct vitrine_translation all[] = {
    FILE(ar), FILE(de), FILE(es), FILE(fr), FILE(he), FILE(it), FILE(ja), FILE(ko), FILE(pl), FILE(tr), FILE(zh),
};

const struct vitrine_translation *vitrine_translation(const char *language) {
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(all[i].language, language) == 0) return &all[i];
  return NULL;
}
