public import VitrinePictures

/// The colours of a connector's signal that are in force, and what it takes to have others.
/// Pure: told what was committed.
public struct SignalState: Hashable, Sendable {
  /// What it takes.
  public enum Step: Hashable, Sendable {
    /// They are in force.
    case stay
    /// The display is told other numbers of the same kind of pictures: some drivers do that with
    /// a flip.
    case retell
    /// Other colours on the cable: drivers set the mode anew, and most displays are dark for a
    /// moment.
    case change
  }

  /// Nil before the first commit.
  public private(set) var inForce: SignalColor?

  public init() {}

  /// Of the pictures that the display expects; asked for each picture.
  public var hdr: HDRMetadata? { inForce?.hdr }

  public func step(to color: SignalColor) -> Step {
    guard let inForce, inForce != color else { return inForce == nil ? .change : .stay }
    guard let before = inForce.hdr, let after = color.hdr else { return .change }
    var same = inForce
    same.hdr = after
    return same == color && before.transfer == after.transfer ? .retell : .change
  }

  /// A commit with these has been taken.
  public mutating func noteDone(_ color: SignalColor) { inForce = color }
}
