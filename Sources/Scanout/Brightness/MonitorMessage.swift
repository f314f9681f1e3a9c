internal import VitrineLinux

/// Messages to a monitor over the display cable (DDC/CI), without the address on the bus.
enum MonitorMessage {
  /// The monitor's address on its I2C bus, of 7 bits.
  static let address: UInt8 = 0x37
  /// The length of a reply with a value.
  static let replyLength = 11
  /// The feature for brightness ("VCP code").
  private static let brightness: UInt8 = 0x10

  private static let (host, toMonitor, fromMonitor): (UInt8, UInt8, UInt8) = (0x51, 0x6E, 0x6E)
  /// The first value of a reply's checksum, instead of the host's address.
  private static let replySeed: UInt8 = 0x50

  /// Asks for the brightness.
  static let question = framed([0x01, brightness])

  /// Sets the brightness.
  static func setting(_ level: UInt16) -> [UInt8] {
    framed([0x03, brightness, UInt8(level >> 8), UInt8(truncatingIfNeeded: level)])
  }

  private static func framed(_ content: [UInt8]) -> [UInt8] {
    let message = [host, 0x80 | UInt8(content.count)] + content
    return message + [message.reduce(toMonitor, ^)]
  }

  /// The brightness in a reply.
  static func level(in reply: [UInt8]) throws(MonitorFault) -> MonitorLevel {
    guard reply.count >= 3, reply[0] == fromMonitor else { throw .garbled }
    // A monitor that is busy, or does not know the question, sends an empty message.
    if reply[1] == 0x80 { throw .silent }
    guard reply.count >= replyLength, reply[1] == 0x88,
      reply[..<replyLength].reduce(replySeed, ^) == 0, reply[2] == 0x02, reply[4] == brightness
    else { throw .garbled }
    guard reply[3] == 0 else { throw .unsupported }
    let most = UInt16(reply[6]) << 8 | UInt16(reply[7])
    guard most > 0 else { throw .unsupported }
    return MonitorLevel(current: min(UInt16(reply[8]) << 8 | UInt16(reply[9]), most), most: most)
  }
}

/// The brightness of a monitor, in its own unit.
struct MonitorLevel: Hashable {
  let current: UInt16
  /// The value for full brightness.
  let most: UInt16

  /// The value for a percentage.
  func level(at percent: Int) -> UInt16 {
    // bound: at most 65535 * 100
    UInt16((Int(most) * min(max(percent, 0), 100) + 50) / 100)
  }
}

/// Why a monitor's brightness cannot be set.
enum MonitorFault: Error, Hashable {
  /// The driver reports no bus for the connector.
  case noBus
  case cannotOpen(String, Errno)
  case bus(Errno)
  /// The reply is empty.
  case silent
  /// The reply is damaged.
  case garbled
  /// The monitor answers, but its brightness cannot be set.
  case unsupported
}

extension MonitorFault: CustomStringConvertible {
  /// The cause and the cure.
  var description: String {
    switch self {
    case .noBus: "its driver reports no I2C bus for this connector; remove display.dimming"
    case .cannotOpen(let path, .noEntry):
      "\(path) does not exist; load the module i2c-dev, see display.md"
    case .cannotOpen(let path, .accessDenied), .cannotOpen(let path, .notPermitted):
      "no permission for \(path); give the group video access, see display.md"
    case .cannotOpen(let path, .busy):
      "\(path): a driver of the kernel uses the monitor's address; unload that driver"
    case .cannotOpen(let path, let error): "\(path): \(error)"
    case .bus(let error): "no reply on the cable: \(error); turn on DDC/CI in the monitor's menu"
    case .silent: "the monitor's reply is empty; turn on DDC/CI in its menu"
    case .garbled: "the monitor's reply is damaged; use another cable, or no adapter"
    case .unsupported: "the monitor does not let its brightness be set; remove display.dimming"
    }
  }
}
