/// The state of a touchscreen's slot in the kernel.
struct TouchSlot: Hashable {
  /// -1 without a finger.
  var trackingID: Int32
  var x: Int32
  var y: Int32
  var isPalm = false

  static let empty = TouchSlot(trackingID: -1, x: 0, y: 0)
}

/// Maps the values of an axis to 0…1.
struct TouchAxis: Hashable {
  private let minimum: Double
  private let length: Double

  /// Nil for an empty range.
  init?(_ range: (minimum: Int32, maximum: Int32)) {
    guard range.minimum < range.maximum else { return nil }
    minimum = Double(range.minimum)
    length = Double(range.maximum) - minimum
  }

  /// Values outside the range are clamped.
  func unit(_ number: Int32) -> Double {
    min(1, max(0, (Double(number) - minimum) / length))
  }
}

/// Turns slots into contacts, with an id for each finger.
struct TouchSlots {
  private struct Finger {
    let trackingID: Int32
    let id: Int
    /// A palm stays a palm until it is lifted.
    var isPalm: Bool
  }

  private let x: TouchAxis
  private let y: TouchAxis
  private var fingers: [Finger?] = []
  private var latest: [NormalizedContact] = []
  private var nextID = 0
  /// Whether the last finger was not lifted, but turned out to be a palm: its gesture is void.
  private(set) var endedInPalm = false

  init(x: TouchAxis, y: TouchAxis) {
    self.x = x
    self.y = y
  }

  var isTouched: Bool { !latest.isEmpty }

  /// The contacts of a frame; nil if they have not changed.
  ///
  /// A finger is tracked by its tracking id, but gets its own id: faulty drivers reuse tracking
  /// ids, or use them twice at a time.
  mutating func contacts(of slots: [TouchSlot]) -> [NormalizedContact]? {
    while fingers.count < slots.count { fingers.append(nil) }
    var contacts: [NormalizedContact] = []
    for (index, slot) in slots.enumerated() {
      fingers[index] = finger(in: slot, before: fingers[index])
      guard let finger = fingers[index], !finger.isPalm else { continue }
      contacts.append(NormalizedContact(id: finger.id, x: x.unit(slot.x), y: y.unit(slot.y)))
    }
    guard contacts != latest else { return nil }
    endedInPalm =
      contacts.isEmpty
      && fingers.contains { finger in
        finger.map { palm in palm.isPalm && latest.contains { $0.id == palm.id } } ?? false
      }
    latest = contacts
    return contacts
  }

  private mutating func finger(in slot: TouchSlot, before: Finger?) -> Finger? {
    guard slot.trackingID >= 0 else { return nil }
    if var before, before.trackingID == slot.trackingID {
      before.isPalm = before.isPalm || slot.isPalm
      return before
    }
    nextID += 1
    return Finger(trackingID: slot.trackingID, id: nextID, isPalm: slot.isPalm)
  }
}
