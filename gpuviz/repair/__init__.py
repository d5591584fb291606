"""What repairs a hazard, as edits of the source that a trial can run.

`proposals` makes them of the text and one fault, `search` tries them one after the other. Nothing
here runs code: a trial is handed in.
"""
