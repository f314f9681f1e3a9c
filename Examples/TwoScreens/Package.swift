// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "TwoScreens",
  dependencies: [.package(name: "Vitrine", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "TwoScreens", dependencies: [.product(name: "VitrineKit", package: "Vitrine")]),
    .testTarget(
      name: "TwoScreensTests",
      dependencies: ["TwoScreens", .product(name: "VitrineTesting", package: "Vitrine")]),
  ])
