// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Departures",
  dependencies: [.package(name: "Vitrine", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Departures", dependencies: [.product(name: "VitrineKit", package: "Vitrine")]),
    .testTarget(
      name: "DeparturesTests",
      dependencies: ["Departures", .product(name: "VitrineTesting", package: "Vitrine")]),
  ])
