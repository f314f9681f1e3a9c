import Foundation

/// A clip for the kernel's virtual decoder (vicodec) with numbered frames, and the same frames uncompressed as that
/// decoder outputs them. Generated once, in the lab.
struct KernelClip {
  let path: String
  /// One file per size.
  let raw: [String]
  let count: Int

  /// The stream changes from one size to the next, with `frames` frames of each.
  init(sizes: [String] = ["640x480"], frames: Int, gop: Int = 10, rate: Int = 30) throws {
    let name = "kernel-\(sizes.joined(separator: "-"))-\(frames)-\(gop)-\(rate)"
    let tool = Lab.root.appending(path: "tools/lab.d/fwht-clip").path
    let folder = try Clips.once(name) { draft in
      try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
      let result = try Lab.guest(
        ["--travel", "--display", "none", "--audio", "none"], out: URL(filePath: draft),
        """
        \(tool) $OUT --sizes \(sizes.joined(separator: ",")) --frames \(frames) --key-frames \(gop) \
          --rate \(rate)
        """)
      guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
    }
    path = "\(folder)/clip.mov"
    raw = sizes.indices.map { "\(folder)/raw-\($0).nut" }
    count = sizes.count * frames
  }
}
