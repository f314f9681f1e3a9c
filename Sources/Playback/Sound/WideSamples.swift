/// Samples of 32 bits in 16-bit words: two each, the lower one first.
extension Array where Element == Int16 {
  /// The sample whose first word is at `place`.
  package subscript(wide place: Int) -> Int32 {
    get { Int32(self[place + 1]) << 16 | Int32(UInt16(bitPattern: self[place])) }
    set {
      self[place] = Int16(truncatingIfNeeded: newValue)
      self[place + 1] = Int16(truncatingIfNeeded: newValue >> 16)
    }
  }
}

extension Int32 {
  /// Converts a sample that may be too loud.
  package init(clipping sample: Double) {
    self = Int32(Swift.max(Double(Int32.min), Swift.min(sample, Double(Int32.max))))
  }
}
