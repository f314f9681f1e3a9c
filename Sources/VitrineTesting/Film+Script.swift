internal import VitrineKit
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

extension Film {
  /// The script of a source that plays this film for an item.
  func script(for item: VitrinePlaylists.Item) -> SourceScript {
    if isPicture {
      var script = SourceScript.picture(color, of: item)
      script.metadata.videoSize = pixelSize
      return script
    }
    let unit = Int64((min(max(frameRate, 0.1), 1000) * 1000).rounded())
    var script = SourceScript()
    // The timescale is in thousandths of a frame per second, so that rates such as 29.97 are exact.
    script.timeline = ScriptedTimeline(
      count: duration.map { max(1, frame(at: $0, unit)) },
      frameDuration: MediaTime(1000, Int32(unit)))
    script.tracks = ScriptedTracks(hasSound: hasSound, tracks)
    (script.metadata.title, script.color) = (title, color)
    (script.opening, script.pace) = (max(openingTime, .zero), downloadRate.map { max($0, 0) })
    script.metadata.tags = VitrinePlayback.MediaTags(tags)
    script.metadata.chapters = chapters.map {
      VitrinePlayback.Chapter(title: $0.title, start: MediaTime(nanoseconds: $0.start.nanoseconds))
    }
    script.metadata.videoSize = pixelSize
    switch fault {
    case .unreadable(let error): script.faults.failure = PlaybackError(error)
    case .damaged(let moment): script.faults.breaksAfter = frame(at: moment, unit)
    case .stalls(let moment): script.faults.hangsAfter = frame(at: moment, unit)
    case nil: break
    }
    return script
  }

  /// The index of the frame at a position; `unit` is frames per 1,000 seconds.
  private func frame(at moment: Duration, _ unit: Int64) -> Int {
    Int((max(moment, .zero).seconds * Double(unit) / 1000).rounded())
  }

  private var pixelSize: PixelSize? { videoSize.map { PixelSize($0.width, $0.height) } }

  private var tracks: [TrackInfo] {
    var tracks = videoSize == nil ? [] : [TrackInfo(kind: .video, index: 0, codec: "film")]
    let audio = audioLanguages.isEmpty ? [nil] : audioLanguages.map(Optional.some)
    for language in hasSound ? audio : [] {
      tracks.append(
        TrackInfo(kind: .audio, index: tracks.count, codec: "sound", language: language))
    }
    for language in subtitleLanguages {
      tracks.append(
        TrackInfo(kind: .subtitle, index: tracks.count, codec: "subrip", language: language))
    }
    return tracks
  }
}

extension SourceScript {
  /// A still picture, shown for as long as the item says.
  static func picture(_ color: UInt32, of item: VitrinePlaylists.Item) -> SourceScript {
    var script = SourceScript(hasSound: false, isStill: true)
    script.timeline = ScriptedTimeline(count: 1, frameDuration: item.shownDuration)
    script.color = color & 0xFFFFFF
    return script
  }
}

extension PlaybackError {
  fileprivate init(_ error: PlayerError) {
    let (category, status): (Category, ExitStatus) =
      switch error.category {
      case .source: (.source, .noInput)
      case .format: (.format, .data)
      case .decode: (.decode, .data)
      case .display: (.display, .unavailable)
      case .sound: (.sound, .unavailable)
      case .configuration: (.configuration, .configuration)
      }
    self.init(category, error.message, exitStatus: status)
  }
}
