package import VitrineTiming

/// Decides when the resume point is saved.
///
/// Memory that a power cut erases gets one each second; a restart uses that. The disk gets one a
/// minute and one at the start of an item, but at most one in ten seconds: flash wears out, and a
/// power cut costs at most a minute of one item.
package struct ResumeWritePolicy: Sendable {
  package enum Store: Hashable, Sendable { case memory, disk }

  private var last: [Store: (point: ResumePoint, time: HostTime)] = [:]

  /// A schedule determines its own position, so a power cut costs nothing.
  package var isScheduled = false

  private static let longest: [Store: Duration] = [.memory: .seconds(1), .disk: .seconds(60)]
  private static let shortest: [Store: Duration] = [
    .memory: .milliseconds(200), .disk: .seconds(10),
  ]

  package init() {}

  /// The stores to write now.
  package mutating func due(_ point: ResumePoint, at now: HostTime) -> [Store] {
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
