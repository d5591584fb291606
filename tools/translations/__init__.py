"""The texts of gpuviz for translators: found in the source, kept in .ts files, compiled to .qm."""
