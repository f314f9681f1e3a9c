import VitrineLinux

/// The sysfs of a machine with sensors, in a folder.
package struct SensorTree: ~Copyable {
  package let root: TestFolder
  private let folder: Folder

  package init() throws {
    let root = try TestFolder("sensors")
    let folder = root.folder.folder("bus/iio/devices")
    try folder.make()
    self.folder = folder
    self.root = root
  }

  deinit { try? root.folder.folder("bus").removeTree() }

  /// Writes files of a device.
  package func write(_ files: [String: String], to device: Int) throws {
    let device = folder.folder("iio:device\(device)")
    try device.make()
    for (name, text) in files {
      try FileDescriptor(making: device.path(of: name)).write(Array((text + "\n").utf8))
    }
  }

  package func remove(_ device: Int) throws { try folder.folder("iio:device\(device)").remove() }
}
