import Foundation

/// One playback: the distinct pictures scanned out in order, and the player's statistics.
struct ShownPictures {
  /// Identified by their checksums.
  let pictures: [Substring]
  /// The number of black vblanks between the first picture and the last.
  let blackBetween: Int
  let statistics: Statistics

  init(_ folder: URL, _ name: String) throws {
    let sums = try ScanoutSums(folder, name)
    // Repetitions of a picture count as one.
    var pictures: [Substring] = []
    for (_, sum) in sums.sums where sum != sums.black && sum != pictures.last {
      pictures.append(sum)
    }
    self.pictures = pictures
    let seen = sums.sums.map { $0.1 == sums.black }
    let (first, last) = (seen.firstIndex(of: false) ?? 0, seen.lastIndex(of: false) ?? 0)
    blackBetween = first < last ? seen[first...last].count { $0 } : 0
    statistics = try Statistics(folder.appending(path: "\(name).json"))
  }
}
