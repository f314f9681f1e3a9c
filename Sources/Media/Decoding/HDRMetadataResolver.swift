package import VitrinePictures

/// The HDR metadata for all pictures of a clip. Streams contain it in the container, with key
/// frames or only in later frames. While the transfer function stays the same, the first detailed
/// metadata applies, so that the descriptions of a clip are equal and its setup stays.
package struct HDRMetadataResolver: Hashable, Sendable {
  private var current: HDRMetadata?

  /// Starts with the container's metadata, which is available before the first frame.
  package init(_ track: HDRMetadata? = nil) {
    current = track
  }

  /// Returns a frame's description with the clip's metadata.
  package mutating func resolve(_ own: PictureDescription) -> PictureDescription {
    guard let hdr = own.hdr else { return own }
    var resolved = own
    if let current, current.transfer == hdr.transfer, current.isDetailed || !hdr.isDetailed {
      resolved.hdr = current
    } else {
      current = hdr
    }
    return resolved
  }
}
