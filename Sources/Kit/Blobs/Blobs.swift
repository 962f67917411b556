// Blobs
