"""Threads in lockstep while they execute: masks, frames, the state of a launch."""
