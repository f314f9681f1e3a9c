import Testing
import VitrineDoctor

@Suite struct SecretScrubberTests {
  static let removed: [(String, String)] = [
    // URLs
    ("rtsp://admin:hunter2@cam.local:554/live", "rtsp://[removed]@cam.local:554/live"),
    ("rtsp://hunter2@cam.local/live", "rtsp://[removed]@cam.local/live"),
    ("https://cdn.example/a.mp4?token=hunter2&x=1", "https://cdn.example/a.mp4?[removed]"),
    ("https://cdn.example/a.mp4?hunter2", "https://cdn.example/a.mp4?[removed]"),
    ("https://cdn.example/#access=hunter2", "https://cdn.example/#[removed]"),
    ("http://u:hun@ter2@cam/x", "http://[removed]@cam/x"),
    ("http://u:hun/ter2@cam/x", "http://[removed]@cam/x"),
    ("http://u:hun?ter2@cam/x", "http://[removed]@cam/x"),
    ("http://u:hun ter2@cam/x failed", "http://[removed]@cam/x failed"),
    ("http://u:12/hunter2@cam/x", "http://[removed]@cam/x"),
    ("invalid URL \"http://u:hunter2\"", "invalid URL \"http://u:[removed]\""),
    (#""http:\/\/u:hunter2@cam\/x?k=hunter2","#, #""http:\/\/[removed]@cam\/x?[removed]","#),
    ("a=http://u:hunter2@a/ b=http://v:hunter2@b/", "a=http://[removed]@a/ b=http://[removed]@b/"),
    ("GET /films/a.mp4?sid=hunter2 200", "GET /films/a.mp4?[removed] 200"),
    ("mount //kiosk:hunter2@nas/films", "mount //[removed]@nas/films"),
    ("kiosk:hunter2@nas:/films", "[removed]@nas:/films"),
    // names
    ("password=hunter2 next", "password=[removed] next"),
    ("WIFI_PSK=\"hunter two\" x", "WIFI_PSK=\"[removed]\" x"),
    ("Environment=\"API_TOKEN=hunter two\" A=1", "Environment=\"API_TOKEN=[removed]\" A=1"),
    ("Authorization: Basic aHVudGVyMg==", "Authorization: [removed]"),
    ("got bearer hunter2, sent", "got bearer [removed] sent"),
    ("Set-Cookie: a=hunter2; b=hunter2", "Set-Cookie: [removed]"),
    ("--api-key hunter2 --loop", "--api-key [removed] --loop"),
    ("--token='hunter two' --loop", "--token='[removed]' --loop"),
    ("{\"secret\":\"hun\\\"ter2\",\"a\":1}", "{\"secret\":\"[removed]\",\"a\":1}"),
    ("{\"pin\":4711,\"a\":1}", "{\"pin\":[removed],\"a\":1}"),
    ("{\"tokens\": [\"hunter2\", \"hunter2\"]}", "{\"tokens\": [removed]}"),
    (#"{"a":"{\"secret\":\"hunter2\"}"}"#, #"{"a":"{\"secret\":\"[removed]\"}"}"#),
    ("{\"detail\": \"password: hunter2\",", "{\"detail\": \"password: [removed]\","),
    ("interface.service-pin: 4711", "interface.service-pin: [removed]"),
    ("invalid PIN \"4711x\": expected 4 to 8", "invalid PIN \"[removed]\": expected 4 to 8"),
    ("the PIN 4711 expired", "the PIN [removed] expired"),
    ("VITRINE_INTERFACE_SERVICE_PIN=4711", "VITRINE_INTERFACE_SERVICE_PIN=[removed]"),
    ("rd.luks.key=hunter2 quiet", "rd.luks.key=[removed] quiet"),
    (
      "x\n-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\ny",
      "x\n[removed]\n[removed]\n[removed]\ny"
    ),
    // known values
    ("sent correct horse to cam", "sent [removed] to cam"),
  ]

  @Test("Secrets are removed, and the text around them stays", arguments: removed)
  func secrets(_ text: String, _ expected: String) {
    let scrubbed = SecretScrubber(known: ["correct horse", "cam"]).scrubbed(text)
    #expect(scrubbed == expected)
    for secret in ["hunter", "ter2", "4711", "aHVu"] { #expect(!scrubbed.contains(secret)) }
  }

  static let harmless = [
    "http://cam.local:8080/live.m3u8", "http://[fe80::1]:8080/x", "vitrine@HDMI-A-1.service",
    "what is wrong? Nothing.", "password-file: /etc/vitrine/password",
    "key KEY_VOLUMEUP: volume up", "pin gpio4: already requested", "web: token added",
    "Nov 29 22:16:13 foyer vitrine[812]: film.mp4: playing", "2026-11-29T22:16:13+0100",
    "https://example.com/a?", "#1 of 3", "mail kiosk@example.com", "",
  ]

  @Test("Other text stays as it is", arguments: harmless)
  func others(_ text: String) {
    #expect(SecretScrubber(known: ["short"]).scrubbed(text) == text)
  }

  @Test("In units only variables that are known to be harmless keep their values")
  func units() {
    let unit = """
      [Service]
      Environment=VITRINE_AUDIO_VOLUME=0.5 LANG=de_DE.UTF-8
      Environment=VITRINE_AUDIO_VOLUME=0.5 FOO=hunter2
      Environment="FOO=hunter 2" \\
        BAR=hunter2
      SetCredential=wifi: hunter2 \\
        hunter2
      ExecStart=/usr/bin/vitrine run --set interface.service-pin=4711
      """
    let expected = """
      [Service]
      Environment=VITRINE_AUDIO_VOLUME=0.5 LANG=de_DE.UTF-8
      Environment=[removed]
      Environment=[removed] \\
      Environment=[removed]
      SetCredential=[removed] \\
      SetCredential=[removed]
      ExecStart=/usr/bin/vitrine run --set interface.service-pin=[removed]
      """
    #expect(
      String(decoding: SecretScrubber().scrubbed(unit: Array(unit.utf8)), as: UTF8.self)
        == expected)
  }

  @Test("Any bytes are scrubbed without a fault")
  func hostile() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "://", ":\\/\\/", "@", "?", "#", "=", ":", "\"", "'", "\\", " ", "pin", "password", "--token",
      "\n", "[", "{", "12345", "\u{0}", "é", "/", "-----BEGIN ",
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0..<14, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let scrubber = SecretScrubber(known: ["12345password"])
      _ = scrubber.scrubbed(text)
      _ = scrubber.scrubbed(unit: Array(text.utf8))
    }
  }

  @Test("Lines about the player's devices are kept of the kernel's log")
  func kernelLog() {
    let log = """
      [0.0] Linux version 6.12
      [1.2] vc4-drm gpu: bound fe400000.hvs
      [1.3] IPv6: ADDRCONF(NETDEV_CHANGE): wlan0
      [9.1] hwmon hwmon1: Undervoltage detected!

      """
    let kept = String(decoding: KernelLogFilter.relevant(Array(log.utf8)), as: UTF8.self)
    #expect(kept.split(separator: "\n").count == 3)
    #expect(!kept.contains("wlan0"))
  }
}
