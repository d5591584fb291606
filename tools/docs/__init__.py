"""The documentation as a site: its pictures, its generated parts, and the build."""
