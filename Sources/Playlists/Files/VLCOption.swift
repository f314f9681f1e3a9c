public import VitrineTiming

extension ItemWords {
  /// An option that VLC has for one item, `start-time=12.5`; those that say nothing to us are
  /// left alone. Throws what is wrong with one.
  ///
  /// `location` is that of the list.
  public mutating func take(
    vlcOption option: String, _ location: ListLocation
  ) throws(ListLocation.Refusal) {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    let name = trimmed(parts[0]).lowercased()
    let value = trimmed(parts[1])
    switch name.hasPrefix(":") ? String(name.dropFirst()) : name {
    case "start-time": start = try Self.time(value, name)
    case "stop-time": end = try Self.time(value, name)
    case "run-time": runTime = try Self.time(value, name)
    case "image-duration":
      // VLC has -1 for one that stays.
      guard !value.hasPrefix("-") else { return }
      imageDuration = try Self.positive(Self.time(value, name), name)
    case "input-repeat":
      guard let more = Int(value), (0...9999).contains(more) else {
        throw .init(cause: "\(name): \(quoted(value)); write a number from 0 to 9999")
      }
      repeatCount = more + 1
    case "sub-file":
      // As many as a YAML list may have; a file of nothing else is not worth the memory.
      guard (subtitles?.count ?? 0) < 32 else { return }
      subtitles = (subtitles ?? []) + [try location.companion(value)]
    default: break
    }
  }

  private static func time(
    _ value: String, _ name: String
  ) throws(ListLocation.Refusal) -> MediaTime {
    guard let time = MediaTime(listText: value) else {
      throw .init(cause: "\(name): \(quoted(value)); write seconds, at most a year")
    }
    return time
  }

  private static func positive(
    _ time: MediaTime, _ name: String
  ) throws(ListLocation.Refusal) -> MediaTime {
    guard time > .zero else { throw .init(cause: "\(name): more than 0 seconds") }
    return time
  }

  /// Takes how long a list says that something lasts, which is news of a picture only.
  public mutating func take(length: MediaTime?, of source: Item.Source) {
    guard let length, length > .zero, imageDuration == nil, let path = source.path,
      FileKind(path: path) == .picture
    else { return }
    imageDuration = length
  }
}
