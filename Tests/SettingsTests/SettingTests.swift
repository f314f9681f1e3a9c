import Testing
import VitrineGestures
import VitrineOverlay
import VitrineScenes

@testable import VitrineSettings

/// A key of the schema with valid and invalid values.
struct SettingCase: CustomStringConvertible, Sendable {
  let path: String
  let good: [String]
  /// Each with a part of the message.
  let bad: [(value: String, cause: String)]

  var description: String { path }

  /// A file with `value` at the path, starting in line 1.
  func file(_ value: String) -> (text: String, line: Int) {
    let names = path.split(separator: ".")
    var text = ""
    for (depth, name) in names.enumerated() {
      text += String(repeating: "  ", count: depth) + name + ":"
      text += depth == names.count - 1 ? " \(value)\n" : "\n"
    }
    return (text, names.count)
  }
}

@Suite("Each configuration key")
struct SettingTests {
  private static let color: [(String, String)] = [
    ("\"#GG0000\"", "invalid colour \"#GG0000\": expected #RRGGBB or"),
    ("\"#12345\"", "invalid colour"), ("\"#+12345\"", "invalid colour"),
    ("\"#FFFFFFFFF\"", "invalid colour"),
    ("FF0000", "invalid colour"), ("red", "invalid colour"), ("12", "invalid colour"),
    ("\"\"", "invalid colour"),
    ("[1, 2]", "expected a colour"), ("{a: 1}", "expected a colour"),
    ("#FF0000", "# outside quotes begins a comment"), ("", "missing value"),
  ]

  private static let text: [(String, String)] = [
    ("[a]", "expected text"), ("{a: b}", "expected text"), ("~", "missing value"),
    ("\"a\\nb\"", "text contains a line break"), ("\"a\\eb\"", "text contains a control character"),
    ("\"\(String(repeating: "x", count: 201))\"", "201 characters (limit:"),
  ]

  private static func number(_ range: String, _ beyond: [String]) -> [(String, String)] {
    let wrong = ["many", "0x1", "nan", ".inf", "1_0", "1,5", "12 px"]
    return wrong.map { ($0, "invalid value \"\($0)\": expected a number from \(range)") }
      + beyond.map { ($0, "\($0) is out of range: expected a number from \(range)") }
      + [("\"1\"", "without quotes"), ("[1]", "expected a number"), ("", "missing value")]
  }

