import Glibc
import VitrineLinux

/// A folder with devices like /sys, which is deleted with the value.
struct SysfsTree: ~Copyable {
  let root: String

  init() throws {
    root = "/tmp/vitrine-test-sysfs-\(UInt32.random(in: 0 ... .max))"
    try Folder("\(root)/class/drm").make()
    try Folder("\(root)/class/backlight").make()
  }

  deinit { try? Folder(root).removeTree() }

  /// A graphics card and its connectors, all connected.
  func card(_ name: String, at device: String, _ connectors: [String]) throws {
    let place = "\(root)/devices/\(device)/drm/\(name)"
    try Folder(place).make()
    try link("\(root)/class/drm/\(name)", to: place)
    try link("\(place)/device", to: "\(root)/devices/\(device)")
    for connector in connectors {
      let folder = Folder("\(place)/\(name)-\(connector)")
      try folder.make()
      try write("connected", to: folder.path(of: "status"))
      try link("\(root)/class/drm/\(name)-\(connector)", to: folder.path)
    }
  }

  /// The I2C bus of a connector's cable.
  func bus(_ name: String, of connector: String, on card: String) throws {
    let (folder, bus) = (
      Folder("\(root)/class/drm/\(card)-\(connector)"), "\(root)/devices/\(name)"
    )
    try Folder(bus).make()
    try folder.make()
    try link(folder.path(of: "ddc"), to: bus)
  }

  /// A backlight of a device, or one without a device if nil.
  func light(_ name: String, of device: String?, _ type: String, most: String = "255") throws {
    let folder = Folder("\(root)/devices/lights/\(name)")
    try folder.make()
    for (file, text) in [("type", type), ("max_brightness", most), ("brightness", "200")] {
      try write(text, to: folder.path(of: file))
    }
    if let device {
      try Folder("\(root)/devices/\(device)").make()
      try link(folder.path(of: "device"), to: "\(root)/devices/\(device)")
    }
    try link("\(root)/class/backlight/\(name)", to: folder.path)
  }

  /// The level of a backlight.
  func level(_ name: String) -> String? {
    firstLine(of: "\(root)/class/backlight/\(name)/brightness")
  }

  private func link(_ path: String, to target: String) throws {
    _ = try valueOrErrno { symlink(target, path) }
  }

  private func write(_ text: String, to path: String) throws {
    try FileDescriptor(making: path).write(Array("\(text)\n".utf8))
  }
}
