import CoreDataFormat
import Foundation
import StoreModel
import StoreModelTestSupport
import Testing

@Suite struct VersionHashTests {
  private func hex(_ layout: StoreLayout) -> [String: String] {
    VersionHash.entityHashes(of: layout).mapValues { data in
      data.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
  }

  @Test func hashesOfAppStoreWithRelationshipsComeOutAgain() {
    #expect(
      hex(SampleLayouts.recipes) == [
        "Item": "683a2c663d51fe60fba4165feb790087bed871d837ba64e81eb1e8836428c2a5",
        "Component": "fc80203a8a339b148fd0b6c3b0e586a260591563cf6780a406e69f18a69f8406",
        "CraftingRecipe": "acc6c82026903fd8bd74a3965988ffb840c0794119ccc9d6b360a0a753104617",
      ])
  }

  @Test func digestAndChecksumOfAppStoreComeOutAgain() {
    let hashes = VersionHash.entityHashes(of: SampleLayouts.recipes)
    #expect(
      VersionHash.digest(of: hashes)
        == "A5Wl4kx9t4E3cM3yzavCOQqJQdCB39tXlY+wt1k1UfmbZsQcnPCWeVwbriN/XVzC+q0oCR5RcQRJv4zwhS97Ug=="
    )
    #expect(VersionHash.checksum(of: hashes) == "6T24D3nNvz6qsg0dO7y7IA3tlbZ0QpK/AwmP5KiXXgw=")
  }

  @Test func hashesOfAppStoreWithCompositesComeOutAgain() {
    #expect(
      hex(SampleLayouts.schedule) == [
        "Outcome": "5df0a7e7650670d9fd18ca3c814dcf039802ef4d0d051ccfa29865c92141d466",
        "Task": "ff9f4e3b0bfbe15b50e824a9d2441afb92c0537feabe1314159670efc7bc7e74",
      ])
  }

  @Test func hashOfTheTemplateItemIsKnown() {
    let layout = LayoutBuilder.layout([
      .init(name: "Item", properties: [attribute("timestamp", .date)])
    ])
    #expect(
      hex(layout) == [
        "Item": "b73f84a82113ad8a705a5e23af5b33ae425a471202839d467af65a742f803a19"
      ])
    #expect(
      VersionHash.checksum(of: VersionHash.entityHashes(of: layout))
        == "Klup6PxH9HADmm7DVLmfa5ID7rUa8XyEY1B3gtc3Bu0=")
  }
}
