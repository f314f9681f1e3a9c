package import VitrinePictures

extension PictureDescription {
  /// A 1920x1080 video with 4:2:0 chroma in a format that no decoder here writes itself; HDR unless
  /// `transfer` is nil.
  package static func film(
    _ transfer: HDRMetadata.Transfer? = .pq, matrix: ColorDescription.Matrix = .bt2020,
    depth: Int = 10
  ) -> PictureDescription {
    var description = PictureDescription(
      format: nil, depth: depth, chroma: .c420, size: PixelSize(1920, 1080),
      color: ColorDescription(matrix: matrix, range: .limited))
    description.hdr = transfer.map { HDRMetadata($0) }
    return description
  }
}
