import CVitrineFFmpeg
import VitrinePictures

extension HDRMetadata {
  /// Creates the metadata of a stream or frame from its transfer function, mastering display
  /// (`AVMasteringDisplayMetadata`) and light levels (`AVContentLightMetadata`). Returns nil for
  /// SDR.
  init?(
    transfer: AVColorTransferCharacteristic, mastering: AVMasteringDisplayMetadata?,
    light: AVContentLightMetadata?
  ) {
    switch transfer {
    case AVCOL_TRC_SMPTE2084: self.init(.pq)
    case AVCOL_TRC_ARIB_STD_B67: self.init(.hlg)
    default: return nil
    }
    if let mastering { read(mastering) }
    if let light {
      maxContentLight = UInt16(clamping: light.MaxCLL)
      maxFrameAverageLight = UInt16(clamping: light.MaxFALL)
    }
  }

  private mutating func read(_ mastering: AVMasteringDisplayMetadata) {
    if mastering.has_primaries != 0 {
      let primaries = mastering.display_primaries
      red = Chromaticity(primaries.0)
      green = Chromaticity(primaries.1)
      blue = Chromaticity(primaries.2)
      white = Chromaticity(mastering.white_point)
    }
    if mastering.has_luminance != 0 {
      maxLuminance = mastering.max_luminance.times(1)
      minLuminance = mastering.min_luminance.times(10_000)
    }
  }
}

extension HDRMetadata.Chromaticity {
  fileprivate init(_ place: (AVRational, AVRational)) {
    self.init(x: place.0.times(50_000), y: place.1.times(50_000))
  }
}

extension AVRational {
  /// Returns the fraction multiplied by `factor`, rounded; 0 for invalid or negative fractions.
  fileprivate func times(_ factor: Int64) -> UInt16 {
    guard num > 0, den > 0 else { return 0 }
    return UInt16(clamping: (Int64(num) * factor + Int64(den) / 2) / Int64(den))
  }
}
