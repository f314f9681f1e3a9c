public import VitrineTiming

/// When the place in a list is written down. A value.
///
/// Memory that is lost with the power takes a note each second: it is what a restart goes by.
/// The disk gets one a minute, and at the beginning of an item, though never more than one in ten
/// seconds: flash wears out, and a power cut costs a minute of one item at the most.
public struct ResumeWrites: Sendable {
  public enum Store: Hashable, Sendable { case memory, disk }

  private var last: [Store: (point: ResumePoint, time: HostTime)] = [:]

  /// Of a list that says itself when what is shown: it does not go on at a place, so a power cut costs nothing.
  public var isScheduled = false

  private static let longest: [Store: Duration] = [.memory: .seconds(1), .disk: .seconds(60)]
  private static let shortest: [Store: Duration] = [
    .memory: .milliseconds(200), .disk: .seconds(10),
  ]

  public init() {}

  /// Which stores are to be written now.
  public mutating func due(_ point: ResumePoint, at now: HostTime) -> [Store] {
    [.memory, .disk].filter { store in
      guard isDue(point, store, now) else { return false }
      last[store] = (point, now)
      return true
    }
  }

  private func isDue(_ point: ResumePoint, _ store: Store, _ now: HostTime) -> Bool {
    if isScheduled, store == .disk { return false }
    guard let (written, time) = last[store] else { return true }
    guard point != written, let shortest = Self.shortest[store], let longest = Self.longest[store]
    else { return false }
    let isOther = (point.index, point.location) != (written.index, written.location)
    return now - time >= (isOther ? shortest : longest)
  }
}
