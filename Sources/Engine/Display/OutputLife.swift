internal import KMS

/// What a survey of connectors means for one output. Pure: told what there is, it says what to do.
struct OutputLife {
  enum Step {
    case stay
    /// The display is gone; nil where there never was one.
    case rest
    /// Another display, or the same in another mode.
    case light(Connector, Mode)
    /// The same display in the same mode, whose link has to be set up anew.
    case relight
    /// A display that cannot be driven as it was asked for.
    case refuse(KMSError)
  }

  /// The connector that is wanted; nil takes the first with a display.
  let wanted: String?
  let mode: ModeWish?
  /// What is driven, or was until its display went.
  private(set) var driven: Driven?
  private(set) var isLit = false

  struct Driven: Equatable {
    let connector: String
    let mode: Mode
    let edid: [UInt8]

    static func == (a: Driven, b: Driven) -> Bool {
      a.connector == b.connector && a.edid == b.edid && a.mode.hasSameTiming(as: b.mode)
    }
  }

  init(wanted: String?, mode: ModeWish?) {
    (self.wanted, self.mode) = (wanted, mode)
  }

  /// `flickered` are connectors that were empty for a moment; `isTaken` tells of those of other
  /// outputs.
  mutating func look(
    _ connectors: [Connector], flickered: Set<String>, isTaken: (Connector) -> Bool
  ) -> Step {
    // A display without a mode may yet say what it can: until then it is dark.
    let usable = connectors.filter { $0.isConnected && !$0.modes.isEmpty && !isTaken($0) }
    let eligible = usable.filter { wanted == nil || $0.name == wanted }
    guard let connector = eligible.first(where: { $0.name == driven?.connector }) ?? eligible.first
    else {
      defer { isLit = false }
      return isLit ? .rest : .stay
    }
    let mode: Mode
    do throws(KMSError) {
      mode = try connector.mode(for: self.mode)
    } catch {
      return .refuse(error)
    }
    let found = Driven(connector: connector.name, mode: mode, edid: connector.edid)
    let isSame = found.connector == driven?.connector && mode.hasSameTiming(as: driven?.mode)
    let isUnchanged = isLit && found == driven && !connector.isLinkBad
    defer { (driven, isLit) = (found, true) }
    guard !isUnchanged || flickered.contains(connector.name) else { return .stay }
    return isSame ? .relight : .light(connector, mode)
  }

  /// The output could not be lit: the next look tries again.
  mutating func noteDark() { isLit = false }

  /// The device is gone, and all that was driven with it.
  mutating func forget() { (driven, isLit) = (nil, false) }
}
