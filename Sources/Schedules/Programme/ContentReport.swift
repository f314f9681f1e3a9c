/// How the content stands that a service is brought, for people and programs that ask. A value.
public struct ContentReport: Hashable, Sendable {
  /// The set that is shown.
  public struct Shown: Hashable, Sendable {
    /// Of its manifest.
    public let number: Int64
    public let set: String
    public let files: Int
    /// In bytes.
    public let size: Int64
    /// Whether it has not proved itself yet.
    public var isOnTrial = false

    public init(number: Int64, set: String, files: Int, size: Int64) {
      (self.number, self.set, self.files, self.size) = (number, set, files, size)
    }
  }

  /// A set on its way: so many bytes of so many are there.
  public struct Fetch: Hashable, Sendable {
    public var done: Int64
    public let all: Int64

    public init(done: Int64, all: Int64) { (self.done, self.all) = (done, all) }
  }

  /// Nil before the first has come.
  public var shown: Shown?
  /// The stick that is played where it lies, by its folder; nil while none is.
  public var stick: String?
  /// Nil while nothing is being fetched.
  public var fetch: Fetch?
  /// Whether what is new waits for the hours in which files may be fetched.
  public var isWaiting = false
  /// What is wrong; nil while nothing is.
  public var trouble: String?
  /// How many bytes of files came from screens nearby since the start.
  public var fromPeers: Int64 = 0
  /// How many bytes of files were written so far, over all starts.
  public var written: Int64 = 0
  /// When the places it comes from were looked at last; nil before, and while the clock is not set.
  public var looked: Moment?

  public init() {}
}
