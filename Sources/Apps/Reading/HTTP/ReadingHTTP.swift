// Reading HTTP
