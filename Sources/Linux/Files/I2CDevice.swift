import CVitrineLinux
import Glibc

/// One device on an I2C bus. Each call is a transaction, which waits for the bus. Thread-safe.
package final class I2CDevice: Sendable {
  private let bus: FileDescriptor

  /// Opens a bus such as `/dev/i2c-3` for the device at an address of 7 bits.
  package init(_ path: String, address: UInt8) throws(Errno) {
    bus = try FileDescriptor(opening: path, O_RDWR)
    let descriptor = bus.rawValue
    // bound: 8 bits
    _ = try valueOrErrno { vitrine_select_i2c_device(descriptor, UInt32(address)) }
  }

  package func write(_ bytes: [UInt8]) throws(Errno) {
    let descriptor = bus.rawValue
    let count = try valueOrErrno { unsafe Glibc.write(descriptor, bytes, bytes.count) }
    guard count == bytes.count else { throw .inputOutput }
  }

  /// Reads up to `count` bytes.
  package func read(_ count: Int) throws(Errno) -> [UInt8] {
    let descriptor = bus.rawValue
    var bytes = [UInt8](repeating: 0, count: count)
    let received = try valueOrErrno { unsafe Glibc.read(descriptor, &bytes, count) }
    return Array(bytes.prefix(received))
  }
}
