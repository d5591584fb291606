"""What stands out in a launch, the largest loss first; each row leads to where it is."""
