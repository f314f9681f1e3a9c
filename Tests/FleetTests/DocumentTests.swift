import Foundation
import Testing
import VitrineControl

@testable import VitrineFleet

@Suite("docs/operate/fleet.asyncapi.json")
struct DocumentTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private let document: JSONValue
  private let schema: Schema

  init() throws {
    let file = Self.root.appending(path: "docs/operate/fleet.asyncapi.json")
    document = try JSONValue(line: Data(contentsOf: file))
    schema = Schema(root: document)
  }

  private static let topics: [String: FleetTopic] = [
    "reported": .reported(id: "ID"), "presence": .presence(id: "ID"), "desired": .desired(id: "ID"),
    "groupDesired": .groupDesired("G"), "command": .command(id: "ID"), "call": .call,
    "answer": .answer(id: "ID"), "screenshot": .screenshot(id: "ID"),
    "rollout": .rollout, "echo": .echo("T"),
  ]

  @Test("It has every topic, with an operation")
  func channels() throws {
    guard case .object(let channels)? = document["channels"],
      case .object(let operations)? = document["operations"]
    else { throw Failure() }
    #expect(Set(channels.keys) == Set(Self.topics.keys))
    #expect(Set(operations.keys) == Set(Self.topics.keys))
    for (name, topic) in Self.topics {
      let address = channels[name]?["address"]?.text?
        .replacing("{id}", with: "ID").replacing("{group}", with: "G").replacing(
          "{tool}", with: "T")
      #expect(address == topic.text)
      #expect(FleetTopic(topic.text) == topic)
    }
    #expect(document["asyncapi"] == .text("3.0.0"))
  }

  private struct Failure: Error {}

  private func payload(_ name: String) throws -> JSONValue {
    guard case .object(let messages)? = document["channels"]?[name]?["messages"],
      let payload = messages.values.first?["payload"]
    else { throw Failure() }
    return payload
  }

  private func faults(_ bytes: [UInt8], _ name: String) throws -> [String] {
    schema.faults(try JSONValue(line: bytes), try payload(name))
  }

  @Test("Every message that a screen sends in a long life is as described")
  func messages() throws {
    var scene = Scene(groups: ["lobby"])
    var outputs = scene.connect()
    outputs += scene.desire(#"{"revision":1,"set":{"volume":0.5,"colour":1,"software":"x"}}"#)
    outputs += scene.message(.groupDesired("lobby"), "{")
    outputs += scene.message(.call, "c", isRetained: false)
    scene.snapshot.values[.muted] = .bool(true)
    scene.snapshot.values[.fit] = .text("cover")
    scene.snapshot.values[.brightness] = .number(40)
    scene.snapshot.values[.content] = .number(7)
    (scene.snapshot.item, scene.snapshot.dark) = (nil, String(repeating: "long ", count: 99))
    scene.snapshot.problems = Array(repeating: String(repeating: "x", count: 500), count: 9)
    outputs += scene.receive(.snapshot(scene.snapshot))
    outputs += scene.finish(outputs, Refusal("a reason"))
    outputs += scene.wait(.seconds(30))
    var seen: Set<String> = []
    for output in outputs {
      switch output {
      case .report(let bytes):
        #expect(try faults(bytes, "reported") == [])
        seen.insert("reported")
      case .publish(let topic, let bytes, _):
        let name = try #require(topic.split(separator: "/").last.map(String.init))
        #expect(try faults(bytes, name) == [], "\(topic)")
        seen.insert(name)
      default: break
      }
    }
    #expect(seen == ["reported", "presence", "answer"])
    #expect(try faults(scene.agent.will.bytes, "presence") == [])
  }

  @Test("The operator's messages are as described, and every value has a description")
  func desired() throws {
    let edit = try FleetEdit(words: [
      "volume=0.4", "muted=true", "brightness=30", "rotation=90", "fit=cover", "power=off",
      "message=Hello", "content=3", "list=/a,https://b/c",
    ])
    let document = edit.applied(to: .desired(id: "a"), FleetSurvey(), at: 5)
    #expect(try faults(document.bytes, "desired") == [])
    #expect(try faults(Array(#"{"revision":1,"set":{"volume":7}}"#.utf8), "desired") != [])
    guard
      case .object(let values)? = self.document["components"]?["schemas"]?["desired"]?[
        "properties"]?[
          "set"]?["properties"]
    else { throw Failure() }
    #expect(Set(values.keys) == Set(DesiredKey.allCases.map(\.rawValue)))
  }

  /// The fields that Home Assistant 2026 requires and accepts for an entity of each platform, besides those of all.
  private static let platforms: [String: (required: Set<String>, optional: Set<String>)] = [
    "sensor": (["state_topic"], ["value_template", "unit_of_measurement", "device_class"]),
    "binary_sensor": (["state_topic"], ["value_template", "device_class", "payload_on"]),
    "button": (["command_topic"], ["payload_press", "device_class"]),
    "number": (
      ["command_topic"],
      ["command_template", "state_topic", "value_template", "min", "max", "unit_of_measurement"]
    ),
    "switch": (
      ["command_topic"],
      ["state_topic", "value_template", "state_on", "state_off", "payload_on", "payload_off"]
    ),
    "camera": (["topic"], ["image_encoding"]),
  ]

  @Test("Home Assistant's discovery message has the fields of its schema")
  func discovery() throws {
    let message = HomeAssistant.discovery(of: "shop-7", version: "1")
    guard case .object(let entities)? = message["components"],
      case .object(let fields) = message
    else { throw Failure() }
    #expect(Set(fields.keys) == ["device", "origin", "availability", "components"])
    #expect(message["device"]?["identifiers"]?.array?.isEmpty == false)
    #expect(message["origin"]?["name"]?.text != nil)
    var names: Set<String> = []
    for (key, entity) in entities {
      guard case .object(let fields) = entity, let platform = fields["platform"]?.text,
        let known = Self.platforms[platform]
      else {
        Issue.record("\(key)")
        continue
      }
      let used = Set(fields.keys).subtracting(["platform", "name", "unique_id"])
      #expect(known.required.isSubset(of: used), "\(key)")
      #expect(used.subtracting(known.required).isSubset(of: known.optional), "\(key): \(used)")
      #expect(names.insert(try #require(fields["unique_id"]?.text)).inserted)
      for topic in ["state_topic", "command_topic", "topic"].compactMap({ fields[$0]?.text }) {
        #expect(FleetTopic(topic) != nil, "\(topic)")
      }
      for line in ["payload_press", "payload_on", "payload_off"].compactMap({ fields[$0]?.text }) {
        var scene = Scene("shop-7")
        _ = scene.connect()
        let outputs = scene.message(.command(id: "shop-7"), line, isRetained: false)
        #expect(!outputs.commands.isEmpty || outputs.contains(.capture), "\(line)")
      }
    }
    #expect(
      Set(entities.values.compactMap { $0["platform"]?.text }) == Set(Self.platforms.keys))
    // The object ID of the topic has only letters, digits, hyphens and underscores.
    #expect(HomeAssistant.discoveryTopic("shop-7") == "homeassistant/device/vitrine-shop-7/config")
    #expect(message.line.count < 4096)
  }
}
