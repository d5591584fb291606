"""Sentences of the inspector that several of its pages say."""
