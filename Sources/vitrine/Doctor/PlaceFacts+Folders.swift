import Glibc
import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrineSettings

extension PlaceFacts {
  /// The service's folders: from the environment, the unit, or the defaults.
  static func all(
    _ unit: UnitFile?, _ content: ContentSettings, for user: SystemUser
  ) -> [PlaceFacts] {
    let mounts = MountTable(smallText("/proc/self/mountinfo") ?? "")
    let state = stateFolder(unit)
    var places = [PlaceFacts(.state, state, unit?.stateFolder, mounts, user)]
    // Unused unless the unit or the environment sets it.
    if let cache = systemdFolder("CACHE_DIRECTORY") ?? unit?.cacheFolder {
      places.append(PlaceFacts(.cache, cache, unit?.cacheFolder, mounts, user))
    }
    if content.isUsed {
      var place = PlaceFacts(
        .content, Folder(state).path(of: "content"), unit?.stateFolder, mounts, user)
      // bound: at most 100,000 GB
      place.reserve = Int(content.keepFree * 1e9)
      places.append(place)
    }
    return places
  }

  /// The service's state folder.
  static func stateFolder(_ unit: UnitFile?) -> String {
    systemdFolder("STATE_DIRECTORY") ?? unit?.stateFolder ?? "/var/lib/vitrine"
  }

  private init(
    _ purpose: Purpose, _ path: String, _ made: String?, _ mounts: MountTable, _ user: SystemUser
  ) {
    self.init(purpose, path)
    exists = fileExists(path)
    isMadeByService = made.map { path == $0 || path.hasPrefix("\($0)/") } ?? false
    let nearest = Self.nearest(path)
    isWritable = FileRights(of: nearest).map { user.mayWrite(nearest, $0) } ?? false
    if let mount = mounts.mount(of: Self.real(nearest)) {
      (fileSystem, mountPoint) = (mount.fileSystem, mount.point)
      isReadOnly = mount.isReadOnly
    }
    if let bytes = Folder(nearest).freeBytes { free = Int(clamping: bytes) }
  }

  /// The folder itself, or its nearest existing parent.
  private static func nearest(_ path: String) -> String {
    var path = path[...]
    while !fileExists(String(path)), let slash = path.lastIndex(of: "/") { path = path[..<slash] }
    return path.isEmpty ? "/" : String(path)
  }

  /// The path without links, as in the mount table.
  private static func real(_ path: String) -> String {
    Folder(path).resolvedPath ?? path
  }
}

extension SystemUser {
  /// Whether the user can create files in a folder. Also false on a read-only file system.
  fileprivate func mayWrite(_ path: String, _ rights: FileRights) -> Bool {
    if isSelf { return FileAccess.allows(W_OK | X_OK, path) }
    return rights.allowReadAndWrite(user: number, groups: groups)
  }
}
