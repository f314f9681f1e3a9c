import Testing
import VitrineOperations

struct ServiceUnitTests {
  @Test(
    "Messages name the service that the operator manages",
    arguments: [
      ("vitrine.service", "vitrine"), ("vitrine@east.service", "vitrine@east"),
      ("vitrine-safe.service", "vitrine"), ("vitrine-safe@east.service", "vitrine@east"),
      ("vitrine@east.scope", "vitrine"), ("session-1.scope", "vitrine"),
      ("cron@daily.service", "vitrine"), ("vitrine@.service", "vitrine"), (nil, "vitrine"),
    ] as [(String?, String)])
  func service(_ unit: String?, _ name: String) {
    #expect(ServiceUnit.service(of: unit) == name)
  }
}
