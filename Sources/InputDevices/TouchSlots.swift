/// What one slot of a touchscreen holds, as the kernel has it.
struct TouchSlot: Hashable {
  /// -1 while no finger is in it.
  var trackingID: Int32
  var x: Int32
  var y: Int32
  var isPalm = false

  static let empty = TouchSlot(trackingID: -1, x: 0, y: 0)
}

/// The way from an axis' numbers to 0...1.
struct TouchAxis: Hashable {
  private let minimum: Double
  private let length: Double

  /// Nil for an axis without any length: what it says means nothing.
  init?(_ range: (minimum: Int32, maximum: Int32)) {
    guard range.minimum < range.maximum else { return nil }
    minimum = Double(range.minimum)
    length = Double(range.maximum) - minimum
  }

  /// Numbers outside of the range are moved to its ends.
  func unit(_ number: Int32) -> Double {
    min(1, max(0, (Double(number) - minimum) / length))
  }
}

/// Makes contacts of slots: whole frames of them, with an id for each finger.
struct TouchSlots {
  private struct Finger {
    let trackingID: Int32
    let id: Int
    /// A palm stays one until it is lifted.
    var isPalm: Bool
  }

  private let x: TouchAxis
  private let y: TouchAxis
  private var fingers: [Finger?] = []
  private var latest: [UnitContact] = []
  private var nextID = 0
  /// Whether the last finger was not lifted, but has turned out to be a palm: it has meant nothing.
  private(set) var endedInPalm = false

  init(x: TouchAxis, y: TouchAxis) {
    (self.x, self.y) = (x, y)
  }

  var isTouched: Bool { !latest.isEmpty }

  /// The contacts of a frame; nil where they are those of the frame before.
  ///
  /// A finger is known by its tracking id, but not called by it: those of a careless driver come
  /// again, or twice at a time.
  mutating func contacts(of slots: [TouchSlot]) -> [UnitContact]? {
    while fingers.count < slots.count { fingers.append(nil) }
    var contacts: [UnitContact] = []
    for (index, slot) in slots.enumerated() {
      fingers[index] = finger(in: slot, before: fingers[index])
      guard let finger = fingers[index], !finger.isPalm else { continue }
      contacts.append(UnitContact(id: finger.id, x: x.unit(slot.x), y: y.unit(slot.y)))
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
