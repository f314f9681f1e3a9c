import Glibc
import Testing
import VitrineLinux

@Suite("A device on an I2C bus")
struct I2CDeviceTests {
  /// The kernel's bus without hardware, which the lab has. It refuses plain transactions.
  private static let bus: String? = {
    let folder = Folder("/sys/bus/i2c/devices")
    let bus = folder.names.first {
      firstLine(of: folder.path(of: "\($0)/name"))?.hasPrefix("SMBus stub") == true
    }
    return bus.map { "/dev/\($0)" }
  }()

  @Test("A bus opens, and reports transactions that it cannot do", .enabled(if: bus != nil))
  func stub() throws {
    let path = try #require(Self.bus)
    let device = try I2CDevice(path, address: 0x37)
    #expect(throws: Errno(rawValue: EOPNOTSUPP)) { try device.write([0x51]) }
    #expect(throws: Errno(rawValue: EOPNOTSUPP)) { _ = try device.read(1) }
    #expect(throws: Errno.invalid) { _ = try I2CDevice(path, address: 0x80) }
  }

  @Test("A missing bus, and another kind of file, are refused")
  func refused() {
    #expect(throws: Errno.noEntry) { _ = try I2CDevice("/dev/i2c-9999", address: 0x37) }
    #expect(throws: Errno.self) { _ = try I2CDevice("/dev/null", address: 0x37) }
  }
}
