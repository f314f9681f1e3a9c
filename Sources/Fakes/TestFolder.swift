import Glibc
package import VitrineLinux

/// A temporary folder for one test, with files and one level of folders; it is deleted with the
/// value.
package struct TestFolder: ~Copyable {
  package let folder: Folder

  /// `name` identifies the test.
  package init(_ name: String) throws {
    folder = Folder("/tmp/vitrine-test-\(name)-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    try folder.make()
  }

  deinit {
    for name in folder.names { try? folder.folder(name).remove() }
    try? folder.remove()
  }

  /// Creates a file and returns its path.
  package func write(_ text: String, to name: String) throws -> String {
    let path = folder.path(of: name)
    try FileDescriptor(making: path).write(Array(text.utf8))
    return path
  }
}
