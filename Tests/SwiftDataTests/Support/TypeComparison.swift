/// Whether two types are the same; `#expect` can't compare metatypes with `==`.
func areSame(_ left: any Any.Type, _ right: any Any.Type) -> Bool { left == right }
