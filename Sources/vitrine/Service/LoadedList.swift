import Playlists
import Timing

/// A list as it was read just now.
struct LoadedList: Equatable {
  var items: [Item]
  /// As the list itself says; nil as the configuration does.
  var loop: Queue.Loop?
  var isShuffled: Bool?
  /// The folders whose news may change it.
  var folders: [String]

  /// What plays in the place of a list that is not there.
  static func card(title: String, detail: String) -> Item {
    var item = Item(.card(title: title, detail: detail))
    // As good as for ever, in a queue that goes round.
    item.imageDuration = .init(86_400, 1)
    return item
  }
}

/// Why a list cannot be played, in lines for people.
struct ListTrouble: Error, Equatable {
  let lines: [String]
  /// Where news may mean that it is there now.
  let folders: [String]
}

/// Reads lists anew: on the service's thread, which may wait for a disk.
protocol ListSource: Sendable {
  /// What people call it.
  var name: String { get }
  func read() throws(ListTrouble) -> LoadedList
}
