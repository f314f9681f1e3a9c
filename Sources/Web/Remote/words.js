// All texts of the page, and the formats of numbers and times.

const texts = {
  en: {
    now: "Now", queue: "Queue", files: "Files", screen: "Screen", log: "Log",
    views: "Views", output: "Output", messages: "Messages", playing: "Playing",
    controls: "Controls",
    lost: "Connection lost. Reconnecting…", unreachable: "The player is not responding.",
    forbidden: "This device is not allowed to do that.", refused: "The player rejected the request ({status}).",
    again: "Try again in {seconds} s.", looking: "View only: this device cannot change anything.",
    close: "Close", cancel: "Cancel",
    idle: "Nothing is playing", failed: "This item cannot be played", ended: "End of the queue",
    displayOff: "The display is off", turnOn: "Turn on", tryAgain: "Try again",
    playAgain: "Play again",
    toQueue: "Open the queue", opening: "Opening…", buffering: "Loading…",
    paused: "Paused", live: "Live", toLive: "Back to live", latency: "{seconds} s latency",
    behind: "{time} behind live", place: "{place} of {total}", watch: "Live preview",
    position: "Position", previous: "Previous", next: "Next", back: "Back 10 seconds",
    forward: "Forward 10 seconds", play: "Play", pause: "Pause", mute: "Mute", volume: "Volume",
    sound: "Audio", subtitles: "Subtitles", speed: "Speed", delay: "Subtitle delay",
    sooner: "Subtitles earlier",
    later: "Subtitles later", noSound: "None", off: "Off", track: "Track {number}",
    forced: "forced",
    order: "Order", shuffle: "Shuffle", loop: "Repeat", loopNone: "No repeat",
    loopQueue: "Repeat all",
    loopItem: "Repeat one", clear: "Clear", toProgramme: "Back to programme", cannotPlay: "Cannot play {name}: {why}.",
    playsInstead: "Now playing: {name}.",
    clearQuestion: "Clear the queue? Playback stops.",
    entries: { one: "{count} entry", other: "{count} entries" },
    shuffledNote: "Plays in random order, each entry once before any repeats.",
    queueEmpty: "The queue is empty.", toFiles: "Choose a file",
    moveHow: "Drag an entry, or move it with the up and down arrow keys.",
    moveEntry: "Move {name}, {place} of {total}", moveUp: "Move {name} up",
    moveDown: "Move {name} down",
    removeEntry: "Remove {name}", moved: "{name} is now {place} of {total}",
    removed: "{name} removed",
    signage: "Signage", onScreen: "On screen", nothingShown: "Nothing scheduled now",
    levelNothing: "Black screen", levelList: "List", levelRest: "Default", levelScheduled: "Scheduled",
    levelPriority: "Scheduled, priority {priority}", levelExclusive: "Exclusive", levelFill: "Filler",
    levelOverride: "Override",
    "why-hour": "A showing for this hour was due.",
    "why-share": "It was next by its share of the time.", "why-turn": "It was next in the list.",
    "why-nothing": "The list has nothing for this time.",
    comes: "Next", inTime: "in {time}", changes: "Next change", clockUnset: "not set",
    listGoesOn: "The programme resumes afterwards.", until: "until {time}", timeLeft: "{time} left",
    overrideStands: "Override", overrideBegin: "Show a notice now", overrideOther: "Show another notice now",
    overrideHow: "A notice fills the screen in place of the programme, even after a restart, until it ends.",
    overrideSeverity: "Severity", severityInformation: "Information", severityWarning: "Warning",
    severityEmergency: "Emergency",
    overrideTitle: "Heading", overrideText: "Text", overrideLength: "Duration", overrideName: "Name",
    overrideNameHow: "Letters A to Z, digits, dots, hyphens and underscores. The name appears in the proof-of-play log.",
    overrideShow: "Show notice", overrideBegun: "{name} is on screen", overrideEnd: "End override",
    overrideEnded: "{name} ended", overrideQuestion: "End {name}? The programme resumes.",
    overrideReading: "Loading…", overrideLoose: "It could not be saved: a restart will end it.",
    tooLong: "Too long.",
    content: "Content", look: "Check now", looks: "Checking…", contentWell: "Up to date",
    contentTrial: "New release, on trial until every item has been shown", contentNone: "No content yet",
    contentFetching: "Downloading: {done} of {all}", contentProgress: "Download progress",
    contentWaiting: "The update will download in its maintenance window",
    contentNumber: "Release", contentSet: "Release ID", contentLooked: "Last checked", contentWritten: "Total written",
    upload: "Upload files", dropHere: "Or drop videos, pictures and playlists here.",
    free: "{size} free", filesEmpty: "No files yet. Files you upload appear here.",
    playNow: "Play now", playNowFile: "Play {name} now", add: "Add to queue",
    addFile: "Add {name} to the queue",
    delete: "Delete", deleteFile: "Delete {name}", deleteQuestion: "Delete {name} from the player?",
    replace: "Replace", replaceQuestion: "A file called {name} already exists. Replace it?",
    nameTaken: "A file called {name} already exists. An administrator can replace it.",
    added: "{name} added to the queue", deleted: "{name} deleted", uploaded: "{name} uploaded",
    waits: "Waiting", cancelFile: "Cancel {name}", retryFile: "Upload {name} again", sent: "{loaded} of {total} · {speed}/s",
    tapHow: "Tap the picture to touch the screen. On a keyboard, use the arrow keys and Enter.",
    livePicture: "Live view of the screen: tap it, or use the arrow keys and Enter",
    settings: "Settings", power: "Display on", brightness: "Brightness", rotation: "Rotation", gravity: "Scaling",
    contain: "Fit", cover: "Fill",
    stretch: "Stretch", quality: "Quality", automatic: "Automatic", highest: "Highest",
    lowest: "Lowest",
    configuration: "Configuration",
    configurationHow: "Settings in YAML, as in the configuration file. They override the file, also after a restart.",
    check: "Check", save: "Save", good: "No errors found.", saved: "Saved.",
    savedWaiting: "Saved. Restart the player to apply: {sections}.", holds: "Effective configuration",
    health: "Health", toSee: "Problems", figures: "Statistics", well: "No problems", notReady: "Not ready yet",
    dark: "No picture: {reason}",
    throttled: "The machine is throttled: too hot, or insufficient power",
    temperature: "Temperature", uptime: "Uptime", memory: "Memory", space: "Free space",
    clock: "Clock",
    clockRight: "synchronised", clockWrong: "not synchronised", decoder: "Decoder",
    network: "Network",
    presented: "Frames shown", late: "Late frames", dropped: "Dropped frames", repeated: "Repeated frames",
    skipped: "Skipped frames",
    underruns: "Audio underruns", damaged: "Damaged packets", recoveries: "Display recoveries",
    offset: "A/V offset", edges: "Gap between items",
    "role-view": "view only", "role-control": "can control the player", "role-admin": "full access",
    forget: "Forget this device",
    show: "Show", all: "All messages", warnings: "Warnings and errors", warning: "Warning",
    error: "Error",
    logEmpty: "No messages.",
    pairing: "Connect to this player",
    pairingHow: "The player shows a PIN on its screen for two minutes. Type it here to let this device control the player.",
    deviceName: "Name of this device", remoteOn: "Remote on {kind}", remoteName: "Remote",
    showPin: "Show the PIN on the screen",
    pin: "{digits}-digit PIN on the screen", pinValid: "Valid for {time}",
    pinOver: "The PIN has expired.",
    newPin: "Show a new PIN", connect: "Connect",
    pairingClosed: "Pairing is closed. Open the service menu on the screen, or run “sudo vitrine token pair” on the machine. Then try again within five minutes.",
    pairingOff: "Pairing is turned off. Use a token.",
    pairingOverride: "An override is on screen. Try again once it has ended.",
    useToken: "Use a token", useOther: "Use another token", usePin: "Use a PIN instead", token: "Token",
    tokenHow: "A token determines what this device may do. An administrator creates one on the machine:",
    tokenWrong: "The player does not accept this token.",
  },
  de: {
    now: "Jetzt", queue: "Liste", files: "Dateien", screen: "Bildschirm", log: "Protokoll",
    views: "Ansichten", output: "Ausgang", messages: "Meldungen", playing: "Läuft",
    controls: "Steuerung",
    lost: "Verbindung verloren, neuer Versuch …", unreachable: "Der Player antwortet nicht.",
    forbidden: "Dieses Gerät darf das nicht.", refused: "Der Player lehnt es ab ({status}).",
    again: "In {seconds} s noch einmal.", looking: "Dieses Gerät darf zusehen, aber nichts ändern.",
    close: "Schließen", cancel: "Abbrechen",
    idle: "Es läuft nichts", failed: "Das lässt sich nicht abspielen",
    ended: "Alles ist abgespielt",
    displayOff: "Der Bildschirm ist aus", turnOn: "Einschalten", tryAgain: "Noch einmal",
    playAgain: "Von vorn",
    toQueue: "Liste öffnen", opening: "Wird geöffnet …", buffering: "Lädt …",
    paused: "Pause", live: "Live", toLive: "Zurück zu live", latency: "{seconds} s Verzug",
    behind: "{time} hinter live", place: "{place} von {total}", watch: "Live-Bild",
    position: "Position", previous: "Voriges", next: "Nächstes", back: "10 Sekunden zurück",
    forward: "10 Sekunden vor", play: "Abspielen", pause: "Pause", mute: "Stumm",
    volume: "Lautstärke",
    sound: "Ton", subtitles: "Untertitel", speed: "Tempo", delay: "Untertitel-Versatz",
    sooner: "Untertitel früher",
    later: "Untertitel später", noSound: "Keiner", off: "Aus", track: "Spur {number}",
    forced: "erzwungen",
    order: "Reihenfolge", shuffle: "Zufällig", loop: "Wiederholen", loopNone: "Einmal",
    loopQueue: "Alles wiederholen",
    loopItem: "Eines wiederholen", clear: "Leeren",
    toProgramme: "Zurück zum Programm", cannotPlay: "{name} kann nicht gespielt werden: {why}.",
    playsInstead: "Jetzt läuft: {name}.",
    clearQuestion: "Die Liste leeren? Was läuft, endet.",
    entries: { one: "{count} Eintrag", other: "{count} Einträge" },
    shuffledNote: "Läuft in zufälliger Reihenfolge, jeder Eintrag einmal je Runde.",
    queueEmpty: "Die Liste ist leer.", toFiles: "Aus den Dateien wählen",
    moveHow: "Ziehen, oder mit den Pfeiltasten auf und ab bewegen.",
    moveEntry: "{name} verschieben, {place} von {total}", moveUp: "{name} nach oben",
    moveDown: "{name} nach unten",
    removeEntry: "{name} entfernen", moved: "{name} ist jetzt {place} von {total}",
    removed: "{name} entfernt",
    signage: "Programm", onScreen: "Auf dem Bildschirm", nothingShown: "Jetzt ist nichts zu zeigen",
    levelNothing: "Schwarz", levelList: "Liste", levelRest: "Wie üblich", levelScheduled: "Nach Zeitplan",
    levelPriority: "Nach Zeitplan, Vorrang {priority}", levelExclusive: "Ausschließlich", levelFill: "Füllung",
    levelOverride: "Einblendung",
    "why-hour": "Es war an der Reihe: so oft in der Stunde.",
    "why-share": "Es teilt sich die Zeit mit anderem.", "why-turn": "Es folgt in der Liste.",
    "why-nothing": "Für diese Zeit hat die Liste nichts.",
    comes: "Danach", inTime: "in {time}", changes: "Wechsel frühestens", clockUnset: "nicht gestellt",
    listGoesOn: "Danach geht die Liste weiter.", until: "bis {time}", timeLeft: "noch {time}",
    overrideStands: "Einblendung", overrideBegin: "Jetzt eine Mitteilung zeigen", overrideOther: "Jetzt eine andere Mitteilung zeigen",
    overrideHow: "Eine Mitteilung füllt den Bildschirm anstelle des Programms, auch nach einem Neustart, bis sie endet.",
    overrideSeverity: "Dringlichkeit", severityInformation: "Information", severityWarning: "Warnung",
    severityEmergency: "Notfall",
    overrideTitle: "Überschrift", overrideText: "Text", overrideLength: "Dauer", overrideName: "Name",
    overrideNameHow: "Unter dem Namen steht es im Nachweis: Buchstaben A bis Z, Ziffern, Punkte, - und _.",
    overrideShow: "Zeigen", overrideBegun: "{name} ist auf dem Bildschirm", overrideEnd: "Beenden",
    overrideEnded: "{name} ist beendet", overrideQuestion: "{name} beenden? Was unterbrochen wurde, geht weiter.",
    overrideReading: "Wird geladen …", overrideLoose: "Es lässt sich nicht merken: Ein Neustart würde es beenden.",
    tooLong: "Das ist zu lang.",
    content: "Inhalt", look: "Jetzt nachsehen", looks: "Sieht nach …", contentWell: "Alles in Ordnung",
    contentTrial: "Neu und auf Probe, bis jeder Eintrag gezeigt wurde", contentNone: "Noch keiner da",
    contentFetching: "Wird geholt: {done} von {all}", contentProgress: "Geholt",
    contentWaiting: "Neues wird später geholt, zu den Stunden dafür",
    contentNumber: "Version", contentSet: "Kennung", contentLooked: "Zuletzt nachgesehen", contentWritten: "Insgesamt geschrieben",
    upload: "Dateien hochladen", dropHere: "Oder Filme, Bilder und Listen hier ablegen.",
    free: "{size} frei", filesEmpty: "Noch keine Dateien. Was Sie hochladen, erscheint hier.",
    playNow: "Jetzt abspielen", playNowFile: "{name} jetzt abspielen", add: "In die Liste",
    addFile: "{name} in die Liste",
    delete: "Löschen", deleteFile: "{name} löschen", deleteQuestion: "{name} vom Player löschen?",
    replace: "Ersetzen", replaceQuestion: "Es gibt schon eine Datei {name}. Ersetzen?",
    nameTaken: "Es gibt schon eine Datei {name}. Ein Administrator kann sie ersetzen.",
    added: "{name} ist in der Liste", deleted: "{name} ist gelöscht",
    uploaded: "{name} ist hochgeladen",
    waits: "Wartet", cancelFile: "{name} abbrechen", retryFile: "{name} noch einmal hochladen", sent: "{loaded} von {total} · {speed}/s",
    tapHow: "Ein Tipp auf das Bild berührt den Bildschirm. Mit Tasten: Pfeile, dann Eingabe.",
    livePicture: "Live-Bild des Bildschirms: antippen, oder Pfeiltasten und Eingabe",
    settings: "Einstellungen", power: "Bildschirm an", brightness: "Helligkeit", rotation: "Drehung", gravity: "Skalierung",
    contain: "Einpassen", cover: "Füllen",
    stretch: "Strecken", quality: "Qualität", automatic: "Automatisch", highest: "Höchste",
    lowest: "Niedrigste",
    configuration: "Konfiguration",
    configurationHow: "Zeilen in YAML wie in der Datei der Konfiguration; sie gelten statt dessen, was dort steht, auch nach einem Neustart.",
    check: "Prüfen", save: "Speichern", good: "Alles in Ordnung.", saved: "Gespeichert.",
    savedWaiting: "Gespeichert. Nach einem Neustart: {sections}.", holds: "Geltende Konfiguration",
    health: "Zustand", toSee: "Zu beachten", figures: "Statistik", well: "Alles in Ordnung", notReady: "Noch nicht bereit",
    dark: "Kein Bild: {reason}",
    throttled: "Die Maschine ist gedrosselt: zu heiß, oder zu wenig Strom",
    temperature: "Temperatur", uptime: "Läuft seit", memory: "Speicher", space: "Freier Platz",
    clock: "Uhr",
    clockRight: "gestellt", clockWrong: "nicht gestellt", decoder: "Dekoder", network: "Netz",
    presented: "Gezeigte Bilder", late: "Zu spät", dropped: "Verworfen", repeated: "Wiederholt",
    skipped: "Ausgelassen",
    underruns: "Ton ausgesetzt", damaged: "Beschädigte Pakete",
    recoveries: "Bildschirm wiederhergestellt",
    offset: "A/V-Versatz", edges: "Übergänge",
    "role-view": "darf zusehen", "role-control": "darf steuern", "role-admin": "darf alles",
    forget: "Dieses Gerät vergessen",
    show: "Zeigen", all: "Alle Meldungen", warnings: "Warnungen und Fehler", warning: "Warnung",
    error: "Fehler",
    logEmpty: "Keine Meldungen.",
    pairing: "Mit diesem Player verbinden",
    pairingHow: "Der Player zeigt zwei Minuten lang eine PIN auf seinem Bildschirm. Hier eingeben: Dann darf dieses Gerät ihn steuern.",
    deviceName: "Name dieses Geräts", remoteOn: "Fernbedienung auf {kind}",
    remoteName: "Fernbedienung", showPin: "PIN auf dem Bildschirm zeigen",
    pin: "Die {digits} Ziffern auf dem Bildschirm", pinValid: "Gilt noch {time}",
    pinOver: "Die PIN gilt nicht mehr.",
    newPin: "Neue PIN zeigen", connect: "Verbinden",
    pairingClosed: "Das Verbinden ist geschlossen. Öffnen Sie das Servicemenü am Bildschirm, oder führen Sie auf dem Gerät „sudo vitrine token pair“ aus. Versuchen Sie es dann innerhalb von fünf Minuten noch einmal.",
    pairingOff: "Das Verbinden per PIN ist ausgeschaltet. Verwenden Sie ein Token.",
    pairingOverride: "Auf dem Bildschirm steht eine Einblendung. Versuchen Sie es noch einmal, wenn sie beendet ist.",
    useToken: "Token verwenden", useOther: "Anderes Token verwenden", usePin: "Stattdessen eine PIN verwenden", token: "Token",
    tokenHow: "Ein Token bestimmt, was dieses Gerät darf. Ein Administrator erzeugt es auf dem Gerät:",
    tokenWrong: "Der Player kennt dieses Token nicht.",
  },
  ar: {
    now: "الآن", queue: "القائمة", files: "الملفات", screen: "الشاشة", log: "السجل",
    views: "الأقسام", output: "المخرج", messages: "الرسائل", playing: "قيد التشغيل",
    controls: "التحكم",
    lost: "انقطع الاتصال، تجري المحاولة مجددًا…", unreachable: "المشغّل لا يستجيب.",
    forbidden: "لا يُسمح لهذا الجهاز بذلك.", refused: "رفض المشغّل الطلب ({status}).",
    again: "حاول مجددًا بعد {seconds} ث.",
    looking: "يمكن لهذا الجهاز المشاهدة فقط دون تغيير أي شيء.",
    close: "إغلاق", cancel: "إلغاء",
    idle: "لا شيء قيد التشغيل", failed: "تعذّر التشغيل", ended: "انتهى تشغيل كل شيء",
    displayOff: "الشاشة مطفأة", turnOn: "تشغيل الشاشة", tryAgain: "حاول مجددًا",
    playAgain: "تشغيل من جديد",
    toQueue: "فتح القائمة", opening: "جارٍ الفتح…",
    buffering: "جارٍ التحميل…",
    paused: "متوقف مؤقتًا", live: "مباشر", toLive: "العودة إلى البث المباشر",
    latency: "تأخير {seconds} ث",
    behind: "متأخر عن المباشر {time}", place: "{place} من {total}", watch: "صورة مباشرة",
    position: "الموضع", previous: "السابق", next: "التالي", back: "رجوع 10 ثوانٍ",
    forward: "تقديم 10 ثوانٍ", play: "تشغيل", pause: "إيقاف مؤقت", mute: "كتم الصوت",
    volume: "مستوى الصوت",
    sound: "الصوت", subtitles: "الترجمة", speed: "السرعة", delay: "تأخير الترجمة",
    sooner: "تقديم الترجمة",
    later: "تأخير الترجمة أكثر", noSound: "بلا صوت", off: "بلا ترجمة", track: "المسار {number}",
    forced: "إلزامية",
    order: "الترتيب", shuffle: "عشوائي", loop: "التكرار", loopNone: "بلا تكرار",
    loopQueue: "تكرار الكل",
    loopItem: "تكرار واحد", clear: "إفراغ",
    toProgramme: "العودة إلى البرنامج", cannotPlay: "تعذّر تشغيل {name}: {why}.",
    playsInstead: "قيد التشغيل الآن: {name}.",
    clearQuestion: "هل تريد إفراغ القائمة؟ سيتوقف ما يُشغَّل الآن.",
    entries: { zero: "لا عناصر", one: "عنصر واحد", two: "عنصران", few: "{count} عناصر", many: "{count} عنصرًا", other: "{count} عنصر" },
    shuffledNote: "التشغيل بترتيب عشوائي، كل عنصر مرة في كل دورة.",
    queueEmpty: "القائمة فارغة.", toFiles: "اختر من الملفات",
    moveHow: "اسحب العنصر، أو حرّكه بمفتاحي السهم لأعلى ولأسفل.",
    moveEntry: "نقل {name}، {place} من {total}", moveUp: "نقل {name} لأعلى",
    moveDown: "نقل {name} لأسفل",
    removeEntry: "إزالة {name}", moved: "أصبح {name} في الموضع {place} من {total}",
    removed: "أُزيل {name}",
    signage: "البرنامج", onScreen: "على الشاشة", nothingShown: "لا شيء للعرض الآن",
    levelNothing: "سوداء", levelList: "القائمة", levelRest: "المعتاد", levelScheduled: "حسب الجدول",
    levelPriority: "حسب الجدول، الأولوية {priority}", levelExclusive: "حصري", levelFill: "حشو",
    levelOverride: "عرض طارئ",
    "why-hour": "حان موعد أحد عروضه في الساعة.",
    "why-share": "يتقاسم الوقت مع عناصر أخرى.", "why-turn": "حان دوره في القائمة.",
    "why-nothing": "لا شيء في القائمة لهذا الوقت.",
    comes: "التالي", inTime: "بعد {time}", changes: "أقرب تغيير", clockUnset: "غير مضبوطة",
    listGoesOn: "تُستأنف القائمة بعده.", until: "حتى {time}", timeLeft: "بقي {time}",
    overrideStands: "عرض طارئ", overrideBegin: "عرض شيء الآن", overrideOther: "عرض شيء آخر الآن",
    overrideHow: "نص يملأ الشاشة كلها مهما قالت القائمة، ويعود بعد إعادة التشغيل.",
    overrideSeverity: "درجة الخطورة", severityInformation: "معلومة", severityWarning: "تحذير",
    severityEmergency: "حالة طوارئ",
    overrideTitle: "العنوان", overrideText: "النص", overrideLength: "المدة", overrideName: "الاسم",
    overrideNameHow: "يظهر الاسم في سجل ما عُرض: الحروف A إلى Z والأرقام والنقاط و - و _.",
    overrideShow: "عرض", overrideBegun: "{name} على الشاشة الآن", overrideEnd: "إنهاء",
    overrideEnded: "انتهى {name}", overrideQuestion: "هل تريد إنهاء {name}؟ سيُستأنف ما قُطع.",
    overrideReading: "تجري قراءته.", overrideLoose: "تعذّر حفظه: ستنهيه إعادة التشغيل.",
    tooLong: "هذا أطول مما ينبغي.",
    content: "المحتوى", look: "تحقّق الآن", looks: "يجري التحقّق…", contentWell: "كل شيء على ما يرام",
    contentTrial: "جديد وقيد التجربة حتى يُعرض كل عنصر منه", contentNone: "لم يصل شيء بعد",
    contentFetching: "جارٍ التنزيل: {done} من {all}", contentProgress: "ما نُزّل",
    contentWaiting: "يُنزَّل الجديد لاحقًا في الساعات المحددة لذلك",
    contentNumber: "الرقم", contentSet: "المجموعة", contentLooked: "آخر تحقّق", contentWritten: "مجموع ما كُتب",
    upload: "رفع ملفات", dropHere: "أو أفلت الأفلام والصور والقوائم هنا.",
    free: "{size} متاحة", filesEmpty: "لا ملفات بعد. ما ترفعه يظهر هنا.",
    playNow: "تشغيل الآن", playNowFile: "تشغيل {name} الآن", add: "إضافة إلى القائمة",
    addFile: "إضافة {name} إلى القائمة",
    delete: "حذف", deleteFile: "حذف {name}", deleteQuestion: "هل تريد حذف {name} من المشغّل؟",
    replace: "استبدال", replaceQuestion: "يوجد ملف باسم {name} بالفعل. هل تريد استبداله؟",
    nameTaken: "يوجد ملف باسم {name} بالفعل. يمكن للمسؤول استبداله.",
    added: "أُضيف {name} إلى القائمة", deleted: "حُذف {name}", uploaded: "رُفع {name}",
    waits: "في الانتظار", cancelFile: "إلغاء {name}", retryFile: "رفع {name} مجددًا", sent: "{loaded} من {total} · {speed}/ث",
    tapHow: "المس الصورة لتلمس الشاشة. بلوحة المفاتيح: الأسهم ثم Enter.",
    livePicture: "صورة مباشرة للشاشة: المسها، أو استخدم الأسهم ثم Enter",
    settings: "الإعدادات", power: "الشاشة تعمل", brightness: "السطوع", rotation: "التدوير", gravity: "الملاءمة",
    contain: "كاملة", cover: "ملء",
    stretch: "تمديد", quality: "الجودة", automatic: "تلقائية", highest: "الأعلى", lowest: "الأدنى",
    configuration: "الإعدادات",
    configurationHow: "أسطر بصيغة YAML كما في ملف الإعدادات؛ تُعتمد بدلاً مما فيه، حتى بعد إعادة التشغيل.",
    check: "تحقّق", save: "حفظ", good: "كل شيء صحيح.", saved: "تم الحفظ.",
    savedWaiting: "تم الحفظ. بعد إعادة التشغيل: {sections}.", holds: "كل ما هو معتمد",
    health: "الحالة", toSee: "يحتاج إلى انتباه", figures: "الأرقام", well: "كل شيء على ما يرام", notReady: "غير جاهز بعد",
    dark: "لا صورة: {reason}", throttled: "الجهاز مُبطَّأ: حرارة مرتفعة أو طاقة غير كافية",
    temperature: "درجة الحرارة", uptime: "مدة التشغيل", memory: "الذاكرة", space: "المساحة المتاحة",
    clock: "الساعة",
    clockRight: "متزامنة", clockWrong: "غير متزامنة", decoder: "مفكّك الترميز", network: "الشبكة",
    presented: "صور معروضة", late: "متأخرة", dropped: "مُسقطة", repeated: "مكررة",
    skipped: "متروكة",
    underruns: "انقطاع الصوت", damaged: "حزم تالفة", recoveries: "مرات استعادة الشاشة",
    offset: "الصورة مقابل الصوت", edges: "بين العناصر",
    "role-view": "مشاهدة فقط", "role-control": "يمكنه التحكم", "role-admin": "كل الصلاحيات",
    forget: "نسيان هذا الجهاز",
    show: "عرض", all: "كل الرسائل", warnings: "التحذيرات والأخطاء", warning: "تحذير", error: "خطأ",
    logEmpty: "لا رسائل.",
    pairing: "الاتصال بهذا المشغّل",
    pairingHow: "يعرض المشغّل رمزًا على شاشته لمدة دقيقتين. اكتبه هنا، فيمكن لهذا الجهاز التحكم به بعد ذلك.",
    deviceName: "اسم هذا الجهاز", remoteOn: "جهاز تحكم على {kind}", remoteName: "جهاز تحكم",
    showPin: "عرض الرمز على الشاشة",
    pin: "الأرقام الـ{digits} الظاهرة على الشاشة", pinValid: "صالح لمدة {time}",
    pinOver: "لم يعد الرمز صالحًا.",
    newPin: "عرض رمز جديد", connect: "اتصال",
    pairingClosed: "الاتصال مغلق. افتح قائمة الصيانة على الشاشة، أو شغّل الأمر ‏sudo vitrine token pair على الجهاز، ثم حاول مجددًا خلال خمس دقائق.",
    pairingOff: "الاتصال بالرمز معطّل. استخدم رمز دخول.",
    pairingOverride: "يظهر عرض طارئ على الشاشة. حاول مجددًا بعد انتهائه.",
    useToken: "استخدام رمز دخول", useOther: "استخدام رمز دخول آخر", usePin: "استخدام رقم PIN بدلاً منه", token: "رمز الدخول",
    tokenHow: "يحدد رمز الدخول ما يُسمح به لهذا الجهاز. ينشئه المسؤول على الجهاز بالأمر:",
    tokenWrong: "لا يعرف المشغّل رمز الدخول هذا.",
  },
};

