public import Content

/// How a screen's content stands. A value.
public struct SupplyStatus: Hashable, Sendable {
  /// The number of the manifest that is shown, and of what it is; nil before the first.
  public var number: Int64?
  public var set: SetID?
  public var files = 0
  /// In bytes, of what is shown.
  public var size: Int64 = 0
  /// Whether it has not proved itself yet.
  public var isOnTrial = false
  /// What is being fetched: so many bytes of so many.
  public var fetched: (done: Int64, all: Int64)? {
    get { progress.map { ($0.done, $0.all) } }
    set { progress = newValue.map { Progress(done: $0.done, all: $0.all) } }
  }
  private var progress: Progress?
  /// The stick that is played where it lies, by its folder.
  public internal(set) var guest: String?
  /// What is wrong; nil while nothing is.
  public var trouble: String?
  /// In bytes, of files, in all.
  public var written: Int64 = 0

  private struct Progress: Hashable { let done, all: Int64 }

  public init() {}

  mutating func show(_ set: StoredSet?) {
    number = set?.manifest.number
    self.set = set?.id
    files = set?.manifest.files.count ?? 0
    size = set?.manifest.size ?? 0
  }
}

/// What is told of it.
public enum SupplyNews: Hashable, Sendable {
  /// Another set is shown from now on: so many files, of a manifest with a number.
  case shows(SetID, number: Int64, files: Int)
  /// It failed; the one before is shown again.
  case goesBack(because: String)
  /// It failed, and there is none before.
  case isBad(because: String)
  case trouble(String)
  /// A stick is plugged in whose list, or folder, is shown for as long as it is there: that path, and how many
  /// films and pictures are on it.
  case playsStick(String, files: Int)
  /// It is not shown any more: pulled out, or what is told.
  case leavesStick(String, because: String?)
  /// What was told is over.
  case isWell
}
