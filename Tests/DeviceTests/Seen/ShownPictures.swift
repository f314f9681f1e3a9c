import Foundation

/// One playing: the pictures that were scanned out, each once, and what the player says of it.
struct ShownPictures {
  /// By their checksums.
  let pictures: [Substring]
  /// For how many vblanks there was black between them.
  let blackBetween: Int
  let statistics: Statistics

  init(_ folder: URL, _ name: String) throws {
    let sums = try ScanoutSums(folder, name)
    // What a picture is followed by is another one.
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
