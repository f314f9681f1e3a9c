import Pictures
import Timing

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

  /// Whether the lifting of a stroke is news. That of a ghost is not, and beside a drag no other
  /// finger counts.
  private func isOfInterest(_ index: Int) -> Bool {
    guard strokes[index].isProven else { return false }
    if case .dragging = phase { return index == leader }
    return true
  }

  mutating func land(
    _ contacts: [Contact], at now: HostTime, _ hit: (Point, Region?) -> Region
  ) {
    for contact in contacts {
      if case .void = phase { return }
      guard !strokes.contains(where: { $0.isOnGlass && $0.id == contact.id }) else { continue }
      if let quietUntil, now < quietUntil { return enterVoid(at: now) }
      quietUntil = nil
      strokes.append(
        Stroke(
          contact, on: region(at: contact.place, now, hit), at: now,
          provenAt: now + limits.shortestContact))
    }
  }

  private func region(at place: Point, _ now: HostTime, _ hit: (Point, Region?) -> Region)
    -> Region
  {
    // Beside a drag nobody needs to know.
    if case .dragging(let drag) = phase { return drag.region }
    guard let sequence, now < sequence.expires else { return hit(place, nil) }
    return hit(place, sequence.region)
  }

  /// All fingers are lifted.
  mutating func leaveVoid(at now: HostTime) {
    guard case .void = phase else { return }
    phase = .idle
    if isStorm { quietUntil = now + limits.quietAfterStorm }
    isStorm = false
  }
}