const wanted = [new URLSearchParams(location.search).get("lang"), ...navigator.languages];
export const language = wanted.map((tag) => tag?.slice(0, 2).toLowerCase()).find((tag) => tag in texts) ?? "en";
export const direction = language === "ar" ? "rtl" : "ltr";

// Latin digits in every language, like on the player's screen.
const locale = `${language}-u-nu-latn`;
const plural = new Intl.PluralRules(language);

/** Returns the text with `{name}` filled in. Bidi isolates keep the direction of names. */
export function t(key, values = {}) {
  let text = texts[language][key] ?? texts.en[key] ?? key;
  if (typeof text === "object") text = text[plural.select(values.count)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) =>
    typeof values[name] === "string" ? `\u2068${values[name]}\u2069` : String(values[name]));
}

/** Joins texts; bidi isolates keep their order. */
export const beside = (...words) => words.filter(Boolean).map((word) => `\u2068${word}\u2069`).join(" · ");

/** Fills in the texts of `index.html`. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = t(element.dataset.word);
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
  }
}

/** `1:23`, `1:02:03`. */
export function clock(seconds) {
  const all = Math.max(Math.floor(seconds + 0.001), 0);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export const number = (value, digits = 0) =>
  value === null || value === undefined ? null
    : new Intl.NumberFormat(locale,
    { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
export const percent = (part) => `${Math.round(part * 100)}%`;
export const milliseconds = (value) => (value === null || value === undefined ? null : `${number(value, 1)} ms`);
export const bitrate = (bits) => (bits >= 1e6 ? `${number(bits / 1e6, 1)} Mbit/s` : `${number(bits / 1e3)} kbit/s`);

export function bytes(count) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let value = count, unit = 0;
  while (value >= 1000 && unit < 4) [value, unit] = [value / 1000, unit + 1];
  return `${number(value, unit > 1 && value < 100 ? 1 : 0)} ${units[unit]}`;
}

export const day = (seconds) =>
  new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" }).format(seconds * 1000);
const exact = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
export const moment = (seconds) => new Intl.DateTimeFormat(locale, exact).format(seconds * 1000);

/** Formats an ISO 8601 time: without the date if it is today. */
export function when(text) {
  const then = new Date(text), isToday = then.toDateString() === new Date().toDateString();
  const date = isToday ? {} : { weekday: "short", day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(locale,
    { ...date, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(then);
}

/** Formats a duration in its largest unit, spelled out: `30 minutes`. */
export function lasting(seconds) {
  const [unit, size] = [["day", 86_400], ["hour", 3_600], ["minute", 60]].find(([, size]) => seconds >= size);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/** Formats a duration in its two largest units, without the second if it is zero. */
export function span(seconds) {
  const units = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];
  const found = units.findIndex(([, size]) => seconds >= size);
  // Less than a second counts as zero seconds.
  const first = found < 0 ? units.length - 1 : found;
  return units.slice(first, first + 2).map(([unit, size], at) => {
    const value = Math.floor((at ? seconds % units[first][1] : seconds) / size);
    return at && !value ? "" : new Intl.NumberFormat(locale,
    { style: "unit", unit, unitDisplay: "short" }).format(value);
  }).join(" ").trim();
}

const languages = new Intl.DisplayNames([language], { type: "language" });
/** Returns null for codes that mean an unknown language. */
export function languageName(tag) {
  if (["und", "mul", "zxx"].includes(tag)) return null;
  try { return languages.of(tag.replace("_", "-")); } catch { return tag; }
}
