package import VitrineTiming

extension ItemFields {
  /// Applies a VLC option for an item, such as `start-time=12.5`. Ignores unsupported options;
  /// throws for invalid values.
  ///
  /// `location` is the location of the list.
  package mutating func apply(
    vlcOption option: String, _ location: ListLocation
  ) throws(ListLocation.Refusal) {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    let name = trimmed(parts[0]).lowercased()
    let value = trimmed(parts[1])
    switch name.hasPrefix(":") ? String(name.dropFirst()) : name {
    case "start-time": part.start = try Self.time(value, name)
    case "stop-time": part.end = try Self.time(value, name)
    case "run-time": part.runTime = try Self.time(value, name)
    case "image-duration":
      // VLC uses -1 for no limit.
      guard !value.hasPrefix("-") else { return }
      imageDuration = try Self.positive(Self.time(value, name), name)
    case "input-repeat":
      guard let more = Int(value), (0...9999).contains(more) else {
        throw .init(
          cause: "\(name): invalid value \(quoted(value)): expected a number from 0 to 9999")
      }
      repeatCount = more + 1
    case "sub-file":
      // The limit of YAML lists, which also bounds the memory for a malicious file.
      guard (subtitles?.count ?? 0) < 32 else { return }
      subtitles = (subtitles ?? []) + [try location.companion(value)]
    default: break
    }
  }

  private static func time(
    _ value: String, _ name: String
  ) throws(ListLocation.Refusal) -> MediaTime {
    guard let time = MediaTime(listText: value) else {
      throw .init(
        cause: "\(name): invalid value \(quoted(value)): expected seconds, at most a year")
    }
    return time
  }

  private static func positive(
    _ time: MediaTime, _ name: String
  ) throws(ListLocation.Refusal) -> MediaTime {
    guard time > .zero else { throw .init(cause: "\(name) must be more than 0 seconds") }
    return time
  }

  /// Applies the length from a list, which matters only for pictures.
  package mutating func apply(length: MediaTime?, of source: Item.Source) {
    guard let length, length > .zero, imageDuration == nil, let path = source.path,
      FileKind(path: path) == .picture
    else { return }
    imageDuration = length
  }
}
