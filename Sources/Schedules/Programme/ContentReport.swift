/// The state of the service's content.
package struct ContentReport: Hashable, Sendable {
  /// The active release.
  package struct Shown: Hashable, Sendable {
    /// The number of its manifest.
    package let number: Int64
    package let set: String
    package let files: Int
    /// In bytes.
    package let size: Int64
    /// Whether it is still on trial.
    package var isOnTrial = false

    package init(number: Int64, set: String, files: Int, size: Int64) {
      self.number = number
      self.set = set
      self.files = files
      self.size = size
    }
  }

  /// The progress of a download, in bytes.
  package struct Fetch: Hashable, Sendable {
    package var done: Int64
    package let all: Int64

    package init(done: Int64, all: Int64) {
      self.done = done
      self.all = all
    }
  }

  /// Nil before the first release.
  package var shown: Shown?
  /// The folder of the stick that plays directly; nil if there is none.
  package var stick: String?
  /// Nil if nothing is being downloaded.
  package var fetch: Fetch?
  /// Whether an update waits for its maintenance window.
  package var isWaiting = false
  /// The current error; nil if there is none.
  package var trouble: String?
  /// The bytes downloaded from peers since the start.
  package var fromPeers: Int64 = 0
  /// The bytes of files written, over all starts.
  package var written: Int64 = 0
  /// When the sources were last checked; nil before the first check, and if the clock was not set.
  package var looked: Moment?

  package init() {}
}
