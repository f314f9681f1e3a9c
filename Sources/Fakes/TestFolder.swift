import Glibc
public import VitrineLinux

/// A folder for one test, with the files in it and in folders in it; it goes with the value.
public struct TestFolder: ~Copyable {
  public let folder: Folder

  /// `name` tells one test from another.
  public init(_ name: String) throws {
    folder = Folder("/tmp/vitrine-test-\(name)-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    try folder.make()
  }

  deinit {
    for name in folder.names { try? folder.folder(name).remove() }
    try? folder.remove()
  }

  /// Makes a file; its path.
  public func write(_ text: String, to name: String) throws -> String {
    let path = folder.path(of: name)
    try FileDescriptor(making: path).write(Array(text.utf8))
    return path
  }
}
