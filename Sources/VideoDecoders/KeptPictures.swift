package import VitrineMedia
internal import VitrinePictures
package import VitrineTiming

/// The latest pictures of a software decoder, one after another without a gap, so that a step back or a small seek shows
/// them without decoding. Bound to the video thread of its pipeline.
package struct KeptPictures {
  private var pictures: [Picture] = []
  private let limit: Int
  /// How long before the target of a seek every picture is worth decoding.
  package let lead: MediaTime

  private struct Picture {
    let video: DecodedVideo
    let start, end: MediaTime
    /// In bytes.
    let weight: Int
  }

  /// The decoder needs the rest of its memory for reference frames.
  private static let most = 24
  /// Fewer are of no use.
  private static let least = 8
  /// In bytes.
  private static let room = 64 << 20

  package init(of track: Track) {
    let count = min(Self.room / max(track.picture.map(Self.weight) ?? .max, 1), Self.most)
    // Some of them are ahead of the picture on screen.
    limit = count < Self.least ? 0 : count
    let duration = track.frameDuration ?? .defaultFrameDuration
    lead = MediaTime(nanoseconds: duration.nanoseconds *| Int64(limit))
  }

  /// Keeps the next picture, instead of the first one if there are many. A picture that does not follow the last one is the
  /// first.
  package mutating func append(_ video: DecodedVideo, at start: MediaTime, until end: MediaTime) {
    guard limit > 0, case .frame(let frame) = video.content else { return }
    let half = MediaTime(nanoseconds: (end - start).nanoseconds / 2)
    if let last = pictures.last, start <= last.start || start > last.end + half {
      pictures.removeAll()
    }
    let weight = Self.weight(frame.description)
    pictures.append(Picture(video: video, start: start, end: end, weight: weight))
    // The stream may have become larger than the container says.
    while pictures.count > limit || pictures.reduce(0, { $0 +| $1.weight }) > Self.room {
      pictures.removeFirst()
    }
  }

  /// Two samples for each pixel at most, but for 4:4:4.
  private static func weight(_ picture: PictureDescription) -> Int {
    picture.size.width *| picture.size.height *| (picture.depth > 8 ? 4 : 2)
  }

  /// Whether the picture of a time is kept.
  package func covers(_ time: MediaTime) -> Bool {
    guard let first = pictures.first, let last = pictures.last else { return false }
    return first.start <= time && time < last.end
  }

  /// The picture of a time that is covered, and all later ones.
  package func pictures(from time: MediaTime) -> [DecodedVideo] {
    pictures.drop { $0.end <= time }.map(\.video)
  }

  package mutating func removeAll() { pictures.removeAll() }
}
