internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

// The current item and its position.
extension MPVProperty {
  static let media: [String: MPVProperty] = [
    "path": MPVProperty(kind: .text) { $0.path.map(MPVValue.text) },
    "filename": MPVProperty(kind: .text) { $0.item.map { .text($0.name) } },
    "filename/no-ext": MPVProperty(kind: .text) { $0.item.map { .text($0.name.withoutEnding) } },
    "stream-open-filename": MPVProperty(kind: .text) { $0.path.map(MPVValue.text) },
    "media-title": MPVProperty(kind: .text) { $0.title.map(MPVValue.text) },
    "duration": time { $0.isIdle ? nil : $0.status.duration?.seconds },
    "time-pos": place, "playback-time": place,
    "time-remaining": time { view in
      guard !view.isIdle, let duration = view.status.duration else { return nil }
      return max(duration.seconds - view.status.position.seconds, 0)
    },
    "playtime-remaining": time { view in
      guard !view.isIdle, let duration = view.status.duration, view.status.rate > 0 else {
        return nil
      }
      return max(duration.seconds - view.status.position.seconds, 0) / view.status.rate
    },
    "percent-pos": MPVProperty(
      kind: .double(0...100),
      read: { view in
        guard !view.isIdle, let range = view.status.range else { return nil }
        return .double(range.part(at: view.status.position) * 100)
      },
      write: { value, view in
        guard let part = value.number, let range = view.status.range else { return [] }
        return [.command(.seek(.init(to: range.place(at: part / 100))))]
      }, pretty: { $0.number.map { "\(Int64(saturating: $0.rounded()))" } ?? "" }),
    "seekable": MPVProperty(kind: .flag) { view in
      view.isIdle ? nil : .flag(view.status.range != nil)
    },
    "partially-seekable": MPVProperty(kind: .flag) { view in
      view.isIdle ? nil : .flag(view.status.live?.window != nil)
    },
    "demuxer-cache-time": time { $0.status.buffered.last?.upperBound.seconds },
    "demuxer-cache-duration": time { view in
      view.status.buffered.last.map {
        max($0.upperBound.seconds - view.status.position.seconds, 0)
      }
    },
    "metadata": MPVProperty(kind: .node) { view in
      view.isIdle ? nil : .fields(["title": view.status.title.map(MPVValue.text)])
    },
    // The video parameters are not available yet.
    "video-params": MPVProperty(kind: .node) { _ in nil },
    "video-codec": codec(.video), "audio-codec": codec(.audio),
    "video-format": codec(.video), "audio-codec-name": codec(.audio),
    "hwdec-current": MPVProperty(kind: .text) { view in
      view.isIdle
        ? nil
        : .text(view.status.decodePath.hasPrefix("device") ? view.status.decoder ?? "no" : "no")
    },
    "frame-drop-count": count(\.dropped), "decoder-frame-drop-count": count(\.leftOut),
    "mistimed-frame-count": count(\.late), "vo-delayed-frame-count": count(\.late),
  ]

  private static let place = MPVProperty(
    kind: .time,
    read: { $0.isIdle ? nil : .double($0.status.position.seconds) },
    write: { value, _ in
      value.number.map { [.command(.seek(.init(to: MediaTime(milliseconds: max($0, 0)))))] } ?? []
    }, pretty: { $0.number.map(\.clock) ?? "" })

  private static func time(_ read: @escaping @Sendable (MPVView) -> Double?) -> MPVProperty {
    MPVProperty(
      kind: .time, read: { read($0).map(MPVValue.double) }, pretty: { $0.number.map(\.clock) ?? "" }
    )
  }

  private static func codec(_ kind: TrackInfo.Kind) -> MPVProperty {
    MPVProperty(kind: .text) { view in view.selected(kind).map { .text($0.codec) } }
  }

  private static func count(
    _ count: @escaping @Sendable (PlaybackStatistics) -> Int
  ) -> MPVProperty {
    // bound: constants
    MPVProperty(kind: .integer(0...(.max))) { view in
      view.isIdle ? nil : .integer(count(view.status.statistics))
    }
  }
}

