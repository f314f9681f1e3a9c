import VitrinePictures

/// The assessment of an item for a target. Reads nothing itself: `vitrine check` collects the
/// facts.
package struct ContentJudgement {
  private let facts: ContentFacts
  private let target: CheckTarget

  /// Above this share of the CPU's time, decoding is close to the limit.
  private static let nearLimit = 0.6
  /// Above this share, frames are dropped.
  private static let limit = 0.95
  /// The minimum video and time, in seconds, for a meaningful measurement.
  private static let (leastDecoded, leastSpent) = (0.3, 1.0)
  /// The maximum to report.
  private static let mostLoad = 100.0
  /// Gaps between key frames up to this length, in seconds, do not slow seeking noticeably.
  private static let longGap = 12.0

  package init(_ facts: ContentFacts, on target: CheckTarget) {
    self.facts = facts
    self.target = target
  }

  package var verdict: ContentVerdict {
    if !facts.preflight.hasContent {
      let cure = ContentCure(facts, target, failureSteps, load: nil)
      return ContentVerdict(
        word: .fails, reasons: [facts.preflight.failure ?? "preflight failed"], cure: cure?.command
      )
    }
    let reasons =
      brokenReasons + flashReasons + decodingReasons + conversionReasons + soundReasons
      + seekReasons
    let steps = reasons.reduce(into: Set<CureStep>()) { $0.formUnion($1.steps) }
    return ContentVerdict(
      word: reasons.isEmpty ? .plays : .costs, reasons: reasons.map(\.text),
      cure: ContentCure(facts, target, steps, load: load)?.command)
  }

  /// The share of the CPU's time that decoding takes on this machine; nil if it was not
  /// measured. Network sources are not measured, since they arrive at their own pace.
  package var load: Double? {
    let decoding = facts.preflight.decoding
    guard target.board == nil, facts.isFile, !decoding.isOnDevice, facts.video?.isStill == false,
      decoding.time > 0,
      decoding.decoded >= Self.leastDecoded || decoding.time >= Self.leastSpent
    else { return nil }
    return min(decoding.load, Self.mostLoad)
  }

  /// The conversions that may help an item that does not play.
  private var failureSteps: Set<CureStep> {
    switch facts.preflight.failureKind {
    case .size: [.encodeVideo, .scale]
    case .codec: [.encodeVideo, .encodeSound]
    case .hung: [.encodeVideo, .encodeSound, .scale]
    case .unreadable, .damaged, .encrypted, .nothing, .other: []
    }
  }

  /// Lost parts of the item.
  private var brokenReasons: [ContentReason] {
    let preflight = facts.preflight
    var reasons: [ContentReason] = []
    if let failure = preflight.failure {
      reasons.append(ContentReason("playback fails after the start: \(failure)", .encodeVideo))
    }
    if facts.index?.isCut == true {
      reasons.append(ContentReason("the end is missing: the file is truncated; copy it again"))
    }
    if let damage = preflight.damage {
      reasons.append(ContentReason("part of the file is unreadable: \(damage)", .remux))
    }
    if preflight.damaged > 0 {
      let packets = preflight.damaged == 1 ? "1 packet" : "\(preflight.damaged) packets"
      reasons.append(
        ContentReason(
          "\(packets) near the start cannot be decoded", .encodeVideo, .encodeSound))
    }
    if facts.video != nil, preflight.frames == 0 {
      reasons.append(
        ContentReason(
          "the video cannot be decoded: only the sound plays, with a card", .encodeVideo)
      )
    }
    if let trouble = preflight.subtitleFailure {
      reasons.append(ContentReason("subtitles cannot be shown: \(trouble)"))
    }
    return reasons
  }

  private var flashReasons: [ContentReason] {
    guard !facts.flashes.isEmpty else { return [] }
    func time(_ seconds: Double) -> String {
      let whole = Int(min(max(seconds, 0), 1e9))
      return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
    let passages = facts.flashes.prefix(5).map { "\(time($0.lowerBound))–\(time($0.upperBound))" }
    let more = facts.flashes.count - passages.count
    return [
      ContentReason(
        "more than 3 flashes a second at \(passages.joined(separator: ", "))"
          + (more > 0 ? " and \(more) more" : "")
          + ": they can cause seizures (WCAG 2.3.1); edit these passages")
    ]
  }

  private var decodingReasons: [ContentReason] {
    guard let video = facts.video, !video.isStill, facts.preflight.frames > 0 else { return [] }
    if let board = target.board {
      guard case .software(let because) = target.decision(video) else { return [] }
      return [processorReason(video, on: board, because)]
    }
    guard let load, load > Self.nearLimit else { return [] }
    let percent = "\(Int((load * 100).rounded()))%"
    let text = "software decoding takes \(percent) of real time"
    return [
      ContentReason(
        load > Self.limit ? text + ": frames are dropped" : text, .encodeVideo,
        hasOtherWork ? .scale : .shrink)
    ]
  }

  /// Whether the CPU does other work that the fix removes. The decoding time alone does not
  /// determine the size then.
  private var hasOtherWork: Bool {
    guard let processing = facts.preflight.processing else { return false }
    return processing.isTurned || processing.mapsHDR || facts.video?.isInterlaced == true
  }

  /// A reason for a board whose speed is unknown. Conversion only helps if a device decodes the
  /// result.
  private func processorReason(
    _ video: ContentFacts.Video, on board: String, _ because: String
  ) -> ContentReason {
    let rate = video.rate.map { " at \(number($0)) fps" } ?? ""
    let why = because.replacing("this machine", with: board)
    var text =
      "software decoding (\(why)): \(video.codec) of \(video.size)\(rate); "
      + "the speed of \(board) is unknown"
    if let device = target.unusedDevice(for: video) {
      text += "; with playback.decoder: auto, \(device) decodes it"
    }
    return target.encodingIsForDevice
      ? ContentReason(text, .encodeVideo, .scale) : ContentReason(text)
  }

  private var conversionReasons: [ContentReason] {
    guard let video = facts.video, let processing = facts.preflight.processing, !video.isStill
    else { return [] }
    var reasons: [ContentReason] = []
    let (seen, most) = (video.uprightSize, target.uprightSize)
    if seen.width > most.width || seen.height > most.height {
      reasons.append(
        ContentReason(
          "\(seen) is larger than the mode, \(most): the extra pixels are decoded but never shown",
          .encodeVideo, .scale))
    }
    if let rate = video.rate, rate > target.refresh * 1.02 {
      reasons.append(
        ContentReason(
          "the video has \(number(rate)) fps, but the mode has only \(number(target.refresh)) Hz",
          .encodeVideo, .rate))
    }
    if video.isInterlaced {
      reasons.append(
        ContentReason(
          "interlaced: the CPU deinterlaces it", .encodeVideo,
          .deinterlace))
    }
    if processing.isTurned {
      reasons.append(
        ContentReason(
          "no plane can rotate it: the CPU rotates each frame", .encodeVideo, .turn))
    }
    if processing.mapsHDR {
      reasons.append(
        ContentReason(
          "HDR: the CPU tone-maps each frame", .encodeVideo, .mapHDR))
    }
    if video.depth > 8 || !["4:2:0", "rgb"].contains(video.chroma), !processing.isDirect,
      !processing.mapsHDR
    {
      reasons.append(
        ContentReason(
          "\(video.depth)-bit \(video.chroma): the CPU converts each frame",
          .encodeVideo))
    }
    return reasons
  }

  private var soundReasons: [ContentReason] {
    guard let sound = facts.sound else { return [] }
    if let silence = facts.preflight.silence {
      return [ContentReason("no sound: \(silence)", .encodeSound)]
    }
    if !target.hasSound { return [ContentReason("no sound: there is no audio device")] }
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
      // A single picture is not seekable.
      if facts.preflight.frames == 1 { return [] }
      return [ContentReason("its duration is unknown: seeking is not possible", .remux)]
    }
    guard duration > 2 * Self.longGap else { return [] }
    guard index.isComplete, index.count > 0 else {
      return [ContentReason("it has no index: seeking is slow", .remux)]
    }
    let gap = max(index.longestGap, duration - index.reach)
    guard gap > Self.longGap else { return [] }
    let what =
      index.reach > 0
      ? "key frames are up to \(number(gap)) s apart" : "it has a single key frame, or no index"
    return [ContentReason("\(what): seeking is slow", .encodeVideo, .keyFrames)]
  }

  /// Formats with at most one decimal.
  private func number(_ value: Double) -> String {
    let tenths = Int((min(max(value, 0), 1e9) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
