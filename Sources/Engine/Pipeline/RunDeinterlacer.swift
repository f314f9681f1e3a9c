internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineTiming

/// Turns the frames of a run into whole pictures, from its first interlaced frame on. Bound to the
/// video thread of its pipeline.
struct RunDeinterlacer: ~Copyable {
  /// Whether the run's frames are interlaced.
  private(set) var isActive = false
  private var deinterlacer: Deinterlacer?

  /// Continues with another run: the filter holds fields of the previous position.
  mutating func begin() {
    isActive = false
    deinterlacer = nil
  }

  /// Returns the pictures that are ready.
  mutating func filter(_ frame: Frame, timebase: Timebase) throws(PlaybackError) -> [Frame] {
    if !isActive {
      guard frame.isInterlaced else { return [frame] }
      isActive = true
      do {
        deinterlacer = try Deinterlacer(like: frame, timebase: timebase)
      } catch {
        throw PlaybackError(error)
      }
    }
    return try pass(frame)
  }

  /// Returns the pictures that the filter still holds.
  mutating func finish() throws(PlaybackError) -> [Frame] { isActive ? try pass(nil) : [] }

  private mutating func pass(_ frame: Frame?) throws(PlaybackError) -> [Frame] {
    do throws(MediaError) {
      guard let pictures = try deinterlacer?.filter(frame) else { return [] }
      return pictures
    } catch {
      throw PlaybackError(error)
    }
  }
}
