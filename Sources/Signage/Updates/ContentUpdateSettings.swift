package import VitrineAddresses
package import VitrineCryptography
package import VitrineLinux
package import VitrineSchedules

/// The sources of content, and the limits for getting it.
package struct ContentUpdateSettings: Sendable {
  /// The folder of the content store.
  package var store: Folder
  /// The URL of the manifest.
  package var manifest: RemoteURL?
  /// The key that must have signed the manifest; nil accepts any.
  package var key: VerifyingKey?
  /// A local folder that others put files into.
  package var folder: String?
  /// The folder in which sticks are mounted, and this player's name on them.
  package var sticks: String?
  package var name = ""
  /// The interval between checks of the server.
  package var period = Duration.seconds(300)
  /// The maintenance window for downloads; without rows, always.
  package var hours = TimeTable()
  /// The bandwidth limit in bytes per second; nil for none.
  package var limit: Double?
  /// Peers to ask before the manifest's server.
  package var peers: [RemoteURL] = []
  /// The disk space to keep free, in bytes.
  package var keepFree: Int64 = 500_000_000

  package init(store: Folder) { self.store = store }

  /// The interval between checks of a folder. A file that is unchanged in two checks is complete.
  var folderPeriod = Duration.seconds(3)

  var checksFolders: Bool { folder != nil || sticks != nil }
}

extension ContentUpdateSettings {
  /// The folders in which sticks may be mounted.
  var stickFolders: [Folder] {
    guard let sticks else { return [] }
    return Folder(sticks).names.sorted().filter { !$0.hasPrefix(".") }
      .map { Folder(sticks).folder($0) }
  }
}
