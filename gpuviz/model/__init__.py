"""Pure functions from counts and a Device to time; everything here is modelled and says so."""
