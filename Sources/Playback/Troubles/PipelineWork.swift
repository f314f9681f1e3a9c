/// What an opened item has done so far, in numbers that only grow: as long as one of them does, it
/// does not hang. A value.
public struct PipelineWork: Hashable, Sendable {
  /// How often its source was read from.
  public var reads = 0
  /// Compressed units that were read.
  public var packets = 0
  /// Questions to the display that were answered: how a picture gets there, and memory for it.
  public var answers = 0

  public init(reads: Int = 0, packets: Int = 0, answers: Int = 0) {
    (self.reads, self.packets, self.answers) = (reads, packets, answers)
  }
}
