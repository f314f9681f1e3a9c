import VitrinePictures
import VitrineTiming

extension Stroke {
  /// The drag at `time`; region and axis were decided when it began.
  func drag<Region>(_ region: Region, _ axis: Drag<Region>.Axis, at time: HostTime) -> Drag<Region>
  {
    Drag(region, axis, from: start, to: latest, velocity: tracker.velocity(at: time))
  }

  /// The direction in which it has left its start.
  func axis<Region>() -> Drag<Region>.Axis {
    let way = latest - start
    return abs(way.x) >= abs(way.y) ? .horizontal : .vertical
  }
}
