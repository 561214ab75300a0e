import SwiftData
import Testing

/// A store in memory for the models of one test.
struct Store {
  let container: ModelContainer

  init(_ types: any PersistentModel.Type...) throws {
    container = try ModelContainer(
      for: Schema(types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
  }

  /// Saves `model`, and returns what another context reads.
  func reread<Model: PersistentModel>(_ model: Model) throws -> Model {
    let context = ModelContext(container)
    context.insert(model)
    try context.save()
    return try onlyModel(Model.self)
  }

  /// Returns the one saved model of a class, in a context of its own.
  ///
  /// The context lives as long as the store, and the model's relationships with it.
  func onlyModel<Model: PersistentModel>(_ type: Model.Type) throws -> Model {
    let context = ModelContext(container)
    contexts.kept.append(context)
    let models = try context.fetch(FetchDescriptor<Model>())
    #expect(models.count == 1)
    return try #require(models.first)
  }

  private let contexts = Contexts()

  private final class Contexts {
    var kept: [ModelContext] = []
  }
}
