import CVitrineFFmpeg
package import VitrinePlayback

extension Demuxer {
  /// Limits the number of tags, and the length of each, because clients receive all of them.
  private static let mostTags = 64
  private static let longestTag = 1000

  /// The container's tags. Ogg stores them in the audio track instead.
  package var tags: MediaTags {
    guard let context = unsafe context else { return MediaTags() }
    let tags = unsafe Self.tags(in: context.pointee.metadata)
    guard format == "ogg", let audio = bestAudio,
      let stream = unsafe context.pointee.streams[audio.index]
    else { return tags }
    return tags.completed(by: unsafe Self.tags(in: stream.pointee.metadata))
  }

  private static func tags(in metadata: OpaquePointer?) -> MediaTags {
    var tags = MediaTags()
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    for _ in 0..<mostTags {  // bound: a constant
      // An empty name with this flag matches each entry in turn.
      unsafe entry = unsafe av_dict_get(metadata, "", entry, AV_DICT_IGNORE_SUFFIX)
      guard let found = unsafe entry, let name = unsafe displayText(found.pointee.key, limit: 64)
      else { break }
      tags[name] = unsafe displayText(found.pointee.value, limit: longestTag)
    }
    return tags
  }
}
