public import Cryptography
public import Linux
public import Schedules
public import Streams

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

  /// A file with the names of the screens that a stick is for.
  static let marker = "vitrine-screens"
}

extension SupplyPlan {
  /// The folders that are looked at: the one of the plan, and sticks that are for this screen.
  var folders: [String] {
    let own = [folder].compactMap(\.self)
    guard let sticks else { return own }
    return own
      + Folder(sticks).names.sorted().filter { !$0.hasPrefix(".") }
      .map { Folder(sticks).folder($0) }.filter(isForThisScreen).map(\.path)
  }

  private func isForThisScreen(_ stick: Folder) -> Bool {
    guard let file = try? FileDescriptor(reading: stick.path(of: Self.marker)),
      let bytes = try? file.bytes(most: 65_536)
    else { return false }
    func plain(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { plain($0) }.contains { $0 == "*" || $0 == plain(name) }
  }
}
