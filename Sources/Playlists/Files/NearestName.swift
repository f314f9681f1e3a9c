/// Returns the name that a mistyped word most likely stands for; nil if none is close.
package func nearest(to word: String, of names: [String]) -> String? {
  // A whole sentence is not a typing error.
  guard word.unicodeScalars.count <= 40 else { return nil }
  let near = names.map { (name: $0, distance: editDistance(word.lowercased(), $0)) }
    .min { $0.distance < $1.distance }
  guard let near, near.distance <= max(1, near.name.count / 3) else { return nil }
  return near.name
}

/// Returns the end of a message about an unknown word, `: did you mean pause?`; empty if no name is
/// close.
package func suggestion(for word: String, of names: [String]) -> String {
  nearest(to: word, of: names).map { ": did you mean \($0)?" } ?? ""
}

/// Returns the number of insertions, deletions, replacements and swaps of neighbours between two
/// words.
func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left.unicodeScalars)
  let right = Array(right.unicodeScalars)
  // Only the last three rows of the table are needed.
  var before: [Int] = []
  var above = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      var cost = min(above[j + 1] + 1, row[j] + 1, above[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        cost = min(cost, before[j - 1] + 1)
      }
      row.append(cost)
    }
    (before, above) = (above, row)
  }
  return above[right.count]
}
