"""The bar under the stage: play, step, scrub, and go to the moments that matter."""
