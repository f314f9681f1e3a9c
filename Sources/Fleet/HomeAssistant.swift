package import VitrineControl

/// The messages by which Home Assistant finds a screen: one device with its entities. See
/// https://www.home-assistant.io/integrations/mqtt#device-discovery-payload.
package enum HomeAssistant {
  /// Home Assistant announces its own start here.
  package static let statusTopic = "homeassistant/status"

  package static func discoveryTopic(_ id: String) -> String {
    "homeassistant/device/vitrine-\(id)/config"
  }

  package static func discovery(of id: String, version: String) -> JSONValue {
    let state = FleetTopic.reported(id: id).text
    let command = FleetTopic.command(id: id).text
    func entity(_ platform: String, _ name: String, _ key: String, _ fields: [String: JSONValue])
      -> (String, JSONValue)
    {
      (
        key,
        .object([
          "platform": .text(platform), "name": .text(name),
          "unique_id": .text("vitrine-\(id)-\(key)"),
        ])
        .with(fields)
      )
    }
    func sensor(_ name: String, _ key: String, _ template: String) -> (String, JSONValue) {
      entity(
        "sensor", name, key, ["state_topic": .text(state), "value_template": .text(template)])
    }
    func button(_ name: String, _ line: String) -> (String, JSONValue) {
      entity(
        "button", name, line, ["command_topic": .text(command), "payload_press": .text(line)])
    }
    let entities = [
      sensor("Playing", "phase", "{{ value_json.phase }}"),
      sensor("Item", "item", "{{ (value_json.item or '')[:255] }}"),
      sensor("Behind", "behind", "{{ value_json.behind | join(', ') }}"),
      entity(
        "binary_sensor", "On screen", "picture",
        [
          "state_topic": .text(state),
          "value_template": .text("{{ 'OFF' if value_json.dark else 'ON' }}"),
        ]),
      entity(
        "binary_sensor", "Problem", "problem",
        [
          "state_topic": .text(state), "device_class": .text("problem"),
          "value_template": .text("{{ 'ON' if value_json.problems else 'OFF' }}"),
        ]),
      button("Next", "next"), button("Previous", "previous"), button("Screenshot", "screenshot"),
      entity(
        "number", "Volume", "volume",
        [
          "state_topic": .text(state), "command_topic": .text(command), "min": .number(0),
          "max": .number(100), "unit_of_measurement": .text("%"),
          "value_template": .text("{{ (value_json.values.volume * 100) | round }}"),
          "command_template": .text("volume {{ value }}%"),
        ]),
      entity(
        "switch", "Power", "power",
        [
          "state_topic": .text(state), "command_topic": .text(command),
          "value_template": .text("{{ value_json.values.power }}"), "state_on": .text("on"),
          "state_off": .text("off"), "payload_on": .text("display on"),
          "payload_off": .text("display off"),
        ]),
      entity("camera", "Screen", "screen", ["topic": .text(FleetTopic.screenshot(id: id).text)]),
    ]
    return .object([
      "device": .object([
        "identifiers": .array([.text("vitrine-\(id)")]), "name": .text(id),
        "manufacturer": .text("Vitrine"), "sw_version": .text(version),
      ]),
      "origin": .object(["name": .text("Vitrine"), "sw_version": .text(version)]),
      "availability": .array([
        .object([
          "topic": .text(FleetTopic.presence(id: id).text),
          "value_template": .text("{{ value_json.state }}"),
        ])
      ]),
      "components": .object(Dictionary(uniqueKeysWithValues: entities)),
    ])
  }
}