  static let cases: [SettingCase] =
    [
      SettingCase(
        path: "interface.heading", good: ["Filme", "\"\"", "2026", "R&B", "'*'", "off"], bad: text),
      SettingCase(
        path: "interface.attract-timeout", good: ["1", "60", "0.5e2", "31536000"],
        bad: number("1 to 31536000 (seconds)", ["0", "-1", "0.999", "31536001", "1e400", "-1e400"])),
      SettingCase(
        path: "interface.idle", good: ["0", "never", "60", "0.5e2", "31536000"],
        bad: [
          (
            "often",
            "invalid value \"often\": expected never, or a number from 0 to 31536000 (seconds)"
          ),
          ("-1", "-1 is out of range: expected never, or a number"), ("\"1\"", "without quotes"),
          ("[1]", "expected never"), ("", "missing value"),
        ]),
      SettingCase(
        path: "interface.language", good: ["en", "de", "zh"],
        bad: [("deutsch", "unknown language"), ("[de]", "a list"), ("", "missing value")]),
      SettingCase(
        path: "interface.languages", good: ["[]", "[de]", "[de, en, ja]"],
        bad: [("[de, xx]", "unknown language \"xx\""), ("de", "expected a list")]),
      SettingCase(
        path: "interface.hide", good: ["[]", "[title]", "[back-button, orientation-button]"],
        bad: [
          ("[back-buton]", "unknown part \"back-buton\": did you mean back-button?"),
          ("[everything]", "unknown part \"everything\": expected top-bar, back-button"),
          ("title", "expected a list in brackets such as [top-bar, back-button], got \"title\""),
          ("[[title]]", "top-bar, back-button"),
          ("{title: true}", "expected a list"), ("[~]", "missing value"), ("", "missing value"),
        ]),
      SettingCase(
        path: "interface.ignore", good: ["[]", "[drag]", "[double-tap, swipe-down]"],
        bad: [("[tap]", "unknown gesture \"tap\""), ("drag", "expected a list in brackets")]),
      SettingCase(
        path: "interface.controls-timeout", good: ["1", "2.5", "3600"],
        bad: number("1 to 3600 (seconds)", ["0", "-1", "3601"])),
      SettingCase(
        path: "interface.service-pin", good: ["2468", "\"0042\"", "00000000"],
        bad: [
          ("123", "invalid PIN \"123\": expected 4 to 8 digits"), ("123456789", "invalid PIN"),
          ("12a4", "invalid PIN"), ("٤٢٤٢", "invalid PIN"), ("\"\"", "invalid PIN"),
          ("", "missing value"),
          ("[1234]", "expected 4 to 8 digits"),
        ]),
      SettingCase(
        path: "interface.service-corner", good: ["top-left", "bottom-right"],
        bad: [("top", "unknown corner \"top\""), ("", "missing value")]),
      SettingCase(
        path: "interface.theme.font", good: ["Inter", "\"Inter, Sans\""],
        bad: text + [("\"\"", "empty value: expected text")]),
      SettingCase(
        path: "interface.theme.scale", good: ["0.5", "1", "+1.5", "3.0"],
        bad: number("0.5 to 3", ["0.49", "3.01", "-1", "1e9"])),
      SettingCase(
        path: "interface.theme.corner-radius", good: ["0", "12.5", "48"],
        bad: number("0 to 48 (points)", ["-0.1", "48.1"])),
      SettingCase(
        path: "keys",
        good: ["", "{}", "{KEY_RED: subtitles}", "{KEY_PROG1: none, BTN_0: ok, KEY_0x2FA: menu}"],
        bad: [
          (
            "{KEY_RED: subtitels}",
            "keys.KEY_RED: unknown action \"subtitels\": did you mean subtitles?"
          ),
          ("{KEY_RED: dance}", "unknown action \"dance\": expected ok, up"),
          ("{KEY_RED: [ok]}", "keys.KEY_RED: expected "),
          ("{KEY_RED: }", "keys.KEY_RED: missing value"),
          ("{red: ok}", "keys.red: invalid key name: did you mean KEY_RED?"),
          ("{key_red: ok}", "keys.key_red: invalid key name: did you mean KEY_RED?"),
          ("{KEY_: ok}", "invalid key name"), ("{KEY_0x: ok}", "invalid key name"),
          ("{\"KEY_RED GREEN\": ok}", "invalid key name: expected a name such as KEY_RED"),
          ("[KEY_RED]", "expected key names with an action"), ("KEY_RED", "got \"KEY_RED\""),
        ]),
      SettingCase(
        path: "outputs",
        good: [
          "", "{}", "{HDMI-A-2: {mode: highest, rotation: 90}}", "{DP-1: }", "{DP-1: {}}",
          "{eDP-1: {brightness: 40}}",
          "{DP-1: {playlist: a, audio: auto, audio-delay: -0.1}, DP-2: {audio: none}}",
          "{DP-1: {margins: 3% 0}}", "{LVDS-1: {rotation: auto}, Virtual-1: {mode: 1280x720@50}}",
        ],
        bad: [
          ("{hdmi: {mode: highest}}", "outputs.hdmi: invalid connector \"hdmi\":"),
          ("{HDMI-A: {}}", "invalid connector"), ("{HDMI--1: {}}", "invalid connector"),
          ("{\"HDMI A-1\": {}}", "invalid connector"),
          ("{/dev/dri/card1: {}}", "invalid connector"),
          ("{DP-1: {mod: highest}}", "outputs.DP-1.mod: unknown key: did you mean mode?"),
          ("{DP-1: {connector: DP-2}}", "unknown key: expected mode, rotation"),
          ("{DP-1: {mode: 1080p}}", "outputs.DP-1.mode: invalid mode \"1080p\""),
          ("{DP-1: {rotation: sensor}}", "unknown rotation \"sensor\""),
          ("{DP-1: {rotation: 45}}", "outputs.DP-1.rotation: unknown rotation \"45\""),
          ("{DP-1: {margins: 3cm}}", "outputs.DP-1.margins: invalid margins \"3cm\""),
          ("{DP-1: {mode: }}", "outputs.DP-1.mode: missing value"),
          (
            "{DP-1: highest}",
            "outputs.DP-1: expected a section (mode, rotation, margins, brightness, playlist"
          ),
          (
            "{DP-1: {brightness: 101}}",
            "outputs.DP-1.brightness: 101 is out of range: expected a number from 0 to 100 (per cent)"
          ), ("{DP-1: {brightness: off}}", "expected a number from 0 to 100"),
          ("{DP-1: {playlist: }}", "outputs.DP-1.playlist: missing value"),
          ("{DP-1: {}, DP-1: {}}", "outputs.DP-1: duplicate key, already set in line 1"),
          (
            "{DP-1: {mode: highest, mode: highest}}",
            "outputs.DP-1.mode: duplicate key, already set in line 1"
          ),
          ("[DP-1]", "expected sections by connector"), ("DP-1", "got \"DP-1\""),
          (
            "{\((1...17).map { "DP-\($0): {}" }.joined(separator: ", "))}",
            "too many entries: 17 (limit: 16)"
          ),
        ]),
      SettingCase(
        path: "display.connector", good: ["HDMI-A-1", "DP-12", "\"Virtual-1\""],
        bad: [
          ("HDMI", "invalid connector \"HDMI\": expected a name such as HDMI-A-1"),
          ("auto", "invalid connector"), ("-1", "invalid connector"),
          ("HDMI-A-1b", "invalid connector"),
          ("/dev/dri/card1:HDMI-A-1", "invalid connector"),
          ("[HDMI-A-1]", "expected a name such as HDMI-A-1, got a list"),
          ("", "missing value"),
        ]),
      SettingCase(
        path: "display.mode",
        good: ["preferred", "highest", "1920x1080", "1920x1080@59.94", "\"720x576@50\""],
        bad: [
          (
            "1080p",
            "invalid mode \"1080p\": expected preferred, highest or a mode such as 1920x1080@60"
          ),
          ("prefered", "unknown mode \"prefered\": did you mean preferred?"),
          ("0x0", "invalid mode"), ("1920x1080@", "invalid mode"),
          ("1920x1080@nan", "invalid mode"),
          ("1920x1080@0.5", "invalid mode"), ("99999x1", "invalid mode"), ("1920", "invalid mode"),
          ("[highest]", "expected preferred, highest or"), ("", "missing value"),
        ]),
      SettingCase(
        path: "display.custom-modes",
        good: [
          "[]", "[1920x1080@59.94]",
          "['Modeline \"wall\" 148.5 1920 2008 2052 2200 1080 1084 1089 1125 +hsync']",
        ],
        bad: [
          (
            "[1080p]",
            "invalid mode \"1080p\": expected a mode such as 1920x1080@59.94, or a modeline"
          ),
          ("[highest]", "invalid mode"), ("['Modeline \"wall\" 148.5 1920']", "invalid mode"),
          ("['Modeline 1 2 3 4 5 6 7 8 9']", "invalid mode"),
          ("1920x1080", "expected a list in brackets such as [1920x1080@59.94"),
          ("[[1920x1080]]", "expected a mode"), ("", "missing value"),
          (
            "[\(repeatElement("1x1", count: 17).joined(separator: ", "))]",
            "too many entries: 17 (limit: 16)"
          ),
        ]),
      SettingCase(
        path: "display.match", good: ["\"off\"", "off", "list", "item"],
        bad: [
          ("items", "unknown value \"items\": did you mean item?"), ("true", "unknown value"),
          ("[list]", "expected off, list or item"), ("", "missing value"),
        ]),
      SettingCase(
        path: "display.hdr", good: ["\"off\"", "off", "auto"],
        bad: [("on", "unknown value"), ("[auto]", "expected off or auto"), ("", "missing value")]),
      SettingCase(
        path: "display.dimming", good: ["picture", "monitor"],
        bad: [
          ("backlight", "unknown value \"backlight\": expected picture or monitor"),
          ("moniter", "did you mean monitor?"), ("", "missing value"),
        ]),
      SettingCase(
        path: "display.fit", good: ["contain", "cover", "stretch"],
        bad: [
          ("fill", "unknown value \"fill\""), ("covers", "did you mean cover?"),
          ("", "missing value"),
        ]),
      SettingCase(
        path: "display.rotation", good: ["auto", "0", "90", "180", "\"270\"", "sensor"],
        bad: [
          ("45", "unknown rotation \"45\": expected auto, 0, 90, 180, 270 or sensor"),
          ("-90", "unknown rotation"), ("+90", "unknown rotation"), ("90.0", "unknown rotation"),
          ("automatic", "unknown rotation"),
          ("[90]", "expected auto, 0, 90, 180, 270 or sensor, got a list"), ("", "missing value"),
        ]),
      SettingCase(
        path: "display.margins", good: ["0", "40", "2.5%", "\"5% 3%\"", "20 40 20 40"],
        bad: [
          ("26%", "invalid margins \"26%\": expected one to four lengths up to 25% or in pixels"),
          ("-1", "invalid margins"), ("3px", "invalid margins"), ("1 2 3 4 5", "invalid margins"),
          ("[3%]", "expected one to four lengths"), ("", "missing value"),
        ]),
      SettingCase(
        path: "display.wall",
        good: ["HDMI-A-1 HDMI-A-2", "\"DP-1 DP-2 / DP-3 DP-4\"", "DP-1 / DP-2"],
        bad: [
          ("DP-1", "invalid wall \"DP-1\": expected two to 16 connectors in equal rows"),
          ("DP-1 DP-1", "invalid wall"), ("DP-1 DP-2 / DP-3", "invalid wall"),
          ("DP-1, DP-2", "invalid wall"), ("[DP-1, DP-2]", "got a list"), ("", "missing value"),
        ]),
      SettingCase(
        path: "display.bezels", good: ["0", "40", "2.5%", "\"5% 30\""],
        bad: [
          ("26%", "invalid bezels \"26%\": expected one or two lengths up to 25% or in pixels"),
          ("-1", "invalid bezels"), ("1 2 3", "invalid bezels"), ("[3%]", "got a list"),
          ("", "missing value"),
        ]),
      SettingCase(
        path: "display.pixel-shift", good: ["0", "8", "32"],
        bad: [
          ("33", "a number from 0 to 32 (pixels)"), ("-1", "out of range"), ("8px", "8px"),
          ("", "missing value"),
        ]),
      SettingCase(
        path: "input.grab", good: ["true", "false"],
        bad: [
          ("yes", "invalid value \"yes\": expected true or false"),
          ("1", "invalid value \"1\": expected true or false"),
          ("\"true\"", "expected true or false, without quotes"), ("[true]", "a list"),
          ("", "missing value"),
        ]),
      SettingCase(
        path: "triggers",
        good: [
          "", "{}", "{KEY_F1: {play: /srv/a.mp4}}", "{BTN_0: {play: list.yaml, when: held}}",
          "{\"4006381333931\": {play: \"https://tv.example/a.mp4\", when: next}}",
          "{\"A-1 b\": {play: a, when: now}}",
        ],
        bad: [
          ("{KEY_f1: {play: a}}", "invalid trigger \"KEY_f1\": expected a key name"),
          ("{\"Ü\": {play: a}}", "invalid trigger"), ("{KEY_F1: {}}", "missing key play"),
          ("{KEY_F1: }", "missing key play"), ("{KEY_F1: {when: held}}", "missing key play"),
          ("{KEY_F1: {play: a, when: later}}", "unknown start \"later\""),
          ("{KEY_F1: {play: a, start: b}}", "unknown key"), ("{KEY_F1: a}", "(play, when)"),
          ("[KEY_F1]", "sections by key or code"),
        ]),
      SettingCase(
        path: "zones.template", good: ["menu-board", "/srv/board/mine.yaml"],
        bad: [("[a]", "expected text"), ("", "missing value")]),
      SettingCase(
        path: "zones.data", good: ["/srv/board", "videos"], bad: [("{a: b}", "expected text")]),
      SettingCase(
        path: "overlays",
        good: [
          "", "{}", "{clock: {clock: \"%H:%M\"}}",
          "{a: {clock: \"%A\", language: de_DE, time-zone: Europe/Berlin, at: top-left, size: 8}}",
          "{sale: {countdown: 2026-12-24 18:00, color: \"#FFF\", background: \"#00000080\"}}",
          "{line: {ticker: Welcome}, more: {ticker-file: /srv/line.txt, at: top}}",
          "{logo: {image: /srv/logo.png}, code: {code: \"https://museum.example\"}}",
          "{lunch: {text: Soup, when: \"mon-fri 11:30-14:00\"}}",
        ],
        bad: [
          ("{a: {}}", "missing key: expected clock, countdown, text, ticker"),
          ("{a: {at: top}}", "missing key: expected clock"),
          ("{a: {text: b, code: c}}", "expected one of text, code"),
          ("{a b: {text: c}}", "invalid name \"a b\""),
          ("{a: {countdown: tomorrow}}", "invalid time \"tomorrow\": expected a date and time"),
          ("{a: {image: logo.png}}", "expected an absolute path"),
          ("{a: {text: b, at: middle}}", "unknown place \"middle\""),
          ("{a: {text: b, size: 0}}", "1 to 100 (%)"),
          ("{a: {text: b, color: red}}", "invalid colour"),
          ("{a: {text: b, when: never}}", "invalid row"), ("{a: b}", "(clock, countdown"),
          ("[a]", "sections by a name of yours"),
        ]),
      SettingCase(
        path: "input.readers", good: ["[]", "[\"Lab reader\", /dev/input/event3]"],
        bad: [("Lab", "expected a list in brackets"), ("[\"\"]", "empty value: expected text")]),
      SettingCase(
        path: "interface.scan-interval", good: ["0.5", "2", "10"],
        bad: number("0.5 to 10 (seconds)", ["0.4", "11"])),
      SettingCase(
        path: "interface.reach", good: ["full", "low"], bad: [("high", "unknown reach \"high\"")]),
      SettingCase(
        path: "interface.mounting-height", good: ["0", "640.5", "3000"],
        bad: number("0 to 3000 (millimetres)", ["-1", "3001"])),
      SettingCase(
        path: "interface.theme.high-contrast", good: ["true", "false"],
        bad: [("1", "expected true or false"), ("", "missing value")]),
      SettingCase(
        path: "interface.theme.reduced-motion", good: ["true", "false"],
        bad: [("1", "expected true or false"), ("", "missing value")]),
      SettingCase(
        path: "interface.speech", good: ["/usr/bin/espeak-ng"],
        bad: [("espeak-ng", "expected an absolute path"), ("", "missing value")]),
      SettingCase(
        path: "input.touchscreens", good: ["[]", "[\"Lab touchscreen\", /dev/input/event3]"],
        bad: [
          ("Lab", "expected a list in brackets"), ("[\"\"]", "empty value: expected text"),
          ("[[a]]", "expected text"), ("", "missing value"),
          ("[a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q]", "too many entries: 17 (limit: 16)"),
        ]),
      SettingCase(
        path: "power.off", good: ["dpms", "black"],
        bad: [("blak", "did you mean black?"), ("[dpms]", "a list"), ("", "missing value")]),
      SettingCase(
        path: "power.meanwhile", good: ["pause", "continue", "stop"],
        bad: [
          ("play", "unknown value \"play\": expected pause, continue or stop"),
          ("", "missing value"),
        ]),
      SettingCase(
        path: "power.untrusted-clock", good: ["on", "off", "last"],
        bad: [
          ("lit", "unknown value \"lit\": expected on, off or last"), ("", "missing value"),
        ]),
      SettingCase(
        path: "power.wake", good: ["5", "300", "86400"],
        bad: number("5 to 86400 (seconds)", ["0", "-1", "4.999", "86401", "1e400", "-1e400"])),
      SettingCase(
        path: "power.cec", good: ["true", "false"],
        bad: [("yes", "invalid value \"yes\": expected true or false"), ("", "missing value")]),
      SettingCase(
        path: "power.schedule",
        good: ["[]", "[mon-fri 07:30-21:00, 2026-12-25 off]", "[\"sat,sun 09:00-18:00\"]"],
        bad: [
          ("mon-fri 07:30-21:00", "expected a list of rows"), ("", "missing value"),
          ("[mon 08:00]", "\"mon 08:00\": invalid times"), ("[[mon off]]", "expected days"),
          ("[2026-02-30 off]", "invalid date"),
        ]),
    ]
    + service
    + ["text", "secondary-text", "accent", "on-accent", "surface", "background", "scrim"].map {
      SettingCase(
        path: "interface.theme.\($0)", good: ["\"#fff\"", "\"#FF5A3C\"", "'#FF5A3C80'"], bad: color)
    }
    + [
      "language", "subtitles", "audio", "quality", "speed", "chapters", "chapter",
      "hard-of-hearing",
      "audio-description", "calculating", "off", "play", "continue", "full-screen", "on-phone",
      "automatic",
      "track",
      "subtitle-style",
      "subtitle-sample", "text-size", "font", "weight", "color", "opacity", "background",
      "background-opacity", "window", "window-opacity", "edge", "edge-color", "position", "regular",
      "bold", "outline", "shadow", "raised", "depressed", "bottom", "top", "reset", "read-aloud",
      "sign-language",
      "cannot-play",
      "seconds",
      "all-categories", "search",
      "videos", "nothing-to-play", "still-there", "touch-to-stay", "live",
      "waiting", "pairing", "pairing-how", "playing-on", "service", "service-pin", "service-wrong",
      "service-wait", "remote-off", "open-on-phone", "this-screen", "network", "no-network",
      "volume", "rotation", "what-is-wrong", "nothing-wrong", "programme", "restart",
      "restart-surely", "remote-control", "assign-keys", "press-key", "key-used", "up", "down",
      "left", "right", "mute",
      "skip", "save", "discard", "back", "erase", "space",
      "previous", "next", "skip-backward", "skip-forward", "pause",
      "replay", "timeline", "menu", "on", "selected", "place-in-list",
      "information", "warning", "emergency",
    ].map {
      SettingCase(
        path: "interface.wording.\($0)", good: ["Ton", "音声", "\"true\""],
        bad: text + [("\"\"", "empty value: expected text")])
    }

