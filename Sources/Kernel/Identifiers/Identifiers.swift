// Identifiers
