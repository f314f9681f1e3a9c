import VitrinePictures
import VitrineTiming

/// Contacts and strokes.
extension GestureRecognizer {
  /// Moves the strokes whose contacts are present, and lifts the others.
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

  /// Whether lifting a stroke matters. It does not for a ghost contact, for fingers other than that
  /// of a drag, and while touches are ignored.
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

  /// Whether a new finger can have a meaning.
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
