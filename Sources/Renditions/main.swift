print("renditions")
