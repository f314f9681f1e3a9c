import Synchronization

/// The CRTCs and planes of a device that each output of this process has claimed. Thread-safe.
///
/// The kernel lets the DRM master change everything on a device, so claims keep its outputs apart.
package final class Claims: Sendable {
  private struct Claim {
    let connector: ObjectID<Connector>
    var planes: Set<ObjectID<Plane>> = []
  }

  private let claims = Mutex<[ObjectID<CRTC>: Claim]>([:])
  /// The number of outputs that are about to claim a CRTC; locked while DRM master is released.
  private let claimers = Mutex(0)

  package init() {}

  /// Claims the first of these CRTCs that is free, or that this connector already has.
  package func claim(
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

  /// The CRTC that `claim` would claim if the connector `left` gave up its own.
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

  /// Releases a CRTC and its planes, if this connector's output still has them.
  package func release(_ crtc: ObjectID<CRTC>, of connector: ObjectID<Connector>) {
    claims.withLock { claims in
      if claims[crtc]?.connector == connector { claims[crtc] = nil }
    }
  }

  /// Whether any output has a CRTC.
  package var hasClaims: Bool { claims.withLock { !$0.isEmpty } }

  /// Marks the device as in use until `endClaiming`: an output may claim a CRTC.
  func beginClaiming() { claimers.withLock { $0 += 1 } }
  func endClaiming() { claimers.withLock { $0 -= 1 } }

  /// Runs `body` if the device is not in use, and keeps it unused meanwhile.
  func whileIdle(_ body: () -> Void) {
    claimers.withLock { claimers in
      if claimers == 0, !hasClaims { body() }
    }
  }

  /// Whether another output already drives a connector.
  package func isClaimed(_ connector: ObjectID<Connector>) -> Bool {
    claims.withLock { $0.values.contains { $0.connector == connector } }
  }

  /// Whether an output may use a plane.
  package func isFree(_ plane: ObjectID<Plane>, for crtc: ObjectID<CRTC>) -> Bool {
    claims.withLock { claims in
      !claims.contains { $0.key != crtc && $0.value.planes.contains(plane) }
    }
  }

  /// Claims planes for an output, all or none.
  package func claim(_ planes: [ObjectID<Plane>], for crtc: ObjectID<CRTC>) -> Bool {
    claims.withLock { claims in
      let isFree = !claims.contains { $0.key != crtc && !$0.value.planes.isDisjoint(with: planes) }
      if isFree { claims[crtc]?.planes.formUnion(planes) }
      return isFree
    }
  }
}
