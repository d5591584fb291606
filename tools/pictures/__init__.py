"""Pictures of the window over all operations, and what its parts themselves tell to be wrong."""
