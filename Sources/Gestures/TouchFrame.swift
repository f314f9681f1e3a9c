public import VitrinePictures
public import VitrineTiming

/// A finger on the panel.
public struct Contact: Hashable, Sendable {
  /// Does not change from landing to lifting, and is unique meanwhile.
  public var id: Int
  /// In pixels of the upright interface.
  public var place: Point

  public init(id: Int, at place: Point) {
    self.id = id
    self.place = place
  }
}

/// All fingers on the panel at one moment; missing ones have been lifted. Complete frames instead
/// of changes, so that a missed event cannot leave a finger behind.
public struct TouchFrame: Hashable, Sendable {
  public var contacts: [Contact]
  public var time: HostTime

  public init(_ contacts: [Contact], at time: HostTime) {
    self.contacts = contacts
    self.time = time
  }
}
