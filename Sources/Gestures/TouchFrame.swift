public import VitrinePictures
public import VitrineTiming

/// One finger on the glass.
public struct Contact: Hashable, Sendable {
  /// Stays with the finger from landing to lifting, and belongs to no other meanwhile.
  public var id: Int
  /// In pixels of the upright interface.
  public var place: Point

  public init(id: Int, at place: Point) {
    (self.id, self.place) = (id, place)
  }
}

/// All fingers on the glass at one moment: what is not in it has been lifted. Whole frames, and
/// not news of single fingers, so that nothing that was missed can leave a finger behind.
public struct TouchFrame: Hashable, Sendable {
  public var contacts: [Contact]
  public var time: HostTime

  public init(_ contacts: [Contact], at time: HostTime) {
    (self.contacts, self.time) = (contacts, time)
  }
}
