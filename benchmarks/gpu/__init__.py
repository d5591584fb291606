"""What benchmarks/on_gpu.py runs in processes of their own, part by part."""
