internal import VitrinePlaylists

/// A change of how an item is presented. An item that is open is not reopened for it.
package enum ItemUpdate: Hashable, Sendable {
  case title(String?)
  case description(String?)
  /// The picture to show while the item loads.
  case cover(String?)

  func apply(to item: inout Item) {
    switch self {
    case .title(let title):
      item.title = title
      for code in item.translations.keys { item.translations[code]?.title = nil }
    case .description(let description): item.description = description
    case .cover(let path): item.cover = path
    }
  }
}
