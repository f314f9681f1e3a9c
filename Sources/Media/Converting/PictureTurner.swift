import CVitrineFFmpeg
import VitrinePictures

/// A rotation of pictures, plane by plane. It reads and writes each sample once.
enum PictureTurner {
  /// A picture's memory planes; valid while the caller keeps the memory.
  @unsafe struct Planes {
    var starts: [UnsafeMutablePointer<UInt8>]
    var pitches: [Int]
    let format: PixelFormat
    let size: PixelSize
  }

  /// Turns `source` clockwise into `target`, which has the turned size and the same format, or NV12
  /// for planar input. Returns false for other formats, and for those that cannot be turned.
  static func turn(_ source: Planes, by rotation: Rotation, into target: Planes) -> Bool {
    let (from, to) = unsafe (source.format, target.format)
    guard from.canTurn(by: rotation), unsafe target.size == rotation.upright(source.size) else {
      return false
    }
    if from == to {
      for plane in unsafe source.starts.indices {
        unsafe turnPlane(plane, source, by: rotation, to: target)
      }
      return true
    }
    guard from == .yuv420, to == .nv12 else { return false }
    unsafe turnPlane(0, source, by: rotation, to: target)
    unsafe PlaneTurner.turnPairs(
      samples(1, of: source), samples(2, of: source), by: rotation, to: place(1, of: target))
    return true
  }

  private static func turnPlane(
    _ plane: Int, _ source: Planes, by rotation: Rotation, to target: Planes
  ) {
    let (from, to) = unsafe (samples(plane, of: source), place(plane, of: target))
    switch unsafe source.format.memoryPlanes?[plane].bytes {
    case 1: unsafe PlaneTurner.turn(from, by: rotation, to: to, as: UInt8.self)
    case 2: unsafe PlaneTurner.turn(from, by: rotation, to: to, as: UInt16.self)
    default: unsafe PlaneTurner.turn(from, by: rotation, to: to, as: UInt32.self)
    }
  }

  private static func samples(_ plane: Int, of planes: Planes) -> PlaneTurner.Source {
    let shape = unsafe planes.format.memoryPlanes?[plane]
    let (across, down) = (shape?.across ?? 1, shape?.down ?? 1)
    return unsafe PlaneTurner.Source(
      start: UnsafePointer(planes.starts[plane]), pitch: planes.pitches[plane],
      width: (planes.size.width + across - 1) / across,
      height: (planes.size.height + down - 1) / down)
  }

  private static func place(_ plane: Int, of planes: Planes) -> PlaneTurner.Target {
    unsafe PlaneTurner.Target(start: planes.starts[plane], pitch: planes.pitches[plane])
  }
}
