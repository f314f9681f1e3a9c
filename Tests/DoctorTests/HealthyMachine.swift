import VitrineDoctor

extension Facts {
  /// A board without faults.
  static var healthy: Facts {
    var facts = Facts()
    facts.access.user = .known(.kiosk)
    facts.access.nodes = .known([
      NodeFacts("/dev/dri/card0", .display, "video"),
      NodeFacts("/dev/snd/controlC0", .sound, "audio"),
      NodeFacts("/dev/snd/pcmC0D0p", .sound, "audio"),
      NodeFacts("/dev/input/event0", .input, "input"),
      NodeFacts("/dev/dma_heap/linux,cma", .heap, "video"),
      NodeFacts("/dev/dri/renderD128", .render, "render"),
      NodeFacts("/dev/tty1", .terminal, "tty", mode: 0o620),
    ])
    facts.screen.displays = .known([.board])
    facts.sound = .known(.hdmi)
    facts.input = .known(.touch)
    facts.machine.clock = .known(ClockFacts(year: 2026))
    facts.machine.places = .known([PlaceFacts(.state, "/var/lib/vitrine")])
    facts.machine.memory = .known(.roomy)
    facts.machine.kernel = .known(.quiet)
    facts.machine.board = .known(.pi)
    facts.decoding = .known(.usual)
    facts.machine.scheduling = .known(.realtime)
    facts.machine.watchdog = .known(.fed)
    facts.service = .known(.running)
    facts.configuration = .known(.faultless)
    facts.playlists = .known(.films)
    facts.network = .known(NetworkFacts([.init("https://tv.example/film.mp4")]))
    return facts
  }
}

extension UserFacts {
  static var kiosk: UserFacts {
    var user = UserFacts(name: "kiosk")
    user.groups = ["kiosk", "video", "audio", "input", "render"]
    user.loginGroups = user.groups
    return user
  }
}

extension NodeFacts {
  init(_ path: String, _ kind: Kind, _ group: String, mode: UInt32 = 0o660) {
    self.init(path, kind)
    self.group = group
    self.mode = mode
  }
}

extension DisplayFacts {
  static var board: DisplayFacts {
    var display = DisplayFacts("/dev/dri/card0")
    display.driver = "vc4"
    display.connectors = [.television, ConnectorFacts("HDMI-A-2", isConnected: false)]
    return display
  }
}

extension ConnectorFacts {
  init(_ name: String, isConnected: Bool) {
    self.init(name)
    self.isConnected = isConnected
  }

  static var television: ConnectorFacts {
    var connector = ConnectorFacts("HDMI-A-1")
    connector.edid = .valid(name: "DELL U2720Q")
    connector.modes = ["1920x1080@60", "1280x720@60"]
    connector.chosen = .init("1920x1080@60", width: 1920, height: 1080)
    return connector
  }
}

extension SoundFacts {
  static var hdmi: SoundFacts {
    var sound = SoundFacts()
    sound.cards = ["vc4-hdmi-0"]
    sound.attempt = .opened("hw:CARD=vc4hdmi0,DEV=0")
    return sound
  }
}

extension InputFacts {
  static var touch: InputFacts {
    var input = InputFacts()
    (input.touchscreens, input.keys) = (["ILITEK"], ["remote"])
    return input
  }
}

extension MemoryFacts {
  static var roomy: MemoryFacts {
    var memory = MemoryFacts(available: 1 << 30)
    (memory.contiguous, memory.contiguousFree) = (512 << 20, 400 << 20)
    return memory
  }
}

extension KernelFacts {
  static var quiet: KernelFacts {
    var kernel = KernelFacts()
    kernel.arguments = KernelArguments("console=tty1 quiet vt.global_cursor_default=0")
    kernel.loader = .line(path: "/boot/firmware/cmdline.txt")
    return kernel
  }
}

extension BoardAdvice {
  static var pi: BoardAdvice {
    var board = BoardAdvice(name: "raspberry-pi-4", title: "Raspberry Pi 4")
    board.words = [Word("quiet", reason: "its text is seen")]
    return board
  }
}

extension DecodingFacts {
  static var usual: DecodingFacts {
    var decoding = DecodingFacts()
    decoding.codecs = ["h264", "hevc", "vp9", "av1"]
    return decoding
  }
}

extension SchedulingFacts {
  static var realtime: SchedulingFacts {
    var scheduling = SchedulingFacts()
    scheduling.realtimeLimit = 20
    return scheduling
  }
}

extension WatchdogFacts {
  static var fed: WatchdogFacts {
    var watchdog = WatchdogFacts()
    (watchdog.identity, watchdog.isActive) = ("Broadcom BCM2835 Watchdog timer", true)
    watchdog.configuredInterval = "30"
    return watchdog
  }
}

extension ServiceFacts {
  static var running: ServiceFacts {
    var service = ServiceFacts()
    service.unit = UnitFile(["[Service]\nTTYPath=/dev/tty1\n"])
    (service.isEnabled, service.isRunning) = (true, true)
    return service
  }
}

extension ConfigurationFacts {
  static var faultless: ConfigurationFacts {
    var configuration = ConfigurationFacts()
    configuration.file = "/etc/vitrine/kiosk.yaml"
    return configuration
  }
}

extension PlaylistsFacts {
  static var films: PlaylistsFacts {
    var facts = PlaylistsFacts()
    var list = PlaylistFacts("/srv/films")
    list.itemCount = 12
    facts.lists = [list]
    return facts
  }
}

extension Reading {
  /// Changes a known value.
  mutating func change(_ body: (inout Value) -> Void) {
    guard case .known(var value) = self else { return }
    body(&value)
    self = .known(value)
  }
}

extension Facts {
  /// Changes the first card.
  mutating func display(_ body: (inout DisplayFacts) -> Void) {
    screen.displays.change { body(&$0[0]) }
  }

  /// Changes the connected connector.
  mutating func connector(_ body: (inout ConnectorFacts) -> Void) {
    display { body(&$0.connectors[0]) }
  }

  /// Denies devices of a kind to the user, who is not in their group.
  mutating func refuse(_ kind: NodeFacts.Kind, _ group: String? = nil) {
    access.nodes.change { nodes in
      for index in nodes.indices where nodes[index].kind == kind { nodes[index].isUsable = false }
    }
    if let group {
      access.user.change {
        $0.groups.remove(group)
        $0.loginGroups?.remove(group)
      }
    }
  }
}
