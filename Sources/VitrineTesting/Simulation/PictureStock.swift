package import VitrineEngine
internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The pictures and sound of scripted sources: pictures of one colour, whose memory they share.
package final class PictureStock: @unchecked Sendable {
  // @unchecked: used by one thread, or within `VirtualThread.play`.
  private let pictures: SharedDisplay
  private var made: [UInt32: ScanoutPicture] = [:]
  private var generation = 0
  private var tones: [MediaTime: [Int16]] = [:]

  /// Creates pictures for this display.
  package init(_ pictures: SharedDisplay) { self.pictures = pictures }

  /// A picture of one colour that fills the screen; nil without a display.
  func picture(_ color: UInt32) -> ScanoutPicture? {
    if generation != pictures.arrangementGeneration {
      (made, generation) = ([:], pictures.arrangementGeneration)
    }
    if let known = made[color] { return known }
    let picture = try? pictures.picture(of: color, run: .none)
    made[color] = picture
    return picture
  }

  /// Samples of both channels for a duration.
  func tone(_ duration: MediaTime) -> [Int16] {
    if let known = tones[duration] { return known }
    let count = Int((duration.seconds * Double(SoundFormat.standard.rate)).rounded())
    let samples = [Int16](repeating: 1000, count: count * SoundFormat.standard.channels)
    tones[duration] = samples
    return samples
  }
}
