/// The state of the service's content.
public struct ContentReport: Hashable, Sendable {
  /// The active release.
  public struct Shown: Hashable, Sendable {
    /// The number of its manifest.
    public let number: Int64
    public let set: String
    public let files: Int
    /// In bytes.
    public let size: Int64
    /// Whether it is still on trial.
    public var isOnTrial = false

    public init(number: Int64, set: String, files: Int, size: Int64) {
      self.number = number
      self.set = set
      self.files = files
      self.size = size
    }
  }

  /// The progress of a download, in bytes.
  public struct Fetch: Hashable, Sendable {
    public var done: Int64
    public let all: Int64

    public init(done: Int64, all: Int64) {
      self.done = done
      self.all = all
    }
  }

  /// Nil before the first release.
  public var shown: Shown?
  /// The folder of the stick that plays directly; nil if there is none.
  public var stick: String?
  /// Nil if nothing is being downloaded.
  public var fetch: Fetch?
  /// Whether an update waits for its maintenance window.
  public var isWaiting = false
  /// The current error; nil if there is none.
  public var trouble: String?
  /// The bytes downloaded from peers since the start.
  public var fromPeers: Int64 = 0
  /// The bytes of files written, over all starts.
  public var written: Int64 = 0
  /// When the sources were last checked; nil before the first check, and if the clock was not set.
  public var looked: Moment?

  public init() {}
}
