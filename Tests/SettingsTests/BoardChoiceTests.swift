import Testing

@testable import VitrineSettings

/// A machine and its board.
struct Machine: CustomStringConvertible, Sendable {
  let board: String?
  var compatible: [String] = []
  var firmware: [FirmwareField: String] = [:]
  var processors = ""

  var description: String { "\(board ?? "unknown"): \(compatible) \(firmware) \(processors)" }

  var facts: BoardFacts {
    var facts = BoardFacts()
    // In the kernel's format: a zero after each.
    facts.read(compatible: Array(compatible.map { $0 + "\0" }.joined().utf8))
    facts.firmware = firmware
    facts.read(processors: Array(processors.utf8))
    return facts
  }
}

@Suite("Board detection")
struct BoardChoiceTests {
  private static let intel = "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: "

  static let machines: [Machine] = [
    Machine(board: "raspberry-pi-3", compatible: ["raspberrypi,3-model-b-plus", "brcm,bcm2837"]),
    Machine(board: "raspberry-pi-3", compatible: ["raspberrypi,model-zero-2-w", "brcm,bcm2837"]),
    Machine(board: "raspberry-pi-4", compatible: ["raspberrypi,4-model-b", "brcm,bcm2711"]),
    Machine(board: "raspberry-pi-4", compatible: ["raspberrypi,400", "brcm,bcm2711"]),
    Machine(board: "raspberry-pi-5", compatible: ["raspberrypi,5-model-b", "brcm,bcm2712"]),
    Machine(board: "rk3399", compatible: ["pine64,rockpro64", "rockchip,rk3399"]),
    Machine(board: "rk3566", compatible: ["pine64,quartz64-a", "rockchip,rk3566"]),
    Machine(board: "rk3588", compatible: ["radxa,rock-5b", "rockchip,rk3588"]),
    Machine(board: "rk3588", compatible: ["radxa,rock-5a", "rockchip,rk3588s"]),
    Machine(board: "imx8mp", compatible: ["fsl,imx8mp-evk", "fsl,imx8mp"]),
    Machine(board: "allwinner-h6", compatible: ["pine64,pine-h64", "allwinner,sun50i-h6"]),
    Machine(
      board: "amlogic-g12", compatible: ["hardkernel,odroid-n2", "amlogic,s922x", "amlogic,g12b"]),
    Machine(board: "am62", compatible: ["ti,am625-sk", "ti,am625"]),
    Machine(
      board: "intel-n100", firmware: [.systemVendor: "Maker", .productName: "Box"],
      processors: intel + "Intel(R) N100\n"),
    Machine(
      board: "amd", firmware: [.systemVendor: "Maker"],
      processors: "vendor_id\t: AuthenticAMD\nmodel name\t: AMD Ryzen Embedded R1505G\n"),
    Machine(
      board: "qemu",
      firmware: [.systemVendor: "QEMU", .productName: "Standard PC (Q35 + ICH9, 2009)"],
      processors: "vendor_id\t: AuthenticAMD\nmodel name\t: QEMU Virtual CPU version 2.5+\n"),
    Machine(board: "qemu", compatible: ["linux,dummy-virt"]),
    Machine(
      board: "lab", processors: "processor\t: 0\nvendor_id\t: User Mode Linux\nmodel name\t: UML\n"),
    Machine(board: nil), Machine(board: nil, compatible: ["acme,board", "acme,soc"]),
    Machine(board: nil, compatible: ["rockchip,rk33990"]),
    Machine(board: nil, processors: intel + "Intel(R) N1000\n"),
    Machine(board: nil, compatible: ["\u{1B}[2J", ""], processors: "vendor_id\n:\n\u{0}"),
  ]

  @Test("Machines are recognised by their own identification", arguments: machines)
  func known(machine: Machine) throws {
    let choice = BoardChoice(of: machine.facts, among: try ShippedBoards.all())
    #expect(choice?.board.name == machine.board)
  }

  @Test("Every described board has a machine here")
  func complete() throws {
    #expect(
      Set(Self.machines.compactMap(\.board)) == Set(try ShippedBoards.all().map(\.name)))
  }

  @Test("The result states its reason and the alternatives")
  func reasons() throws {
    let machine = try #require(Self.machines.first { $0.firmware[.systemVendor] == "QEMU" })
    let choice = try #require(BoardChoice(of: machine.facts, among: ShippedBoards.all()))
    #expect(choice.reason == "firmware: sys-vendor QEMU")
    #expect(choice.others.map(\.board.name) == ["amd"])
    #expect(choice.others.map(\.reason) == ["CPU: AuthenticAMD"])
  }

  @Test("A more specific name wins, then a longer pattern; local boards come first")
  func order() throws {
    var facts = BoardFacts()
    facts.compatible = ["maker,box", "chip,soc"]
    facts.firmware = [.systemVendor: "Maker", .productName: "Box 7"]
    facts.processors = ["Fast"]
    let candidates = [
      try board("processor", match: "cpu: [Fast]"),
      try board("maker", match: "dmi: [{sys-vendor: Maker}]"),
      try board("product", match: "dmi: [{sys-vendor: Maker, product-name: 'Box ?'}]"),
      try board("soc", match: "compatible: ['chip,soc']"),
      try board("any-box", match: "compatible: ['maker,*']"),
      try board("box", match: "compatible: ['maker,box']"),
    ]
    let choice = try #require(BoardChoice(of: facts, among: candidates))
    let names = [choice.board.name] + choice.others.map(\.board.name)
    #expect(names == ["box", "any-box", "soc", "product", "maker", "processor"])
    let own = try board("own", match: "cpu: ['*']", isSite: true)
    #expect(BoardChoice(of: facts, among: candidates + [own])?.board.name == "own")
  }

  @Test("A named board is used, and an unknown name is reported")
  func named() throws {
    let boards = try ShippedBoards.all()
    #expect(BoardChoice(named: "am62", among: boards, saidBy: "--board")?.reason == "--board")
    #expect(BoardChoice(named: "am63", among: boards, saidBy: "--board") == nil)
    #expect(
      BoardChoice.unknown("am63", among: boards) == "unknown board \"am63\": did you mean am62?")
  }

  @Test(
    "Patterns contain stars and question marks",
    arguments: [
      ("", "", true), ("", "a", false), ("*", "", true), ("*", "abc", true), ("a*", "abc", true),
      ("*c", "abc", true), ("a*c", "abc", true), ("a*c", "abcd", false), ("?", "", false),
      ("a?c", "abc", true), ("a?c", "ac", false), ("**b*", "abab", true), ("*ab", "aab", true),
      ("abc", "abcd", false), ("abcd", "abc", false), ("A", "a", false),
    ])
  func patterns(pattern: String, text: String, isMatch: Bool) {
    #expect(Glob(pattern).matches(text) == isMatch)
  }

  @Test("A pattern of many stars costs little", .timeLimit(.minutes(1)))
  func stars() {
    let pattern = Glob(String(repeating: "a*", count: 60) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 60_000)))
  }
}
