"""Which broken kernels of the gallery, and which broken scripts of the corpus, are repaired."""
