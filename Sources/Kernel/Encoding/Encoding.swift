// Encoding
