import Testing
import VitrineDoctor
import VitrinePictures

/// The verdicts on content: a row for each property of a film, a song or an image.
@Suite("Whether content plays, at what cost, and the remedy")
struct ContentTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let word: ContentVerdict.Word
    /// In the reason, and in the remedy; nil if there is none.
    let says: String
    let cures: String?
    let change: @Sendable (inout ContentFacts, inout CheckTarget) -> Void

    var testDescription: String { name }

    init(
      _ name: String, _ word: ContentVerdict.Word, _ says: String = "", cure: String? = nil,
      _ change: @escaping @Sendable (inout ContentFacts, inout CheckTarget) -> Void
    ) {
      (self.name, self.word, self.says, cures, self.change) = (name, word, says, cure, change)
    }
  }

  /// A playable film, like most.
  private static var film: ContentFacts {
    var facts = ContentFacts(name: "/media/film.mkv")
    (facts.container, facts.duration) = ("matroska,webm", 60)
    var video = ContentFacts.Video(codec: "h264", size: PixelSize(1920, 1080))
    video.rate = 25
    facts.video = video
    facts.sound = .init(codec: "aac", rate: 48000, channels: 2)
    var index = ContentFacts.Index()
    index.count = 30
    (index.reach, index.longestGap) = (58, 2)
    facts.index = index
    (facts.preflight.frames, facts.preflight.hasContent, facts.preflight.hasSound) = (
      200, true, true
    )
    (facts.preflight.decoding.decoded, facts.preflight.decoding.time) = (8, 2)
    facts.preflight.processing = .init()
    return facts
  }

  private static var target: CheckTarget { CheckTarget(size: PixelSize(1920, 1080), refresh: 60) }

  static let plain: [Case] = [
    Case("an ordinary film", .plays) { _, _ in },
    Case("a song", .plays) { facts, _ in
      (facts.video, facts.index, facts.preflight.frames) = (nil, nil, 0)
    },
    Case("a still of any size", .plays) { facts, _ in
      facts.video?.isStill = true
      facts.video?.size = PixelSize(6000, 4000)
    },
    Case("a live stream, at its own rate", .plays) { facts, _ in
      facts.isFile = false
      facts.preflight.decoding.time = 8
    },
    Case("half of the available time", .plays) { facts, _ in facts.preflight.decoding.time = 4 },
    Case("too little film to measure", .plays) { facts, _ in
      (facts.preflight.decoding.decoded, facts.preflight.decoding.time) = (0.1, 0.3)
    },
    Case("short, and without an index", .plays) { facts, _ in
      facts.duration = 9
      facts.index?.reach = 0
    },
    Case("decoded by a device", .plays) { facts, _ in
      (facts.preflight.decoding.isOnDevice, facts.preflight.decoding.time) = (true, 30)
    },
  ]

  static let costs: [Case] = [
    Case("slow", .costs, "75% of real time", cure: "scale=1566:880") { facts, _ in
      facts.preflight.decoding.time = 6
    },
    Case("slow because of tone mapping", .costs, "75% of real time", cure: "r=tv -c:v libx264") {
      facts, _ in
      facts.preflight.decoding.time = 6
      facts.preflight.processing?.mapsHDR = true
    },
    Case("too slow to measure precisely", .costs, "3000% of real time", cure: "scale=") {
      facts, _ in
      (facts.preflight.decoding.decoded, facts.preflight.decoding.time) = (0.1, 3)
    },
    Case("too slow for a third frame", .costs, "10000% of real time", cure: "scale=") {
      facts, _ in
      (facts.preflight.decoding.decoded, facts.preflight.decoding.time) = (0, 4)
    },
    Case("too slow", .costs, "are dropped", cure: "libx264") { facts, _ in
      facts.preflight.decoding.time = 16
    },
    Case("too large for the mode", .costs, "3840x2160 is larger", cure: "scale=1920:1080") {
      facts, _ in
      facts.video?.size = PixelSize(3840, 2160)
    },
    Case("upright on a rotated display", .costs, "1080x1920 is larger", cure: "scale=") {
      facts, _ in
      facts.video?.turned = 90
    },
    Case("a higher frame rate than the mode's", .costs, "has 240 fps", cure: "fps=60") {
      facts, _ in
      facts.video?.rate = 240
    },
    Case("interlaced", .costs, "interlaced", cure: "bwdif") { facts, _ in
      facts.video?.isInterlaced = true
    },
    Case("rotated by the CPU", .costs, "rotates", cure: "transpose=clock") { facts, target in
      facts.preflight.processing?.isTurned = true
      target.rotation = .clockwise
      facts.video?.size = PixelSize(1080, 1920)
    },
    Case("rotated by its list", .costs, "rotates", cure: "hflip,vflip") { facts, target in
      facts.preflight.processing?.isTurned = true
      (target.rotation, target.itemRotation) = (.clockwise, .clockwise)
    },
    Case("upright because of the display's rotation alone", .costs, "", cure: "rotation: 270") {
      facts, target in
      facts.preflight.processing?.isTurned = true
      (target.rotation, target.itemRotation) = (.clockwise, .clockwise)
    },
    Case("rotated, on a display that is not", .costs, "", cure: "rotation: 270") {
      facts, target in
      facts.preflight.processing?.isTurned = true
      target.rotation = .clockwise
    },
    Case("HDR", .costs, "HDR", cure: "tonemap") { facts, _ in
      facts.preflight.processing?.mapsHDR = true
      facts.video?.depth = 10
    },
    Case("10-bit 4:2:2", .costs, "10-bit 4:2:2", cure: "-pix_fmt yuv420p") { facts, _ in
      facts.video?.depth = 10
      facts.video?.chroma = "4:2:2"
      facts.preflight.processing?.isDirect = false
    },
    Case("audio without a decoder", .costs, "no sound: odd", cure: "-c:v copy -c:a aac") {
      facts, _ in
      facts.preflight.silence = "odd"
    },
    Case("no sound device", .costs, "no audio device") { _, target in target.hasSound = false },
    Case("six channels", .costs, "6 channels", cure: "-ac 2") { facts, _ in
      facts.sound?.channels = 6
    },
    Case("no index", .costs, "no index", cure: "-c:v copy") { facts, _ in
      facts.index?.isComplete = false
      facts.index?.reach = 0
      facts.index?.longestGap = 0
    },
    Case("one key frame", .costs, "single key frame", cure: "-g 50") { facts, _ in
      facts.index?.reach = 0
      facts.index?.longestGap = 0
    },
    Case("one frame without a duration", .plays) { facts, _ in
      facts.duration = nil
      facts.preflight.frames = 1
    },
    Case("no duration", .costs, "duration is unknown", cure: "-c:v copy") { facts, _ in
      facts.duration = nil
    },
    Case("long gaps between key frames", .costs, "up to 20 s", cure: "-g 50") { facts, _ in
      facts.index?.longestGap = 20
    },
    Case("timestamp discontinuities", .costs, "jump", cure: "+genpts") { facts, _ in
      facts.hasJumps = true
    },
    Case("its end is missing", .costs, "truncated") { facts, _ in facts.index?.isCut = true },
    Case("damaged packets", .costs, "3 packets", cure: "libx264") { facts, _ in
      facts.preflight.damaged = 3
    },
    Case("only audio", .costs, "a card", cure: "libx264") { facts, _ in
      facts.preflight.frames = 0
    },
    Case("abandoned later", .costs, "playback fails", cure: "libx264") { facts, _ in
      facts.preflight.failure = "gave up"
    },
  ]

  static let failures: [Case] = [
    Case("damaged", .fails, "broken") { facts, _ in fail(&facts, "broken", .damaged) },
    Case("encrypted", .fails, "no key") { facts, _ in fail(&facts, "no key", .encrypted) },
    Case("too large", .fails, "too many", cure: "scale=1920:1080") { facts, _ in
      facts.video?.size = PixelSize(12000, 8000)
      fail(&facts, "too many", .size)
    },
    Case("a picture that is too large", .fails, "too many", cure: "film.vitrine.png") { facts, _ in
      fail(&facts, "too many", .size)
      facts.video?.isStill = true
      facts.video?.size = PixelSize(16000, 12000)
    },
    Case("unknown content", .fails, "odd", cure: "-map '0:v:0?' -map '0:a:0?' -c:v") {
      facts, _ in
      fail(&facts, "odd", .codec)
      (facts.video, facts.sound) = (nil, nil)
    },
    Case("no decoder", .fails, "odd codec", cure: "-c:v libx264") { facts, _ in
      fail(&facts, "odd codec", .codec)
    },
    Case("without a reason", .fails, "preflight failed") { facts, _ in
      facts.preflight.hasContent = false
    },
  ]

  private static func fail(
    _ facts: inout ContentFacts, _ why: String, _ trouble: ContentFacts.FailureKind
  ) {
    (facts.preflight.hasContent, facts.preflight.frames) = (false, 0)
    (facts.preflight.failure, facts.preflight.failureKind) = (why, trouble)
  }

  static let boards: [Case] = [
    Case("the board's decoder supports it", .plays) { facts, target in
      facts.preflight.decoding.time = 99
      Self.useBoard(&target)
    },
    Case(
      "the board's decoder has other codecs", .costs,
      "no hardware decoder of raspberry-pi-4 supports vp9",
      cure: "libx264"
    ) { facts, target in
      facts.video?.codec = "vp9"
      Self.useBoard(&target)
    },
    Case(
      "the board's decoder does not support the size", .costs, "up to 1920x1088", cure: "libx264"
    ) {
      facts, target in
      facts.video?.size = PixelSize(3840, 2160)
      Self.useBoard(&target)
    },
    Case("the board's decoder is not queried", .costs, "auto, codec decodes") { _, target in
      Self.useBoard(&target)
      target.choice.preference = .software
    },
    Case("no decoder, and no codec that the board decodes", .costs, "speed of pi") { _, target in
      target.board = "pi"
    },
    Case("the board's decoder has other colours", .costs, "4:2:0", cure: "yuv420p") {
      facts, target in
      facts.video?.chroma = "4:2:2"
      Self.useBoard(&target)
    },
  ]

  private static func useBoard(_ target: inout CheckTarget) {
    target.board = "raspberry-pi-4"
    target.devices = [.init(path: "codec", driver: "codec", codecs: ["h264"])]
    target.choice = DecoderChoice(
      .automatic,
      known: [KnownDecoder(driver: "codec", codecs: ["h264"], largest: PixelSize(1920, 1088))])
  }

  @Test(
    "Each fact has its verdict, message and remedy", arguments: plain + costs + failures + boards)
  func cases(_ one: Case) {
    var (facts, target) = (Self.film, Self.target)
    one.change(&facts, &target)
    let verdict = ContentJudgement(facts, on: target).verdict
    #expect(verdict.word == one.word, "\(verdict)")
    #expect(one.says.isEmpty || verdict.reason.contains(one.says), "\(verdict)")
    if let cure = one.cures {
      #expect(verdict.cure?.contains(cure) == true, "\(verdict)")
    } else {
      #expect(verdict.cure == nil, "\(verdict)")
    }
  }

  @Test("File names stay one word, and a remedy never overwrites the file")
  func names() throws {
    var facts = Self.film
    facts.name = "/media/it's; a film.mp4"
    facts.sound?.channels = 6
    let cure = try #require(ContentJudgement(facts, on: Self.target).verdict.cure)
    #expect(cure.contains("-i '/media/it'\\''s; a film.mp4' "))
    #expect(cure.hasSuffix(" '/media/it'\\''s; a film.vitrine.mkv'"))
    facts.name = "https://example.org/a/film.mp4?token=1"
    let away = try #require(ContentJudgement(facts, on: Self.target).verdict.cure)
    #expect(away.hasSuffix(" film.vitrine.mkv"))
  }
}