  private static let path: [(String, String)] = [
    ("a/b", "invalid path \"a/b\": expected an absolute path"),
    ("\"\"", "invalid path"), ("\"/a\\nb\"", "invalid path"), ("[/a]", "expected an absolute path"),
    ("\"/\(String(repeating: "x", count: 4096))\"", "invalid path"), ("", "missing value"),
  ]

  private static let flag: [(String, String)] = [
    ("yes", "invalid value \"yes\": expected true or false"), ("[true]", "a list"),
    ("", "missing value"),
  ]

  private static let languages: [(String, String)] = [
    ("de", "expected a list in brackets"), ("[\"\"]", "empty value: expected text"),
    ("[a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q]", "too many entries: 17 (limit: 16)"),
    ("", "missing value"),
  ]

  /// The settings of a service.
  private static let service: [SettingCase] =
    [
      SettingCase(
        path: "playlist", good: ["/a.m3u8", "[/a, b c.mp4]", "[]", "\"über/7\""],
        bad: [
          ("[[a]]", "expected text"), ("{a: b}", "expected a path, or a list"),
          ("\"\"", "empty value: expected text"), ("\"a\\nb\"", "text contains a line break"),
          ("", "missing value"),
        ]),
      SettingCase(
        path: "board", good: ["raspberry-pi-4"],
        bad: [("[a]", "expected text"), ("\"\"", "empty value"), ("", "missing value")]),
      SettingCase(
        path: "playback.loop", good: ["none", "item", "queue"],
        bad: [("all", ": expected none, item or queue"), ("", "missing value")]),
      SettingCase(path: "playback.shuffle", good: ["true", "false"], bad: flag),
      SettingCase(
        path: "playback.rate", good: ["0.25", "4", "1"],
        bad: number("0.25 to 4", ["0", "-1", "4.01"])),
      SettingCase(
        path: "playback.image-duration", good: ["0.1", "10", "86400"],
        bad: number("0.1 to 86400 (seconds)", ["0", "86401"])),
      SettingCase(path: "playback.fallback", good: ["/a/b.png"], bad: path),
      SettingCase(
        path: "playback.fallback-after", good: ["1", "never", "3600"],
        bad: [("0", "never, or a number from 1 to 3600"), ("x", "never, or a number")]),
      SettingCase(
        path: "playback.quality", good: ["auto", "lowest", "highest", "2.5", "1000", "720p"],
        bad: [
          (
            "best",
            "invalid quality \"best\": expected auto, lowest, highest, a height such as 720p or a bit rate"
          ),
          ("0", "invalid quality"), ("1001", "invalid quality"), ("1e3", "invalid quality"),
          ("0p", "invalid quality"), ("72.0p", "invalid quality"),
          ("[1]", "expected auto"), ("", "missing value"),
        ]),
      SettingCase(
        path: "playback.decoder", good: ["auto", "software", "meson-vdec", "/dev/video1"],
        bad: [
          (
            "the fast one",
            "invalid decoder \"the fast one\": expected auto, software, a driver name or a path such as /dev/video1"
          ),
          ("[auto]", "expected auto"), ("", "missing value"),
        ]),
      SettingCase(
        path: "playback.latency", good: ["0.1", "0.3", "60"],
        bad: number("0.1 to 60 (seconds)", ["0", "61"])),
      SettingCase(
        path: "playback.transition", good: ["cut", "fade", "cross-fade 0.1", "slide 5"],
        bad: [
          ("wipe", "invalid transition \"wipe\": expected cut, fade, cross-fade or slide"),
          ("cut 1", "invalid transition"), ("fade 5.1", "invalid transition"),
          ("[fade]", "expected cut"), ("", "missing value"),
        ]),
      SettingCase(path: "playback.cover", good: ["/a/b.png"], bad: path),
      SettingCase(
        path: "audio.device", good: ["auto", "none", "\"hw:CARD=vc4hdmi0\""],
        bad: [("[auto]", "expected text"), ("\"\"", "empty value"), ("", "missing value")]),
      SettingCase(
        path: "audio.mixer", good: ["auto", "keep", "-12.5", "0"],
        bad: [
          ("loud", "expected auto, keep or a number from -60 to 0 (dB)"), ("3", "is out of range"),
          ("-61", "is out of range"), ("\"-12\"", "without quotes"), ("", "missing value"),
        ]),
      SettingCase(
        path: "audio.channels", good: ["auto", "stereo", "5.1", "7.1"],
        bad: [("2", "expected auto, stereo, 5.1 or 7.1"), ("", "missing value")]),
      SettingCase(
        path: "audio.bits", good: ["16", "24"],
        bad: [("32", "expected 16 or 24"), ("", "missing value")]),
      SettingCase(
        path: "audio.passthrough", good: ["off", "auto", "on"],
        bad: [("ac3", "expected off, auto or on"), ("", "missing value")]),
      SettingCase(
        path: "audio.loudness", good: ["off", "-40", "-23", "-10.5"],
        bad: [
          ("-41", "off, or a number from -40 to -10 (LUFS)"), ("0", "off, or a number"),
          ("never", "off, or a number"), ("", "missing value"),
        ]),
      SettingCase(
        path: "audio.volume", good: ["0", "0.5", "1"], bad: number("0 to 1", ["-0.1", "1.5", "80"])),
      SettingCase(
        path: "audio.maximum-volume", good: ["0", "0.5", "1"],
        bad: number("0 to 1", ["-0.1", "1.5"])),
      SettingCase(
        path: "audio.delay", good: ["-0.5", "0", "0.12"],
        bad: number("-0.5 to 0.5 (seconds)", ["-0.6", "120"])),
      SettingCase(
        path: "audio.pre-roll", good: ["0", "1.5", "5"],
        bad: number("0 to 5 (seconds)", ["-1", "6"])),
      SettingCase(
        path: "audio.schedule",
        good: ["[]", "[mon-fri 08:00-20:00 40%, 2026-12-25 off]", "[\"sat,sun 09:00-18:00 0%\"]"],
        bad: [
          ("mon-fri 08:00-20:00 40%", "expected a list of rows such as - mon-fri 08:00-20:00 40%"),
          ("", "missing value"),
          ("[mon 08:00-09:00]", "and a percentage"), ("[mon 08:00-09:00 101%]", "a percentage"),
          ("[mon off 40%]", "nothing may follow off"), ("[mon 8-9 40%]", "invalid times"),
          ("[[mon off]]", "expected days"),
        ]),
      SettingCase(
        path: "audio.also", good: ["[]", "[en hw:1, \"fr hw:CARD=A,DEV=1\"]"],
        bad: [
          ("en hw:1", "expected a list of rows such as - en hw:CARD=Device,DEV=0"),
          ("[en]", "expected a language and an ALSA device"), ("[hw:1]", "expected a language"),
          ("[en auto]", "expected a language"), ("[und hw:1]", "expected a language"),
          ("[en hw:1 hw:2]", "expected a language"), ("", "missing value"),
        ]),
      SettingCase(path: "audio.languages", good: ["[]", "[de, en]"], bad: languages),
      SettingCase(path: "subtitles.show", good: ["true", "false"], bad: flag),
      SettingCase(path: "subtitles.languages", good: ["[]", "[de, en]"], bad: languages),
      SettingCase(
        path: "subtitles.scale", good: ["0.25", "1.5"], bad: number("0.25 to 4", ["0", "5"])),
      SettingCase(
        path: "subtitles.font", good: ["Sans", "Noto Serif"], bad: text),
      SettingCase(
        path: "subtitles.weight", good: ["regular", "bold"],
        bad: [("thin", "unknown weight \"thin\": expected regular or bold")]),
      SettingCase(path: "subtitles.color", good: ["\"#FFFF00\"", "\"#FFFF0080\""], bad: color),
      SettingCase(path: "subtitles.background", good: ["\"#000000BF\""], bad: color),
      SettingCase(path: "subtitles.window", good: ["\"#00000080\""], bad: color),
      SettingCase(
        path: "subtitles.edge", good: ["none", "outline", "shadow", "raised", "depressed"],
        bad: [
          (
            "glow",
            "unknown edge \"glow\": expected none, outline, shadow, raised or depressed"
          )
        ]),
      SettingCase(path: "subtitles.edge-color", good: ["\"#0000FF\""], bad: color),
      SettingCase(
        path: "subtitles.position", good: ["bottom", "top"],
        bad: [("left", "unknown position \"left\": expected bottom or top")]),
      SettingCase(
        path: "subtitles.delay", good: ["-60", "0", "1.5"],
        bad: number("-60 to 60 (seconds)", ["-61", "61"])),
      SettingCase(path: "subtitles.sign-language", good: ["true", "false"], bad: flag),
      SettingCase(path: "display.device", good: ["/dev/dri/card1"], bad: path),
      SettingCase(
        path: "display.brightness",
        good: ["0", "40", "100", "33.3", "sensor", "sensor 0-100", "\"sensor 20-80\""],
        bad: number("0 to 100 (per cent)", ["-1", "100.5", "1000"]) + [
          ("sensor 80-20", "invalid brightness \"sensor 80-20\": expected a number"),
          ("sensor 20-101", "invalid brightness"), ("sensor -5-20", "invalid brightness"),
          ("sensors", "invalid brightness"),
        ]),
      SettingCase(
        path: "display.brightness-schedule",
        good: ["[]", "[mon-sun 20:00-06:00 30%, 2026-12-25 off]"],
        bad: [
          ("mon-sun 20:00-06:00 30%", "expected a list of rows such as - mon-fri 08:00-20:00 40%"),
          ("[mon 08:00-09:00 40]", "and a percentage"), ("", "missing value"),
        ]),
      SettingCase(
        path: "display.mirrors", good: ["[]", "[HDMI-A-2, DP-1]"],
        bad: [
          ("HDMI-A-2", "expected a list in brackets such as [HDMI-A-1, HDMI-A-2]"),
          ("[HDMI]", "invalid connector"), ("", "missing value"),
          (
            "[DP-1, DP-2, DP-3, DP-4, DP-5, DP-6, DP-7, DP-8, DP-9]",
            "too many entries: 9 (limit: 8)"
          ),
        ]),
      SettingCase(
        path: "display.render", good: ["two-planes", "one-plane", "rgb"],
        bad: [("RGB", "did you mean rgb?"), ("planes", "unknown value"), ("", "missing value")]),
      SettingCase(
        path: "display.turn", good: ["plane", "pass"],
        bad: [("planes", "did you mean plane?"), ("", "missing value")]),
      SettingCase(path: "interface.interactive", good: ["true", "false"], bad: flag),
      SettingCase(path: "interface.list", good: ["true", "false"], bad: flag),
      SettingCase(path: "service.socket", good: ["/run/a.sock"], bad: path),
      SettingCase(path: "service.state", good: ["/var/lib/vitrine"], bad: path),
      SettingCase(path: "service.thumbnails", good: ["/var/cache/a"], bad: path),
      SettingCase(
        path: "service.ledger", good: ["0", "30", "4000"],
        bad: [("-1", "out of range"), ("4001", "out of range"), ("long", "expected a number")]),
      SettingCase(path: "service.safe-list", good: ["/srv/safe.m3u"], bad: path),
      SettingCase(
        path: "service.reboot", good: ["never", "on-failure", "always"],
        bad: [("true", "unknown value \"true\""), ("", "missing value")]),
      SettingCase(
        path: "service.restart-hours", good: ["[]", "[mon-fri 04:00-05:00]"],
        bad: [("[mon]", "")]),
      SettingCase(path: "control.mpv-socket", good: ["/run/a.sock"], bad: path),
      SettingCase(
        path: "control.http", good: ["127.0.0.1:8080", "\"[::1]:8080\"", "0.0.0.0:80"],
        bad: [
          ("localhost:8080", "invalid address"),
          ("127.0.0.1", "invalid address"),
          ("127.0.0.1:0", "invalid address"),
          ("127.0.0.1:99999", "invalid address"), ("", "missing value"),
        ]),
      SettingCase(path: "control.monitor-socket", good: ["/run/a.sock"], bad: path),
      SettingCase(path: "control.trust-machine", good: ["true", "false"], bad: flag),
      SettingCase(
        path: "control.pairing", good: ["off", "menu", "always"],
        bad: [("true", "unknown value \"true\""), ("", "missing value")]),
      SettingCase(path: "control.encryption", good: ["true", "false"], bad: flag),
      SettingCase(path: "control.certificate", good: ["/etc/vitrine/a.pem"], bad: path),
      SettingCase(path: "control.key", good: ["/etc/vitrine/a.key"], bad: path),
      SettingCase(path: "control.client-issuers", good: ["/etc/vitrine/ca.pem"], bad: path),
      SettingCase(path: "control.discovery", good: ["true", "false"], bad: flag),
      SettingCase(path: "control.mpris", good: ["true", "false"], bad: flag),
      SettingCase(
        path: "control.names", good: ["[]", "[tv.example]"],
        bad: [("tv.example", "expected a list")]),
      SettingCase(path: "control.uploads", good: ["/var/lib/vitrine/videos"], bad: path),
      SettingCase(
        path: "control.upload-limit", good: ["0.5", "100"],
        bad: number("0.001 to 10000 (GB)", ["0", "10001"])),
      SettingCase(
        path: "fleet.broker",
        good: ["mqtts://broker.example", "mqtt://10.0.0.2:1884", "\"mqtts://[::1]:8883\""],
        bad: [
          ("broker.example", "invalid broker"), ("https://a", "invalid broker"),
          ("mqtt://a/b", "invalid broker"), ("mqtt://a/", "invalid broker"),
          ("mqtt://u:p@a", "invalid broker"), ("mqtt://a:0", "invalid broker"),
          ("mqtt://a:65536", "invalid broker"), ("mqtt://", "invalid broker"),
          ("", "missing value"),
        ]),
      SettingCase(
        path: "fleet.id", good: ["lobby-7"],
        bad: [
          ("a/b", "invalid name"), ("\"+\"", "invalid name"), ("\"\"", "invalid name"),
          ("\"#\"", "invalid name"),
        ]),
      SettingCase(
        path: "fleet.groups", good: ["[]", "[lobby, floor-2]"],
        bad: [("lobby", "expected a list"), ("[a/b]", "invalid name")]),
      SettingCase(path: "fleet.home-assistant", good: ["true", "false"], bad: flag),
      SettingCase(path: "cache.pin", good: ["true", "false"], bad: flag),
      SettingCase(
        path: "content.manifest",
        good: ["https://content.example/shop/manifest.json", "http://10.0.0.2:8000/m"],
        bad: [
          ("content.example", "invalid URL"), ("ftp://a/b", "invalid URL"),
          ("rtsp://a/b", "invalid URL"), ("/srv/manifest.json", "invalid URL"),
          ("\"\"", "invalid URL"), ("", "missing value"),
        ]),
      SettingCase(
        path: "content.key", good: ["RWQl0xspTBcgrvsg+RDGbanhjZgL1/PF2QSAIJNa3kiOl3bkZHqlAIXf"],
        bad: [("\"\"", "empty value"), ("[a]", "a list")]),
      SettingCase(path: "content.folder", good: ["/srv/content"], bad: path),
      SettingCase(path: "content.sticks", good: ["/media"], bad: path),
      SettingCase(path: "content.name", good: ["shop-7"], bad: [("\"\"", "empty value")]),
      SettingCase(
        path: "content.period", good: ["5", "300", "604800"],
        bad: number("5 to 604800 (seconds)", ["4", "604801"])),
      SettingCase(
        path: "content.hours", good: ["[]", "[mon-fri 22:00-06:00]"],
        bad: [("[\"mon 25:00-26:00\"]", "mon 25:00-26:00"), ("{a: b}", "a section")]),
      SettingCase(
        path: "content.limit", good: ["0", "2.5", "100000"],
        bad: number("0 to 100000 (MB/s)", ["-1", "100001"])),
      SettingCase(
        path: "content.peers",
        good: ["[]", "[\"http://10.0.0.7:8083\", \"http://[fd00::7]:8083\"]"],
        bad: [
          ("http://10.0.0.7:8083", "expected a list"), ("[10.0.0.7]", "invalid peer"),
          ("[\"https://10.0.0.7\"]", "invalid peer"),
          ("[\"http://a:b@10.0.0.7\"]", "invalid peer"),
          ("[\"http://10.0.0.7/content\"]", "invalid peer"),
        ]),
      SettingCase(
        path: "content.share", good: ["10.0.0.7:8083", "\"[::]:8083\""],
        bad: [
          ("shop-7:8083", "invalid address"), ("10.0.0.7", "invalid address"),
        ]),
      SettingCase(
        path: "content.share-limit", good: ["0.1", "5", "1000"],
        bad: number("0.1 to 1000 (MB/s)", ["0", "1001"])),
      SettingCase(
        path: "content.keep-free", good: ["0", "0.5", "100000"],
        bad: number("0 to 100000 (GB)", ["-1", "100001"])),
      SettingCase(
        path: "network.proxy", good: ["http://proxy:3128", "https://proxy.example"],
        bad: [
          ("proxy:3128", "invalid proxy"), ("http://proxy/a", "invalid proxy"),
          ("http://a:b@proxy", "invalid proxy"), ("rtsp://proxy", "invalid proxy"),
          ("", "missing value"),
        ]),
      SettingCase(path: "network.proxy-user", good: ["screen"], bad: [("\"\"", "empty value")]),
      SettingCase(path: "network.proxy-password-file", good: ["/etc/vitrine/proxy"], bad: path),
      SettingCase(
        path: "network.direct", good: ["[]", "[intranet.example, 10.0.0.7]"],
        bad: [("intranet.example", "expected a list"), ("[\"\"]", "empty value")]),
      SettingCase(
        path: "access",
        good: [
          "", "{}", "{\"https://tv.example\": {user: screen, password-file: /etc/a}}",
          "{\"http://10.0.0.2:8080\": {token-file: /etc/b, ca: /etc/c, pin: \"sha256//x=\"}}",
          "{\"rtsp://cam\": {user: a, password-file: /b, transport: udp}, \"srt://x:9\": {}}",
          "{\"https://[2001:db8::1]\": {certificate: /a, key: /b, headers-file: /c}}",
          "{\"mqtts://b\": {user: a, password-file: /b, ca: /c, certificate: /d, key: /e}}",
        ],
        bad: [
          (
            "{tv.example: {user: a}}",
            "access.tv.example: invalid server address \"tv.example\""
          ),
          ("{\"https://tv.example/films\": {}}", "invalid server address"),
          ("{\"https://a:b@tv.example\": {}}", "invalid server address"),
          ("{\"udp://tv.example\": {}}", "invalid server address"),
          ("{\"rtsp://a\": {transport: sctp}}", "transport"),
          ("{\"https://a\": {password: x}}", "unknown key"),
          ("{\"mqtts://a\": {token-file: /a}}", "no effect for an MQTT broker: use certificate"),
          ("{\"mqtts://a\": {pin: sha256//x=}}", "no effect for an MQTT broker: use ca"),
          ("{\"mqtt://a\": {headers-file: /a}}", "no effect for an MQTT broker: remove it"),
          ("{\"mqtt://a\": {transport: udp}}", "no effect for an MQTT broker: remove it"),
          ("{\"https://a\": {token-file: a}}", "invalid path"),
          ("[a]", "expected sections by server address"),
        ]),
      SettingCase(path: "cache.folder", good: ["/var/cache/a"], bad: path),
      SettingCase(
        path: "cache.size", good: ["0", "0.5", "8", "100000"],
        bad: number("0 to 100000 (GB)", ["-1", "100001", "1e9"])),
      SettingCase(
        path: "cache.free", good: ["0", "1.5"],
        bad: number("0 to 100000 (GB)", ["-0.1", "100001"])),
      SettingCase(
        path: "cache.preload", good: ["0", "2", "100"],
        bad: number("0 to 100 (items)", ["-1", "101"])),
      SettingCase(
        path: "console.terminal", good: ["auto", "none", "1", "63", "tty3", "/dev/tty3"],
        bad: [
          ("0", "invalid terminal \"0\": expected auto, none or a number from 1 to 63"),
          ("64", "invalid terminal"), ("+1", "invalid terminal"), ("ttyS0", "invalid terminal"),
          ("[1]", "expected auto"), ("", "missing value"),
        ]),
      SettingCase(path: "console.switching", good: ["true", "false"], bad: flag),
    ]

