import VitrineLinux

/// The text of a small file, such as the kernel's; nil if it is unreadable.
func smallText(_ path: String) -> String? {
  guard let file = try? FileDescriptor(reading: path),
    let bytes = try? file.bytes(most: 64 * 1024)
  else { return nil }
  return String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
}

/// The paths in a folder whose names have a prefix, sorted; 64 at most.
func paths(in folder: String, _ prefix: String = "") -> [String] {
  directoryEntries(folder).filter { $0.hasPrefix(prefix) && !$0.hasPrefix(".") }
    .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    .prefix(64).map { "\(folder)/\($0)" }
}

func fileExists(_ path: String) -> Bool { (try? FileStatus(of: path)) != nil }
