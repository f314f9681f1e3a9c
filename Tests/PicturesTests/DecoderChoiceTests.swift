import Testing
import VitrinePictures

/// The decoder of a track and the reason, by tables.
struct DecoderChoiceTests {
  private static let meson = DecoderChoice.Device(
    path: "/dev/video0", driver: "meson-vdec", codecs: ["h264", "hevc"])
  private static let hantro = DecoderChoice.Device(
    path: "/dev/video3", driver: "hantro-vpu", codecs: ["h264", "vp8"])
  private static let film = DecoderChoice.Stream(codec: "h264", size: PixelSize(1920, 1080))

  private func decide(
    _ choice: DecoderChoice, _ stream: DecoderChoice.Stream = film,
    among devices: [DecoderChoice.Device] = [meson, hantro],
    displayPath: DecoderChoice.DisplayPath = .direct
  ) -> String {
    choice.decide(stream, among: devices) { displayPath }.text
  }

  @Test(
    "The first device with the codec decodes, or the preferred one",
    arguments: [
      ("auto", "h264", "meson-vdec (/dev/video0)"), ("auto", "vp8", "hantro-vpu (/dev/video3)"),
      ("hantro-vpu", "h264", "hantro-vpu (/dev/video3)"),
      ("/dev/video3", "h264", "hantro-vpu (/dev/video3)"),
      ("hantro-vpu", "hevc", "software: hantro-vpu is missing or does not support hevc"),
      ("software", "h264", "software: as configured"),
      ("auto", "av1", "software: no hardware decoder of this machine supports av1"),
    ])
  func wishes(wish: String, codec: String, decision: String) throws {
    let choice = DecoderChoice(try #require(DecoderPreference(word: wish)))
    #expect(decide(choice, .init(codec: codec, size: PixelSize(1280, 720))) == decision)
  }

  @Test("A device that failed with a kind of stream is not used for it again")
  func failures() {
    var choice = DecoderChoice()
    let news = [1, 2].map { _ in
      choice.recordFailure(of: Self.meson, at: Self.film, because: "EIO")
    }
    #expect(news == [true, false])
    #expect(decide(choice) == "hantro-vpu (/dev/video3)")
    #expect(
      decide(choice, .init(codec: "h264", size: PixelSize(1280, 720))) == "meson-vdec (/dev/video0)"
    )
    _ = choice.recordFailure(of: Self.hantro, at: Self.film, because: "busy")
    #expect(decide(choice) == "software: EIO")
    // The record does not grow forever.
    for width in 1...1000 {
      _ = choice.recordFailure(
        of: Self.meson, at: .init(codec: "h264", size: PixelSize(width, 16)), because: "EIO")
    }
    #expect(decide(choice, .init(codec: "h264", size: PixelSize(1000, 16))).hasPrefix("hantro"))
  }

  @Test(
    "A board's known capabilities override what a device reports",
    arguments: [
      (1920, 1080, "meson-vdec (/dev/video0)"),
      (
        1080, 1920,
        "software: meson-vdec supports h264 up to 1920x1080, but this video is 1080x1920"
      ),
      (
        3840, 2160,
        "software: meson-vdec supports h264 up to 1920x1080, but this video is 3840x2160"
      ),
      (
        1920, 1200,
        "software: meson-vdec supports h264 up to 1920x1080, but this video is 1920x1200"
      ),
    ])
  func sizes(width: Int, height: Int, decision: String) {
    let choice = DecoderChoice(
      known: [
        KnownDecoder(driver: "meson-vdec", codecs: ["h264"], largest: PixelSize(1920, 1080)),
        KnownDecoder(driver: "meson-vdec", codecs: ["hevc"], largest: PixelSize(3840, 2160)),
        KnownDecoder(driver: "hantro-vpu", codecs: ["h264"], largest: PixelSize(640, 480)),
      ])
    let size = PixelSize(width, height)
    #expect(decide(choice, .init(codec: "h264", size: size), among: [Self.meson]) == decision)
    let large = decide(choice, .init(codec: "hevc", size: PixelSize(3840, 2160)))
    #expect(large == "meson-vdec (/dev/video0)")
  }

  @Test("The display is queried last, and only if a device would decode")
  func refusals() {
    let reason = "unknown frame size"
    #expect(
      decide(DecoderChoice(), displayPath: .unsupported(because: reason)) == "software: \(reason)")
    var asked = false
    func displayPath() -> DecoderChoice.DisplayPath {
      asked = true
      return .direct
    }
    _ = DecoderChoice(.software).decide(Self.film, among: [Self.meson], displayPath: displayPath)
    _ = DecoderChoice().decide(Self.film, among: [], displayPath: displayPath)
    #expect(!asked)
  }

  @Test(
    "A device decodes and the CPU converts, unless that costs more than decoding",
    arguments: [
      (nil, true, true), (nil, false, true), (.slow, true, false), (.slow, false, true),
      (.impossible, true, false), (.impossible, false, false),
    ] as [(DecoderChoice.Reading?, Bool, Bool)])
  func converting(reading: DecoderChoice.Reading?, isForProcessor: Bool, isOnDevice: Bool) {
    var choice = DecoderChoice()
    // Slowness counts from the second time on.
    for _ in 0..<2 { if let reading { choice.record(reading, of: Self.meson) } }
    var film = Self.film
    film.isForProcessor = isForProcessor
    let text = decide(choice, film, displayPath: .converted(because: "the plane cannot scale"))
    let cause = "the plane cannot scale"
    #expect(
      text
        == (isOnDevice
          ? "meson-vdec (/dev/video0), converted by the CPU: \(cause)"
          : "software: \(cause), and \(reading?.reason ?? "")"))
    // Frames shown directly are not read.
    #expect(decide(choice, film) == "meson-vdec (/dev/video0)")
    // Another device's memory is separate.
    film.codec = "vp8"
    let other = decide(choice, film, displayPath: .converted(because: cause))
    #expect(other == "hantro-vpu (/dev/video3), converted by the CPU: \(cause)")
  }

  @Test("One measurement of slow memory does not exclude a device; two of the same device do")
  func oneMeasurement() {
    var choice = DecoderChoice()
    choice.record(.slow, of: Self.meson)
    choice.record(.slow, of: Self.hantro)
    let cause = "the plane cannot scale"
    let converting = "meson-vdec (/dev/video0), converted by the CPU: \(cause)"
    #expect(decide(choice, displayPath: .converted(because: cause)) == converting)
    choice.record(.slow, of: Self.meson)
    #expect(decide(choice, displayPath: .converted(because: cause)).hasPrefix("software: "))
  }

  @Test(
    "Invalid preferences are rejected",
    arguments: ["", "a b", "$(x)", String(repeating: "a", count: 65)])
  func nonsense(word: String) { #expect(DecoderPreference(word: word) == nil) }
}