  @Test("Valid values are accepted", arguments: cases)
  func good(_ one: SettingCase) {
    for value in one.good { #expect(faults(one.file(value).text) == []) }
  }

  @Test("Invalid values are reported with file, line, key and cause", arguments: cases)
  func bad(_ one: SettingCase) {
    for (value, cause) in one.bad {
      let (text, line) = one.file(value)
      let found = faults(text)
      #expect(found.count == 1, "\(value)")
      #expect(
        found.first?.hasPrefix("kiosk.yaml:\(line): \(one.path)") == true
          && found.first?.contains(cause) == true, "\(value): \(found)")
    }
  }

  @Test("The table has every key of the schema")
  func all() {
    #expect(Set(Self.cases.map(\.path)) == Set(Schema.settings.map(\.path)))
    #expect(Self.cases.count == Schema.settings.count)
  }

  @Test("The schema has every interface setting")
  func complete() {
    #expect(Schema.wording.count == Mirror(reflecting: Wording()).children.count)
    #expect(Schema.wording.map(\.path) == Wording.texts.map { "interface.wording.\($0.key)" })
    // `hidden` is a key of `interface`, and the adaptations are two keys.
    #expect(Schema.theme.count == Mirror(reflecting: Theme()).children.count)
    // The list provides the entries and title of the other options, the default state is the whole
    // configuration, a program that draws its own interface sets the bare interface and its back action, and
    // waking is a key of `power`. Triggers have their section.
    let options = Mirror(reflecting: InterfaceOptions()).children.compactMap(\.label)
    #expect(
      options == [
        "theme", "wording", "language", "languages", "keys", "triggers", "hasList", "entries",
        "back", "controlsTimeout", "speechProgram", "scanInterval", "reach", "ignored",
        "heading", "listTitle", "attractTimeout", "idle", "home", "isBare", "isWaking",
        "servicePIN",
        "serviceCorner",
      ])
  }

  @Test("The schema's defaults are valid and change nothing")
  func defaults() throws {
    for one in Self.cases {
      let setting = try #require(Schema.settings.first { $0.path == one.path })
      switch setting.kind {
      case .text, .color:
        let text = one.file("\"\(setting.defaultText)\"").text
        // A byte per colour component is less precise than a Double.
        let read = try configuration(text).interface
        #expect(read.wording == Wording() && read.heading == nil)
        #expect(read.theme.accent == Theme().accent && read.theme.font == Theme().font)
      case .number where Double(setting.defaultText) == nil: break
      case .number, .flag:
        #expect(try configuration(one.file(setting.defaultText).text) == Configuration())
      default: break
      }
    }
  }
}
