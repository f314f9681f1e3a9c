package import VitrinePictures
package import VitrineTiming

/// A finger on the panel.
package struct Contact: Hashable, Sendable {
  /// Does not change from landing to lifting, and is unique meanwhile.
  package var id: Int
  /// In pixels of the upright interface.
  package var place: Point

  package init(id: Int, at place: Point) {
    self.id = id
    self.place = place
  }
}

/// All fingers on the panel at one moment; missing ones have been lifted. Complete frames instead
/// of changes, so that a missed event cannot leave a finger behind.
package struct TouchFrame: Hashable, Sendable {
  package var contacts: [Contact]
  package var time: HostTime

  package init(_ contacts: [Contact], at time: HostTime) {
    self.contacts = contacts
    self.time = time
  }
}

extension TouchFrame {
  /// The contacts without duplicates, of which the first counts, and at positions that are safe for
  /// calculations. `latest` returns the last position of a contact, which replaces an invalid one;
  /// a contact without any is left out.
  func distinctContacts(atMost limit: Int, latest: (_ id: Int) -> Point?) -> [Contact] {
    var found: [Contact] = []
    for contact in contacts where !found.contains(where: { $0.id == contact.id }) {
      guard let place = contact.place.clamped ?? latest(contact.id) else { continue }
      found.append(Contact(id: contact.id, at: place))
      if found.count == limit { break }
    }
    return found
  }
}

extension Point {
  /// Nil if it is not finite.
  fileprivate var clamped: Point? {
    guard x.isFinite, y.isFinite else { return nil }
    let reach = 1e6
    return Point(min(max(x, -reach), reach), min(max(y, -reach), reach))
  }
}
