public import VitrinePictures

/// One word on HDR for all of a clip's pictures. Streams say it where they please: in the
/// container, with key frames, or some frames in. As long as the transfer stays, the first word that says
/// more than the transfer holds, so that descriptions of one clip compare equal and its set-up stays.
public struct HDRAgreement: Hashable, Sendable {
  private var agreed: HDRMetadata?

  /// With the container's word, which is there before the first frame's.
  public init(_ track: HDRMetadata? = nil) {
    agreed = track
  }

  /// A frame's description with the clip's word in place of its own.
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
