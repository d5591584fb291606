"""Which threads race, and what orders them."""
