internal import VitrineAddresses
internal import VitrineMedia
internal import VitrinePlaylists

extension [any RemoteAccess] {
  /// Sends an item's header fields with all future requests to its origin.
  func add(fieldsOf item: Item) {
    guard !item.headers.isEmpty, case .remote(let url) = item.value.source else { return }
    for access in self { access.add(fields: item.headers, for: url.origin) }
  }
}
