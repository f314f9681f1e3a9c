import VitrinePictures
import VitrineTiming

/// From contacts to strokes.
extension GestureRecogniser {
  /// The contacts that count, and no more of them than it takes to tell a storm. Places stay near
  /// enough to the display to be reckoned with.
  func distinct(_ contacts: [Contact]) -> [Contact] {
    var found: [Contact] = []
    for contact in contacts where !found.contains(where: { $0.id == contact.id }) {
      guard let place = place(of: contact) else { continue }
      found.append(Contact(id: contact.id, at: place))
      if found.count > limits.mostContacts { break }
    }
    return found
  }

  /// Nil for a contact that has never been anywhere.
  private func place(of contact: Contact) -> Point? {
    let place = contact.place
    guard place.x.isFinite, place.y.isFinite else {
      return strokes.first { $0.isOnGlass && $0.id == contact.id }?.latest
    }
    let reach = 1e6
    return Point(min(max(place.x, -reach), reach), min(max(place.y, -reach), reach))
  }

  /// Moves the strokes whose contacts are there, and lifts those whose are not.
  mutating func follow(_ contacts: [Contact], at now: HostTime) {
    for index in strokes.indices.reversed() where strokes[index].isOnGlass {
      if let contact = contacts.first(where: { $0.id == strokes[index].id }) {
        strokes[index].move(to: contact.place, at: now)
      } else if isOfInterest(index) {
        strokes[index].lifted = now
      } else {
        strokes.remove(at: index)
      }
    }
  }

  /// Whether the lifting of a stroke is news. That of a ghost is not; beside a drag no other finger
  /// counts, and while touches are ignored none.
  private func isOfInterest(_ index: Int) -> Bool {
    switch phase {
    case .idle, .ignoring: false
    case .single, .pair: strokes[index].isProven
    case .dragging: index == leader
    }
  }

  mutating func land(
    _ contacts: [Contact], at now: HostTime, _ hit: (Point, Region?) -> Region
  ) {
    for contact in contacts {
      guard !strokes.contains(where: { $0.isOnGlass && $0.id == contact.id }) else { continue }
      var landing: Int?
      if isOpen(at: now) {
        landing = regions.add(hit(contact.place, openSequence(at: now)?.region))
      }
      strokes.append(stroke(contact, landing: landing, at: now))
    }
    regions.forget(allBut: strokes)
  }

  func stroke(_ contact: Contact, landing: Int?, at now: HostTime) -> Stroke {
    Stroke(contact, landing: landing, at: now, provenAt: now + limits.shortestContact)
  }

  /// Whether a finger that lands may mean anything.
  private func isOpen(at now: HostTime) -> Bool {
    switch phase {
    case .ignoring, .dragging: false
    case .idle, .single, .pair: quietUntil.map { $0 <= now } ?? true
    }
  }

  private func openSequence(at now: HostTime) -> TapSequence<Region>? {
    sequence.flatMap { now < $0.expires ? $0 : nil }
  }
}
