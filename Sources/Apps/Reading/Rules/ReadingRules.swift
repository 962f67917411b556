// Reading Rules
