import CVitrineCEC
import Glibc
import VitrineLinux

/// A DRM connector as the CEC interface identifies it.
package struct DRMConnectorInfo: Hashable, Sendable {
  /// N of /dev/dri/cardN.
  package let card: UInt32
  package let connector: UInt32

  package init(card: UInt32, connector: UInt32) {
    self.card = card
    self.connector = connector
  }
}

extension Adapter {
  /// The adapters, in the kernel's order.
  package static var paths: [String] {
    directoryEntries("/dev")
      .compactMap { $0.hasPrefix("cec") ? Int($0.dropFirst(3)) : nil }
      .sorted()
      .map { "/dev/cec\($0)" }
  }

  /// Opens the adapter of a connector. If the drivers do not report connectors, opens the first
  /// adapter that is connected to a display, otherwise the first. Never opens an adapter of another
  /// connector.
  package static func find(for place: DRMConnectorInfo? = nil) throws(CECError) -> Adapter {
    var (firstError, candidates) = (CECError?.none, [(path: String, rank: Int)]())
    for path in paths {
      do {
        let adapter = try Adapter(path: path)
        if let rank = rank(
          place, adapter.connector, isPluggedIn: adapter.physicalAddress?.isBelowDisplay == true)
        {
          candidates.append((path, rank))
        }
      } catch {
        firstError = firstError ?? error
      }
    }
    // The first of equal rank.
    var best = candidates.first
    for candidate in candidates where candidate.rank > best?.rank ?? 0 { best = candidate }
    guard let best else { throw firstError ?? .noAdapter }
    return try Adapter(path: best.path)
  }

  /// The rank of an adapter for a connector; nil if it belongs to another one.
  static func rank(
    _ wanted: DRMConnectorInfo?, _ reported: DRMConnectorInfo?, isPluggedIn: Bool
  ) -> Int? {
    if let wanted, let reported { return wanted == reported ? 2 : nil }
    return isPluggedIn ? 1 : 0
  }

  /// The connector of the bus, if the driver reports it. Wraps `CEC_ADAP_G_CONNECTOR_INFO`.
  var connector: DRMConnectorInfo? {
    var info = cec_connector_info()
    guard unsafe vitrine_cec_connector(descriptor.rawValue, &info) == 0,
      info.type == UInt32(CEC_CONNECTOR_TYPE_DRM)
    else { return nil }
    return DRMConnectorInfo(card: info.drm.card_no, connector: info.drm.connector_id)
  }
}
