package import VitrineAddresses
import VitrineCryptography
import VitrineLinux

/// A screen's place in its fleet, from the configuration.
package struct FleetPlan: Sendable {
  package let identity: FleetAgent.Identity
  package let broker: BrokerAddress
  package var credentials = BrokerCredentials()
  package var store = FleetStore(folder: nil)
  /// The first connection comes within this time, in seconds.
  package var startSpread = 1.0

  package init(_ identity: FleetAgent.Identity, _ broker: BrokerAddress) {
    (self.identity, self.broker) = (identity, broker)
  }

  /// The end of the client certificate in seconds since 1970; nil without one.
  func certificateEnd() -> Double? {
    credentials.certificate.flatMap { CertificateEnd.of($0) }
  }

  /// A name for this machine: its host name and a part that differs between machines.
  package static var usualID: String {
    let host = (firstLine(of: "/proc/sys/kernel/hostname") ?? "screen").map { letter in
      letter.isASCII && (letter.isLetter || letter.isNumber) ? letter : "-"
    }
    // The machine's own number is confidential; see machine-id(5).
    let machine = firstLine(of: "/etc/machine-id") ?? ""
    return String(host.prefix(31)) + "-" + Digest(of: "vitrine fleet " + machine).hex.prefix(8)
  }
}

/// The documents of the last start, so that a screen that starts without its broker has its desired state.
package struct FleetStore: Sendable {
  private static let longest = 512 << 10
  private let folder: Folder?
  private let name: String

  /// Nil stores nothing. `output` distinguishes the players of a machine.
  package init(folder: String?, output: String? = nil) {
    self.folder = folder.map { Folder($0) }
    name = output.map { "fleet-\($0).json" } ?? "fleet.json"
  }

  /// Empty without a readable file: the broker has the documents as well.
  func read() -> [UInt8] {
    let bytes = try? folder?.contents(of: name, most: Self.longest)
    return bytes ?? []
  }

  /// Returns the error if the disk rejects it.
  func write(_ bytes: [UInt8]) -> String? {
    guard let folder else { return nil }
    do throws(Errno) {
      try folder.write(String(decoding: bytes, as: UTF8.self), to: name)
      return nil
    } catch {
      return "\(folder.path(of: name)): \(error)"
    }
  }
}
