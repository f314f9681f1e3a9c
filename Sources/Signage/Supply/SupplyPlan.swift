public import VitrineCryptography
public import VitrineLinux
public import VitrineSchedules
public import VitrineStreams

/// Where a screen's content comes from, and what may be used to get it. A value.
public struct SupplyPlan: Sendable {
  /// Where it is kept.
  public var store: Folder
  /// Of a manifest on a server.
  public var manifest: RemoteURL?
  /// Who has to have signed it; nil believes any.
  public var key: VerifyingKey?
  /// A folder of this machine that others put files into.
  public var folder: String?
  /// A folder in which sticks appear, and what this screen is called on them.
  public var sticks: String?
  public var name = ""
  /// Between two looks at the server.
  public var period = Duration.seconds(300)
  /// When files may be fetched; always without rows.
  public var hours = TimeTable()
  /// In bytes each second; nil takes what the line gives.
  public var limit: Double?
  /// Screens nearby that are asked for files before the server of the manifest is.
  public var peers: [RemoteURL] = []
  /// So much of the disk stays free, in bytes.
  public var keepFree: Int64 = 500_000_000

  public init(store: Folder) { self.store = store }

  /// Between two looks at a folder; what is the same at two of them is no longer being written.
  var folderPeriod = Duration.seconds(3)

  var looksAtFolders: Bool { folder != nil || sticks != nil }
}

extension SupplyPlan {
  /// The folders in which sticks may be.
  var stickFolders: [Folder] {
    guard let sticks else { return [] }
    return Folder(sticks).names.sorted().filter { !$0.hasPrefix(".") }
      .map { Folder(sticks).folder($0) }
  }
}
