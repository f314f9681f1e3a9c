import VitrinePictures

/// Judges something to play by what is known of it and of the stage. It reads nothing: `vitrine check`
/// gathers the facts.
public struct ContentJudgement {
  private let facts: ContentFacts
  private let stage: Stage

  /// A processor that needs more of the time than this for decoding is near its end.
  private static let nearLimit = 0.6
  /// Beyond this pictures are left out.
  private static let limit = 0.95
  /// Measured over less film and less time, in seconds, a speed says nothing.
  private static let (leastDecoded, leastSpent) = (0.3, 1.0)
  /// Slower is no different.
  private static let mostLoad = 100.0
  /// Seeking within so much, in seconds, is no matter.
  private static let longGap = 12.0

  public init(_ facts: ContentFacts, on stage: Stage) {
    (self.facts, self.stage) = (facts, stage)
  }

  public var verdict: ContentVerdict {
    if !facts.audition.came {
      let cure = ContentCure(facts, stage, failureSteps, load: nil)
      return ContentVerdict(
        word: .fails, reasons: [facts.audition.failure ?? "preflight failed"], cure: cure?.command
      )
    }
    let reasons = brokenReasons + decodingReasons + wayReasons + soundReasons + seekReasons
    let steps = reasons.reduce(into: Set<CureStep>()) { $0.formUnion($1.steps) }
    return ContentVerdict(
      word: reasons.isEmpty ? .plays : .costs, reasons: reasons.map(\.text),
      cure: ContentCure(facts, stage, steps, load: load)?.command)
  }

  /// How much of its time this machine's processor needs for decoding; nil where that was not measured, as of
  /// what comes over the network at its own pace.
  public var load: Double? {
    let audition = facts.audition
    guard stage.board == nil, facts.isFile, !audition.isOnDevice, facts.video?.isStill == false,
      audition.spent > 0,
      audition.decoded >= Self.leastDecoded || audition.spent >= Self.leastSpent
    else { return nil }
    return min(audition.spent / max(audition.decoded, 0.001), Self.mostLoad)
  }

  /// What FFmpeg can do about something that does not play.
  private var failureSteps: Set<CureStep> {
    switch facts.audition.trouble {
    case .size: [.encodeVideo, .scale]
    case .codec: [.encodeVideo, .encodeSound]
    case .hung: [.encodeVideo, .encodeSound, .scale]
    case .unreadable, .damaged, .encrypted, .nothing, .other: []
    }
  }

  /// What of it is lost.
  private var brokenReasons: [ContentReason] {
    let audition = facts.audition
    var reasons: [ContentReason] = []
    if let failure = audition.failure {
      reasons.append(ContentReason("playback fails after the start: \(failure)", .encodeVideo))
    }
    if facts.index?.isCut == true {
      reasons.append(ContentReason("the end is missing: the file is truncated; copy it again"))
    }
    if let damage = audition.damage {
      reasons.append(ContentReason("part of it cannot be read: \(damage)", .remux))
    }
    if audition.damaged > 0 {
      let packets = audition.damaged == 1 ? "1 packet" : "\(audition.damaged) packets"
      reasons.append(
        ContentReason(
          "\(packets) near the start cannot be decoded", .encodeVideo, .encodeSound))
    }
    if facts.video != nil, audition.frames == 0 {
      reasons.append(
        ContentReason(
          "the video cannot be decoded: only the sound plays, with a card", .encodeVideo)
      )
    }
    if let trouble = audition.subtitleTrouble {
      reasons.append(ContentReason("subtitles cannot be shown: \(trouble)"))
    }
    return reasons
  }

  private var decodingReasons: [ContentReason] {
    guard let video = facts.video, !video.isStill, facts.audition.frames > 0 else { return [] }
    if let board = stage.board {
      guard case .software(let because) = stage.decision(video) else { return [] }
      return [processorReason(video, on: board, because)]
    }
    guard let load, load > Self.nearLimit else { return [] }
    let percent = "\(Int((load * 100).rounded())) %"
    let text = "software decoding takes \(percent) of real time"
    return [
      ContentReason(
        load > Self.limit ? text + ": frames are dropped" : text, .encodeVideo,
        hasOtherWork ? .scale : .shrink)
    ]
  }

