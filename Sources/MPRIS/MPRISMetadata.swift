internal import VitrineBus
internal import VitrinePlayback
internal import VitrinePlaylists

/// The metadata of the current item: MPRIS' "Metadata Map".
enum MPRISMetadata {
  /// Longer titles are cut off: a file may contain any.
  private static let longestTitle = 1024

  static func properties(_ view: MPRISView) -> [String: BusValue] {
    guard let item = view.status.item else { return [:] }
    let title = item.title ?? view.status.title ?? item.displayTitle
    var properties: [String: BusValue] = [
      "mpris:trackid": .objectPath(trackID(view.status.entry)),
      "xesam:title": .string(plain(title)),
    ]
    if let duration = view.status.duration {
      properties["mpris:length"] = .int64(MPRISView.microseconds(duration))
    }
    properties["xesam:url"] = MPRISAddress.url(of: item.source).map(BusValue.string)
    properties["mpris:artUrl"] = item.poster.flatMap(MPRISAddress.url).map(BusValue.string)
    return properties
  }

  /// The object path that identifies a queue entry. There is no object at it.
  static func trackID(_ entry: Queue.Entry.ID?) -> String {
    entry.map { "/vitrine/entry/\($0)" } ?? "/org/mpris/MediaPlayer2/TrackList/NoTrack"
  }

  /// Counted in scalars, since a character may contain any number of them. A NUL would end the
  /// string.
  private static func plain(_ title: String) -> String {
    let letters = title.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(longestTitle)
    return String(String.UnicodeScalarView(letters))
  }
}
