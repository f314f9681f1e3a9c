public import ArgumentParser
public import Engine
internal import KMS
public import Linux
public import Pictures
public import Scanout
public import Timing

/// Where the picture goes, as `--display` spells it.
enum DisplayOption: ExpressibleByArgument {
  case screen(path: String?, connector: String?)
  case headless(PixelSize, refresh: Double)

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    switch parts.first {
    case "headless":
      guard let wish = ModeWish(parts.count > 1 ? parts[1] : "1920x1080@60") else { return nil }
      self = .headless(wish.size, refresh: wish.refresh ?? 60)
    case "auto" where parts.count == 1: self = .screen(path: nil, connector: nil)
    case let path? where path.hasPrefix("/"):
      self = .screen(path: path, connector: parts.count > 1 ? parts[1] : nil)
    case let connector? where parts.count == 1:
      self = .screen(path: nil, connector: connector)
    default: return nil
    }
  }
}

extension TerminalWish: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  public var defaultValueDescription: String { "auto" }
}

extension ModeWish: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension Fit: ExpressibleByArgument {}

extension Rotation: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
  public static var allValueStrings: [String] { words }
}

extension RenderMode: ExpressibleByArgument {}

extension Turning: ExpressibleByArgument {}

extension DisplayFaults: ExpressibleByArgument {
  public convenience init?(argument: String) { self.init(argument) }
}

extension SoundChoice: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument {
    case "": return nil
    case "auto": self = .automatic
    case "none": self = .none
    default: self = .named(argument)
    }
  }

  public var defaultValueDescription: String { "auto" }
}

extension MediaTime: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}
