// Reading Store
