package import StoreModel

/// Layouts that the tests of the file format share.
package enum SampleLayouts {
  /// A one-to-one, a one-to-many and a to-one without inverse, whose hashes are known.
  package static let recipes = LayoutBuilder.layout([
    .init(
      name: "Item",
      properties: [
        attribute("name", .string),
        toOne("craftingRecipe", "CraftingRecipe", inverse: "producedItem"),
      ], unique: [["name"]]),
    .init(
      name: "Component",
      properties: [
        attribute("count", .int64), attribute("id", .uuid),
        toOne("craftingRecipe", "CraftingRecipe", inverse: "requiredComponents"),
        toOne("item", "Item"),
      ]),
    .init(
      name: "CraftingRecipe",
      properties: [
        attribute("producedItemCount", .string),
        toOne("producedItem", "Item", inverse: "craftingRecipe"),
        toMany("requiredComponents", "Component", inverse: "craftingRecipe"),
      ]),
  ])

  /// Structures and enumerations in many forms, whose hashes and table are known.
  package static let schedule = LayoutBuilder.layout([
    .init(
      name: "Outcome",
      properties: [
        attribute("id", .uuid), attribute("occurrenceStartDate", .date),
        attribute("completionDate", .date),
        .attribute(composite("userInfo", [leaf("userInfo", .binary)])),
        toOne("task", "Task", inverse: "outcomes", optional: false),
      ], unique: [["id"]], indices: [["id"], ["occurrenceStartDate"]]),
    .init(
      name: "Task", properties: taskProperties, unique: [["nextVersion"], ["id", "nextVersion"]],
      indices: [["id"], ["effectiveFrom"], ["effectiveFrom", "nextVersion"]]),
  ])

  private static let taskProperties: [PropertyLayout] = [
    attribute("id", .string),
    .attribute(composite("title", localizedText)),
    .attribute(composite("instructions", localizedText)),
    attribute("categoryValue", .string, optional: true),
    .attribute(taskSchedule), attribute("effectiveFrom", .date),
    .attribute(
      enumeration(
        "completionPolicy",
        cases: ["sameDay", "afterStart", "sameDayAfterStart", "duringEvent", "anytime"])),
    attribute("scheduleNotifications", .bool),
    .attribute(
      enumeration(
        "notificationThread",
        payloads: [composite("custom", optional: true, [leaf("_0", .string, optional: true)])],
        cases: ["global", "task", "none"])),
    attribute("tags", .transformable),
    .attribute(composite("notificationTime", optional: true, time(["hour", "minute", "second"]))),
    .attribute(composite("userInfo", [leaf("userInfo", .binary)])),
    toMany("outcomes", "Outcome", inverse: "task"),
    toOne("previousVersion", "Task", inverse: "nextVersion"),
    toOne("nextVersion", "Task", inverse: "previousVersion"),
  ]

  private static let localizedText = [leaf("arguments", .binary), leaf("key", .string)]

  private static func time(_ names: [String]) -> [AttributeLayout] {
    names.map { leaf($0, .int64, optional: true) }
  }

  private static let taskSchedule = composite(
    "schedule",
    [
      leaf("startDate", .date),
      enumeration(
        "scheduleDuration",
        payloads: [
          composite(
            "duration", optional: true, [composite("_0", optional: true, time(["high", "low"]))])
        ], cases: ["allDay", "tillEndOfDay"]),
      leaf("recurrenceRule", .binary, optional: true),
      enumeration(
        "notificationMatchingHint",
        payloads: [
          composite(
            "components", optional: true,
            time(["month", "day", "hour", "minute", "second", "weekday"])),
          composite("allDayNotification", optional: true, time(["weekday"])),
        ], cases: ["none"]),
    ])

  /// A trip's world: many-to-many, enumeration, transformable, compound index, self relationships.
  package static let trips = LayoutBuilder.layout([
    .init(
      name: "Trip",
      properties: [
        attribute("name", .string), attribute("startDate", .date), attribute("cost", .decimal),
        attribute("rating", .double, optional: true), attribute("photo", .binary, external: true),
        attribute("link", .uri, optional: true), attribute("notes", .transformable),
        .attribute(rawEnumeration("mood", .string)),
        .attribute(composite("address", optional: true, [leaf("city", .string, optional: true)])),
        toOne("lodging", "Lodging", inverse: "trip"),
        toMany("tags", "Tag", inverse: "trips"), toMany("packing", "PackingItem", inverse: "trip"),
        toMany("wishes", "PackingItem"), toOne("guide", "Person"),
      ], unique: [["name", "startDate"]], indices: [["startDate"], ["name", "cost"], ["guide"]]),
    .init(
      name: "Lodging",
      properties: [attribute("city", .string), toOne("trip", "Trip", inverse: "lodging")]),
    .init(
      name: "Tag",
      properties: [attribute("name", .string), toMany("trips", "Trip", inverse: "tags")],
      unique: [["name"]]),
    .init(
      name: "PackingItem",
      properties: [attribute("isPacked", .bool), toOne("trip", "Trip", inverse: "packing")]),
    .init(
      name: "Person",
      properties: [
        attribute("name", .string), toOne("partner", "Person", inverse: "partner"),
        toOne("mentor", "Person", inverse: "students"),
        toMany("students", "Person", inverse: "mentor"),
        toMany("followers", "Person", inverse: "following"),
        toMany("following", "Person", inverse: "followers"),
      ]),
  ])

  /// Three generations, names that clash between them, and relationships to the middle one.
  package static let inheritance = LayoutBuilder.layout([
    .init(
      name: "Trip", isAbstract: true,
      properties: [attribute("name", .string), toMany("legs", "Leg", inverse: "trip")],
      indices: [["name"]]),
    .init(
      name: "BusinessTrip", parent: "Trip",
      properties: [attribute("value", .int64), toMany("clients", "Client", inverse: "trips")]),
    .init(
      name: "PersonalTrip", parent: "Trip",
      properties: [attribute("value", .float), attribute("reason", .string)], unique: [["reason"]]),
    .init(
      name: "Honeymoon", parent: "PersonalTrip",
      properties: [attribute("value2", .string), toOne("leg", "Leg")]),
    .init(
      name: "Leg",
      properties: [
        toOne("trip", "Trip", inverse: "legs"), toOne("honeymoon", "Honeymoon"),
      ]),
    .init(
      name: "Client",
      properties: [attribute("name", .string), toMany("trips", "BusinessTrip", inverse: "clients")]),
  ])
}
