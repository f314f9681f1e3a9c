// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Leaving",
  dependencies: [.package(name: "Vitrine", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Leaving", dependencies: [.product(name: "VitrineKit", package: "Vitrine")])
  ])
