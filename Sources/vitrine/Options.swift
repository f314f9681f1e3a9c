public import ArgumentParser
internal import VitrineDaemon
public import VitrineEngine
internal import VitrineKMS
public import VitrineLinux
public import VitrineMachine
public import VitrinePictures
internal import VitrinePlayback
public import VitrineScanout
public import VitrineTiming
public import VitrineWeb

extension DisplayChoice: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}

extension TerminalPreference: ExpressibleByArgument {
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
extension DecoderPreference: ExpressibleByArgument {
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
