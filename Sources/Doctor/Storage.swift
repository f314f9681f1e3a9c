internal import VitrinePlayback

/// A folder for persistent data.
package struct PlaceFacts: Hashable, Sendable {
  package enum Purpose: String, Sendable { case state, cache, content }

  package var purpose: Purpose
  package var path: String
  package var exists = true
  package var isWritable = true
  package var isReadOnly = false
  /// The type of file system, such as `ext4`.
  package var fileSystem = "ext4"
  package var mountPoint = "/"
  /// In bytes; nil if unknown.
  package var free: Int?
  /// The bytes that must stay free; writes stop below them.
  package var reserve = 0
  /// Whether systemd creates it before the player starts.
  package var isMadeByService = false

  package init(_ purpose: Purpose, _ path: String) {
    self.purpose = purpose
    self.path = path
  }
}

extension PlaceFacts {
  /// Whether the user can store persistent data in it.
  func finding(_ user: UserFacts?) -> Finding {
    let folder = "\(path) (\(purpose.rawValue))"
    if isReadOnly {
      return Finding(
        .storage, failure, "\(folder): the file system is read-only",
        cause: purpose.loss,
        cure: "sudo mount -o remount,rw \(mountPoint.shellWord); if it must stay read-only: "
          + "mount a separate partition at \(path.shellWord)")
    }
    guard isWritable || isMadeByService else {
      let name = (user?.name ?? "vitrine").shellWord
      return Finding(
        .storage, failure,
        "\(folder): \(exists ? "not writable by \(name)" : "does not exist")",
        cause: purpose.loss,
        cure: "sudo install -d -o \(name) \(path.shellWord)")
    }
    let least = max(leastFree, reserve)
    if let free, free < least {
      return Finding(
        .storage, free < least / 16 ? failure : .advice,
        "\(folder): \(megabytes(free)) MB free", cause: purpose.loss,
        cure: "sudo du -xhd2 \(mountPoint.shellWord) | sort -h | tail; "
          + "sudo journalctl --vacuum-size=50M")
    }
    if volatileSystems.contains(fileSystem), purpose == .state {
      // Not every user can see where an overlay stores its data.
      let isLayered = ["overlay", "aufs"].contains(fileSystem)
      let loss = "saved state is lost at a power cut; the playlist then starts over"
      return Finding(
        .storage, .advice,
        "\(folder): \(isLayered ? "on an overlay, usually " : "")in memory (\(fileSystem))",
        cause: isLayered ? "if so, \(loss)" : loss,
        cure: "mount a partition at \(path.shellWord)")
    }
    let space = free.map { ", \(megabytes($0)) MB free" } ?? ""
    return Finding(.storage, .good, "\(folder): \(fileSystem)\(space)")
  }

  private var failure: Verdict {
    // A folder that does not exist may not be needed.
    purpose == .state && exists ? .bad(.cannotWrite) : .advice
  }
}

private let leastFree = 16 << 20
private let volatileSystems: Set<String> = ["tmpfs", "ramfs", "overlay", "aufs", "rootfs"]

private func megabytes(_ bytes: Int) -> Int { bytes >> 20 }

extension PlaceFacts.Purpose {
  fileprivate var loss: String {
    switch self {
    case .state: "the playlist position and the display mode are lost at a restart"
    case .cache: "thumbnails are generated again at each start"
    case .content: "new content cannot be stored; the previous release stays on screen"
    }
  }
}

/// The mounted file systems, from /proc/self/mountinfo.
package struct MountTable: Sendable {
  package struct Mount: Hashable, Sendable {
    package let point, fileSystem: String
    package let isReadOnly: Bool
  }

  private let mounts: [Mount]

  package init(_ text: String) {
    mounts = text.split(separator: "\n").compactMap(Mount.init)
  }

  /// Returns the file system of a path. If several are mounted at the same point, the last one
  /// hides the others.
  package func mount(of path: String) -> Mount? {
    var found: Mount?
    for mount in mounts where mount.holds(path) {
      if mount.point.utf8.count >= found?.point.utf8.count ?? 0 { found = mount }
    }
    return found
  }
}

extension MountTable.Mount {
  /// Parses a line such as `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root
  /// rw,errors=continue`.
  fileprivate init?(_ line: Substring) {
    let fields = line.split(separator: " ")
    guard fields.count > 6, let dash = fields.dropFirst(6).firstIndex(of: "-"),
      fields.indices.contains(dash + 3)
    else { return nil }
    point = Self.plain(fields[4])
    fileSystem = String(fields[dash + 1])
    isReadOnly = [fields[5], fields[dash + 3]].contains { $0.split(separator: ",").contains("ro") }
  }

  /// The kernel escapes spaces as `\040`.
  private static func plain(_ field: Substring) -> String {
    var (bytes, rest) = ([UInt8](), Array(field.utf8)[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate func holds(_ path: String) -> Bool {
    point == "/" || path == point || path.hasPrefix(point + "/")
  }
}