// Chapters.
extension MPVProperty {
  static let chapters: [String: MPVProperty] = [
    "chapter": MPVProperty(
      // bound: constants
      kind: .integer(-1...(.max)),
      read: { view in
        guard !view.isIdle, !view.status.chapters.isEmpty else { return nil }
        return .integer(view.status.chapter ?? -1)
      },
      write: { value, view in
        guard case .integer(let number) = value else { return [] }
        let (index, chapters) = (Int(clamping: number), view.status.chapters)
        // Below the first means the beginning, beyond the last the next item.
        guard index < chapters.count else { return [.command(.next)] }
        return [.command(.seek(.init(to: index < 0 ? .zero : chapters[index].start)))]
      }),
    // bound: constants
    "chapters": MPVProperty(kind: .integer(0...(.max))) { view in
      view.isIdle ? nil : .integer(view.status.chapters.count)
    },
    "chapter-list": list { view in
      let chapters = view.isIdle ? [] : view.status.chapters
      return MPVList(count: chapters.count) { index in
        .fields([
          "title": chapters[index].title.map(MPVValue.text),
          "time": .double(chapters[index].start.seconds),
        ])
      }
    },
  ]
}

// Lists, and positions in them.
extension MPVProperty {
  static let lists: [String: MPVProperty] = [
    "playlist": list { view in
      let (entries, current) = (view.queue.entries, view.isIdle ? nil : view.status.entry)
      return MPVList(count: entries.count) { index in
        let entry = entries[index]
        let isCurrent: MPVValue? = entry.id == current ? .flag(true) : nil
        return .fields([
          "filename": .text(MPVView.path(entry.item)), "current": isCurrent,
          "playing": isCurrent, "title": entry.item.title.map(MPVValue.text),
          "id": .integer(entry.id),
        ])
      }
    },
    // bound: constants
    "playlist-count": MPVProperty(kind: .integer(0...(.max))) { .integer($0.queue.entries.count) },
    "playlist-pos": number(from: 0), "playlist-pos-1": number(from: 1),
    "playlist-current-pos": number(from: 0), "playlist-playing-pos": number(from: 0),
    "track-list": list { view in
      MPVList(count: view.status.tracks.count) { track(view.status.tracks[$0], view) }
    },
  ]

  private static func number(from first: Int) -> MPVProperty {
    MPVProperty(
      // bound: constants
      kind: .choice(["none", "auto"], .min...(.max)),
      read: { .integer($0.index.map { $0 + first } ?? -1) }
    ) { value, view in
      guard case .integer(let number) = value else { return [.command(.stop)] }
      // Clamped first, so that the subtraction cannot overflow.
      return MPVCommand.jump(to: Int(clamping: max(number, -1)) - first, view)
    }
  }

  private static func track(_ track: TrackInfo, _ view: MPVView) -> MPVValue {
    .fields([
      "id": .integer(view.number(of: track)),
      "type": .text(track.kind == .subtitle ? "sub" : track.kind.rawValue),
      "src-id": .integer(track.index + 1), "title": track.title.map(MPVValue.text),
      "lang": track.language.map(MPVValue.text), "default": .flag(track.isDefault),
      "forced": .flag(track.isForced), "external": .flag(false),
      "selected": .flag(view.selected(track.kind)?.index == track.index),
      "ff-index": .integer(track.index), "codec": .text(track.codec),
    ])
  }
}

extension Double {
  /// The format of mpv's on-screen times: `00:01:02`.
  var clock: String {
    // A damaged file may claim any duration.
    let whole = Int64(saturating: min(magnitude, 9e15).rounded(.down))
    let parts = [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (self < 0 ? "-" : "") + parts.joined(separator: ":")
  }
}

extension String {
  var withoutEnding: String {
    guard let dot = lastIndex(of: "."), dot > startIndex else { return self }
    return String(self[..<dot])
  }
}
