// Reading Pages
