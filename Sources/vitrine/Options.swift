public import ArgumentParser
internal import Daemon
public import Engine
internal import KMS
public import Linux
public import Machine
public import Pictures
internal import Playback
public import Scanout
public import Timing
public import Web

extension DisplayChoice: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}

extension TerminalWish: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  public var defaultValueDescription: String { "auto" }
}

extension ModeRequest: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Fit: ExpressibleByArgument {}

extension Role: ExpressibleByArgument {}

extension Rotation: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
  public static var allValueStrings: [String] { words }
}

extension RenderMode: ExpressibleByArgument {}

extension Rotator: ExpressibleByArgument {}
extension DecoderWish: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}

extension DisplayFaults: ExpressibleByArgument {
  public convenience init?(argument: String) { self.init(argument) }
}

extension SoundChoice: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }

  public var defaultValueDescription: String { "auto" }
}

extension MediaTime: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}
