import Foundation
import SwiftData
import Testing

/// E1: types that only the initial value implies.
@Suite struct InferredTypeTests {
  @Test func propertiesWithoutAnnotationRoundTrip() throws {
    let store = try Store(Dish.self, Photo.self, Meal.self)
    let dish = Dish()
    dish.photos?.append(Photo(caption: "steam"))
    dish.meal = Meal()
    dish.notes = ["salt"]
    dish.cook(minutes: 9, price: 4.5)
    let reread = try store.reread(dish)
    #expect(reread.photos?.map(\.caption) == ["steam"])
    #expect(reread.meal?.dishes.count == 1)
    #expect(reread.minutes == 9)
    #expect(reread.price == 4.5)
    #expect(reread.notes == ["salt"])
    #expect(reread.placing == "left")
  }

  @Test func theSchemaKnowsTheImpliedTypes() throws {
    let entity = try #require(Schema([Dish.self]).entity(for: Dish.self))
    #expect(entity.relationshipsByName.keys.sorted() == ["meal", "photos"])
    #expect(entity.attributesByName["price"]?.valueType == Decimal.self)
    #expect(entity.attributesByName["notes"]?.valueType == [String].self)
  }
}

private enum Placement: String {
  case left
  static var defaultValue: Placement { .left }
}

@Model private final class Dish {
  var photos = [Photo]?.some([])
  @Relationship(inverse: \Meal.dishes) var meal = Meal?.none
  private(set) var minutes = Int.zero
  private(set) var price = Decimal.zero
  var notes = [String]()
  private(set) var placing = Placement.defaultValue.rawValue

  init() {}

  func cook(minutes: Int, price: Decimal) {
    self.minutes = minutes
    self.price = price
  }
}

@Model private final class Photo {
  var caption: String

  init(caption: String) { self.caption = caption }
}

@Model private final class Meal {
  var dishes: [Dish] = []

  init() {}
}
