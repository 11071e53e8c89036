package catalog

// UniversityTables are what isUniversityUsed looks at.
var UniversityTables = universityTables

// Decoded is what the import does with the bytes of a file.
var Decoded = decoded
