import Pictures

/// The command of FFmpeg that makes a file of another one which plays without what was found.
struct ContentCure {
  let command: String

  /// Nil where FFmpeg has nothing to do, or cannot do it.
  init?(_ facts: ContentFacts, _ stage: Stage, _ steps: Set<CureStep>) {
    guard !steps.isEmpty else { return nil }
    if facts.video?.isStill == true {
      guard let picture = Self.picture(facts, stage, steps) else { return nil }
      command = picture
      return
    }
    let isVideoNew = facts.video != nil && steps.contains { $0 != .remux && $0 != .encodeSound }
    var words = ["ffmpeg", "-i", facts.name.shellWord]
    if facts.hasJumps { words.insert(contentsOf: ["-fflags", "+genpts"], at: 1) }
    if facts.video != nil { words += ["-map", "0:v:0"] }
    if facts.sound != nil || facts.video == nil { words += ["-map", "0:a:0"] }
    if isVideoNew { words += Self.videoWords(facts, stage, steps) }
    if facts.video != nil, !isVideoNew { words += ["-c:v", "copy"] }
    if facts.sound != nil {
      words +=
        steps.contains(.encodeSound)
        ? ["-c:a", "aac", "-b:a", "192k", "-ac", "2", "-ar", "48000"]
        : isVideoNew ? ["-c:a", "aac", "-b:a", "192k"] : ["-c:a", "copy"]
    }
    // Formats that MP4 does not hold can only be copied to where they are held.
    let ending = isVideoNew || facts.video == nil ? "mp4" : "mkv"
    if ending == "mp4" { words += ["-movflags", "+faststart"] }
    words.append(Self.output(facts.name, ending).shellWord)
    // Turned beforehand it stands upright only where its list turns it back.
    if steps.contains(.turn), stage.rotation != .none {
      words.append("# in its list: rotation: \(stage.rotation.inverse.rawValue)")
    }
    command = words.joined(separator: " ")
  }

  private static func videoWords(
    _ facts: ContentFacts, _ stage: Stage, _ steps: Set<CureStep>
  ) -> [String] {
    let filters = filters(facts, stage, steps)
    var words = filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",").shellWord]
    words += ["-c:v", stage.encoding.rawValue, "-pix_fmt", "yuv420p", "-crf", "20"]
    let rate = min(facts.video?.rate ?? 25, stage.refresh)
    return words + ["-g", "\(max(1, Int((rate * 2).rounded())))"]
  }

  private static func filters(
    _ facts: ContentFacts, _ stage: Stage, _ steps: Set<CureStep>
  ) -> [String] {
    var filters: [String] = []
    if steps.contains(.deinterlace) { filters.append("bwdif") }
    if steps.contains(.rate) { filters.append("fps=\(Int(stage.refresh.rounded()))") }
    if steps.contains(.mapHDR) {
      filters += [
        "zscale=t=linear:npl=100", "tonemap=hable", "zscale=p=bt709:t=bt709:m=bt709:r=tv",
      ]
    }
    let most = stage.uprightSize
    if steps.contains(.scale) {
      filters.append(
        "scale=\(most.width):\(most.height):force_original_aspect_ratio=decrease"
          + ":force_divisible_by=2")
    } else {
      // Chroma of 4:2:0 has no odd sizes.
      filters.append("crop=trunc(iw/2)*2:trunc(ih/2)*2")
    }
    if steps.contains(.turn), stage.rotation != .none { filters.append(turn(stage.rotation)) }
    return filters
  }

  private static func turn(_ rotation: Rotation) -> String {
    switch rotation {
    case .none: "null"
    case .clockwise: "transpose=clock"
    case .upsideDown: "hflip,vflip"
    case .counterclockwise: "transpose=cclock"
    }
  }

  /// Of one picture that does not move.
  private static func picture(
    _ facts: ContentFacts, _ stage: Stage, _ steps: Set<CureStep>
  ) -> String? {
    guard steps.contains(.scale) || steps.contains(.encodeVideo) else { return nil }
    let most = stage.uprightSize
    let scale =
      "scale=\(most.width):\(most.height):force_original_aspect_ratio=decrease"
    return [
      "ffmpeg", "-i", facts.name.shellWord, "-vf", scale, output(facts.name, "png").shellWord,
    ]
    .joined(separator: " ")
  }

  /// Beside it, under a name that says whose it is; of an address, here.
  private static func output(_ name: String, _ ending: String) -> String {
    var stem = Substring(name)
    if name.contains("://") {
      stem = stem.split(separator: "/").last ?? "content"
      stem = stem.prefix { $0 != "?" && $0 != "#" }
    }
    let folder = stem.lastIndex(of: "/").map { stem.index(after: $0) } ?? stem.startIndex
    if let dot = stem[folder...].lastIndex(of: "."), dot > folder { stem = stem[..<dot] }
    return "\(stem).vitrine.\(ending)"
  }
}