  /// Whether the processor does more than to decode that the cure spares it: who knows how much of the time
  /// that was.
  private var hasOtherWork: Bool {
    guard let way = facts.audition.way else { return false }
    return way.isTurned || way.mapsHDR || facts.video?.isInterlaced == true
  }

  /// Of a board whose speed is not known. Another encoding helps only where a device takes that.
  private func processorReason(
    _ video: ContentFacts.Video, on board: String, _ because: String
  ) -> ContentReason {
    let rate = video.rate.map { " at \(number($0)) fps" } ?? ""
    let why = because.replacing("this machine", with: board)
    var text =
      "software decoding (\(why)): \(video.codec) of \(video.size)\(rate); "
      + "the speed of \(board) is unknown"
    if let device = stage.deviceUnasked(for: video) {
      text += "; with playback.decoder: auto, \(device) decodes it"
    }
    return stage.encodingIsForDevice
      ? ContentReason(text, .encodeVideo, .scale) : ContentReason(text)
  }

  private var wayReasons: [ContentReason] {
    guard let video = facts.video, let way = facts.audition.way, !video.isStill else { return [] }
    var reasons: [ContentReason] = []
    let (seen, most) = (video.uprightSize, stage.uprightSize)
    if seen.width > most.width || seen.height > most.height {
      reasons.append(
        ContentReason(
          "\(seen) is larger than the mode, \(most): the extra pixels are decoded for nothing",
          .encodeVideo, .scale))
    }
    if let rate = video.rate, rate > stage.refresh * 1.02 {
      reasons.append(
        ContentReason(
          "the video has \(number(rate)) fps, but the mode only shows \(number(stage.refresh))",
          .encodeVideo, .rate))
    }
    if video.isInterlaced {
      reasons.append(
        ContentReason(
          "interlaced: the processor deinterlaces it", .encodeVideo,
          .deinterlace))
    }
    if way.isTurned {
      reasons.append(
        ContentReason(
          "no plane can rotate it: the processor rotates each frame", .encodeVideo, .turn))
    }
    if way.mapsHDR {
      reasons.append(
        ContentReason(
          "HDR: the processor tone-maps each frame", .encodeVideo, .mapHDR))
    }
    if video.depth > 8 || !["4:2:0", "rgb"].contains(video.chroma), !way.isDirect, !way.mapsHDR {
      reasons.append(
        ContentReason(
          "\(video.depth)-bit \(video.chroma): the processor converts each frame",
          .encodeVideo))
    }
    return reasons
  }

  private var soundReasons: [ContentReason] {
    guard let sound = facts.sound else { return [] }
    if let silence = facts.audition.silence {
      return [ContentReason("no sound: \(silence)", .encodeSound)]
    }
    if !stage.hasSound { return [ContentReason("no sound: there is no audio device")] }
    if sound.channels > 2 {
      return [
        ContentReason("its \(sound.channels) channels are downmixed to two", .encodeSound)
      ]
    }
    return []
  }

  private var seekReasons: [ContentReason] {
    if facts.hasJumps {
      return [ContentReason("its timestamps jump: seeking is inexact", .remux)]
    }
    guard facts.isFile, let index = facts.index, let video = facts.video, !video.isStill,
      !index.isCut
    else { return [] }
    guard let duration = facts.duration else {
      // One picture has no places.
      if facts.audition.frames == 1 { return [] }
      return [ContentReason("its duration is unknown: seeking is not possible", .remux)]
    }
    guard duration > 2 * Self.longGap else { return [] }
    guard index.isWhole, index.count > 0 else {
      return [ContentReason("it has no index: seeking is slow", .remux)]
    }
    let gap = max(index.longestGap, duration - index.reach)
    guard gap > Self.longGap else { return [] }
    let what =
      index.reach > 0
      ? "key frames are up to \(number(gap)) s apart" : "it has a single key frame, or no index"
    return [ContentReason("\(what): seeking is slow", .encodeVideo, .keyFrames)]
  }

  /// With one decimal, where that is not 0.
  private func number(_ value: Double) -> String {
    let tenths = Int((min(max(value, 0), 1e9) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
