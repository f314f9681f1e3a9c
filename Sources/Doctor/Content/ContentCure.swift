import VitrinePictures

/// The FFmpeg command that converts a file so that the findings no longer apply.
struct ContentCure {
  let command: String

  /// Returns nil if FFmpeg cannot help.
  init?(_ facts: ContentFacts, _ target: CheckTarget, _ steps: Set<CureStep>, load: Double?) {
    guard !steps.isEmpty else { return nil }
    let most = Self.most(facts, target, steps, load)
    if facts.video?.isStill == true {
      guard let picture = Self.picture(facts, most) else { return nil }
      command = picture
      return
    }
    // If the file could not be opened, its tracks are unknown.
    let isUnknown = facts.video == nil && facts.sound == nil
    let hasVideo = facts.video != nil || isUnknown
    let isVideoNew = hasVideo && steps.contains { $0 != .remux && $0 != .encodeSound }
    let isSoundNew = steps.contains(.encodeSound) || isVideoNew
    var words = ["ffmpeg"] + (facts.hasJumps ? ["-fflags", "+genpts"] : [])
    words += ["-i", facts.name.shellWord]
    if hasVideo { words += ["-map", isUnknown ? "'0:v:0?'" : "0:v:0"] }
    words += ["-map", "'0:a:0?'"]
    if isVideoNew { words += Self.videoWords(facts, target, steps, most) }
    if hasVideo, !isVideoNew { words += ["-c:v", "copy"] }
    words += isSoundNew ? ["-c:a", "aac", "-b:a", "192k"] : ["-c:a", "copy"]
    if steps.contains(.encodeSound) { words += ["-ac", "2", "-ar", "48000"] }
    // MP4 cannot hold every format; Matroska can.
    let ending = isVideoNew || !hasVideo ? "mp4" : "mkv"
    if ending == "mp4" { words += ["-movflags", "+faststart"] }
    words.append(Self.output(facts.name, ending).shellWord)
    // A file that is rotated in advance needs the opposite rotation in its playlist.
    if steps.contains(.turn), target.turn != .none {
      words.append("# in the playlist: rotation: \(target.rotation.inverse.rawValue)")
    }
    command = words.joined(separator: " ")
  }

  /// The maximum upright size of the pictures; nil if they may keep their size.
  private static func most(
    _ facts: ContentFacts, _ target: CheckTarget, _ steps: Set<CureStep>, _ load: Double?
  ) -> PixelSize? {
    guard let size = facts.video?.uprightSize else { return nil }
    var most = target.uprightSize
    if steps.contains(.shrink), let load {
      // Assumes that decoding time is proportional to the number of pixels.
      let part = (goal / max(load, goal)).squareRoot()
      let sides = [size.width, size.height].map { max(2, Int(Double($0) * part) / 2 * 2) }
      most = PixelSize(min(most.width, sides[0]), min(most.height, sides[1]))
    } else if !steps.contains(.scale) {
      return nil
    }
    return size.width > most.width || size.height > most.height ? most : nil
  }

  /// The target share of a CPU core's time.
  private static let goal = 0.5

  private static func videoWords(
    _ facts: ContentFacts, _ target: CheckTarget, _ steps: Set<CureStep>, _ most: PixelSize?
  ) -> [String] {
    let filters = filters(facts, target, steps, most)
    var words = filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",").shellWord]
    words += ["-c:v", target.encoding.rawValue, "-pix_fmt", "yuv420p", "-crf", "20"]
    let rate = min(facts.video?.rate ?? 25, target.refresh)
    return words + ["-g", "\(max(1, Int((rate * 2).rounded())))"]
  }

  private static func filters(
    _ facts: ContentFacts, _ target: CheckTarget, _ steps: Set<CureStep>, _ most: PixelSize?
  ) -> [String] {
    var filters: [String] = []
    if steps.contains(.deinterlace) { filters.append("bwdif") }
    if steps.contains(.rate) { filters.append("fps=\(Int(target.refresh.rounded()))") }
    if steps.contains(.mapHDR) {
      filters += [
        "zscale=t=linear:npl=100", "tonemap=hable", "zscale=p=bt709:t=bt709:m=bt709:r=tv",
      ]
    }
    if let most {
      filters.append(
        "scale=\(most.width):\(most.height):force_original_aspect_ratio=decrease"
          + ":force_divisible_by=2")
    } else if let size = facts.video?.size, size.width % 2 + size.height % 2 > 0 {
      // 4:2:0 chroma requires even sizes.
      filters.append("crop=trunc(iw/2)*2:trunc(ih/2)*2")
    }
    if steps.contains(.turn), target.turn != .none { filters.append(turn(target.turn)) }
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

  /// The command for a still picture.
  private static func picture(_ facts: ContentFacts, _ most: PixelSize?) -> String? {
    guard let most else { return nil }
    let scale = "scale=\(most.width):\(most.height):force_original_aspect_ratio=decrease"
    return [
      "ffmpeg", "-i", facts.name.shellWord, "-vf", scale, output(facts.name, "png").shellWord,
    ]
    .joined(separator: " ")
  }

  /// Next to the input under a marked name; for a URL, in the current folder.
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
