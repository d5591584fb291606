"""The window: widgets get data and emit signals; what to draw is first computed as plain data."""
