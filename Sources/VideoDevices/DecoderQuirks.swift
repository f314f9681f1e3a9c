/// What a driver does otherwise than the kernel's rules have it.
public struct DecoderQuirks: Hashable, Sendable {
  /// Packets from another place have it begin anew with the pictures' buffers that it is given then, and
  /// no others: those that are on screen meanwhile would be lost to it.
  public var forgetsAtSeek = false
  /// The same behind the end of a run.
  public var forgetsAtEnd = false
  /// Told to stop, it leaves packets that it was given and has not read.
  public var stopsAtOnce = false
  /// Told of the size, it takes that for granted, and does not say what it found.
  public var isToldNoSize = false
  /// What it has, and not by the kernel's rules.
  public var leftOut: Set<CodedFormat> = []

  public init() {}

  /// Of the kernel's drivers, by their sources.
  public init(driver: String) {
    switch driver {
    case "meson-vdec":
      // It tells its hardware of the buffers that are queued as it begins (`amvdec_set_canvases`), and
      // reads no packet once it is to stop (`esparser_queue_all_src`; drivers/staging/media/meson/vdec).
      (forgetsAtSeek, forgetsAtEnd, stopsAtOnce) = (true, true, true)
      // It does not tell of the pictures of MPEG-2 (`codec_mpeg12.c`).
      leftOut = [.mpeg2]
    case "wave5-dec":
      // `wave5_prepare_fb` of drivers/media/platform/chips-media/wave5/wave5-vpu-dec.c.
      forgetsAtEnd = true
    case "bcm2835-codec":
      // drivers/staging/vc04_services/bcm2835-codec/bcm2835-v4l2-codec.c of Raspberry Pi's kernel.
      isToldNoSize = true
    default: break
    }
  }
}
