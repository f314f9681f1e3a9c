public import VitrinePictures

/// The HDR metadata for all pictures of a clip. Streams contain it in the container, with key
/// frames or only in later frames. While the transfer function stays the same, the first detailed
/// metadata applies, so that the descriptions of a clip are equal and its setup stays.
public struct HDRAgreement: Hashable, Sendable {
  private var agreed: HDRMetadata?

  /// Starts with the container's metadata, which is available before the first frame.
  public init(_ track: HDRMetadata? = nil) {
    agreed = track
  }

  /// Returns a frame's description with the clip's metadata.
  public mutating func settle(_ own: PictureDescription) -> PictureDescription {
    guard let hdr = own.hdr else { return own }
    var settled = own
    if let agreed, agreed.transfer == hdr.transfer, agreed.isDetailed || !hdr.isDetailed {
      settled.hdr = agreed
    } else {
      agreed = hdr
    }
    return settled
  }
}
