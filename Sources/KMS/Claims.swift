import Synchronization

/// Which CRTCs and planes of a device belong to which of its outputs, where one process drives
/// several. Thread-safe.
///
/// The kernel lets the owner of a device do everything to all of it: that one output takes
/// nothing from another is our own affair.
public final class Claims: Sendable {
  private struct Claim {
    let connector: ObjectID<Connector>
    var planes: Set<ObjectID<Plane>> = []
  }

  private let claims = Mutex<[ObjectID<CRTC>: Claim]>([:])
  /// How many outputs are on their way to a CRTC; held while the rights to the device are given up.
  private let takers = Mutex(0)

  public init() {}

  /// Takes the first of these CRTCs that is free, or this connector's already.
  public func take(
    oneOf crtcs: [CRTC], for connector: ObjectID<Connector>
  ) -> CRTC? {
    claims.withLock { claims in
      guard let crtc = Self.first(of: crtcs, for: connector, leaving: nil, in: claims) else {
        return nil
      }
      if claims[crtc.id] == nil { claims[crtc.id] = Claim(connector: connector) }
      return crtc
    }
  }

  /// The one that `take` would take, with that of the connector `left` given up before.
  func first(
    of crtcs: [CRTC], for connector: ObjectID<Connector>, leaving left: ObjectID<Connector>?
  ) -> CRTC? {
    claims.withLock { Self.first(of: crtcs, for: connector, leaving: left, in: $0) }
  }

  private static func first(
    of crtcs: [CRTC], for connector: ObjectID<Connector>, leaving left: ObjectID<Connector>?,
    in claims: [ObjectID<CRTC>: Claim]
  ) -> CRTC? {
    crtcs.first { claims[$0.id]?.connector == connector }
      ?? crtcs.first { crtc in claims[crtc.id].map { $0.connector == left } ?? true }
  }

  /// Gives a CRTC and its planes back, where this connector's output still has them.
  public func release(_ crtc: ObjectID<CRTC>, of connector: ObjectID<Connector>) {
    claims.withLock { claims in
      if claims[crtc]?.connector == connector { claims[crtc] = nil }
    }
  }

  /// Whether any output has a CRTC.
  public var areTaken: Bool { claims.withLock { !$0.isEmpty } }

  /// From here to `endTaking` an output may take a CRTC: the device is in use.
  func beginTaking() { takers.withLock { $0 += 1 } }
  func endTaking() { takers.withLock { $0 -= 1 } }

  /// Does `body` where the device is not in use, which it does not become meanwhile.
  func whileIdle(_ body: () -> Void) {
    takers.withLock { takers in
      if takers == 0, !areTaken { body() }
    }
  }

  /// Whether a connector is driven by another output already.
  public func isTaken(_ connector: ObjectID<Connector>) -> Bool {
    claims.withLock { $0.values.contains { $0.connector == connector } }
  }

  /// Whether an output may use a plane.
  public func isFree(_ plane: ObjectID<Plane>, for crtc: ObjectID<CRTC>) -> Bool {
    claims.withLock { claims in
      !claims.contains { $0.key != crtc && $0.value.planes.contains(plane) }
    }
  }

  /// Takes planes for an output, all or none.
  public func take(_ planes: [ObjectID<Plane>], for crtc: ObjectID<CRTC>) -> Bool {
    claims.withLock { claims in
      let isFree = !claims.contains { $0.key != crtc && !$0.value.planes.isDisjoint(with: planes) }
      if isFree { claims[crtc]?.planes.formUnion(planes) }
      return isFree
    }
  }
}
