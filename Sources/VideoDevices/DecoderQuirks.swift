/// The known deviations of a driver from the kernel's rules.
package struct DecoderQuirks: Hashable, Sendable {
  /// After a seek it only uses the picture buffers that are queued at the start: those on screen at
  /// that time would be lost.
  package var forgetsAtSeek = false
  /// It also forgets buffers at the end of a run.
  package var forgetsAtEnd = false
  /// When stopped, it ignores packets that it has received but not read.
  package var stopsAtOnce = false
  /// If the size is set, it assumes that and does not report the actual one.
  package var trustsSetSize = false
  /// The codecs that it offers but does not support according to the kernel's rules.
  package var excludedCodecs: Set<CodedFormat> = []

  package init() {}

  /// The quirks of the kernel's drivers, from their source code.
  package init(driver: String) {
    switch driver {
    case "meson-vdec":
      // It passes the buffers that are queued at the start to the hardware (`amvdec_set_canvases`),
      // and reads no packet while it is stopping (`esparser_queue_all_src`;
      // drivers/staging/media/meson/vdec).
      (forgetsAtSeek, forgetsAtEnd, stopsAtOnce) = (true, true, true)
      // It does not report MPEG-2 pictures (`codec_mpeg12.c`).
      excludedCodecs = [.mpeg2]
    case "wave5-dec":
      // `wave5_prepare_fb` of drivers/media/platform/chips-media/wave5/wave5-vpu-dec.c.
      forgetsAtEnd = true
    case "bcm2835-codec":
      // drivers/staging/vc04_services/bcm2835-codec/bcm2835-v4l2-codec.c of Raspberry Pi's kernel.
      trustsSetSize = true
    default: break
    }
  }
}
