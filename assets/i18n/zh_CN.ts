<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Message</name>
    <message>
        <location filename="../../gpuviz/bench/best_block.py"/>
        <source>Blocks of {blocks} threads are equally fast, within 2 %. With them an SM holds {warps} of at most {most} warps.</source>
        <translation>{blocks} 个线程的线程块同样快，相差在 2% 以内。用它们时，一个 SM 最多能容纳 {most} 个线程束，实际容纳 {warps} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/best_block.py"/>
        <source>Blocks of {blocks} threads are the fastest. With them an SM holds {warps} of at most {most} warps, limited by {limits}.</source>
        <translation>{blocks} 个线程的线程块最快。用它时，一个 SM 最多能容纳 {most} 个线程束，实际容纳 {warps} 个，受限于{limits}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/best_block.py"/>
        <source>The slowest, {block}, take {factor} times as long.</source>
        <translation>最慢的是 {block}，用时是它的 {factor} 倍。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/best_block.py"/>
        <source>Which block is the fastest is not known: none has a time.</source>
        <translation>不知道哪种线程块最快：都没有计时结果。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/best_block.py"/>
        <source>{first} to {last}</source>
        <translation>{first} 到 {last}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>How long the copies take is not known.</source>
        <translation>不知道复制要用多久。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>The CPU is the fastest of one thread, all threads and NumPy, measured on this computer.</source>
        <translation>CPU 取单线程、全部线程和 NumPy 中最快的，在本机上实测。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>The kernel alone is faster than the CPU at every size from {names} = {smallest} to {largest}.</source>
        <translation>单看核函数，从 {names} = {smallest} 到 {largest}，在每个规模上都比 CPU 快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>The kernel alone is faster than the CPU between about {names} = {first} and {last}.</source>
        <translation>单看核函数，大约在 {names} = {first} 与 {last} 之间比 CPU 快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>The kernel alone is faster than the CPU from about {names} = {first}.</source>
        <translation>单看核函数，大约从 {names} = {first} 起比 CPU 快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>The kernel alone is faster than the CPU only up to about {names} = {last}.</source>
        <translation>单看核函数，只在大约 {names} = {last} 以内比 CPU 快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>The kernel alone is never faster than the CPU, up to {names} = {largest}.</source>
        <translation>单看核函数，直到 {names} = {largest} 都不比 CPU 快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>Whether the GPU is faster is not known: no size has a right result with times of both.</source>
        <translation>不知道 GPU 是否更快：没有一个规模既有正确结果，又有两边的计时结果。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>With its copies the GPU is faster than the CPU at every size from {names} = {smallest} to {largest}.</source>
        <translation>连同复制，从 {names} = {smallest} 到 {largest}，GPU 在每个规模上都比 CPU 快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>With its copies the GPU is faster than the CPU between about {names} = {first} and {last}.</source>
        <translation>连同复制，GPU 大约在 {names} = {first} 与 {last} 之间比 CPU 快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>With its copies the GPU is faster than the CPU from about {names} = {first}.</source>
        <translation>连同复制，GPU 大约从 {names} = {first} 起比 CPU 快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>With its copies the GPU is faster than the CPU only up to about {names} = {last}.</source>
        <translation>连同复制，GPU 只在大约 {names} = {last} 以内比 CPU 快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>With its copies the GPU is never faster than the CPU, up to {names} = {largest}.</source>
        <translation>连同复制，直到 {names} = {largest}，GPU 都不比 CPU 快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/crossing_words.py"/>
        <source>With its copies the GPU is never faster than the CPU, up to {names} = {largest}: copying alone takes longer than all the work on the CPU.</source>
        <translation>连同复制，直到 {names} = {largest}，GPU 都不比 CPU 快：光是复制就比 CPU 做完全部计算还久。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/disturbances.py"/>
        <source>The CPU was slowed down meanwhile because it was hot: CPU times may be too long.</source>
        <translation>其间 CPU 因为过热而降速：CPU 时间可能偏长。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/disturbances.py"/>
        <source>The CPU's times with {twin} differ much: the middle half of {repeats} samples spans {percent} % of their median. Something else ran meanwhile, or the CPU changed its clock.</source>
        <translation>{twin}的 CPU 时间波动很大：{repeats} 个样本中间的一半，分布范围达到中位数的 {percent}%。其间有别的程序在运行，或者 CPU 改变了时钟频率。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/disturbances.py"/>
        <source>This computer is busy with other work (a load of {load} on {processors} processors): CPU times may be too long.</source>
        <translation>本机正忙于别的工作（{processors} 个处理器上的负载为 {load}）：CPU 时间可能偏长。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/disturbances.py"/>
        <source>all threads</source>
        <translation>全部线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/disturbances.py"/>
        <source>one thread</source>
        <translation>单线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/stopwatch.py"/>
        <source>The CPU twin {twin} of {operation} gives another result than NumPy at size {size}: not timed.</source>
        <translation>{operation} 的 CPU 对照函数 {twin} 在规模 {size} 下的结果与 NumPy 不同：不计时。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/stopwatch.py"/>
        <source>The CPU twin {twin} of {operation} needs about {needed} at size {size}, more than its {budget} s: choose a smaller size to compare with it.</source>
        <translation>{operation} 的 CPU 对照函数 {twin} 在规模 {size} 下大约需要 {needed}，超过它的 {budget} s：要与它对比，请选更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/stopwatch.py"/>
        <source>The CPU twin {twin} of {operation} stopped with {error}: it has no time.</source>
        <translation>{operation} 的 CPU 对照函数 {twin} 因 {error} 而停止：没有它的计时结果。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/sweep_ranges.py"/>
        <source>'{text}' is no range: write its first and last size as 1024:65536.</source>
        <translation>“{text}”不是范围：请写出首末两个规模，例如 1024:65536。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/sweep_ranges.py"/>
        <source>A block of {block} has no threads: give 1 or more along each axis.</source>
        <translation>线程块 {block} 里没有线程：请在每个方向上给 1 或更大。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/sweep_ranges.py"/>
        <source>A sweep has at most {most} points, and these are {points}: leave some out.</source>
        <translation>一次扫描最多有 {most} 个点，这里有 {points} 个：请去掉一些。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/sweep_ranges.py"/>
        <source>The range {text} ends below its beginning: write it as {repair}.</source>
        <translation>范围 {text} 的末尾小于开头：请写成 {repair}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/sweep_ranges.py"/>
        <source>There is nothing to sweep over: give for example {example}.</source>
        <translation>没有可扫描的内容：请给出例如 {example}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/sweep_ranges.py"/>
        <source>{name} of size {size} needs {needed:.1f} GiB for its arrays, but the {device} has {memory:.1f} GiB of memory: choose a smaller size.</source>
        <translation>规模为 {size} 的 {name} 的数组需要 {needed:.1f} GiB，而 {device} 的显存为 {memory:.1f} GiB：请选更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/trust_words.py"/>
        <source>The GPU's times are measured.</source>
        <translation>GPU 的时间为实测。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/bench/trust_words.py"/>
        <source>The GPU's times are modelled.</source>
        <translation>GPU 的用时由模型估算。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/cuda/host_watch.py"/>
        <source>a time is read after the launch of {kernel} without cuda.synchronize() in between: a launch only starts the kernel, so this measures the start and not the work.</source>
        <translation>{kernel} 启动之后读了时间，中间没有 cuda.synchronize()：启动只是让核函数开始，所以量到的是启动，而不是计算。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/cuda/host_watch.py"/>
        <source>the script ends without cuda.synchronize() or a copy after the launch of {kernel}: an error in it would never be seen on a GPU.</source>
        <translation>{kernel} 启动之后，脚本没有 cuda.synchronize() 也没有复制就结束了：在 GPU 上，其中的错误永远不会被看到。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/cuda/host_watch.py"/>
        <source>{kernel} writes into its argument {name}, a device array that nobody looks at afterwards: copy it back with copy_to_host(), or is the work not needed?</source>
        <translation>{kernel} 写入了它的参数 {name}，之后却没有人看这个设备数组：请用 copy_to_host() 复制回来，还是这项计算本来就不需要？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device.py"/>
        <source>There is no device '{device}'.{hint} `gpuviz devices` lists all of them.</source>
        <translation>没有设备“{device}”。{hint}`gpuviz devices` 会列出全部设备。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device.py"/>
        <source>blocks</source>
        <translation>线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device.py"/>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device.py"/>
        <source>warps</source>
        <translation>线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device.py"/>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_file.py"/>
        <source>{file} cannot be read ({why}): choose another file.</source>
        <translation>无法读取 {file}（{why}）：请选择别的文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_file.py"/>
        <source>{file} does not describe devices ({why}): compare it with gpuviz's devices.toml.</source>
        <translation>{file} 描述的不是设备（{why}）：请与 gpuviz 的 devices.toml 对照。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_file.py"/>
        <source>{file}, device '{device}': {key}{value} {complaint}.</source>
        <translation>{file}，设备“{device}”：{key}{value} {complaint}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/arguments.py"/>
        <source>'{name}' does not lie in memory row by row without gaps: return np.ascontiguousarray({name}) from inputs.</source>
        <translation>“{name}”在内存中不是逐行连续、没有空隙的：请在 inputs 中返回 np.ascontiguousarray({name})。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/arguments.py"/>
        <source>'{name}' holds {dtype}, which no kernel can use: choose a type of numbers in inputs, such as np.float32.</source>
        <translation>“{name}”的类型是 {dtype}，核函数都不能用：请在 inputs 中选一种数值类型，例如 np.float32。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/arguments.py"/>
        <source>'{name}' is read-only, but {kernel} writes it: return {name}.copy() from inputs.</source>
        <translation>“{name}”是只读的，而 {kernel} 要写入它：请在 inputs 中返回 {name}.copy()。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/arguments.py"/>
        <source>'{name}' is {kind}, but {kernel} writes it: make it a NumPy array in inputs.</source>
        <translation>“{name}”的类型是 {kind}，而 {kernel} 要写入它：请在 inputs 中把它做成 NumPy 数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/arguments.py"/>
        <source>'{name}' is {kind}: make it a NumPy array or a number in inputs.</source>
        <translation>“{name}”的类型是 {kind}：请在 inputs 中把它做成 NumPy 数组或一个数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/arguments.py"/>
        <source>inputs of {operation} has to give exactly the kernel's parameters ({wanted}). Missing: {missing}. Too many: {extra}.</source>
        <translation>{operation} 的 inputs 必须正好给出核函数的参数（{wanted}）。缺少：{missing}。多余：{extra}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/arguments.py"/>
        <source>inputs of {operation} returned {kind}, not a dictionary: return {form}.</source>
        <translation>{operation} 的 inputs 返回了 {kind}，而不是字典：请返回 {form}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/arguments.py"/>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>The file {file} for '{name}' cannot be read: {why}.</source>
        <translation>无法读取给 “{name}” 的文件 {file}：{why}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>The file {file} for '{name}' is not there: put it back, or choose another one.</source>
        <translation>给 “{name}” 的文件 {file} 不存在：请放回该文件，或选择其他文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file} has {there}, and a text of numbers is read up to {most}: save the array with np.save as .npy.</source>
        <translation>{file} 有 {there}，而数字文本最多读取 {most}：请用 np.save 将数组保存为 .npy。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file} holds an array of the shape {there}, and '{name}' needs {needed} at this size: choose another size, or another file.</source>
        <translation>{file} 中数组的形状是 {there}，而在此规模下 “{name}” 需要 {needed}：请选择其他规模或其他文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file} holds {dtype}, and '{name}' needs numbers of the type {needed}.</source>
        <translation>{file} 中是 {dtype}，而 “{name}” 需要类型为 {needed} 的数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file} holds {lines} × {columns} numbers (lines × columns), and '{name}' needs {needed} at this size: choose another size, or another file.</source>
        <translation>{file} 中有 {lines} × {columns} 个数（行 × 列），而在此规模下 “{name}” 需要 {needed}：请选择其他规模或其他文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file} holds {value} at {index}, and '{name}' takes numbers up to {most} ({dtype}).</source>
        <translation>{file} 在 {index} 处是 {value}，而 “{name}” 最大只能容纳 {most}（{dtype}）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file} holds {value} at {index}, and '{name}' takes whole numbers from {least} to {most} ({dtype}).</source>
        <translation>{file} 在 {index} 处是 {value}，而 “{name}” 只能容纳从 {least} 到 {most} 的整数（{dtype}）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file} is no text in UTF-8: save it as CSV in UTF-8.</source>
        <translation>{file} 不是 UTF-8 文本：请另存为 UTF-8 编码的 CSV。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file} is no whole array of numbers ({why}): write it with np.save.</source>
        <translation>{file} 不是完整的数值数组（{why}）：请用 np.save 写出。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file}, line {line}, place {column}: '{cell}' is no number, and '{name}' needs numbers.</source>
        <translation>{file} 第 {line} 行第 {column} 个：“{cell}” 不是数，而 “{name}” 需要数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file}, line {line}, place {column}: '{cell}' is no number, and '{name}' needs numbers: take out a line of titles, or put # in front of it.</source>
        <translation>{file} 第 {line} 行第 {column} 个：“{cell}” 不是数，而 “{name}” 需要数：请删去标题行，或在其前面加上 #。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file}, line {line}, place {column}: nothing stands there, and '{name}' needs a number.</source>
        <translation>{file} 第 {line} 行第 {column} 个：此处为空，而 “{name}” 需要一个数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file}, line {line}, place {column}: there is {cell}, and '{name}' takes whole numbers from {least} to {most} ({dtype}).</source>
        <translation>{file} 第 {line} 行第 {column} 个：此处是 {cell}，而 “{name}” 只能容纳从 {least} 到 {most} 的整数（{dtype}）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/array_file.py"/>
        <source>{file}, line {line}: its count of numbers is {count}, that of the lines before it {before}: all lines need as many.</source>
        <translation>{file} 第 {line} 行：此行有 {count} 个数，而前面各行有 {before} 个：每行的个数必须相同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/chosen_inputs.py"/>
        <source>'{name}' has one dimension: there is nothing to transpose. Choose sliced.</source>
        <translation>“{name}” 只有一维：没有可转置的。请选择「间隔」（sliced）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/chosen_inputs.py"/>
        <source>'{name}' holds records, for which no values can be chosen.</source>
        <translation>“{name}” 存放的是记录，不能为其选择值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/chosen_inputs.py"/>
        <source>'{name}' holds {dtype}, and there is no NaN among whole numbers.</source>
        <translation>“{name}” 存放的是 {dtype}，而整数中没有 NaN。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/chosen_inputs.py"/>
        <source>'{name}' holds {dtype}, for which no other type can be chosen.</source>
        <translation>“{name}” 存放的是 {dtype}，不能为其选择其他类型。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/chosen_inputs.py"/>
        <source>'{name}' is a single number, and no array: only arrays can be chosen.</source>
        <translation>“{name}” 是单个数，不是数组：只能选择数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/chosen_inputs.py"/>
        <source>All arrays have one dimension: there is nothing to transpose. Choose sliced.</source>
        <translation>所有数组都只有一维：没有可转置的。请选择「间隔」（sliced）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/chosen_inputs.py"/>
        <source>{count} of {size} values of '{name}' do not fit into {dtype} and were changed: {before} became {after}.</source>
        <translation>“{name}” 的 {size} 个值中有 {count} 个无法用 {dtype} 表示，已被改变：{before} 变成了 {after}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/compilation.py"/>
        <source>Registers and machine instructions are assumed: CUDA has no compiler for macOS.</source>
        <translation>寄存器和机器指令是假设的：CUDA 没有用于 macOS 的编译器。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/compiled_kernel.py"/>
        <source>Compiled for compute capability {known}, the nearest to {cc} that this compiler knows: the registers and the machine instructions are those of {known}.</source>
        <translation>已按计算能力 {known} 编译，它是这个编译器所知的、最接近 {cc} 的一种：寄存器数和机器指令都是 {known} 的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/compiled_kernel.py"/>
        <source>Compiled for {cc}, a thread keeps {bytes} bytes in local memory, which is slow: arrays of its own, and variables for which it has no registers.</source>
        <translation>为 {cc} 编译后，每个线程有 {bytes} 字节放在较慢的本地内存中：自己的数组，以及寄存器放不下的变量。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/compiled_kernel.py"/>
        <source>The machine instructions are estimated: nvdisasm could not read the machine code that was compiled for {cc}. A newer one may: pip install --upgrade nvidia-cuda-nvdisasm.</source>
        <translation>机器指令是估计的：nvdisasm 读不了为 {cc} 编译的机器码。更新的版本也许可以：pip install --upgrade nvidia-cuda-nvdisasm。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/compiled_kernel.py"/>
        <source>The machine instructions are those for compute capability {read}, the nearest to {cc} whose machine code can be read here.</source>
        <translation>机器指令是计算能力 {read} 的，它是这里能读出机器码的、最接近 {cc} 的一种。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_c.py"/>
        <source>{file} cannot be read ({error}).</source>
        <translation>读不了 {file}（{error}）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_c.py"/>
        <source>{file} includes other files, which gpuviz does not read: keep the kernel only.</source>
        <translation>{file} 包含别的文件，gpuviz 不读它们：只留下核函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/arrays.py"/>
        <source>The arrays of this launch need {needed} MB, but only {free} MB of the GPU's memory are free: choose a smaller size.</source>
        <translation>这次启动的数组需要 {needed} MB，而 GPU 的显存只剩 {free} MB：请选更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/c_twin.py"/>
        <source>{file} does not compile: {error}</source>
        <translation>{file} 编译不过：{error}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/c_twin.py"/>
        <source>{file} is no twin of the kernel: {error}.</source>
        <translation>{file} 不是这个核函数的孪生：{error}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/disturbances.py"/>
        <source>The GPU ran at {clock} MHz, its highest clock is {boost} MHz.</source>
        <translation>GPU 当时以 {clock} MHz 运行，它的最高频率为 {boost} MHz。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/disturbances.py"/>
        <source>The GPU's clock fell from {before} to {after} MHz while it was measured, as heat and power make it: a cooler GPU is faster.</source>
        <translation>测量期间 GPU 的频率从 {before} 降到 {after} MHz，这是发热和功耗造成的：温度低一些，GPU 会更快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/disturbances.py"/>
        <source>The GPU's clock still rose from {before} to {after} MHz while it was measured: run it again for a time at one clock.</source>
        <translation>测量期间 GPU 的频率还在从 {before} 升到 {after} MHz：请再运行一次，得到同一频率下的时间。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/disturbances.py"/>
        <source>The middle half of the samples spreads over {percent} % of their median: something else may use the GPU.</source>
        <translation>样本中间的一半，分布范围为中位数的 {percent}%：可能有别的程序在使用 GPU。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/disturbances.py"/>
        <source>There was no time for all {wanted} samples of the kernel, only for {samples}.</source>
        <translation>时间不够取全核函数的 {wanted} 个样本，只取了 {samples} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/engine.py"/>
        <source>A pipeline runs on the emulator or on Numba's simulator, and not yet on the engine {engine}: choose one of the two.</source>
        <translation>流水线可以在仿真器或 Numba 模拟器上运行，还不能在引擎 {engine} 上运行：请选这两者之一。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/engine.py"/>
        <source>The emulator could not follow this launch, so there are no steps: {reason}</source>
        <translation>仿真器无法跟踪这次启动，因此没有各步：{reason}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/engine.py"/>
        <source>This launch was not emulated beside the GPU, that would take too long: there are times and placement, but no steps, counters or hazards. Choose a smaller size to see them.</source>
        <translation>这次启动没有在 GPU 之外再仿真，那会太久：有时间和线程块的位置，但没有各步、计数和隐患。要看它们，请选更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/failures.py"/>
        <source>An SM has not enough registers or shared memory for a block of {block} threads of {kernel}: choose a smaller block.</source>
        <translation>一个 SM 的寄存器或共享内存不够 {kernel} 的 {block} 个线程的线程块使用：请选更小的线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/failures.py"/>
        <source>Numba cannot compile {kernel} for the GPU: {error}</source>
        <translation>Numba 无法为 GPU 编译 {kernel}：{error}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/failures.py"/>
        <source>Numba cannot use the GPU: {error} `gpuviz devices` says what to install.</source>
        <translation>Numba 无法使用 GPU：{error} `gpuviz devices` 会说明要安装什么。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/failures.py"/>
        <source>The GPU also draws this screen, so its driver stopped {kernel} after some seconds: choose a smaller size.</source>
        <translation>这块 GPU 还负责显示屏幕，因此驱动在几秒后停止了 {kernel}：请选更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/failures.py"/>
        <source>The GPU does not answer any more ({error}), so {kernel} has no result: run it again; if that does not help, restart the machine.</source>
        <translation>GPU 不再响应（{error}），因此 {kernel} 没有结果：请再运行一次；如果没有用，请重启机器。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/failures.py"/>
        <source>The GPU has not enough free memory for {kernel}: choose a smaller size.</source>
        <translation>GPU 的空闲显存不够 {kernel} 使用：请选更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/failures.py"/>
        <source>The GPU refuses this grid or block for {kernel}: choose smaller ones.</source>
        <translation>GPU 拒绝了 {kernel} 的这个网格或线程块：请选更小的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/failures.py"/>
        <source>The GPU stopped {kernel} ({error}): often an index outside an array. Run it with the engine emulator, which names thread, line and index.</source>
        <translation>GPU 停止了 {kernel}（{error}）：往往是下标超出了数组。请用仿真器引擎运行，它会指出线程、行和下标。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>Measured on the {gpu}: median of {samples} samples, the middle half within {spread}; arrays stay on the GPU between launches, so its L2 cache is warm. Copies are from and to ordinary NumPy arrays.</source>
        <translation>在 {gpu} 上实测：{samples} 个样本的中位数，中间的一半分布在 {spread} 以内；各次启动之间数组留在 GPU 上，因此 L2 缓存里已有数据。复制是与普通 NumPy 数组之间的复制。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>Steps, accesses, counters and hazards are emulated, on the same inputs; times, placement, registers and results are the GPU's own.</source>
        <translation>各步、访问、计数和隐患来自用相同输入的仿真；时间、线程块的位置、寄存器和结果来自 GPU 本身。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>The driver says that an SM holds {theirs} blocks of this launch, gpuviz computes {ours}: please report it.</source>
        <translation>驱动说一个 SM 能容纳这次启动的 {theirs} 个线程块，gpuviz 算出的是 {ours} 个：请报告这个问题。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>The emulator</source>
        <translation>仿真器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>The kernel is short: each sample is the mean of {batch} launches in a row.</source>
        <translation>这个核函数很短：每个样本是连续 {batch} 次启动的平均值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>The recorded launch</source>
        <translation>做记录的那次启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>Which SM ran a block and when was recorded in a launch of its own, which took {factor} times as long as the untouched kernel; {each} wrote one record.</source>
        <translation>哪个 SM 在何时运行了哪个线程块，是在单独的一次启动中记录的，它的用时是未改动核函数的 {factor} 倍；{each}写一条记录。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>With an L2 cache that holds other data a launch takes {seconds}.</source>
        <translation>如果 L2 缓存里是别的数据，一次启动要用 {seconds}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>each thread</source>
        <translation>每个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>each warp</source>
        <translation>每个线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>not a number</source>
        <translation>不是数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/cuda_gpu/findings.py"/>
        <source>{who} computed another result than the GPU (largest difference {error}): the kernel may depend on the order of its threads.</source>
        <translation>{who}算出的结果与 GPU 不同（最大相差 {error}）：这个核函数可能依赖线程的先后顺序。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/emulator.py"/>
        <source>The emulator does not know the schedule {schedule}: it runs in {known}.</source>
        <translation>仿真器不认识调度方式 {schedule}：它支持 {known}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grader.py"/>
        <source>No thread writes into {array}: the kernel has to store its result there.</source>
        <translation>没有线程写入 {array}：核函数必须把结果存到那里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grader.py"/>
        <source>The functions cannot be made: {words}.</source>
        <translation>这些函数无法生成：{words}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grader.py"/>
        <source>The kernel writes into {array}, which is an input: write only into {outputs}.</source>
        <translation>核函数写入了输入 {array}：只能写入 {outputs}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grader.py"/>
        <source>The loop in line {line} was ended: after {rounds} turns it still went on. Change what its condition tests, inside the loop.</source>
        <translation>第 {line} 行的循环被终止了：{rounds} 轮之后它仍在继续。请在循环内部改变其条件所检查的内容。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grader.py"/>
        <source>The result is right, but not every goal is reached.</source>
        <translation>结果正确，但并非所有目标都已达到。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grader.py"/>
        <source>With size {size} and block {block}:</source>
        <translation>规模为 {size}、线程块为 {block} 时：</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grader.py"/>
        <source>{figure}: {found}, and the goal is at most {most}.</source>
        <translation>{figure}：{found}，目标是最多 {most}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grading.py"/>
        <source>Atomic operations</source>
        <translation>原子操作</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grading.py"/>
        <source>Bank conflicts</source>
        <translation>存储体冲突</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grading.py"/>
        <source>Barriers</source>
        <translation>屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grading.py"/>
        <source>Divergent branches</source>
        <translation>发散的分支</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grading.py"/>
        <source>Sectors</source>
        <translation>扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grading.py"/>
        <source>Sectors loaded</source>
        <translation>加载的扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grading.py"/>
        <source>Sectors stored</source>
        <translation>写入的扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/grading.py"/>
        <source>Warp steps</source>
        <translation>线程束步数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/host.py"/>
        <source>The file has no numpy_twin, so nothing was checked.</source>
        <translation>文件里没有 numpy_twin，因此什么都没有检查。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/host.py"/>
        <source>The file's own code</source>
        <translation>文件自带的代码</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/host.py"/>
        <source>numpy_twin does not work on the chosen inputs ({kind}: {words}), so the result was compared with nothing.</source>
        <translation>numpy_twin 无法处理所选的输入（{kind}：{words}），因此结果未与任何参考比较。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/host.py"/>
        <source>numpy_twin of {name} returned a value, but has to fill the outputs in place, for example {output}[:] = ...</source>
        <translation>{name} 的 numpy_twin 返回了一个值，但它应当就地填写输出，例如 {output}[:] = ...</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/host.py"/>
        <source>{what} needs more memory than this machine has left ({words}): choose a smaller size.</source>
        <translation>{what}：需要的内存超过本机剩余的内存（{words}），请选更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/host.py"/>
        <source>{what} needs the file {words}, which is not there: put it back, or make it.</source>
        <translation>{what}：需要文件 {words}，但它不在那里，请放回去，或者生成它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/host.py"/>
        <source>{what} stopped with {kind}: {words}. Repair this in the file.</source>
        <translation>{what}：因 {kind} 而停止：{words}。请在文件中改正。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/looks.py"/>
        <source>look() of {file} stopped: {words}. The pictures do without it.</source>
        <translation>{file} 的 look() 中断了：{words}。图片不再使用它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/modelled.py"/>
        <source>The model says {modelled} for the kernel, {factor} times the measured {measured}.</source>
        <translation>模型给出核函数用时 {modelled}，是实测 {measured} 的 {factor} 倍。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/numba_simulator.py"/>
        <source> (the kernel has barriers)</source>
        <translation>（这个核函数有屏障）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/numba_simulator.py"/>
        <source>Numba's simulator is not switched on in this process: set NUMBA_ENABLE_CUDASIM=1 before Python starts.</source>
        <translation>这个进程没有启用 Numba 模拟器：请在 Python 启动前设置 NUMBA_ENABLE_CUDASIM=1。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/numba_simulator.py"/>
        <source>Numba's simulator ran 1 thread; it wrote down its own indices, and they are those of the computed mapping.</source>
        <translation>Numba 的模拟器运行了 1 个线程；它记下了自己的索引，与算出的映射一致。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/numba_simulator.py"/>
        <source>Numba's simulator ran {threads} threads; each wrote down its own indices, and they are those of the computed mapping.</source>
        <translation>Numba 模拟器运行了 {threads} 个线程；每个都写下了自己的下标，与算出的对应关系一致。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/numba_simulator.py"/>
        <source>{threads} threads are too many for Numba's simulator, which starts a thread of Python for each: about {duration} here. Use at most {limit}{why}, or the engine emulator.</source>
        <translation>{threads} 个线程对 Numba 模拟器来说太多，它要为每个线程启动一个 Python 线程：在本机大约需要 {duration}。请最多用 {limit} 个{why}，或使用仿真器引擎。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/numba_simulator_pipeline.py"/>
        <source>Numba's simulator says what a pipeline computes, but neither how long it takes nor what it copies.</source>
        <translation>Numba 模拟器能说出流水线算出什么，但不知道要用多久，也不知道复制了什么。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/numba_simulator_pipeline.py"/>
        <source>with its {threads} threads Numba's simulator, which starts a thread of Python for each, would need more than {most} seconds in all: choose a smaller size, or the engine emulator.</source>
        <translation>共有 {threads} 个线程，Numba 模拟器要为每个启动一个 Python 线程，总共会超过 {most} 秒：请选更小的规模，或使用仿真器引擎。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/numba_simulator_threads.py"/>
        <source>Numba's simulator has no cuda.{name}: it knows no warps. Use the engine emulator.</source>
        <translation>Numba 模拟器没有 cuda.{name}：它不认识线程束。请使用仿真器引擎。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/numba_simulator_threads.py"/>
        <source>Numba's simulator stopped {kernel} with {kind}: {words}</source>
        <translation>Numba 模拟器停止了 {kernel}，原因是 {kind}：{words}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/pipeline_host.py"/>
        <source>'{name}' of {operation} has to be an array of {dtype} with the shape {shape}, and one of {given_dtype} with the shape {given_shape} was given.</source>
        <translation>{operation} 的“{name}”必须是类型为 {dtype}、形状为 {shape} 的数组，给出的却是类型为 {given_dtype}、形状为 {given_shape} 的数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/pipeline_host.py"/>
        <source>Launch {number} of {name}, {kernel} in line {line}, broke off: {words}</source>
        <translation>{name} 的第 {number} 次启动（第 {line} 行的 {kernel}）中断了：{words}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/pipeline_host.py"/>
        <source>pipeline of {name} broke off in line {line}, after {count} of its launches: {words}</source>
        <translation>{name} 的 pipeline 完成 {count} 次启动后，在第 {line} 行中断了：{words}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/pipeline_host.py"/>
        <source>{name} would work with {count} GPUs at this size: choose from 1 to {most}.</source>
        <translation>在这个规模下 {name} 会用到 {count} 块 GPU：请从 1 到 {most} 中选择。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/pipeline_host.py"/>
        <source>{operation} has no array '{name}' that could be given: it has {arrays}.</source>
        <translation>{operation} 没有可以给出的数组“{name}”：它有 {arrays}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/printed.py"/>
        <source>Lines printed by the kernel: {count}. They are: {lines}</source>
        <translation>核函数打印的行数：{count}。内容是：{lines}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/printed.py"/>
        <source>Lines printed by the kernel: {count}. They begin: {lines}; ...</source>
        <translation>核函数打印的行数：{count}。开头是：{lines}；……</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>An NVIDIA driver is installed, but it finds no GPU: the emulator is used.</source>
        <translation>装有 NVIDIA 驱动，但它找不到 GPU：使用仿真器。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>Machine instructions are estimated from the source: the program that reads them out of compiled code is not installed. pip install nvidia-cuda-nvdisasm brings it; it needs no GPU.</source>
        <translation>机器指令由源代码估计：从编译后的代码中读出它们的程序没有安装。pip install nvidia-cuda-nvdisasm 会装上它；不需要 GPU。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>No NVIDIA driver was found: the emulator is used. If this machine has an NVIDIA GPU, install its driver from nvidia.com/drivers.</source>
        <translation>没有找到 NVIDIA 驱动：使用仿真器。如果本机有 NVIDIA GPU，请从 nvidia.com/drivers 安装它的驱动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>Registers and machine instructions are assumed: no compiler is installed. {command} brings one; it needs no GPU.</source>
        <translation>寄存器和机器指令是假设的：没有安装编译器。{command} 会装上一个；它不需要 GPU。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>Registers and machine instructions are assumed: there is no compiler for CUDA on macOS.</source>
        <translation>寄存器和机器指令是假设的：macOS 上没有 CUDA 编译器。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>Running on the {gpu}.</source>
        <translation>正在 {gpu} 上运行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>The NVIDIA driver does not work ({error}): restart the machine or install the driver again. The emulator is used.</source>
        <translation>NVIDIA 驱动不能工作（{error}）：请重启机器，或重新安装驱动。目前使用仿真器。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>The packages for CUDA {installed} are installed, but the driver of the {gpu} knows only CUDA {driver}: update the driver, or run {command}. Until then the emulator is used.</source>
        <translation>装有 CUDA {installed} 的软件包，但 {gpu} 的驱动只支持 CUDA {driver}：请更新驱动，或运行 {command}。在此之前使用仿真器。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>The {gpu} could be used, but the packages for it are not installed: run {command} and start again. Until then the emulator is used.</source>
        <translation>可以使用 {gpu}，但还没有安装所需的软件包：请运行 {command}，然后重新启动。在此之前使用仿真器。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>The {gpu} has a driver for CUDA {driver}, too old for gpuviz: install a driver for CUDA {oldest} or newer from nvidia.com/drivers. The emulator is used.</source>
        <translation>{gpu} 的驱动支持 CUDA {driver}，对 gpuviz 来说太旧：请从 nvidia.com/drivers 安装支持 CUDA {oldest} 或更新版本的驱动。目前使用仿真器。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>There is no CUDA for macOS: the emulator is used.</source>
        <translation>macOS 上没有 CUDA：使用仿真器。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/probe.py"/>
        <source>There is no GPU {number} here: choose one of {known}.</source>
        <translation>这里没有 GPU {number}：请从 {known} 中选择。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/puzzle_answer.py"/>
        <source>Line {line} imports {name}: a kernel runs on the GPU, where there are no files, networks or other modules. Only math, numpy and numba may be imported.</source>
        <translation>第 {line} 行导入了 {name}：核函数在 GPU 上运行，那里没有文件、网络或其他模块。只能导入 math、numpy 和 numba。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/puzzle_answer.py"/>
        <source>Line {line} is not indented, so it does not belong to the kernel and was not run: move it to the right.</source>
        <translation>第 {line} 行没有缩进，所以不属于核函数，也没有运行：请把它向右移。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/puzzle_answer.py"/>
        <source>Line {line} was not run: only the kernel and the functions that it calls count.</source>
        <translation>第 {line} 行没有运行：只有核函数和它调用的函数算数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/puzzle_answer.py"/>
        <source>The kernel is called {found} here, and the puzzle launches {wanted}: give it its name back.</source>
        <translation>这里的核函数叫 {found}，而谜题启动的是 {wanted}：请改回原来的名字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/puzzle_answer.py"/>
        <source>The puzzle launches {header}: give the kernel these parameters again.</source>
        <translation>谜题启动的是 {header}：请把核函数的参数改回来。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/puzzle_answer.py"/>
        <source>There is nothing in the file: write the kernel {kernel}.</source>
        <translation>文件是空的：请写出核函数 {kernel}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/puzzle_answer.py"/>
        <source>Write plain `@cuda.jit` above {name}, and only numbers as defaults of its parameters: `{text}` would have to run on the host.</source>
        <translation>{name} 上方只写 `@cuda.jit`，参数的默认值只写数：`{text}` 需要在主机上运行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/puzzle_answer.py"/>
        <source>You have changed {names}. Puzzles are graded with their own inputs, sizes and reference: only the kernel counts.</source>
        <translation>你改动了 {names}。谜题用它自己的输入、规模和参考结果来评判：只有核函数算数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/thread_records.py"/>
        <source>The recorded {field} of thread {thread} of block {block} is {recorded}, but {expected} was computed ({count} of {total} records differ): please report this launch as a bug of gpuviz.</source>
        <translation>线程块 {block} 的线程 {thread} 记录的 {field} 是 {recorded}，而算出的是 {expected}（{total} 条记录中有 {count} 条不同）：请把这次启动作为 gpuviz 的错误报告给我们。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/thread_records.py"/>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/wrong_elements.py"/>
        <source>{array}{index} is {got} instead of {want}, and no thread wrote it.</source>
        <translation>{array}{index} 是 {got}，应为 {want}，而且没有线程写过它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/wrong_elements.py"/>
        <source>{array}{index} is {got} instead of {want}, written by thread {thread} of block {block}.</source>
        <translation>{array}{index} 是 {got}，应为 {want}，由线程块 {block} 的线程 {thread} 写入。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/wrong_elements.py"/>
        <source>{array}{index} is {got} instead of {want}.</source>
        <translation>{array}{index} 是 {got}，应为 {want}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/wrong_elements.py"/>
        <source>{count} of {size} elements of {array} differ from NumPy; the first is {array}{index}: {got} instead of {want}, and no thread wrote it.</source>
        <translation>{array} 的 {size} 个元素中有 {count} 个与 NumPy 不同；第一个是 {array}{index}：值为 {got}，应为 {want}，而且没有线程写过它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/wrong_elements.py"/>
        <source>{count} of {size} elements of {array} differ from NumPy; the first is {array}{index}: {got} instead of {want}, written by thread {thread} of block {block}.</source>
        <translation>{array} 的 {size} 个元素中有 {count} 个与 NumPy 不同；第一个是 {array}{index}：值为 {got}，应为 {want}，由线程块 {block} 的线程 {thread} 写入。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/engines/wrong_elements.py"/>
        <source>{count} of {size} elements of {array} differ from NumPy; the first is {array}{index}: {got} instead of {want}.</source>
        <translation>{array} 的 {size} 个元素中有 {count} 个与 NumPy 不同；第一个是 {array}{index}：值为 {got}，应为 {want}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/barrier_interval.py"/>
        <source>No barrier lies between the accesses of {lines}: both run from {begin} to {end}.</source>
        <translation>{lines}的两次访问之间没有屏障：两者都在{begin}与{end}之间执行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/barrier_interval.py"/>
        <source>lines {one} and {other}</source>
        <translation>第 {one} 行和第 {other} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/barrier_interval.py"/>
        <source>the barrier in line {line}</source>
        <translation>第 {line} 行的屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/barrier_interval.py"/>
        <source>the begin of the kernel</source>
        <translation>核函数开头</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/barrier_interval.py"/>
        <source>the end of the kernel</source>
        <translation>核函数结尾</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/barrier_interval.py"/>
        <source>the same barrier, a turn of the loop later</source>
        <translation>下一轮循环中的同一个屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/barrier_interval.py"/>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>line {line}</source>
        <translation>第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread asks: {test}? Only those where it holds take the lines inside.</source>
        <translation>每个线程都问：{test}？只有条件成立的线程才进入里面的各行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread calls {functions}: its lines come next.</source>
        <translation>每个线程调用 {functions}：接下来执行它的各行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread changes {arrays} by an atomic operation: where several meet at one element, they come one after the other.</source>
        <translation>每个线程用原子操作修改 {arrays}：多个线程遇到同一个元素时，依次进行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread computes {names}.</source>
        <translation>每个线程计算 {names}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread executes this line.</source>
        <translation>每个线程执行这一行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread gets {names}, memory of its own.</source>
        <translation>每个线程得到 {names}，它自己的内存。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread gives {value} back to the line that called.</source>
        <translation>每个线程把 {value} 交还给调用它的那一行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread reads {reads} and keeps {names}.</source>
        <translation>每个线程读取 {reads}，并留下 {names}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread reads {reads} and writes {writes}.</source>
        <translation>每个线程读取 {reads}，并写入 {writes}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread reads {reads}.</source>
        <translation>每个线程读取 {reads}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread works out {names}: by this number it knows which elements are its own.</source>
        <translation>每个线程算出 {names}：凭这个编号就知道哪些元素归自己。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>Each thread writes {writes}.</source>
        <translation>每个线程写入 {writes}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>The block gets {names}: memory that all its threads share.</source>
        <translation>线程块得到 {names}：块内所有线程共享的内存。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>The lanes of a warp hand each other values, without memory between them.</source>
        <translation>线程束的各个 lane 互相传递值，不经过内存。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>The lanes of a warp wait for each other here.</source>
        <translation>线程束的各个 lane 在这里互相等待。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>The launch is over.</source>
        <translation>这次启动结束了。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>The loop: threads for which {test} holds take another turn.</source>
        <translation>循环：{test} 成立的线程再走一轮。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>The loop: {target} takes its next value of {values}, and threads without one go on behind it.</source>
        <translation>循环：{target} 取 {values} 的下一个值，取完的线程在循环之后继续。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>The threads of a block wait for each other here: none goes on before the last one has come.</source>
        <translation>一个线程块的线程在这里互相等待：最后一个到达之前，谁也不继续。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>These threads are done.</source>
        <translation>这些线程执行完了。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>{kernel} is about to start: a single thread runs these lines.</source>
        <translation>{kernel} 即将开始：只有一个线程执行这些行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>{kernel} is about to start: the {threads} threads of one block run the same lines, each with an index of its own.</source>
        <translation>{kernel} 即将开始：一个线程块的 {threads} 个线程执行相同的各行，每个线程有自己的索引。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>{kernel} is about to start: {threads} threads in {blocks} blocks run the same lines, each with an index of its own.</source>
        <translation>{kernel} 即将开始：{blocks} 个线程块中的 {threads} 个线程执行相同的各行，每个线程有自己的索引。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>{n} more steps like these pass quickly.</source>
        <translation>还有 {n} 步与此类似，快速略过。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/captions.py"/>
        <source>{n} more turns like this pass quickly.</source>
        <translation>还有 {n} 轮与此类似，快速略过。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare.py"/>
        <source>block {shape}</source>
        <translation>线程块 {shape}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare.py"/>
        <source>grid {shape}</source>
        <translation>网格 {shape}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare.py"/>
        <source>{bad} has a hazard, {good} has none.</source>
        <translation>{bad} 有一个隐患，{good} 没有。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare.py"/>
        <source>{bad} has {count} hazards, {good} has none.</source>
        <translation>{bad} 有 {count} 个隐患，{good} 没有。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare.py"/>
        <source>{first} · {second}</source>
        <translation>{first} · {second}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare.py"/>
        <source>{more} has {count} {what}, {fewer} has none.</source>
        <translation>{more} 的{what}为 {count}，{fewer} 没有。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare.py"/>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>{name}: {what}</source>
        <translation>{name}：{what}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare.py"/>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <location filename="../../gpuviz/scene/stage/arrays/names.py"/>
        <source>contiguous</source>
        <translation>连续</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare.py"/>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <location filename="../../gpuviz/scene/stage/arrays/names.py"/>
        <source>sliced</source>
        <translation>间隔</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare.py"/>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <location filename="../../gpuviz/scene/stage/arrays/names.py"/>
        <source>transposed</source>
        <translation>转置</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source> as {fewer}: {high} against {low}.</source>
        <translation>，与 {fewer} 相比：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>128-byte lines loaded from</source>
        <translation>读取的 128 字节缓存行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>128-byte lines stored to</source>
        <translation>写入的 128 字节缓存行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>Both runs do the same: no counter differs by 5 per cent or more.</source>
        <translation>两次运行所做的相同：没有一项计数相差达到 5%。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>atomic operations</source>
        <translation>原子操作</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>atomic requests</source>
        <translation>原子操作请求</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>bank conflicts</source>
        <translation>存储体冲突</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>barriers passed</source>
        <translation>通过的屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>divergent branches</source>
        <translation>发散的分支</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>kernel time, measured</source>
        <translation>核函数用时，实测</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>kernel time, measured and modelled</source>
        <translation>核函数用时，实测与模型估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>kernel time, modelled</source>
        <translation>核函数用时，模型估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>kinds of hazard found</source>
        <translation>发现的隐患种类</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>lanes busy</source>
        <translation>忙碌的 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>load requests</source>
        <translation>读取请求</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>sectors loaded</source>
        <translation>读取的扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>sectors stored</source>
        <translation>写入的扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>steps of warps</source>
        <translation>线程束步数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>store requests</source>
        <translation>写入请求</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>wavefronts of shared memory</source>
        <translation>共享内存访问批次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>{more} diverges {times} times as often as {fewer}: {high} against {low}.</source>
        <translation>{more} 的分支发散次数是 {fewer} 的 {times} 倍：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>{more} does {times} times as many atomic operations as {fewer}: {high} against {low}.</source>
        <translation>{more} 的原子操作是 {fewer} 的 {times} 倍：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>{more} has {times} times as many bank conflicts as {fewer}: {high} against {low}.</source>
        <translation>{more} 的存储体冲突是 {fewer} 的 {times} 倍：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>{more} leaves {times} times as many threads idle as {fewer}: {high} against {low}.</source>
        <translation>{more} 的空闲线程是 {fewer} 的 {times} 倍：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>{more} moves {times} times as many sectors for loads as {fewer}: {high} against {low}.</source>
        <translation>{more} 为读取搬运的扇区是 {fewer} 的 {times} 倍：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>{more} moves {times} times as many sectors for stores as {fewer}: {high} against {low}.</source>
        <translation>{more} 为写入搬运的扇区是 {fewer} 的 {times} 倍：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>{more} needs {times} times as many wavefronts of shared memory as {fewer}: {high} against {low}.</source>
        <translation>{more} 需要的共享内存访问批次是 {fewer} 的 {times} 倍：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>{more} takes {times} times as many steps as {fewer}: {high} against {low}.</source>
        <translation>{more} 的步数是 {fewer} 的 {times} 倍：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>{more} touches {times} times as many 128-byte lines with its loads as {fewer}: {high} against {low}.</source>
        <translation>{more} 读取时触及的 128 字节缓存行是 {fewer} 的 {times} 倍：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <source>{more} touches {times} times as many 128-byte lines with its stores as {fewer}: {high} against {low}.</source>
        <translation>{more} 写入时触及的 128 字节缓存行是 {fewer} 的 {times} 倍：{high} 对 {low}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/compare_words.py"/>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>idle threads</source>
        <translation>空闲线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <source>1 block</source>
        <translation>1 个线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <source>1 floating-point operation</source>
        <translation>1 次浮点运算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <source>1 request</source>
        <translation>1 个请求</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <source>1 step</source>
        <translation>1 步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <source>{n} blocks</source>
        <translation>{n} 个线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <source>{n} floating-point operations</source>
        <translation>{n} 次浮点运算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <source>{n} requests</source>
        <translation>{n} 个请求</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <source>{n} steps</source>
        <translation>{n} 步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>once</source>
        <translation> 1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>{n} times</source>
        <translation> {n} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>1 warp</source>
        <translation>1 个线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>{n} threads</source>
        <translation>{n} 个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>{n} warps</source>
        <translation>{n} 个线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 sector</source>
        <translation>1 个扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 wavefront</source>
        <translation>1 批</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{n} sectors</source>
        <translation>{n} 个扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/figure.py"/>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{n} wavefronts</source>
        <translation>{n} 批</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>Adding up in a warp or in shared memory first: then one lane does what many did.</source>
        <translation>先在线程束或共享内存中累加：这样一个 lane 就能完成原来许多 lane 的操作。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>Fewer wasted bytes make the time shorter; more warps, or more loads under way at the same time, use more of the bandwidth.</source>
        <translation>浪费的字节越少，用时越短；线程束更多，或同时进行的加载更多，就能用上更多带宽。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>How often the line is executed, and by how many warps.</source>
        <translation>这一行执行多少次，由多少个线程束执行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>Warps execute {site} in line {line} {requests}: each time is a request.</source>
        <translation>线程束执行第 {line} 行的 {site}：{requests}，每次是一个请求。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>Which lane touches which bank: 32 lanes on 32 different banks, or on the same word, need one wavefront. A tile that is one element wider moves its columns to other banks.</source>
        <translation>哪个 lane 访问哪个存储体：32 个 lane 访问 32 个不同的存储体，或访问同一个字，只需一批。把分块加宽一个元素，各列就会落到别的存储体。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>Which lane touches which element: neighbouring lanes on neighbouring elements need the fewest sectors.</source>
        <translation>哪个 lane 访问哪个元素：相邻的 lane 访问相邻的元素，所需扇区最少。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>{moved} / {seconds} µs = {rate} GB/s; the {device} has {most} GB/s on paper, so {share} of that.</source>
        <translation>{moved} / {seconds} µs = {rate} GB/s；{device} 的标称带宽是 {most} GB/s，即达到其 {share}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>{sectors} / {requests} = {each} in each; {sectors} × {bytes} B = {moved} moved, of which {needed} are needed: {share}.</source>
        <translation>{sectors} / {requests} = 每个 {each}；{sectors} × {bytes} B = 传输 {moved}，其中需要 {needed}：{share}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>{sectors} / {requests} = {each} in each; {sectors} × {bytes} B = {moved} moved.</source>
        <translation>{sectors} / {requests} = 每个 {each}；{sectors} × {bytes} B = 传输 {moved}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>{units} × an element is changed by a thread, in {requests} of their warps: {each} in each on average.</source>
        <translation>线程修改元素 {units} 次，出自其线程束的 {requests}：平均每个 {each} 次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/memory.py"/>
        <source>{wavefronts} / {requests} = {each} in each. A request takes as many wavefronts as its lanes want different words of one bank.</source>
        <translation>{wavefronts} / {requests} = 每个 {each}。各 lane 要同一个存储体中多少个不同的字，一个请求就要多少批。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>1 wave</source>
        <translation>1 个波次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>A block that needs less of what limits it would let more of them in.</source>
        <translation>线程块对限制因素的需求越少，能容纳的线程块就越多。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>A thread of the {device} cannot have more than its {most} registers.</source>
        <translation>{device} 的一个线程最多只能有 {most} 个寄存器。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>An SM of the {device} holds {most} blocks at most, however small: larger blocks would fill it.</source>
        <translation>{device} 的一个 SM 最多容纳 {most} 个线程块，无论多小：更大的线程块才能把它填满。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>Each limit of an SM of the {device} allows so many blocks: {allowed}. The smallest of these numbers is {blocks}.</source>
        <translation>{device} 的一个 SM 的各项限制允许的线程块数：{allowed}。其中最小的是 {blocks}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>Its places for warps limit it: only a smaller block would let more blocks in.</source>
        <translation>限制来自线程束的位置：只有更小的线程块才能让更多线程块进入。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>One more register for each thread, {more} instead of {now}, changes nothing.</source>
        <translation>每个线程多用一个寄存器（{more} 个而不是 {now} 个）不会带来任何变化。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>One more register for each thread, {more} instead of {now}, changes nothing; from {worse} on it would be {after} or less.</source>
        <translation>每个线程多用一个寄存器（{more} 个而不是 {now} 个）不会带来任何变化；从 {worse} 个起会降到 {after} 或更低。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>One more register for each thread, {more} instead of {now}, would lower it from {before} to {after}.</source>
        <translation>每个线程多用一个寄存器（{more} 个而不是 {now} 个）会使它从 {before} 降到 {after}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>Registers alone limit it: with {fewer} for each thread, instead of {now}, more blocks would fit.</source>
        <translation>只有寄存器在限制：每个线程用 {fewer} 个而不是 {now} 个，就能容纳更多线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>Shared memory alone limits it: with {room} or less of a block, instead of {now}, one more block would fit.</source>
        <translation>只有共享内存在限制：每个线程块用 {room} 或更少，而不是 {now}，就能多容纳一个线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>The block: one whose threads are a multiple of {size} has full warps only.</source>
        <translation>线程块：线程数是 {size} 的倍数时，所有线程束都是满的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>The number of blocks, and how many an SM holds. In a last wave that is not full, SMs wait for others.</source>
        <translation>线程块的数量，以及一个 SM 能容纳多少个。最后一个波次不满时，有的 SM 要等其他 SM。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>The size and the block: the grid has as many blocks as it takes to cover the size.</source>
        <translation>规模和线程块：网格的线程块数刚好覆盖整个规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>{blocks} on an SM × {each} of a block = {active} of {most} warps that an SM of the {device} can hold: {share}. Limited by {limits}.</source>
        <translation>一个 SM 上 {blocks} × 每个线程块 {each} = {active}，而 {device} 的一个 SM 能容纳 {most} 个线程束：{share}。受限于{limits}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>{blocks} × {each} of a block = {threads}.</source>
        <translation>{blocks} × 每个线程块 {each} = {threads}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>{each} for each thread × {threads} of a block × {blocks} = {taken} of {most} registers of an SM; a warp gets them in portions of {portion}.</source>
        <translation>每个线程 {each} 个 × 每个线程块 {threads} × {blocks} = {taken}，一个 SM 共有 {most} 个寄存器；线程束以 {portion} 个为一份领取。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>{each} of a block × {blocks} on an SM = {taken} of {most} that an SM of the {device} has as shared memory.</source>
        <translation>每个线程块 {each} × 一个 SM 上 {blocks} = {taken}，{device} 的一个 SM 有 {most} 共享内存。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>{each} on an SM × {sms} SMs = {at_once} at a time, and the launch has {blocks}: {waves}.</source>
        <translation>一个 SM 上 {each} × {sms} 个 SM = 同时 {at_once} 个，而这次启动有 {blocks}：{waves}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>{each} on an SM × {sms} SMs = {at_once} at a time; {blocks} fill that {full}, and {left} more are a last wave: {waves}.</source>
        <translation>一个 SM 上 {each} × {sms} 个 SM = 同时 {at_once} 个；{blocks} 填满 {full}，剩下 {left} 个是最后一个波次：{waves}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>{each} on an SM × {sms} SMs = {at_once} at a time; {blocks} fill that {full}: {waves}.</source>
        <translation>一个 SM 上 {each} × {sms} 个 SM = 同时 {at_once} 个；{blocks} 填满 {full}：{waves}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>{limit}: {blocks}</source>
        <translation>{limit}：{blocks}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>{n} waves</source>
        <translation>{n} 个波次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/occupancy.py"/>
        <source>{threads} of a block / {size}, rounded up = {each}; × {blocks} = {warps}.</source>
        <translation>每个线程块 {threads} / {size}，向上取整 = {each}；× {blocks} = {warps}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>D2H</source>
        <translation>D2H</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>Fewer bytes, or none at all: what stays on the device between launches need not be copied again. Page-locked memory is copied faster.</source>
        <translation>字节更少，或完全不复制：在两次启动之间留在设备上的数据不必再复制。锁页内存复制得更快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>H2D</source>
        <translation>H2D</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>The launches that take longest: the panel Pipeline has each of them over time.</source>
        <translation>用时最长的那些启动：「流水线」面板按时间列出每一次启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>The longest of what each resource needs of {whole}: {needs}.</source>
        <translation>在 {whole} 中各资源需要的时间里最长的：{needs}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>The size, this computer, and what else it does meanwhile; no device of the launch does.</source>
        <translation>规模、这台计算机，以及它同时在做的其他事情；启动所选的设备没有影响。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>The times of all its launches, added up: {time}.</source>
        <translation>它的所有启动用时之和：{time}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>Using each byte more often: a tile in shared memory, or values kept in variables.</source>
        <translation>更多次地使用每个字节：把分块放进共享内存，或把值留在变量中。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>What limits the kernel, which the model says beside it: a clock does not tell.</source>
        <translation>限制核函数的因素，由模型在旁边说明：计时本身看不出来。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{before} + {last}</source>
        <translation>{before} + {last}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{busy} / {whole} = {share} of the kernel's time.</source>
        <translation>{busy} / {whole} = 核函数用时的 {share}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{flops} / {bytes} through DRAM = {each} for each byte; from {ridge} on arithmetic would limit it, not memory.</source>
        <translation>{flops} / 经过 DRAM 的 {bytes} = 每字节 {each} 次；从 {ridge} 起限制它的是运算而不是显存。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{flops} / {time} = {rate} GFLOP/s.</source>
        <translation>{flops} / {time} = {rate} GFLOP/s。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{parts} = {whole}.</source>
        <translation>{parts} = {whole}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{parts} = {whole}. A copy takes {start} to begin with and its bytes / {rate} GB/s over PCIe.</source>
        <translation>{parts} = {whole}。一次复制先要 {start}，再加上字节数 / PCIe 的 {rate} GB/s。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{part} {time}</source>
        <translation>{part} {time}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{resource} {time}</source>
        <translation>{resource} {time}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{resource} {time} ({share})</source>
        <translation>{resource} {time}（{share}）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{start} until the first block starts + {rest} for the blocks = {whole}. Alone they would need: {needs}; what does not overlap makes it longer.</source>
        <translation>到第一个线程块开始为止 {start} + 各线程块 {rest} = {whole}。单独来看各需要：{needs}；不能重叠的部分使它更长。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{time} between two events on the GPU, one before the kernel and one after it.</source>
        <translation>GPU 上两个事件之间的 {time}，一个在核函数之前，一个在其之后。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{time} on the clock of this computer: the median of several calls with the same inputs, compiling left out.</source>
        <translation>按这台计算机的时钟为 {time}：用同样的输入调用若干次的中位数，不含编译。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <source>{time}: the median of {samples} launches, each between two events on the GPU, one before the kernel and one after it.</source>
        <translation>{time}：{samples} 次启动的中位数，每次都取 GPU 上核函数前后两个事件之间的时间。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>atomics</source>
        <translation>原子操作</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>float32 arithmetic</source>
        <translation>float32 运算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>float64 arithmetic</source>
        <translation>float64 运算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>special functions</source>
        <translation>特殊函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>starting the kernel</source>
        <translation>启动核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>the L1 cache</source>
        <translation>L1 缓存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>the L2 cache</source>
        <translation>L2 缓存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>waiting for results</source>
        <translation>等待结果</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/time.py"/>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <location filename="../../gpuviz/model/words.py"/>
        <location filename="../../gpuviz/scene/limiters.py"/>
        <source>whole-number arithmetic</source>
        <translation>整数运算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/work.py"/>
        <source>Each of its {warps} warps executes one statement after the other: {steps} together, {each} for each warp on average.</source>
        <translation>它的 {warps} 个线程束各自逐条执行语句：共 {steps}，平均每个线程束 {each} 步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/work.py"/>
        <source>Fewer turns of loops, fewer statements, or less to do for each block.</source>
        <translation>循环轮数更少、语句更少，或每个线程块要做的事更少。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/work.py"/>
        <source>It executes one statement after the other, each time a step: {steps}.</source>
        <translation>它逐条执行语句，每次是一步：{steps}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/work.py"/>
        <source>One of its threads changed an element atomically: {atomics}.</source>
        <translation>其线程对元素做原子修改：{atomics}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/work.py"/>
        <source>Where lanes of a warp take different ways through a branch or a loop, the warp takes both, one after the other: the same way for all 32 lanes makes it more.</source>
        <translation>同一线程束的 lane 在分支或循环中走不同的路时，线程束会依次走完两条路：32 个 lane 都走同一条路，它就会更高。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/work.py"/>
        <source>{sectors} × {bytes} B = {moved}, added up over all requests to global memory.</source>
        <translation>{sectors} × {bytes} B = {moved}，为对全局内存的所有请求之和。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/work.py"/>
        <source>{steps} × {size} lanes of a warp = {slots}, of which {active} took part: {share}.</source>
        <translation>{steps} × 线程束的 {size} 个 lane = {slots}，其中参与 {active}：{share}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/figures/work.py"/>
        <source>{wavefronts}, added up over all requests to shared memory; each takes a clock of the SM.</source>
        <translation>{wavefronts}，为对共享内存的所有请求之和；每批占用 SM 的一个时钟周期。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>A lane is one of a warp: write `warp 3 lane 5`.</source>
        <translation>lane 属于某个线程束：请写 `warp 3 lane 5`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>No followed block executes line {line}. Lines that run: {lines}.</source>
        <translation>跟踪的线程块都没有执行第 {line} 行。执行过的行：{lines}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>The {of} has only one of its {what}: 0.</source>
        <translation>{of} 只有一个 {what}：0。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>The {of} has {count} {what}: 0 to {last}.</source>
        <translation>{of} 有 {count} 个 {what}：0 到 {last}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>The {of} has {shape} {what}: ({first}) to ({last}).</source>
        <translation>{of} 有 {shape} 个 {what}：({first}) 到 ({last})。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>There are {count} {what}: 0 is before the first, {count} after the last.</source>
        <translation>共有 {count} 个 {what}：0 在第一个之前，{count} 在最后一个之后。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>There is no array `{name}`. This launch has {known}.</source>
        <translation>没有数组 `{name}`。这次启动有 {known}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>Write a number between the brackets: `{example}`.</source>
        <translation>请在方括号里写一个数：`{example}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>`{name}` has 1 element, with the number 0.</source>
        <translation>`{name}` 有 1 个元素，编号是 0。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>`{name}` has {count} dimensions: write `{example}`.</source>
        <translation>`{name}` 有 {count} 维：请写 `{example}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>`{name}` has {count} elements: 0 to {last}.</source>
        <translation>`{name}` 有 {count} 个元素：0 到 {last}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>`{name}` has {shape} elements: the last is `{name}[{last}]`.</source>
        <translation>`{name}` 有 {shape} 个元素：最后一个是 `{name}[{last}]`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to.py"/>
        <source>`{text}` names no place: write `c[785]`, `block 7`, `thread (3, 17)`, `warp 3`, `line 20` or `step 120`.</source>
        <translation>`{text}` 没有说出位置：请写 `c[785]`、`block 7`、`thread (3, 17)`、`warp 3`、`line 20` 或 `step 120`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to_hints.py"/>
        <source>a block: its SM and its warps</source>
        <translation>线程块：它的 SM 和线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to_hints.py"/>
        <source>a thread of that block</source>
        <translation>那个线程块的一个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to_hints.py"/>
        <source>a warp of the chosen block</source>
        <translation>所选线程块的一个线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to_hints.py"/>
        <source>by its number in the launch</source>
        <translation>按它在启动中的编号</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to_hints.py"/>
        <source>the moment after this step</source>
        <translation>这一步之后的时刻</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to_hints.py"/>
        <source>the next step in this line</source>
        <translation>这一行的下一步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/go_to_hints.py"/>
        <source>who reads and writes this element</source>
        <translation>谁读写这个元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>All lanes read the same element: constant memory gives it to all at once.</source>
        <translation>所有 lane 读取同一个元素：常量内存一次就给到所有 lane。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>All lanes {verb} the same element: one sector serves them all.</source>
        <translation>所有 lane {verb}同一个元素：一个扇区就够它们用。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>All {lanes} lanes change one element: combine their values in the warp first, and let one lane change it.</source>
        <translation>全部 {lanes} 个 lane 修改同一个元素：请先在线程束内把它们的值合起来，再由一个 lane 修改。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Every byte that moves is needed.</source>
        <translation>搬运的每个字节都用得上。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Every lane changes an element of its own: none waits for another of its warp.</source>
        <translation>每个 lane 修改自己的元素：都不必等同一线程束的其他 lane。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Neighbouring lanes {verb} elements {apart} apart, one below the other: </source>
        <translation>相邻 lane {verb}的元素上下相邻，相隔 {apart} 个元素：</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Neighbouring lanes {verb} elements {apart} apart, one below the other: let threadIdx.x run along the last index.</source>
        <translation>相邻 lane {verb}的元素上下相邻，相隔 {apart} 个元素：请让 threadIdx.x 沿最后一个下标变化。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Neighbouring lanes {verb} elements {apart} apart, one below the other: let threadIdx.x run along the last index.the blocks are 1 thread wide. Wider ones have neighbours along x in a warp.</source>
        <translation>相邻 lane {verb}的元素上下相邻，相隔 {apart} 个元素：请让 threadIdx.x 沿最后一个下标变化。线程块只有 1 个线程宽。更宽的线程块在线程束里才有沿 x 方向的邻居。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Neighbouring lanes {verb} elements {apart} apart, one below the other: the blocks are 1 thread wide. Wider ones have neighbours along x in a warp.</source>
        <translation>相邻 lane {verb}的元素上下相邻，相隔 {apart} 个元素：线程块只有 1 个线程宽。更宽的线程块在线程束里才有沿 x 方向的邻居。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Neighbouring lanes {verb} elements {apart} apart: what lies between moves in vain.</source>
        <translation>相邻 lane {verb}的元素相隔 {apart} 个元素：中间的部分白白搬运。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Neighbouring lanes {verb} elements {apart} apart: {lanes} of them meet in one bank. An odd step would meet every bank once.</source>
        <translation>相邻 lane {verb}的元素相隔 {apart} 个元素：其中 {lanes} 个 lane 落在同一个存储体。若间隔为奇数，每个存储体只会遇到一次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Neighbouring lanes {verb} neighbouring elements, but the first lies {offset} B behind the start of a sector: at the start one sector less would do.</source>
        <translation>相邻 lane {verb}相邻元素，但第一个位于扇区起点之后 {offset} B：若从起点开始，可以少一个扇区。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Neighbouring lanes {verb} neighbouring elements: as few sectors as possible.</source>
        <translation>相邻 lane {verb}相邻元素：扇区已经最少。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Neighbouring lanes {verb} neighbouring elements: nothing is moved in vain.</source>
        <translation>相邻 lane {verb}相邻元素：没有白白搬运的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Neighbouring lanes {verb} the same field of records that lie {step} B apart: an array for each field would put these side by side.</source>
        <translation>相邻 lane {verb}结构体的同一字段，各结构体相隔 {step} B：给每个字段用一个数组，这些值就会挨在一起。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>No conflict: lanes that {verb} the same word are served together.</source>
        <translation>没有冲突：{verb}同一个字的 lane 一起得到服务。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>No conflict: no bank has more than one word to give.</source>
        <translation>没有冲突：每个存储体最多只需给出一个字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Only one lane takes part.</source>
        <translation>只有一个 lane 参与。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Only one lane takes part: no other lane waits.</source>
        <translation>只有一个 lane 参与：没有别的 lane 在等。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Only {lanes} lanes in a row {verb} neighbours, as blocks are {lanes} threads wide: {enough} in x would fill a sector.</source>
        <translation>线程块只有 {lanes} 个线程宽，因此只有连续 {lanes} 个 lane {verb}相邻元素：x 方向有 {enough} 个线程就能填满一个扇区。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>Rows of {row}, so {lanes} lanes meet in one bank: pad the row by one, {shape}.</source>
        <translation>每行 {row} 个元素，因此 {lanes} 个 lane 落在同一个存储体：请把每行补上一个元素，变为 {shape}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>The addresses follow no fixed step: {sectors} sectors for {elements} elements.</source>
        <translation>地址没有固定间隔：{elements} 个元素用了 {sectors} 个扇区。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>The lanes read {count} different elements: constant memory gives one after the other.</source>
        <translation>各 lane 读取 {count} 个不同的元素：常量内存只能一个接一个地给。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>The {lanes} lanes {verb} one and the same element.</source>
        <translation>{lanes} 个 lane {verb}同一个元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>The {lanes} lanes {verb} only {elements} different elements.</source>
        <translation>{lanes} 个 lane 只{verb} {elements} 个不同的元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>change</source>
        <translation>修改</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/memory_diagnosis.py"/>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/order.py"/>
        <source>This recording keeps no steps, so there is nothing to play.</source>
        <translation>这份记录没有保留各步，因此没有可播放的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/order.py"/>
        <source>{engine} keeps no steps, so there is nothing to play. The emulator shows every one.</source>
        <translation>{engine} 不保留各步，因此没有可播放的。仿真器会展示每一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/order.py"/>
        <source>{kernel} executes no statement: there is nothing to play.</source>
        <translation>{kernel} 没有执行任何语句：没有可播放的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/elements.py"/>
        <source>1 of {size} elements of {array} is never read: {first}.</source>
        <translation>{array} 的 {size} 个元素中有 1 个从未被读取：{first}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/elements.py"/>
        <source>1 of {size} elements of {array} is never written: {first}.</source>
        <translation>{array} 的 {size} 个元素中有 1 个从未被写入：{first}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/elements.py"/>
        <source>1 of {size} elements of {array} is written twice or more: {most} {times} times.</source>
        <translation>{array} 的 {size} 个元素中有 1 个被写入两次或更多次：{most} 被写入 {times} 次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/elements.py"/>
        <source>No thread reads or writes {array}.</source>
        <translation>没有线程读写 {array}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/elements.py"/>
        <source>{count} of {all} atomic operations on {array} change {most}, and these are done one after the other.</source>
        <translation>对 {array} 的 {all} 次原子操作中有 {count} 次修改 {most}，它们只能逐个进行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/elements.py"/>
        <source>{count} of {size} elements of {array} ({share}) are never read; the first is {first}.</source>
        <translation>{array} 的 {size} 个元素中有 {count} 个（{share}）从未被读取；第一个是 {first}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/elements.py"/>
        <source>{count} of {size} elements of {array} ({share}) are never written; the first is {first}.</source>
        <translation>{array} 的 {size} 个元素中有 {count} 个（{share}）从未被写入；第一个是 {first}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/elements.py"/>
        <source>{count} of {size} elements of {array} are written twice or more, {most} most often: {times} times.</source>
        <translation>{array} 的 {size} 个元素中有 {count} 个被写入两次或更多次，其中 {most} 最多：{times} 次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/finding.py"/>
        <source> (and {n} more)</source>
        <translation>（另有 {n} 个相同）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/finding.py"/>
        <source>Counted in the accesses that were kept.</source>
        <translation>按已保留的访问统计。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/finding.py"/>
        <source>Counted in {followed} of {blocks} blocks, whose accesses were kept.</source>
        <translation>按 {blocks} 个线程块中保留了访问的 {followed} 个统计。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/finding.py"/>
        <source>warp {warp} of block {block}</source>
        <translation>线程块 {block} 的线程束 {warp}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/finding.py"/>
        <source>{one} {other}</source>
        <translation>{one}{other}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/findings.py"/>
        <source>Nothing is known to stand out: the warps of this launch were not counted one by one.</source>
        <translation>不知道有什么突出之处：这次启动没有逐个统计线程束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/findings.py"/>
        <source>Nothing stands out: no warp or block takes much longer than the others, no bytes are moved in vain, no bank of shared memory is asked twice at once, no element is queued for, and few threads and lanes are idle.</source>
        <translation>没有突出之处：没有线程束或线程块比其他的慢很多，没有白白搬运的字节，共享内存没有存储体冲突，没有元素需要排队，空闲的线程和 lane 也很少。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <source>Line {line} costs most bank conflicts: {conflicts} of {all}. It takes {wavefronts} wavefronts of shared memory; the worst is {site}.</source>
        <translation>第 {line} 行的存储体冲突最多：{all} 次中占 {conflicts} 次。它需要共享内存的 {wavefronts} 批访问；最差的是 {site}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <source>Line {line} costs most sectors of global memory: {cost} of {all} ({share}).</source>
        <translation>第 {line} 行搬运的全局内存扇区最多：{all} 个中占 {cost} 个（{share}）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <source>Line {line} costs most time (modelled): {limiter} limits the launch, with {busy} of its {whole}, and {time} of that ({share}) is for this line.</source>
        <translation>第 {line} 行用时最多（模型估算）：限制这次启动的是{limiter}，占其 {whole} 中的 {busy}，其中 {time}（{share}）用于这一行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <source>Line {line} costs most warp steps: {cost} of {all} ({share}). Lines are ranked by warp steps here: the model tells no time of theirs.</source>
        <translation>第 {line} 行的线程束步数最多：{all} 步中的 {cost} 步（{share}）。这里按线程束步数给各行排序：模型给不出各行的用时。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <source>The fullest bank of shared memory is bank {bank}: at {site} in line {line}, {warp} wants {words} different words of it at once, and it gives one after the other.</source>
        <translation>共享内存中最拥挤的是存储体 {bank}：在第 {line} 行的 {site} 处，{warp}同时要它的 {words} 个不同的字，它只能逐个给出。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <source>The launch moves {all} of global memory. Its known part moves {moved} where {enough} would do, if the elements of each warp lay side by side. The worst is {site} in line {line}: {site_moved} where {site_enough} would do. {part}</source>
        <translation>这次启动在全局内存上搬运 {all}。其中已知的部分搬运 {moved}，而如果每个线程束的元素相邻排列，{enough} 就够了。最差的是第 {line} 行的 {site}：搬运 {site_moved}，而 {site_enough} 就够了。{part}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <source>The launch moves {moved} of global memory where {enough} would do or less, if the elements of each warp lay side by side. The worst is {site} in line {line}: {site_moved} where {site_enough} would do or less.</source>
        <translation>这次启动在全局内存上搬运 {moved}，而如果每个线程束的元素相邻排列，最多 {enough} 就够了。最差的是第 {line} 行的 {site}：搬运 {site_moved}，而最多 {site_enough} 就够了。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/memory.py"/>
        <source>The launch moves {moved} of global memory where {enough} would do, if the elements of each warp lay side by side. The worst is {site} in line {line}: {site_moved} where {site_enough} would do.</source>
        <translation>这次启动在全局内存上搬运 {moved}，而如果每个线程束的元素相邻排列，{enough} 就够了。最差的是第 {line} 行的 {site}：搬运 {site_moved}，而 {site_enough} 就够了。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>It began only after {start}, when an earlier block on its SM had ended: {before} of {blocks} blocks had begun before it.</source>
        <translation>它在 {start} 后才开始，那时它所在的 SM 上有更早的线程块结束了：{blocks} 个线程块中有 {before} 个先于它开始。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>It goes into a branch more often: line {line} is executed {times} by it, {usual} by the median warp, with {lanes} of 32 lanes on average.</source>
        <translation>它更多次进入一个分支：第 {line} 行它执行{times}，中位的线程束执行{usual}，平均有 32 个 lane 中的 {lanes} 个参与。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>It goes into a branch that others leave out: line {line} is executed {times} by it, {usual} by the median warp, with {lanes} of 32 lanes on average.</source>
        <translation>它进入了其他线程束不进入的分支：第 {line} 行它执行{times}，中位的线程束执行{usual}，平均有 32 个 lane 中的 {lanes} 个参与。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>It takes as long as most blocks, {taken}; the quickest took {least}.</source>
        <translation>它的用时与大多数线程块相同，为 {taken}；最快的用了 {least}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>It takes {taken}, the median block {usual}, with about as many steps: blocks on its SM {here}, on the median SM {elsewhere}.</source>
        <translation>它用了 {taken}，中位的线程块用 {usual}，步数大致相同：它所在的 SM 上有 {here} 个线程块，中位的 SM 上有 {elsewhere} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>It takes {taken}, the median block {usual}.</source>
        <translation>它用了 {taken}，中位的线程块用 {usual}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>It takes {taken}, the median block {usual}: its warps take {steps} steps, those of the median block {median}.</source>
        <translation>它用了 {taken}，中位的线程块用 {usual}：它的线程束共走 {steps} 步，中位线程块的共走 {median} 步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>Its loop diverges: line {line} is executed {times} by it, {usual} by the median warp, with {lanes} of 32 lanes on average; the others wait for the longest.</source>
        <translation>它的循环发生分支发散：第 {line} 行它执行{times}，中位的线程束执行{usual}，平均有 32 个 lane 中的 {lanes} 个参与；其余的等待最慢的那个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>Its loop is longer: line {line} is executed {times} by it, {usual} by the median warp, with {lanes} of 32 lanes on average.</source>
        <translation>它的循环更长：第 {line} 行它执行{times}，中位的线程束执行{usual}，平均有 32 个 lane 中的 {lanes} 个参与。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>Line {line} is executed {times} by it, {usual} by the median warp.</source>
        <translation>第 {line} 行它执行{times}，中位的线程束执行{usual}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>The last to end is block {block}{others}, after {end} (measured). The SMs that had blocks wait for it for {share} of that time on average.</source>
        <translation>最后结束的是线程块 {block}{others}，在 {end} 时（实测）。执行过线程块的 SM 平均有 {share} 的时间在等它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>The last to end is block {block}{others}, after {end} (modelled). The SMs that had blocks wait for it for {share} of that time on average.</source>
        <translation>最后结束的是线程块 {block}{others}，在 {end} 时（模型估算）。执行过线程块的 SM 平均有 {share} 的时间在等它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>The slowest is {warp}{others}: about as many steps as others, but {conflicts} wavefronts of shared memory more than it needs, where the median warp has {usual}: bank conflicts, most in line {line}.</source>
        <translation>最慢的是{warp}{others}：步数与其他的差不多，但共享内存的访问比所需多 {conflicts} 批，而中位的线程束多 {usual} 批：这是存储体冲突，大多在第 {line} 行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>The slowest is {warp}{others}: by itself it would take {time} (modelled), the median warp {usual_time}. It has about as many steps as others, but {conflicts} wavefronts of shared memory more than it needs, where the median warp has {usual}: bank conflicts, most in line {line}.</source>
        <translation>最慢的是{warp}{others}：单独执行需要 {time}（模型估算），中位的线程束需要 {usual_time}。它的步数与其他线程束差不多，但共享内存的批数比所需多 {conflicts}，中位的线程束多 {usual}：存储体冲突，大多在第 {line} 行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>The slowest is {warp}{others}: by itself it would take {time} (modelled), the median warp {usual_time}; it has {steps} warp steps, the median warp {usual}.</source>
        <translation>最慢的是{warp}{others}：单独执行需要 {time}（模型估算），中位的线程束需要 {usual_time}；它有 {steps} 步，中位的线程束有 {usual} 步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>The slowest is {warp}{others}: {steps} warp steps, where the median warp takes {usual}.</source>
        <translation>最慢的是{warp}{others}：{steps} 个线程束步，而中位的线程束为 {usual} 步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>never</source>
        <translation> 0 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>{idle} of {slots} lane slots are idle ({share}), the largest part in line {line}: {most}.</source>
        <translation>{slots} 个 lane 位中有 {idle} 个空闲（{share}），其中最多的在第 {line} 行：{most} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/stand_out/work.py"/>
        <source>{idle} of {threads} threads ({share}) touch no element of global memory: they are idle.</source>
        <translation>{threads} 个线程中有 {idle} 个（{share}）不访问全局内存的任何元素：它们是空闲的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>1 of {threads} threads has no element.</source>
        <translation>{threads} 个线程中有 1 个没有分到元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>1 of {threads} threads has no element. The guard `{guard}` keeps it out.</source>
        <translation>{threads} 个线程中有 1 个没有分到元素。边界判断 `{guard}` 把它挡在外面。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>1 of {threads} threads has no element: **{why}**.</source>
        <translation>{threads} 个线程中有 1 个没有分到元素：**{why}**。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>1 of {threads} threads has no element: **{why}**. The guard `{guard}` keeps it out.</source>
        <translation>{threads} 个线程中有 1 个没有分到元素：**{why}**。边界判断 `{guard}` 把它挡在外面。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>A block of {threads} takes {warps} of 32 lanes: **1 lane of every block never works**. A multiple of 32 uses them all.</source>
        <translation>{threads}的线程块占用{warps}，每个线程束有 32 个 lane：**每个线程块有 1 个 lane 从不工作**。取 32 的倍数就能全部用上。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>A block of {threads} takes {warps} of 32 lanes: **{lanes} lanes of every block never work**. A multiple of 32 uses them all.</source>
        <translation>{threads}的线程块占用{warps}，每个线程束有 32 个 lane：**每个线程块有 {lanes} 个 lane 从不工作**。取 32 的倍数就能全部用上。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>{idle} of {threads} threads have no element.</source>
        <translation>{threads} 个线程中有 {idle} 个没有分到元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>{idle} of {threads} threads have no element. The guard `{guard}` keeps them out.</source>
        <translation>{threads} 个线程中有 {idle} 个没有分到元素。边界判断 `{guard}` 把它们挡在外面。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>{idle} of {threads} threads have no element: **{why}**.</source>
        <translation>{threads} 个线程中有 {idle} 个没有分到元素：**{why}**。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>{idle} of {threads} threads have no element: **{why}**. The guard `{guard}` keeps them out.</source>
        <translation>{threads} 个线程中有 {idle} 个没有分到元素：**{why}**。边界判断 `{guard}` 把它们挡在外面。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>{n} is not a multiple of {block}</source>
        <translation>{n} 不是 {block} 的倍数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>{n} is not a multiple of {block} along {axis}</source>
        <translation>沿 {axis} 方向，{n} 不是 {block} 的倍数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/summary.py"/>
        <source>{threads} threads instead of {needed} for this size: a thread has to do more (a loop over the grid), else elements are left out.</source>
        <translation>这个规模本来要 {needed} 个线程，现在只有 {threads} 个：一个线程必须多做一些（用跨网格的循环），否则有元素会漏掉。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>1 of {sms} SMs has no block</source>
        <translation>{sms} 个 SM 中有 1 个没有线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>1 of {sms} SMs has no block.</source>
        <translation>{sms} 个 SM 中有 1 个没有线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>1 of {sms} SMs has no block: too small a grid.</source>
        <translation>{sms} 个 SM 中有 1 个没有线程块：网格太小。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>Blocks end at different times: {percent} % of the time is tail.</source>
        <translation>线程块结束的时间不同：{percent}% 的时间是尾部。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>One full wave: {blocks} blocks fill all {sms} SMs.</source>
        <translation>一个完整的波次：{blocks} 个线程块占满全部 {sms} 个 SM。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>One wave: all {sms} SMs have a block; {blocks} of their {capacity} places are taken.</source>
        <translation>一个波次：{sms} 个 SM 都有线程块；{capacity} 个位置占用了 {blocks} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>The last of {waves} waves fills {filled} of {all} SMs: {percent} % of the time is tail.</source>
        <translation>{waves} 个波次中的最后一个只用到 {all} 个 SM 中的 {filled} 个：{percent}% 的时间是尾部。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>The last of {waves} waves fills {filled} of {all} places on SMs</source>
        <translation>{waves} 个波次中的最后一个只占 SM 上 {all} 个位置中的 {filled} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>The last of {waves} waves fills {filled} of {all} places on SMs: {percent} % of the time is tail.</source>
        <translation>{waves} 个波次中的最后一个只占 SM 上 {all} 个位置中的 {filled} 个：{percent}% 的时间是尾部。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>This launch is too large for a timeline: its warps were not counted one by one.</source>
        <translation>这次启动太大，画不出时间线：它的线程束没有逐个计数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>This recording does not say when and on which SM its blocks ran.</source>
        <translation>这份记录没有说明它的线程块何时在哪个 SM 上运行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>{idle} of {sms} SMs have no block</source>
        <translation>{sms} 个 SM 中有 {idle} 个没有线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>{idle} of {sms} SMs have no block.</source>
        <translation>{sms} 个 SM 中有 {idle} 个没有线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>{idle} of {sms} SMs have no block: too small a grid.</source>
        <translation>{sms} 个 SM 中有 {idle} 个没有线程块：网格太小。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>{waves} waves, no tail: the SMs are busy until the end.</source>
        <translation>{waves} 个波次，没有尾部：各 SM 一直忙到结束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/insight/timeline_words.py"/>
        <source>{waves} waves, no tail: the SMs are busy until the end.: {percent} % of the time is tail.</source>
        <translation>{waves} 个波次，没有尾部：各 SM 一直忙到结束。{percent}% 的时间是尾部。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/launch.py"/>
        <source>A block of {threads} threads is more than the {limit} that one SM of the {device} can hold as a block: keep the block at {limit} or fewer and use more blocks, for example a grid of {grid} with a block of {block}.</source>
        <translation>线程块有 {threads} 个线程，超过了 {device} 上每个线程块的线程数上限 {limit}：请让线程块的线程不超过 {limit} 个，多用几个线程块，例如网格 {grid}、线程块 {block}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/launch.py"/>
        <source>{bytes} bytes of dynamic shared memory are more than the {limit} a block of the {device} may use: ask for less, or use a smaller tile.</source>
        <translation>{bytes} 字节的动态共享内存超过了 {device} 上一个线程块可用的 {limit}：请少申请一些，或使用更小的分块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/launch.py"/>
        <source>{what} '{text}' is not a shape: give one to three whole numbers separated by commas, for example 256 or 16,16.</source>
        <translation>{what} 的“{text}”不是形状：请给出一到三个整数，用逗号分开，例如 256 或 16,16。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/launch.py"/>
        <source>{what}.{axis} is {value}, but a launch needs at least 1 along each axis: give 1 to {limit}.</source>
        <translation>{what}.{axis} 为 {value}，而启动在每个方向上至少要有 1：请取 1 到 {limit}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/launch.py"/>
        <source>{what}.{axis} is {value}, more than the limit of {limit}: use a smaller block.</source>
        <translation>{what}.{axis} 为 {value}，超过上限 {limit}：请使用更小的线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/launch.py"/>
        <source>{what}.{axis} is {value}, more than the limit of {limit}: use larger blocks, or let each thread do more.</source>
        <translation>{what}.{axis} 为 {value}，超过上限 {limit}：请使用更大的线程块，或让每个线程多做一些。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/launch.py"/>
        <source>{what}.{axis} is {value}, which is not a whole number: give 1 to {limit}.</source>
        <translation>{what}.{axis} 为 {value}，不是整数：请取 1 到 {limit}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/condition.py"/>
        <source>There is no fact `{name}`.</source>
        <translation>没有事实 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/condition.py"/>
        <source>`{fact}` is never `{name}`.</source>
        <translation>`{fact}` 不会是 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/condition.py"/>
        <source>`{name}` is compared with = or != only, not with {sign}.</source>
        <translation>`{name}` 只能用 = 或 != 比较，不能用 {sign}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/condition.py"/>
        <source>`{text}` cannot be a value of `{name}`: give {wanted}.</source>
        <translation>`{text}` 不能作为 `{name}` 的值：请给出{wanted}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/condition.py"/>
        <source>`{text}` is no condition: write a fact, a sign and a value, as `block.x = 33`.</source>
        <translation>`{text}` 不是条件：请写事实、符号和值，例如 `block.x = 33`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/condition.py"/>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/condition.py"/>
        <source>two numbers, as `8..16`</source>
        <translation>两个数，例如 `8..16`</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/condition.py"/>
        <source>whole numbers, as `256` or `32x8`</source>
        <translation>整数，例如 `256` 或 `32x8`</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/condition.py"/>
        <source>yes or no</source>
        <translation>“yes”或“no”</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/guesses.py"/>
        <source>The prediction `{text}` has no line `wrong:`, but others have.</source>
        <translation>预测 `{text}` 没有 `wrong:` 行，别的预测却有。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/guesses.py"/>
        <source>There is no prediction `{name}`.</source>
        <translation>没有预测 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/guesses.py"/>
        <source>`predict:` has two to four answers with | between them, or &lt; where they rise, and a star behind the right one, as `31 | 1* | 33`.</source>
        <translation>`predict:` 有两到四个答案，用 | 隔开（从小到大排列时用 &lt;），正确的后面加星号，例如 `31 | 1* | 33`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/guesses.py"/>
        <source>`wrong:` answers a prediction: this step has no `predict:`.</source>
        <translation>`wrong:` 是对一个预测的回答：这一步没有 `predict:`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/guesses.py"/>
        <source>`wrong:` names a prediction and says what is wrong with it, as `wrong: 31 | So many are idle.`</source>
        <translation>`wrong:` 先写出预测，再说它错在哪里，例如 `wrong: 31 | So many are idle.`</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/guesses.py"/>
        <source>`{text}` has an answer already.</source>
        <translation>`{text}` 已经有回答了。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/guesses.py"/>
        <source>`{text}` is the right prediction.</source>
        <translation>`{text}` 是正确的预测。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/library.py"/>
        <source>Lesson {number} is in {other} already: give this one another number.</source>
        <translation>第 {number} 课在 {other} 中已经有了：请给这一课换一个编号。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/library.py"/>
        <source>The name of lesson {number} begins with {wanted}_, but the file is {name}.</source>
        <translation>第 {number} 课的文件名要以 {wanted}_ 开头，而这个文件名是 {name}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/own_files.py"/>
        <source>`{name}` cannot be opened: {words}</source>
        <translation>无法打开 `{name}`：{words}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/own_files.py"/>
        <source>`{name}` does not lie in the folder of the lesson: put it there, and name it from there, as in `square.py` or `kernels/square.py`.</source>
        <translation>`{name}` 不在课程文件所在的文件夹里：请把它放进去，并从那里写起，例如 `square.py` 或 `kernels/square.py`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/own_files.py"/>
        <location filename="../../gpuviz/lesson/settings.py"/>
        <source>There is no operation `{name}`.</source>
        <translation>没有算子 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>Nothing stands behind `{key}:`.</source>
        <translation>`{key}:` 后面什么都没有。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>The file cannot be read: {why}.</source>
        <translation>无法读取这个文件：{why}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>The file has no front matter: it begins with a line ---, then `lesson:`, `title:`, `about:`, `operations:`, then --- again.</source>
        <translation>这个文件没有文件头：它以一行 --- 开头，然后是 `lesson:`、`title:`、`about:`、`operations:`，再以 --- 结束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>The file has {size} bytes: a lesson has at most {limit}.</source>
        <translation>这个文件有 {size} 字节：一课最多 {limit} 字节。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>The front matter has no `{name}:`.</source>
        <translation>文件头里没有 `{name}:`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>The front matter lacks {keys}.</source>
        <translation>文件头缺少 {keys}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>The step `{title}` lacks {what}.</source>
        <translation>`{title}` 这一步缺少：{what}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>There is no key `{name}:` (a line of text must not begin like one).</source>
        <translation>没有关键字 `{name}:`（正文的行不能这样开头）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>There is nothing called `{name}` to point at.</source>
        <translation>没有可以指向的 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>This line is not UTF-8: save the file in the encoding UTF-8.</source>
        <translation>这一行不是 UTF-8：请用 UTF-8 编码保存文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>This step has `{key}` already: once is enough.</source>
        <translation>这一步已经有 `{key}` 了：一次就够。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>What makes this answer true cannot be read off it: add a line `solution:`.</source>
        <translation>从中读不出怎样能使这个答案成立：请加一行 `solution:`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/parser.py"/>
        <source>`lesson:` is a number from 1 to 99, not `{value}`.</source>
        <translation>`lesson:` 应是 1 到 99 的数，不能是 `{value}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/placeholders.py"/>
        <source>No number is called `{name}` (braces of your own stand in `code`).</source>
        <translation>没有名为 `{name}` 的数（花括号本身要写在 `code` 里）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/problem.py"/>
        <source>{what} Did you mean `{near}`?</source>
        <translation>{what}是不是想写 `{near}`？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/problem.py"/>
        <source>{what} Known are {known}.</source>
        <translation>{what}已知的有 {known}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>'{goal}' is no goal: write `NAME &lt;= NUMBER` with {names}</source>
        <translation>“{goal}”不是目标：请写成 `NAME &lt;= NUMBER`，名称有 {names}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>There is no puzzle '{name}': they are {names}.</source>
        <translation>没有谜题“{name}”：有的是 {names}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>`cases` lists sizes and blocks, as in [["1000", "256"], ["1", "32"]]</source>
        <translation>`cases` 列出规模和线程块，例如 [["1000", "256"], ["1", "32"]]</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>`kind` is one of {kinds}</source>
        <translation>`kind` 是 {kinds} 之一</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>`{what}:` is missing between the lines ---</source>
        <translation>两行 --- 之间缺少 `{what}:`</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>it cannot be read: {why}</source>
        <translation>无法读取：{why}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>it is no TOML: {why}</source>
        <translation>它不是 TOML：{why}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>it is not saved as UTF-8</source>
        <translation>它没有保存为 UTF-8</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>there is no section '## {title}'</source>
        <translation>没有“## {title}”这样的小节</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>{file} makes no puzzle: {why}.</source>
        <translation>{file} 构不成谜题：{why}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <source>{row} is no case: {why}</source>
        <translation>{row} 不是一种情形：{why}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle_step.py"/>
        <source>There is no puzzle `{name}`.</source>
        <translation>没有谜题 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/settings.py"/>
        <source>There is no device `{name}`.</source>
        <translation>没有设备 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/settings.py"/>
        <source>There is no panel `{name}`.</source>
        <translation>没有面板 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/settings.py"/>
        <source>There is no setting `{name}`.</source>
        <translation>没有设置 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/settings.py"/>
        <source>`{part}` sets nothing: write a name, = and a value, as `block = 256`.</source>
        <translation>`{part}` 没有设置任何东西：请写名称、= 和值，例如 `block = 256`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/settings.py"/>
        <source>`{setting}` cannot be `{name}`.</source>
        <translation>`{setting}` 不能是 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/state.py"/>
        <source>No line of the kernel {name} has `{words}` in it.</source>
        <translation>核函数 {name} 没有一行含有 `{words}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/state.py"/>
        <source>`{value}` is no step: write a number, start or end.</source>
        <translation>`{value}` 不是步：请写一个数、start 或 end。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/state.py"/>
        <source>{name} has no array `{array}`.</source>
        <translation>{name} 没有数组 `{array}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/state.py"/>
        <source>{name} has no launch `{value}`: write a number from 1, or the name of a kernel.</source>
        <translation>{name} 没有启动 `{value}`：请写从 1 开始的序号，或核函数的名字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/state.py"/>
        <source>{name} has nothing that can be drawn.</source>
        <translation>{name} 里没有可以画的东西。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/whole.py"/>
        <source>A lesson has {fewest} to {most} steps, each below a line `## Title`: here are {count}.</source>
        <translation>一课有 {fewest} 到 {most} 步，每步以一行 `## Title` 开头：这里有 {count} 步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/whole.py"/>
        <source>Text before the first step: begin a step with a line `## Title`.</source>
        <translation>第一步之前有正文：请用一行 `## Title` 开始一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/whole.py"/>
        <source>`{name}` is opened here, but `operations:` above does not name it.</source>
        <translation>这里打开了 `{name}`，但上面的 `operations:` 没有列出它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/whole.py"/>
        <source>{operation} has no kernel `{name}`.</source>
        <translation>{operation} 没有核函数 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/whole.py"/>
        <source>{operation} has no size `{name}`.</source>
        <translation>{operation} 没有规模参数 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/words.py"/>
        <source>{what} has HTML in it: write Markdown, and code between `backticks`.</source>
        <translation>{what}：含有 HTML，请写 Markdown，代码放在 `反引号` 之间。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/words.py"/>
        <source>{what} has a link or an image in it: a lesson shows the window itself.</source>
        <translation>{what}：含有链接或图片，而课程展示的是窗口本身。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/words.py"/>
        <source>{what} has {count} words: {most} are the most that anybody reads here.</source>
        <translation>{what}：有 {count} 个词，而这里最多允许 {most} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/messages.py"/>
        <source>{before} and {last}</source>
        <translation>{before}和{last}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/messages.py"/>
        <source>{before}, {last}</source>
        <translation>{before}、{last}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/caches.py"/>
        <source>No access of this launch was kept: the model takes it that every byte is fetched from memory once, and after that from the L2 cache.</source>
        <translation>没有保留这次启动的任何访问：模型认为每个字节从显存取一次，此后都来自 L2 缓存。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/caches.py"/>
        <source>The same kernel has just run: of arrays that fit, the L2 cache still holds everything.</source>
        <translation>同一个核函数刚刚运行过：放得下的数组，仍然全部在 L2 缓存里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/caches.py"/>
        <source>When the kernel starts, the L2 cache holds nothing of the arrays yet.</source>
        <translation>核函数启动时，L2 缓存里还没有这些数组的任何内容。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/calibration.py"/>
        <source>{file} does not hold the constants of the model ({error}): make it again with benchmarks/on_gpu.py, or delete it.</source>
        <translation>{file} 里没有模型的常数（{error}）：请用 benchmarks/on_gpu.py 重新生成，或删除它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/counts.py"/>
        <source>Nobody counted what this launch does, so only the cost of starting it is known.</source>
        <translation>这次启动做了什么没有统计过，因此只知道启动它的代价。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/counts.py"/>
        <source>The launch has too many warps to count each by itself: every block is taken to do the same.</source>
        <translation>这次启动的线程束太多，无法逐个计数：假定每个线程块做的都一样。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/everywhere.py"/>
        <source>A block does not fit on the {device}: it asks for {asked}. Use a smaller block.</source>
        <translation>{device} 容不下一个线程块：它要求{asked}。请使用更小的线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/everywhere.py"/>
        <source>more registers than an SM of it has</source>
        <translation>超过一个 SM 拥有的寄存器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/everywhere.py"/>
        <source>more shared memory than it gives a block</source>
        <translation>超过每个线程块上限的共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/everywhere.py"/>
        <source>more than an SM of it holds</source>
        <translation>超过一个 SM 容量的资源</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/everywhere.py"/>
        <source>more threads than an SM of it holds</source>
        <translation>超过一个 SM 所能容纳的线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/graphs.py"/>
        <source>Launching takes {launching}, {share} of all work. As one CUDA graph, if the host decides nothing in between, all of it would take {time} instead of {whole} (modelled); Numba cannot make graphs.</source>
        <translation>启动核函数用去 {launching}，占全部工作的 {share}。如果主机在中间不做任何决定，把全部操作做成一个 CUDA 图就只需 {time}，而不是 {whole}（模型估算）；Numba 不能生成 CUDA 图。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/in_c.py"/>
        <source>Written in CUDA C this launch would take {time}, about as long: the number of instructions is not what limits it.</source>
        <translation>用 CUDA C 写，这次启动要 {time}，差不多一样长：限制它的不是指令的数量。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/in_c.py"/>
        <source>Written in CUDA C this launch would take {time}, longer: the compiler makes other loops of it.</source>
        <translation>用 CUDA C 写，这次启动要 {time}，反而更长：编译器把循环变成了别的样子。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/in_c.py"/>
        <source>Written in CUDA C with indices of type int this launch would take about {time}, {factor} times as fast (estimated): Numba computes indices in 64 bits and counts each turn of a range.</source>
        <translation>用 CUDA C 写，下标用 int，这次启动大约要 {time}，快到 {factor} 倍（估计）：Numba 用 64 位算下标，range 的每一轮还要计数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/in_c.py"/>
        <source>Written in CUDA C with indices of type int this launch would take {time}, {factor} times as fast: Numba computes indices in 64 bits and counts each turn of a range.</source>
        <translation>用 CUDA C 写，下标用 int，这次启动要 {time}，快到 {factor} 倍：Numba 用 64 位算下标，range 的每一轮还要计数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/mix.py"/>
        <source>Compiled code does not tell how often it repeats the lines of one of the loops: their machine instructions are estimated from the source.</source>
        <translation>编译后的代码看不出某个循环的各行重复多少次：它们的机器指令按源代码估计。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/mix.py"/>
        <source>The machine instructions are estimated from the source; the kernel was not compiled.</source>
        <translation>机器指令按源代码估计；核函数没有编译。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/predict.py"/>
        <source>A block asks for more than an SM has: it is modelled as if one fitted.</source>
        <translation>一个线程块的要求超过了一个 SM 的资源：估算时当作能容纳一个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/predict.py"/>
        <source>Local arrays are taken to lie in registers.</source>
        <translation>本地数组视为放在寄存器里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/predict.py"/>
        <source>The grid is large: the blocks of its first waves are taken to be like the mean of them.</source>
        <translation>网格很大：前几个波次的线程块都视为与它们的平均相同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/regrouped.py"/>
        <source>A block of {block} puts other threads into a warp than one of {old}, or leaves a warp partly filled, so that other elements are read together: launch it with a block of {block} to know.</source>
        <translation>{block} 的线程块放进同一个线程束的线程与 {old} 的不同，或者有一个线程束没有填满，因此一起读取的元素也不同：要知道结果，请用 {block} 的线程块启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/regrouped.py"/>
        <source>The kernel uses the numbers of blocks or threads without the size of a block, so a block of {block} would have other work than one of {old}: launch it with that block to know.</source>
        <translation>核函数用到线程块或线程的编号，却不用线程块的大小，因此 {block} 的线程块要做的工作与 {old} 的不同：要知道结果，请用这样的线程块启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/regrouped.py"/>
        <source>The threads of a block share memory or wait for each other here, so what they do depends on the block: launch it with a block of {block} to know.</source>
        <translation>这里一个线程块的线程共用内存或互相等待，因此它们做什么取决于线程块：要知道结果，请用 {block} 的线程块启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/transfer.py"/>
        <source>How fast ordinary arrays are copied depends on the computer: at {slowest} to {fastest} GB/s all copies of this launch take {shortest} to {longest}.</source>
        <translation>普通数组复制得多快取决于电脑：按 {slowest} 到 {fastest} GB/s 算，这次启动的全部复制要 {shortest} 到 {longest}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/trust.py"/>
        <source>The model is calibrated on the {device}: real kernels took {low} to {high} times the modelled time.</source>
        <translation>模型在 {device} 上校准过：实际核函数的用时是模型估算的 {low} 到 {high} 倍。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/trust.py"/>
        <source>The modelled time is not validated.</source>
        <translation>模型估算的用时未经验证。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/trust.py"/>
        <source>Validated on {n} published measurements of {what}, median error {error}: 8 of 10 real kernels took {low} to {high} times the modelled time.</source>
        <translation>用已发表的 {n} 个测量结果（{what}）验证过，误差中位数 {error}：10 个实际核函数中有 8 个的用时是模型估算的 {low} 到 {high} 倍。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/trust.py"/>
        <source>Validated on {n} published measurements of {what}, median error {error}: 8 of 10 real kernels took {low} to {high} times the modelled time. None of them was measured on the {device}.</source>
        <translation>用已发表的 {n} 个测量结果（{what}）验证过，误差中位数 {error}：10 个实际核函数中有 8 个的用时是模型估算的 {low} 到 {high} 倍。其中没有在 {device} 上测得的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/trust.py"/>
        <source>launches of all kinds</source>
        <translation>各种启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/trust.py"/>
        <source>such launches</source>
        <translation>同类启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/what_if.py"/>
        <source>A thread has at most {most} registers on the {device}, not {asked}.</source>
        <translation>在 {device} 上，一个线程最多有 {most} 个寄存器，而不是 {asked} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/what_if.py"/>
        <source>Every thread does what it did, in another block: a kernel that uses the size of its blocks for more than the place of a thread would do something else.</source>
        <translation>每个线程做的事不变，只是换了线程块：如果核函数不只用线程块的大小来确定线程的位置，它做的事就会不同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/what_if.py"/>
        <source>Nobody counted what this launch does, so the model cannot say what would be.</source>
        <translation>没有人统计过这次启动做了什么，因此模型无法说明会怎样。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/what_if.py"/>
        <source>Only the room that a block takes in shared memory changes: what its threads read and write there stays.</source>
        <translation>变化的只有线程块占用的共享内存大小：它的线程在那里读写什么保持不变。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/what_if.py"/>
        <source>Registers and instructions are those that were compiled for the {device}.</source>
        <translation>寄存器和指令是为 {device} 编译的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/what_if.py"/>
        <source>The kernel's instructions stay as they are: what a compiler would move to memory for want of registers is not counted.</source>
        <translation>核函数的指令保持不变：编译器因寄存器不足而会移到内存中的部分不计算在内。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>L1 cache and shared memory</source>
        <translation>L1 缓存和共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>Next would be {what}: {busy} of {whole}.</source>
        <translation>其次会受限于{what}：{whole} 中的 {busy}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} L1 cache and shared memory, which are one pipe of an SM, limit this launch: {l1_busy} and {shared_busy} are {busy} of {whole}; fewer accesses to either would help, faster memory would not.</source>
        <translation>在 {device} 上，这次启动受限于 L1 缓存和共享内存，两者是 SM 的同一条通路：{l1_busy} 与 {shared_busy} 合计用去 {whole} 中的 {busy}；减少对任一个的访问会有帮助，更快的显存没有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} atomic operations limit this launch: they take {busy} of {whole}; adding up in shared memory or in a warp first would help.</source>
        <translation>在 {device} 上，这次启动受限于原子操作：用去 {whole} 中的 {busy}；先在共享内存或线程束里累加会有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} float32 arithmetic limits this launch: {flops} operations take {busy} of {whole}; less arithmetic would help, faster memory would not.</source>
        <translation>在 {device} 上，这次启动受限于 float32 运算：{flops} 次运算用去 {whole} 中的 {busy}；减少运算会有帮助，更快的显存没有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} float64 arithmetic limits this launch: it takes {busy} of {whole}; float32 would help: an SM of this GPU does {ratio} times as many operations with it.</source>
        <translation>在 {device} 上，这次启动受限于 float64 运算：用去 {whole} 中的 {busy}；改用 float32 会有帮助：这块 GPU 的一个 SM 能做的 float32 运算是它的 {ratio} 倍。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} memory bandwidth limits this launch: {dram} through DRAM take {busy} of {whole}; more arithmetic for each byte would help, faster arithmetic would not.</source>
        <translation>在 {device} 上，这次启动受限于显存带宽：经过 DRAM 的 {dram} 用去 {whole} 中的 {busy}；让每个字节参与更多运算会有帮助，更快的运算没有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} roots, exponentials and divisions limit this launch: they take {busy} of {whole}; fewer of them would help, faster memory would not.</source>
        <translation>在 {device} 上，这次启动受限于开方、指数和除法：用去 {whole} 中的 {busy}；减少它们会有帮助，更快的显存没有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} shared memory limits this launch: its wavefronts take {busy} of {whole}; fewer bank conflicts, or keeping values in variables, would help.</source>
        <translation>在 {device} 上，这次启动受限于共享内存：它的访问批次用去 {whole} 中的 {busy}；减少存储体冲突，或把值留在变量里，会有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} starting its blocks limits this launch: that alone takes {busy} of {whole}; fewer and larger blocks would help, a faster kernel would not.</source>
        <translation>在 {device} 上，这次启动受限于启动各线程块：光这一项就用去 {whole} 中的 {busy}；改用更少、更大的线程块会有帮助，更快的核函数没有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} starting the kernel limits this launch: that alone takes {busy} of {whole}; more elements in one launch would help, a faster kernel would not.</source>
        <translation>在 {device} 上，这次启动受限于启动核函数：光这一项就用去 {whole} 中的 {busy}；一次启动处理更多元素会有帮助，更快的核函数没有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} the L1 cache limits this launch: {l1} for the threads take {busy} of {whole}; reading neighbouring elements together, or keeping values in variables, would help.</source>
        <translation>在 {device} 上，这次启动受限于 L1 缓存：给各线程的 {l1} 用去 {whole} 中的 {busy}；一起读取相邻元素，或把值留在变量里，会有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} the L2 cache limits this launch: {l2} between it and the SMs take {busy} of {whole}, and each sector that a warp stores in part takes as long as several whole ones; reading and storing neighbours together, or a tile in shared memory, would help.</source>
        <translation>在 {device} 上，这次启动受限于 L2 缓存：它与各 SM 之间的 {l2} 用去 {whole} 中的 {busy}，而线程束只写一部分的扇区，每个都与写几个完整扇区一样久；一起读写相邻元素，或在共享内存中使用分块，会有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} the number of instructions limits this launch: starting them takes {busy} of {whole}; fewer instructions for each element would help, faster memory would not.</source>
        <translation>在 {device} 上，这次启动受限于指令数量：发出它们用去 {whole} 中的 {busy}；减少每个元素的指令会有帮助，更快的显存没有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} waiting limits this launch: the results that its threads wait for take {busy} of {whole}, and too few warps are there to fill the time; {cure}</source>
        <translation>在 {device} 上，这次启动受限于等待：线程等待的结果用去 {whole} 中的 {busy}，而线程束太少，填不满这段时间；{cure}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>On the {device} whole-number arithmetic, most of it for indices, limits this launch: it takes {busy} of {whole}; fewer array accesses for each result would help, faster memory would not.</source>
        <translation>在 {device} 上，这次启动受限于整数运算，其中大部分用于下标：用去 {whole} 中的 {busy}；减少每个结果的数组访问会有帮助，更快的显存没有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>more blocks would help, only {waves} of the places for blocks are taken.</source>
        <translation>增加线程块会有帮助，线程块的位置只占用了 {waves}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/model/words.py"/>
        <source>more warps on an SM, or more loads before the first result is used, would help.</source>
        <translation>一个 SM 上有更多线程束，或在使用第一个结果之前多做一些读取，会有帮助。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/new_file.py"/>
        <source>{path} cannot be written: {reason}. Choose another folder, or make room there.</source>
        <translation>无法写入 {path}：{reason}。请另选文件夹，或在那里腾出空间。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>'{text}' in {name} cannot be computed: {reason}.</source>
        <translation>{name} 里的“{text}”无法计算：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>DEADLINE_MS has to be a number of milliseconds above 0, for example 16.7.</source>
        <translation>DEADLINE_MS 必须是大于 0 的毫秒数，例如 16.7。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>It is not clear which parameters {kernel} writes: name them, for example OUTPUTS = ("c",).</source>
        <translation>不清楚 {kernel} 写入哪些参数：请列出它们，例如 OUTPUTS = ("c",)。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>MAZE has to be rows of the same length of . (free), # (a wall) and one G (the goal), for example {form}.</source>
        <translation>MAZE 必须是若干等长的行，由 .（空地）、#（墙）和一个 G（终点）组成，例如 {form}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>OUTPUTS names '{output}', which is no parameter of {kernel}: its parameters are {parameters}.</source>
        <translation>OUTPUTS 中的“{output}”不是 {kernel} 的参数：它的参数是 {parameters}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>SHOW has to name parameters ({parameters}) and how each is shown ({kinds}), for example {form}.</source>
        <translation>SHOW 必须列出参数（{parameters}）以及每个怎样显示（{kinds}），例如 {form}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>SIZES has to give each size a whole number of 1 or more, for example {form}.</source>
        <translation>SIZES 必须给每个规模一个 1 或更大的整数，例如 {form}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>TOLERANCE has to be a number from 0 up to 1, for example 1e-5.</source>
        <translation>TOLERANCE 必须是从 0 到 1 的数（不含 1），例如 1e-5。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>WATCH has to name kernels and for each the variables to be shown, for example {form}.</source>
        <translation>WATCH 必须写出核函数，以及每个核函数要显示的变量，例如 {form}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>{file} has no SIZES: name the sizes and their defaults, for example {form}.</source>
        <translation>{file} 没有 SIZES：请写出各个规模及其默认值，例如 {form}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>{file} has to say how many threads it needs along x, y and z (one to three numbers), for example {form}.</source>
        <translation>{file} 必须说明沿 x、y、z 方向需要多少线程（一到三个数），例如 {form}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/declared.py"/>
        <source>{name} has to be one to three whole numbers of 1 or more, for example (256,) or (16, 16).</source>
        <translation>{name} 必须是一到三个 1 或更大的整数，例如 (256,) 或 (16, 16)。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/expression.py"/>
        <source>'{text}' divides by zero for {sizes}: choose another size.</source>
        <translation>规模为 {sizes} 时“{text}”除以零：请选别的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/functions.py"/>
        <source>{file} has no kernel: put @cuda.jit above the function that the GPU shall run.</source>
        <translation>{file} 里没有核函数：请把 @cuda.jit 写在要由 GPU 运行的函数上面。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/functions.py"/>
        <source>{file} has {count} kernels ({names}): keep one and give each other one a file of its own, or mark a function that the kernel calls with @cuda.jit(device=True).</source>
        <translation>{file} 有 {count} 个核函数（{names}）：请只留一个，其余的各放一个文件；如果是核函数调用的函数，请用 @cuda.jit(device=True) 标记。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/functions.py"/>
        <source>{name} has parameters with a star or behind one: name each one plainly.</source>
        <translation>{name} 有带星号的参数，或有排在星号后面的参数：请把每个参数都直接写出名字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>There is no operation '{text}': 'gpuviz list' shows them all; a file of your own is given by its path, ending in .py.</source>
        <translation>没有算子“{text}”：“gpuviz list”会列出全部算子；自己的文件请给出以 .py 结尾的路径。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>There is no operation '{text}': did you mean {nearest}? 'gpuviz list' shows them all.</source>
        <translation>没有算子“{text}”：是不是想用 {nearest}？“gpuviz list”会列出全部算子。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/info.py"/>
        <source>{name} has one size ({names}), but {count} numbers were given: give one.</source>
        <translation>{name} 只有一个规模参数（{names}），却给了 {count} 个数：请只给一个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/info.py"/>
        <source>{name} has {wanted} sizes ({names}), but {count} numbers were given: give {wanted}, or one that stands for all.</source>
        <translation>{name} 有 {wanted} 个规模参数（{names}），却给了 {count} 个数：请给 {wanted} 个，或只给一个代表全部。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/info.py"/>
        <source>{name} is a pipeline, a train of launches, and this needs one launch of one kernel: take one of the kernels that it launches, or run it as a whole with 'gpuviz run {name}'.</source>
        <translation>{name} 是流水线，即一连串的启动，而这里需要一个核函数的一次启动：请选择它所启动的某个核函数，或用“gpuviz run {name}”整体运行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/info.py"/>
        <source>{name} is one kernel and no pipeline: launch it, or write a function pipeline in its file that launches several.</source>
        <translation>{name} 是单个核函数，不是流水线：请直接启动它，或在它的文件里写一个会启动多个核函数的 pipeline 函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/info.py"/>
        <source>{name} is written for blocks of at most {largest} threads, and {block} is larger: choose a smaller block, or change the kernel and its MAX_BLOCK in a copy of the file.</source>
        <translation>{name} 是为最多 {largest} 个线程的线程块编写的，{block} 更大：请选更小的线程块，或在文件的副本里修改核函数和 MAX_BLOCK。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>0, 1, 2, ..</source>
        <translation>0、1、2……</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>Input '{text}': '{part}' is not understood. Give a type ({dtypes}), values ({values} or @FILE) and a layout ({layouts}), each once at most, as in {name}=float64,ramp.</source>
        <translation>输入 “{text}”：无法理解 “{part}”。请给出类型（{dtypes}）、值（{values} 或 @FILE）和布局（{layouts}），每种至多一次，例如 {name}=float64,ramp。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>Input '{text}': there is no '{part}'. Did you mean '{near}'?</source>
        <translation>输入 “{text}”：没有 “{part}”。你是想写 “{near}” 吗？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>So many inputs cannot be chosen: give at most {most}.</source>
        <translation>不能选择这么多输入：最多给出 {most} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>The inputs are not those that the file makes, but with these changes: {choices}.</source>
        <translation>输入与文件生成的不同，有以下改动：{choices}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>all arrays</source>
        <translation>所有数组</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>ones</source>
        <translation>全 1</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>random numbers</source>
        <translation>随机数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>random numbers with one NaN</source>
        <translation>随机数，其中一个 NaN</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>zeros</source>
        <translation>全 0</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>{before}; {last}</source>
        <translation>{before}；{last}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>{file} is no file of numbers that gpuviz reads: give a text of numbers (.csv), or an array that np.save wrote (.npy).</source>
        <translation>{file} 不是 gpuviz 能读取的数值文件：请给出数字文本（.csv）或 np.save 写出的数组（.npy）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>{kernel} has no parameter '{name}': it has {known}.</source>
        <translation>{kernel} 没有参数 “{name}”：它有 {known}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>{name} is a pipeline: its host code makes the arrays of its launches, so their types, values and layouts cannot be chosen here. Change inputs in a copy of its file.</source>
        <translation>{name} 是流水线：各次启动的数组由其主机代码生成，因此无法在此选择它们的类型、值和布局。请在该文件的副本中修改 inputs。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/module.py"/>
        <source>'{file}' cannot be read: {reason}.</source>
        <translation>无法读取“{file}”：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/module.py"/>
        <source>'{file}' holds null bytes: it is not a text file.</source>
        <translation>“{file}”含有空字节：它不是文本文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/module.py"/>
        <source>'{file}' is larger than 1 MiB, too much for a kernel file.</source>
        <translation>“{file}”大于 1 MiB，对核函数文件来说太大。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/module.py"/>
        <source>'{file}' is nested too deeply to be read.</source>
        <translation>“{file}”嵌套太深，无法读取。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/module.py"/>
        <source>'{file}' is not UTF-8 text in line {line}: save it as UTF-8 in your editor.</source>
        <translation>“{file}”的第 {line} 行不是 UTF-8 文本：请在编辑器里保存为 UTF-8。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/module.py"/>
        <source>Python cannot read line {line}: {reason}. It reads: {text}</source>
        <translation>Python 无法读取第 {line} 行：{reason}。这一行是：{text}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/module.py"/>
        <source>There is no file '{file}': check its name and folder.</source>
        <translation>没有文件“{file}”：请检查它的名称和文件夹。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/module.py"/>
        <source>{name} has to be written out, because it is read without running the file: for example {form}.</source>
        <translation>{name} 必须直接写出来，因为读取时并不运行文件：例如 {form}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/module.py"/>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>'{file}' is not a kernel file: its name has to end in .py.</source>
        <translation>“{file}”不是核函数文件：文件名必须以 .py 结尾。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/reader.py"/>
        <source>inputs has to take the sizes and the seed: write {header}.</source>
        <translation>inputs 必须接受各个规模和种子：请写 {header}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/reader.py"/>
        <source>{file} has no function that makes the kernel's arguments: write {header}.</source>
        <translation>{file} 没有生成核函数参数的函数：请写 {header}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/reader.py"/>
        <source>{name} has to take the same arguments as the kernel: write def {name}({parameters}).</source>
        <translation>{name} 的参数必须与核函数相同：请写 def {name}({parameters})。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/size.py"/>
        <source>The size '{text}' is not a whole number: give for example {example} for {name}.</source>
        <translation>规模“{text}”不是整数：对 {name} 可以给例如 {example}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/size.py"/>
        <source>The size {name} is more than any machine holds: give at most {limit}.</source>
        <translation>规模 {name} 大得任何机器都放不下：请最多取 {limit}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/size.py"/>
        <source>The size {name} is {value}, but there must be something to do: give 1 or more.</source>
        <translation>规模 {name} 为 {value}，但总得有事可做：请取 1 或更大。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/size.py"/>
        <source>{name} of size {size} needs {needed:.1f} GiB for its arrays and as much for the result to compare with, but this machine has {memory:.1f} GiB of memory: choose a smaller size.</source>
        <translation>规模为 {size} 的 {name} 的数组需要 {needed:.1f} GiB，用来对照的结果还要同样多，而本机内存为 {memory:.1f} GiB：请选更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/asked.py"/>
        <source>The file has changed since it was launched: launch it again first.</source>
        <translation>该文件在启动之后有改动：请先重新启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/asked.py"/>
        <source>The line stands in another file than the kernel, and only the kernel's file is repaired.</source>
        <translation>这一行不在核函数所在的文件里，而能修复的只有核函数所在的文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/bounds.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Ask for more in the condition of line {line}: if {test}.</source>
        <translation>在第 {line} 行的条件中再加一项：if {test}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/bounds.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Correct the condition of line {line}: {test}.</source>
        <translation>改正第 {line} 行的条件：{test}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/bounds.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Guard line {line}: if {test}.</source>
        <translation>给第 {line} 行加上边界判断：if {test}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/bounds.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Let threads that have nothing to do return before line {line}: if {test}.</source>
        <translation>让无事可做的线程在第 {line} 行之前返回：if {test}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/bounds.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Take {array} in line {line} only where it has the element: {test}.</source>
        <translation>在第 {line} 行中，只有当 {array} 有该元素时才读取它：{test}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/divergence.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Let all threads go round the loop of line {line} as long as one of them has to (cuda.syncthreads_or), and guard the work in it.</source>
        <translation>只要还有一个线程需要循环，就让所有线程都执行第 {line} 行的循环（cuda.syncthreads_or），并给循环里的工作加上判断。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/divergence.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Let all threads reach the barrier of line {line}, before the if of line {header}, and count only those for which its condition holds.</source>
        <translation>让所有线程都在第 {header} 行的 if 之前到达第 {line} 行的屏障，只统计满足其条件的线程。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/divergence.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Let no thread leave in line {header}, before the barrier: guard the work of the lines behind it instead.</source>
        <translation>不要让任何线程在屏障之前于第 {header} 行离开：改为给其后各行的工作加上判断。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/divergence.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Put one barrier behind the if of line {header}, in the place of one on each of its sides.</source>
        <translation>在第 {header} 行的 if 之后放一个屏障，代替两个分支中各自的屏障。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/divergence.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Take the barrier of line {line} out of the if of line {header}, and guard what comes before it and what comes after it, each by itself.</source>
        <translation>把第 {line} 行的屏障移出第 {header} 行的 if，并给屏障之前和之后的部分分别加上判断。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/initial.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Fill every element of {shared} in line {line}, also those beyond the threads of the block.</source>
        <translation>在第 {line} 行填满 {shared} 的每个元素，也包括超出线程块线程数的那些元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/initial.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Fill the array before the launch: in line {line} copy zeros to the device, since cuda.device_array leaves there what was there before.</source>
        <translation>在启动之前填好数组：在第 {line} 行把零复制到设备，因为 cuda.device_array 会保留原先留在那里的内容。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/initial.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Set every element of {array} to 0 behind line {line}, and wait at a barrier before it is used.</source>
        <translation>在第 {line} 行之后把 {array} 的每个元素置为 0，并在使用它之前在屏障处等待。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/initial.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Set every element of {array} to 0 behind line {line}.</source>
        <translation>在第 {line} 行之后把 {array} 的每个元素置为 0。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/initial.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Set the element to 0 before line {line}, then add to it.</source>
        <translation>在第 {line} 行之前把该元素置为 0，再往上累加。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/initial.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Where {shared} has no such element, take it from {array} in line {line}: another block has it.</source>
        <translation>在第 {line} 行中，如果 {shared} 没有该元素，就从 {array} 读取：它属于另一个线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/initial.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Write the element in line {line} in the place of adding to it: nothing was in it before.</source>
        <translation>在第 {line} 行直接写入该元素，而不是累加：之前其中没有任何内容。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Change the element in one step that no other thread can come between: {call} in line {line}.</source>
        <translation>用一步完成对该元素的修改，使其他线程无法插入其间：第 {line} 行改为 {call}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Let one thread of each pair do the swap of line {line}: if {test}. Two would swap it twice.</source>
        <translation>让每对线程中只有一个执行第 {line} 行的交换：if {test}。两个线程都做就会交换两次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Make two lines of line {line}: read into a variable, wait at {barrier}, and write then.</source>
        <translation>把第 {line} 行拆成两行：先读到变量里，在 {barrier} 处等待，然后再写入。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Make two of the if of line {line}, and put {barrier} between them: first the side that writes, then the side that reads.</source>
        <translation>把第 {line} 行的 if 拆成两个，并在两者之间放入 {barrier}：先执行写入的分支，再执行读取的分支。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Put cuda.threadfence() after line {line}: then others see the write before the atomic operation that tells of it.</source>
        <translation>在第 {line} 行之后放入 cuda.threadfence()：这样其他线程会先看到写入，再看到宣告它的原子操作。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Put cuda.threadfence() before and after line {line}: then all that is done under the lock is seen by the next thread that has it.</source>
        <translation>在第 {line} 行之前和之后都放入 cuda.threadfence()：这样持锁期间所做的一切都能被下一个持锁的线程看到。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Put cuda.threadfence() in the place of cuda.threadfence_block() in line {line}: that reaches the threads of the same block only.</source>
        <translation>把第 {line} 行的 cuda.threadfence_block() 换成 cuda.threadfence()：前者只对同一线程块的线程有效。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Put {barrier} after line {line}.</source>
        <translation>在第 {line} 行之后放入 {barrier}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Put {barrier} at the end of the loop's body, after line {line}.</source>
        <translation>在循环体末尾、第 {line} 行之后放入 {barrier}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Put {barrier} in the place of the barrier of line {line}.</source>
        <translation>用 {barrier} 代替第 {line} 行的屏障。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Read atomically what others change atomically: {call} in line {line}.</source>
        <translation>其他线程以原子方式修改的内容，也要以原子方式读取：第 {line} 行改为 {call}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>Take the if of line {line} away from the barrier: all threads need it each time.</source>
        <translation>去掉屏障外面第 {line} 行的 if：所有线程每次都需要这个屏障。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>{what} All blocks wait for each other there, so all of them have to fit on the GPU at a time.</source>
        <translation>{what}所有线程块在那里互相等待，因此它们必须能同时放在 GPU 上。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/races.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>{what} It must not stand in the if of line {header}, which not every thread enters: guard what comes before it and what comes after it, each by itself.</source>
        <translation>{what}它不能放在第 {header} 行的 if 里，因为并非每个线程都会进入：给它之前和之后的部分分别加上判断。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/search.py"/>
        <source>No repair is known for this.</source>
        <translation>没有已知的修复办法。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/search.py"/>
        <source>There was no time left to try a repair of this.</source>
        <translation>没有时间再为它试用修复了。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/search.py"/>
        <source>{count} repairs were tried, and with none of them the hazard was gone.</source>
        <translation>试过 {count} 种修复，没有一种能消除该隐患。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/search.py"/>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>{what} This comes on top of the repair before it, and names the lines as they are then.</source>
        <translation>{what}这是在前一项修复之上进行的，行号以那时的源代码为准。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>The hazard is gone, and {result}.</source>
        <translation>隐患已消除，{result}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>This hazard is gone, one other is left, and {result}.</source>
        <translation>该隐患已消除，还剩下另外一个，{result}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>This hazard is gone, {count} are left, {new} of them new, and {result}.</source>
        <translation>该隐患已消除，还剩下 {count} 个，其中 {new} 个是新出现的，{result}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>This hazard is gone, {count} others are left, and {result}.</source>
        <translation>该隐患已消除，还剩下另外 {count} 个，{result}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>nothing compares the result</source>
        <translation>结果没有可对照的参考</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>the result is right</source>
        <translation>结果正确</translation>
    </message>
    <message>
        <location filename="../../gpuviz/repair/words.py"/>
        <source>the result is still wrong</source>
        <translation>结果仍然错误</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/product.py"/>
        <source>A library's product of this size takes {fp32} to {fp32_slow} in float32 without tensor cores (modelled).</source>
        <translation>用库来算这个规模的矩阵乘积，不用张量核心、以 float32 计算需要 {fp32} 到 {fp32_slow}（模型估算）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/product.py"/>
        <source>A library's product of this size takes {fp32} to {fp32_slow} in float32 without tensor cores, and {fp16} to {fp16_slow} with tensor cores, FP16 (modelled).</source>
        <translation>用库来算这个规模的矩阵乘积，不用张量核心、以 float32 计算需要 {fp32} 到 {fp32_slow}，用张量核心、以 FP16 计算需要 {fp16} 到 {fp16_slow}（模型估算）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/choice.py"/>
        <source>Draw something into {name}: there is nothing on the canvas yet.</source>
        <translation>请在 {name} 里画点什么：画布还是空的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/banks_scene.py"/>
        <source>32 banks, 4 bytes of each at a time</source>
        <translation>32 个存储体，每个一次 4 字节</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/banks_scene.py"/>
        <source>lanes {lanes}</source>
        <translation>lane {lanes}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/banks_scene.py"/>
        <source>wavefront {row}</source>
        <translation>第 {row} 批</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/lines_scene.py"/>
        <source>line {address} · 128 B</source>
        <translation>缓存行 {address} · 128 B</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/shared_rows.py"/>
        <source>1 array</source>
        <translation>1 个数组</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/shared_rows.py"/>
        <source>All shared memory of block {block} now: {size} in {arrays}; {written} of {all} written</source>
        <translation>线程块 {block} 此刻的全部共享内存：{arrays}，共 {size}；{all} 个元素中已写 {written} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/shared_rows.py"/>
        <source>{name} is {value}; it lies in bank {bank}.</source>
        <translation>{name} 是 {value}；它在存储体 {bank} 中。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/shared_rows.py"/>
        <source>{name} lies in bank {bank}; nobody has written it yet.</source>
        <translation>{name} 在存储体 {bank} 中；还没有线程写过它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/shared_rows.py"/>
        <source>{n} arrays</source>
        <translation>{n} 个数组</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 conflict</source>
        <translation>1 次冲突</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 sector moved, {needed} of {bytes} B needed: {share}.</source>
        <translation>搬运 1 个扇区，{bytes} B 中用到 {needed} B：{share}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 sector moved, {needed} of {bytes} B needed: {share}. Fewer would not do.</source>
        <translation>搬运 1 个扇区，{bytes} B 中用到 {needed} B：{share}。已经不能再少。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 sector moved, {needed} of {bytes} B needed: {share}. {fewest} would be enough.</source>
        <translation>搬运 1 个扇区，{bytes} B 中用到 {needed} B：{share}。其实 {fewest} 个就够。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 wavefront, 0 conflicts: 1 lane, 1 word.</source>
        <translation>1 批，0 次冲突：1 个 lane，1 个字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 wavefront, 0 conflicts: {lanes} lanes, {words} different words.</source>
        <translation>1 批，0 次冲突：{lanes} 个 lane，{words} 个不同的字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 wavefront, 0 conflicts: {lanes} lanes, {words} word.</source>
        <translation>1 批，0 次冲突：{lanes} 个 lane，{words} 个字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 wavefront: lanes {lanes} read different words of bank {bank}.</source>
        <translation>1 批：lane {lanes} 读取存储体 {bank} 中不同的字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 wavefront: lanes {lanes} write different words of bank {bank}.</source>
        <translation>1 批：lane {lanes} 写入存储体 {bank} 中不同的字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Constant memory: 1 lane takes part.</source>
        <translation>常量内存：1 个 lane 参与。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Constant memory: {lanes} lanes take part.</source>
        <translation>常量内存：{lanes} 个 lane 参与。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Each element read from global memory: {each}</source>
        <translation>每个元素从全局内存读取的次数：{each}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Lane {lane} changes {name}</source>
        <translation>lane {lane} 修改 {name}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Lane {lane} changes {name}, where it finds {value}</source>
        <translation>lane {lane} 修改 {name}，读到的原值是 {value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Lane {lane} changes {name}: {value}</source>
        <translation>lane {lane} 修改 {name}：{value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Lane {lane} reads {name}</source>
        <translation>lane {lane} 读取 {name}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Lane {lane} reads {name}, where it finds {value}</source>
        <translation>lane {lane} 读取 {name}，读到的值是 {value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Lane {lane} reads {name}: {value}</source>
        <translation>lane {lane} 读取 {name}：{value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Lane {lane} takes no part.</source>
        <translation>lane {lane} 不参与。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Lane {lane} writes {name}</source>
        <translation>lane {lane} 写入 {name}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Lane {lane} writes {name}, where it finds {value}</source>
        <translation>lane {lane} 写入 {name}，那里的原值是 {value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Lane {lane} writes {name}: {value}</source>
        <translation>lane {lane} 写入 {name}：{value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Line {line}: atomic {text} · warp {warp} of block {block} · {lanes} lane</source>
        <translation>第 {line} 行：原子操作 {text} · 线程块 {block} 的线程束 {warp} · {lanes} 个 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Line {line}: atomic {text} · warp {warp} of block {block} · {lanes} lanes</source>
        <translation>第 {line} 行：原子操作 {text} · 线程块 {block} 的线程束 {warp} · {lanes} 个 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Line {line}: load {text} · warp {warp} of block {block} · {lanes} lane</source>
        <translation>第 {line} 行：读取 {text} · 线程块 {block} 的线程束 {warp} · {lanes} 个 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Line {line}: load {text} · warp {warp} of block {block} · {lanes} lanes</source>
        <translation>第 {line} 行：读取 {text} · 线程块 {block} 的线程束 {warp} · {lanes} 个 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Line {line}: store {text} · warp {warp} of block {block} · {lanes} lane</source>
        <translation>第 {line} 行：写入 {text} · 线程块 {block} 的线程束 {warp} · {lanes} 个 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Line {line}: store {text} · warp {warp} of block {block} · {lanes} lanes</source>
        <translation>第 {line} 行：写入 {text} · 线程块 {block} 的线程束 {warp} · {lanes} 个 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Local memory: each of the {lanes} lanes has an array of its own, which no other sees.</source>
        <translation>本地内存：{lanes} 个 lane 各有自己的数组，别的 lane 看不到。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Local memory: the lane has an array of its own, which no other sees.</source>
        <translation>本地内存：这个 lane 有自己的数组，别的 lane 看不到。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Nothing has run yet. Press play, or choose an access.</source>
        <translation>还什么都没有运行。请按播放，或选择一次访问。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Reads from global memory for each element of an array: {each}</source>
        <translation>数组每个元素从全局内存读取的次数：{each}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>The steps of block {block} were not kept, nor what it reads and writes.</source>
        <translation>线程块 {block} 的各步没有保留，它读写了什么也没有保留。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>This engine keeps no accesses. The emulator shows each one.</source>
        <translation>这个引擎不保留访问。仿真器会显示每一次访问。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>This step touches no memory. A click on a row of the table keeps an access.</source>
        <translation>这一步不访问内存。单击表格中的一行，可以固定显示那次访问。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>Warp {warp} of block {block} has not come to this access in line {line} yet.</source>
        <translation>线程块 {block} 的线程束 {warp} 还没有到第 {line} 行的这次访问。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{count} elements, one lane each.</source>
        <translation>{count} 个元素，每个只有一个 lane。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{count} wavefronts, 0 conflicts: {lanes} lanes, {words} different words.</source>
        <translation>{count} 批，0 次冲突：{lanes} 个 lane，{words} 个不同的字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{count} wavefronts, 0 conflicts: {lanes} lanes, {words} word.</source>
        <translation>{count} 批，0 次冲突：{lanes} 个 lane，{words} 个字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{count} wavefronts: lanes {lanes} read different words of bank {bank}.</source>
        <translation>{count} 批：lane {lanes} 读取存储体 {bank} 中不同的字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{count} wavefronts: lanes {lanes} write different words of bank {bank}.</source>
        <translation>{count} 批：lane {lanes} 写入存储体 {bank} 中不同的字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{name}: 1 lane.</source>
        <translation>{name}：1 个 lane。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{name}: lane {lanes}</source>
        <translation>{name}：lane {lanes}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{name}: lanes {lanes}</source>
        <translation>{name}：lane {lanes}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{name}: no lane asked for it.</source>
        <translation>{name}：没有 lane 要它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{name}: {lanes} lanes, one after another.</source>
        <translation>{name}：{lanes} 个 lane，一个接一个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{n} conflicts</source>
        <translation>{n} 次冲突</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{sectors} sectors moved, {needed} of {bytes} B needed: {share}.</source>
        <translation>搬运 {sectors} 个扇区，{bytes} B 中用到 {needed} B：{share}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{sectors} sectors moved, {needed} of {bytes} B needed: {share}. Fewer would not do.</source>
        <translation>搬运 {sectors} 个扇区，{bytes} B 中用到 {needed} B：{share}。已经不能再少。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{sectors} sectors moved, {needed} of {bytes} B needed: {share}. {fewest} would be enough.</source>
        <translation>搬运 {sectors} 个扇区，{bytes} B 中用到 {needed} B：{share}。其实 {fewest} 个就够。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{sectors} · {wavefronts}, {conflicts}</source>
        <translation>{sectors} · {wavefronts}，{conflicts}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{sectors}, {share} used</source>
        <translation>{sectors}，用到 {share}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{sectors}, {share} used · {wavefronts}, {conflicts}</source>
        <translation>{sectors}，用到 {share} · {wavefronts}，{conflicts}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{some} of {every} blocks read each of their elements so often: {each}</source>
        <translation>{every} 个线程块中的 {some} 个读取各自元素的次数：{each}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{wavefronts}, {conflicts}</source>
        <translation>{wavefronts}，{conflicts}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <location filename="../../gpuviz/scene/stage/empty.py"/>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <source>No launch yet.</source>
        <translation>还没有启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>Press Run: the launches and copies of {title} stand here.</source>
        <translation>请按「运行」：{title}的各次启动和复制会显示在这里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>This is one kernel. A pipeline is a train of launches, such as a neural network: pick one in the toolbar, and its launches and copies stand here.</source>
        <translation>这是单个核函数。流水线是一连串的启动，例如一个神经网络：在工具栏里选一个，它的各次启动和复制就会显示在这里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>after the launch: {value}</source>
        <translation>启动之后：{value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>and others near it: one cell stands for {count} elements</source>
        <translation>以及它旁边的元素：一格代表 {count} 个元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>before the launch: {value}</source>
        <translation>启动之前：{value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>click: choose it and see who touches it</source>
        <translation>单击：选择它，看谁访问它</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>double click: choose its writer</source>
        <translation>双击：选择写它的线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>never read</source>
        <translation>从未被读</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>never written</source>
        <translation>从未被写</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read once</source>
        <translation>被读 1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read once by 1 thread</source>
        <translation>被 1 个线程读 1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read once by 1 thread of 1 block</source>
        <translation>被 1 个线程块的 1 个线程读 1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read once by 1 thread of {blocks} blocks</source>
        <translation>被 {blocks} 个线程块的 1 个线程读 1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read once by the followed blocks</source>
        <translation>被跟踪的线程块读 1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read once by {threads} threads</source>
        <translation>被 {threads} 个线程读 1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read once by {threads} threads of 1 block</source>
        <translation>被 1 个线程块的 {threads} 个线程读 1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read once by {threads} threads of {blocks} blocks</source>
        <translation>被 {blocks} 个线程块的 {threads} 个线程读 1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read {reads} times</source>
        <translation>被读 {reads} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read {reads} times by 1 thread</source>
        <translation>被 1 个线程读 {reads} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read {reads} times by 1 thread of 1 block</source>
        <translation>被 1 个线程块的 1 个线程读 {reads} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read {reads} times by 1 thread of {blocks} blocks</source>
        <translation>被 {blocks} 个线程块的 1 个线程读 {reads} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read {reads} times by the followed blocks</source>
        <translation>被跟踪的线程块读 {reads} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read {reads} times by {threads} threads</source>
        <translation>被 {threads} 个线程读 {reads} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read {reads} times by {threads} threads of 1 block</source>
        <translation>被 1 个线程块的 {threads} 个线程读 {reads} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>read {reads} times by {threads} threads of {blocks} blocks</source>
        <translation>被 {blocks} 个线程块的 {threads} 个线程读 {reads} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>written by thread {thread} of block {block}</source>
        <translation>由线程块 {block} 的线程 {thread} 写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>written by {count} threads, last by thread {thread} of block {block}</source>
        <translation>由 {count} 个线程写入，最后是线程块 {block} 的线程 {thread}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/element_words.py"/>
        <source>{name} = {value}</source>
        <translation>{name} = {value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend.py"/>
        <source>by {by} ▾</source>
        <translation>颜色：{by} ▾</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>1 read</source>
        <translation>读 1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>1 to {n} reads</source>
        <translation>读 1 到 {n} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>block by block, colours in turn</source>
        <translation>按线程块，颜色轮换</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>last writer</source>
        <translation>最后写入者</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>nobody</source>
        <translation>无人写</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>none yet</source>
        <translation>还没有</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>number of reads</source>
        <translation>读取次数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>of the followed blocks</source>
        <translation>仅跟踪的线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>smallest to largest of its array</source>
        <translation>从所在数组的最小到最大</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>to be written</source>
        <translation>将被写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <source>what happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/legend_parts.py"/>
        <location filename="../../gpuviz/scene/stage/grid/scene.py"/>
        <location filename="../../gpuviz/scene/stage/grid/tiles.py"/>
        <source>block {block}</source>
        <translation>线程块 {block}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/names.py"/>
        <source>1 cell = {count} elements</source>
        <translation>1 格 = {count} 个元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/names.py"/>
        <source>reads of {some} of {all} blocks are known</source>
        <translation>已知 {all} 个线程块中 {some} 个的读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/names.py"/>
        <source>shared {about}</source>
        <translation>共享 {about}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <source>The steps of block {block} were not kept: what it reads is not known.</source>
        <translation>线程块 {block} 的各步没有保留：不知道它读了什么。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <source>Thread {thread}</source>
        <translation>线程 {thread}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <source>Thread {thread} of block {block}</source>
        <translation>线程块 {block} 的线程 {thread}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <source>writes {writes}</source>
        <translation>写入 {writes}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <source>{count} elements of {array}</source>
        <translation>{array} 的 {count} 个元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <source>{count} of {array}</source>
        <translation>{array} 的 {count} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <source>{who} reads {reads}</source>
        <translation>{who} 读取 {reads}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <source>{who} touches no element in the whole launch</source>
        <translation>{who} 在整个启动中不访问任何元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <source>{who} writes {writes}</source>
        <translation>{who} 写入 {writes}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <location filename="../../gpuviz/scene/stage/header_scene.py"/>
        <source>Block {block}</source>
        <translation>线程块 {block}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <location filename="../../gpuviz/scene/stage/header_scene.py"/>
        <source>Warp {warp}</source>
        <translation>线程束 {warp}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/arrays/touch_words.py"/>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>Warp {warp} of block {block}</source>
        <translation>线程块 {block} 的线程束 {warp}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>Idle threads touch no global memory in the whole launch: they have no work.</source>
        <translation>空闲线程在整个启动中都不访问全局内存：它们没有事做。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>Of 32 lanes, how many were active in a warp's steps on average. Lanes that are masked off in a branch cost time and do nothing.</source>
        <translation>线程束的各步中，32 个 lane 平均有多少个是活动的。在分支里被屏蔽的 lane 花了时间，却什么也不做。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>The SM (streaming multiprocessor) of the GPU on which each block ran. Modelled means: as gpuviz expects it of this GPU, not measured on one.</source>
        <translation>每个线程块在 GPU 的哪个 SM（流式多处理器）上运行。「模型估算」表示：这是 gpuviz 对这种 GPU 的预计，没有实测。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>What each thread left in memory: the last of the elements that it was the last to write.</source>
        <translation>每个线程在内存里留下了什么：在由它最后写入的元素中，取最后一个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>What every thread does at the moment that is shown.</source>
        <translation>每个线程在所显示的时刻做什么。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>What the colours mean: click to choose, or press 1 to 6.</source>
        <translation>颜色的含义：单击选择，或按 1 到 6。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>When each block began. Blocks that find no room on an SM wait until others are over.</source>
        <translation>每个线程块何时开始。在 SM 上没有位置的线程块要等别的结束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>no thread wrote a number that was kept</source>
        <translation>没有线程写过被保留的数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>not counted: only the emulator does, up to a certain size</source>
        <translation>没有计数：只有仿真器会计数，而且规模不能太大</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>not recorded by this engine</source>
        <translation>这个引擎没有记录</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>not recorded: no engine placed the blocks</source>
        <translation>没有记录：没有引擎安排过线程块的位置</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>start time</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>values written</source>
        <translation>写入的值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/colouring_words.py"/>
        <source>warp efficiency</source>
        <translation>线程束效率</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/empty.py"/>
        <source>Choose an operation and press Run (Ctrl+R), or open a trace.</source>
        <translation>请选择一个算子并按「运行」（Ctrl+R），或打开一份轨迹。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/grid/layer_scene.py"/>
        <source>all {count} layers</source>
        <translation>全部 {count} 层</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/grid/layer_scene.py"/>
        <source>z = {z} of 0–{last}</source>
        <translation>z = {z}（0–{last}）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/grid/layer_scene.py"/>
        <location filename="../../gpuviz/scene/stage/grid/tiles.py"/>
        <source>z = {z}</source>
        <translation>z = {z}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/grid/tiles.py"/>
        <source>block {block} · 1 thread · 1 warp</source>
        <translation>线程块 {block} · 1 个线程 · 1 个线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/grid/tiles.py"/>
        <source>block {block} · {shape} threads · {warps} warp</source>
        <translation>线程块 {block} · {shape} 个线程 · {warps} 个线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/grid/tiles.py"/>
        <source>block {block} · {shape} threads · {warps} warps</source>
        <translation>线程块 {block} · {shape} 个线程 · {warps} 个线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/hazard_scene.py"/>
        <source>never comes</source>
        <translation>永远不到</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/hazard_scene.py"/>
        <source>no barrier between</source>
        <translation>两者之间没有屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/hazard_scene.py"/>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/header_scene.py"/>
        <source>Lane {lane}</source>
        <translation>lane {lane}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/legend_scene.py"/>
        <source>SM {first}–{last}</source>
        <translation>SM {first}–{last}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/legend_scene.py"/>
        <source>SM {sm}</source>
        <translation>SM {sm}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/legend_scene.py"/>
        <source>round {round}</source>
        <translation>第 {round} 轮</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/legend_scene.py"/>
        <source>{count} idle</source>
        <translation>{count} 个空闲</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/legend_scene.py"/>
        <source>{count} with work</source>
        <translation>{count} 个有事做</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/legend_scene.py"/>
        <source>{share} of lanes active</source>
        <translation>{share} 的 lane 活动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/legend_scene.py"/>
        <source>{text} · modelled</source>
        <translation>{text} · 模型估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>1 of {lanes} lanes says yes: {name} gives {result} to each</source>
        <translation>{lanes} 个 lane 中有 1 个为真：{name} 给每个 lane {result}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>1 of {lanes} lanes says yes: {name} gives {word}, a bit for each lane (lane 0 is the lowest)</source>
        <translation>{lanes} 个 lane 中有 1 个为真：{name} 给出 {word}，每个 lane 占一位（lane 0 是最低位）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>Lane {lane} gets {value} from lane {source} ({name})</source>
        <translation>lane {lane} 从 lane {source} 得到 {value}（{name}）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>Lane {lane} keeps its own {value} ({name})</source>
        <translation>lane {lane} 保留自己的 {value}（{name}）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>Lane {lane} takes no part in {name}</source>
        <translation>lane {lane} 不参与 {name}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>Lane {who} keeps its own value: nobody is there to read from</source>
        <translation>lane {who} 保留自己的值：那里没有可读的 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>Lanes {who} hold {value}: {name} gives lane {lane} the word {word}</source>
        <translation>lane {who} 持有 {value}：{name} 把字 {word} 给 lane {lane}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>Lanes {who} keep their own value: nobody is there to read from</source>
        <translation>lane {who} 保留自己的值：那里没有可读的 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>Only lane {who} holds {value}: {name} gives it the word {word}</source>
        <translation>只有 lane {who} 持有 {value}：{name} 给它字 {word}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>lane {who}</source>
        <translation>lane {who}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>lanes {who}</source>
        <translation>lane {who}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>{call} by {distance}</source>
        <translation>{call}，相隔 {distance}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>{call} with {mask}</source>
        <translation>{call}，掩码 {mask}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>{name} gives 0: the lanes hold {groups} different values</source>
        <translation>{name} 给出 0：各 lane 共有 {groups} 种不同的值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>{yes} of {lanes} lanes say yes: {name} gives {result} to each</source>
        <translation>{lanes} 个 lane 中有 {yes} 个为真：{name} 给每个 lane {result}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/exchange_words.py"/>
        <source>{yes} of {lanes} lanes say yes: {name} gives {word}, a bit for each lane (lane 0 is the lowest)</source>
        <translation>{lanes} 个 lane 中有 {yes} 个为真：{name} 给出 {word}，每个 lane 占一位（lane 0 是最低位）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/scene.py"/>
        <source>The steps of this block were not kept. Followed blocks: {names}</source>
        <translation>这个线程块的各步没有保留。跟踪的线程块：{names}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/scene.py"/>
        <source>active mask {mask}</source>
        <translation>活动掩码 {mask}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/scene.py"/>
        <source>block {block} · warp {warp} · {lanes} lane</source>
        <translation>线程块 {block} · 线程束 {warp} · {lanes} 个 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/warp/scene.py"/>
        <source>block {block} · warp {warp} · {lanes} lanes</source>
        <translation>线程块 {block} · 线程束 {warp} · {lanes} 个 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Nothing has run yet. Press play, or step with the arrow keys.</source>
        <translation>还什么都没有运行。请按播放，或用方向键走一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Now: warp {warp} of block {block}, line {line}</source>
        <translation>现在：线程块 {block} 的线程束 {warp}，第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Round {round}: the steps of this block were not kept; its state is known by rounds.</source>
        <translation>第 {round} 轮：这个线程块的各步没有保留，只知道它每一轮的状态。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>The launch broke off here: its threads have not all finished. Checks says why.</source>
        <translation>启动在这里中断：它的线程没有全部结束。原因见「检查」。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>The launch is over: all {threads} threads have finished.</source>
        <translation>启动结束：全部 {threads} 个线程已结束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>The launch is over: its thread has finished.</source>
        <translation>启动结束：它的线程已结束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Warp {warp} of block {block} executes line {line} with its only lane:</source>
        <translation>线程块 {block} 的线程束 {warp} 执行第 {line} 行，唯一的 lane 参与：</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Warp {warp} of block {block} executes line {line} with {active} of {lanes} lanes:</source>
        <translation>线程块 {block} 的线程束 {warp} 执行第 {line} 行，{lanes} 个 lane 中 {active} 个参与：</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Warp {warp} of block {block} has executed line {line} with its only lane:</source>
        <translation>线程块 {block} 的线程束 {warp} 已执行第 {line} 行，唯一的 lane 参与：</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Warp {warp} of block {block} has executed line {line} with {active} of {lanes} lanes:</source>
        <translation>线程块 {block} 的线程束 {warp} 已执行第 {line} 行，{lanes} 个 lane 中 {active} 个参与：</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Warp {warp} of block {block} has finished; its last step was line {line}.</source>
        <translation>线程块 {block} 的线程束 {warp} 已结束；最后一步是第 {line} 行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Warp {warp} of block {block} has not started.</source>
        <translation>线程块 {block} 的线程束 {warp} 还没有开始。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Warp {warp} of block {block} last executed line {line}; its next turn is still to come.</source>
        <translation>线程块 {block} 的线程束 {warp} 上一步执行了第 {line} 行；下一次还没有轮到它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Warp {warp} of block {block} took its last step, line {line}, with its only lane:</source>
        <translation>线程块 {block} 的线程束 {warp} 走完最后一步，第 {line} 行，唯一的 lane 参与：</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Warp {warp} of block {block} took its last step, line {line}, with {active} of {lanes} lanes:</source>
        <translation>线程块 {block} 的线程束 {warp} 走完最后一步，第 {line} 行，{lanes} 个 lane 中 {active} 个参与：</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>Warp {warp} of block {block} waits at the barrier in line {line}.</source>
        <translation>线程块 {block} 的线程束 {warp} 在第 {line} 行的屏障处等待。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>atomic {span}</source>
        <translation>原子操作 {span}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>atomic {span}: 1 sector, {needed} of {moved} B needed</source>
        <translation>原子操作 {span}：1 个扇区，{moved} B 中用到 {needed} B</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>atomic {span}: {sectors} sectors, {needed} of {moved} B needed</source>
        <translation>原子操作 {span}：{sectors} 个扇区，{moved} B 中用到 {needed} B</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>hazard</source>
        <translation>隐患</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>lane {who}: masked off</source>
        <translation>lane {who}：被屏蔽</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>lane {who}: masked off after line {line}</source>
        <translation>lane {who}：第 {line} 行之后被屏蔽</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>lane {who}: returned in line {line}</source>
        <translation>lane {who}：在第 {line} 行返回</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>lanes {who}: masked off</source>
        <translation>lane {who}：被屏蔽</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>lanes {who}: masked off after line {line}</source>
        <translation>lane {who}：第 {line} 行之后被屏蔽</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>lanes {who}: returned in line {line}</source>
        <translation>lane {who}：在第 {line} 行返回</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>load {span}</source>
        <translation>读取 {span}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>load {span}: 1 sector, {needed} of {moved} B needed</source>
        <translation>读取 {span}：1 个扇区，{moved} B 中用到 {needed} B</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>load {span}: {sectors} sectors, {needed} of {moved} B needed</source>
        <translation>读取 {span}：{sectors} 个扇区，{moved} B 中用到 {needed} B</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>not started</source>
        <translation>未开始</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>read before</source>
        <translation>读过</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>reads now</source>
        <translation>正在读</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>store {span}</source>
        <translation>写入 {span}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>store {span}: 1 sector, {needed} of {moved} B needed</source>
        <translation>写入 {span}：1 个扇区，{moved} B 中用到 {needed} B</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>store {span}: {sectors} sectors, {needed} of {moved} B needed</source>
        <translation>写入 {span}：{sectors} 个扇区，{moved} B 中用到 {needed} B</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>turn to come</source>
        <translation>本轮待执行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>warp {who}: {state}</source>
        <translation>线程束 {who}：{state}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>warp {who}: {state}, line {line}</source>
        <translation>线程束 {who}：{state}，第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>warps {who}: {state}</source>
        <translation>线程束 {who}：{state}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>warps {who}: {state}, line {line}</source>
        <translation>线程束 {who}：{state}，第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>writes now</source>
        <translation>正在写</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <source>written before</source>
        <translation>写过</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <location filename="../../gpuviz/scene/warp_view/compose.py"/>
        <source>at barrier</source>
        <translation>在屏障处等待</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stage/words.py"/>
        <location filename="../../gpuviz/scene/warp_view/compose.py"/>
        <source>masked off</source>
        <translation>被屏蔽</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <source>Laying out the blocks…</source>
        <translation>正在排列线程块…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/compose.py"/>
        <source>active</source>
        <translation>活动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/compose.py"/>
        <source>exchange</source>
        <translation>交换</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/compose.py"/>
        <source>returned</source>
        <translation>已返回</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/step_scene.py"/>
        <source>This warp has not taken a step yet.</source>
        <translation>这个线程束还没有走过一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/step_scene.py"/>
        <source>{n} of {count} ▸</source>
        <translation>{n} / {count} ▸</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>1 of {lanes} lanes is active: lane {who}</source>
        <translation>{lanes} 个 lane 中 1 个活动：lane {who}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>All {lanes} lanes are active</source>
        <translation>全部 {lanes} 个 lane 都活动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>No launch yet: here you will see the lanes of a warp.</source>
        <translation>还没有启动：这里会显示线程束的各 lane。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>The only lane is active</source>
        <translation>唯一的 lane 活动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>Thread {index} is lane {lane} of warp {warp}: {sum}{thread} = {warp} · 32 + {lane}</source>
        <translation>线程 {index} 是线程束 {warp} 的 lane {lane}：{sum}{thread} = {warp} · 32 + {lane}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>lane efficiency {share}: {active} of {all} lane steps</source>
        <translation>lane 效率 {share}：{all} 个 lane 步中用上 {active} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>line {line}: only {first}</source>
        <translation>第 {line} 行：只有{first}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>line {line}: {first}, then {second}</source>
        <translation>第 {line} 行：先是{first}，然后是{second}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>line {line}: {first}, then {second}, then {third}</source>
        <translation>第 {line} 行：先是{first}，然后是{second}，再是{third}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>line {line}: {first}, then {second}, then {third}, …</source>
        <translation>第 {line} 行：先是{first}，然后是{second}，再是{third}……</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/warp_view/words.py"/>
        <source>{active} of {lanes} lanes are active: lanes {who}</source>
        <translation>{lanes} 个 lane 中 {active} 个活动：lane {who}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/edited_file.py"/>
        <source>What you type cannot be kept beside {file}: {reason}. Save it to a file elsewhere.</source>
        <translation>正在输入的内容无法保留在 {file} 旁边：{reason}。请另存到别处的文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/edited_file.py"/>
        <source>{file} cannot be saved: {reason}. The text is still here: save it elsewhere.</source>
        <translation>无法保存 {file}：{reason}。内容还在这里：请另存到别处。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/lesson_progress.py"/>
        <source>What you have done in the lessons cannot be read from {file} ({reason}).</source>
        <translation>无法从 {file} 读取课程进度（{reason}）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/lesson_progress.py"/>
        <source>What you have done in the lessons could not be read from {file}. The old file is kept as {aside}.</source>
        <translation>无法从 {file} 读取课程进度。旧文件已保留为 {aside}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/lesson_progress.py"/>
        <source>What you have done in the lessons could not be saved to {file} ({reason}).</source>
        <translation>课程进度无法保存到 {file}（{reason}）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/scratch.py"/>
        <source>The copy of {name} cannot be written to {folder}: {reason}.</source>
        <translation>无法把 {name} 的副本写入 {folder}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/settings.py"/>
        <source>The places of the panels in {file} are damaged: the window comes with its usual layout.</source>
        <translation>{file} 中保存的面板布局已损坏：窗口使用默认布局。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/settings.py"/>
        <source>The settings could not be saved to {file} ({reason}).</source>
        <translation>设置无法保存到 {file}（{reason}）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/settings.py"/>
        <source>The settings in {file} cannot be read ({reason}): gpuviz starts with its defaults.</source>
        <translation>无法读取 {file} 中的设置（{reason}）：gpuviz 以默认设置启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/settings.py"/>
        <source>The settings in {file} could not be read: gpuviz starts with its defaults. The old file is kept as {aside}.</source>
        <translation>{file} 中的设置读不出来：gpuviz 以默认设置启动。旧文件保留为 {aside}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/capture.py"/>
        <source>{thing} is not a Python function: gpuviz runs kernels decorated with @cuda.jit.</source>
        <translation>{thing} 不是 Python 函数：gpuviz 运行用 @cuda.jit 装饰的核函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/execute.py"/>
        <source>So many warps ran that their counters are kept as sums only.</source>
        <translation>运行的线程束太多，它们的计数只保留总和。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/execute.py"/>
        <source>The followed blocks take more steps than memory allows: only the first ones are kept.</source>
        <translation>跟踪的线程块的步数超过了内存所能容纳的：只保留前面的一些。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/execute.py"/>
        <source>The inputs {names} are too large to be kept: this trace cannot follow other blocks.</source>
        <translation>输入 {names} 太大，无法保留：这条轨迹不能再跟踪别的线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/execute.py"/>
        <source>The kernel syncs its whole grid, so all {blocks} blocks must run at the same time, but {device} holds {limit} blocks of {threads} threads: launch {limit} at most, and let each thread do more of the work in a loop with the step cuda.gridsize(1).</source>
        <translation>这个核函数要同步整个网格，因此全部 {blocks} 个线程块必须同时运行，而 {device} 只容得下 {limit} 个含 {threads} 个线程的线程块：请最多启动 {limit} 个，并让每个线程用步长为 cuda.gridsize(1) 的循环多做一些。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/execute.py"/>
        <source>{kernel} is launched with {threads} threads: the emulator would take hours for them, {most} are the most that it runs. Use fewer blocks, and let each thread do more.</source>
        <translation>{kernel} 以 {threads} 个线程启动：仿真器要用几个小时，它最多运行 {most} 个。请用更少的线程块，让每个线程多做一些。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/execute.py"/>
        <source>{kernel} nests its expressions or calls too deeply: split the longest into parts.</source>
        <translation>{kernel} 的表达式或调用嵌套太深：请把最长的拆成几部分。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/execution/context.py"/>
        <source>thread {thread} of block {block} reads {name} in line {line} before it has given it a value: set {name} on every way that leads here.</source>
        <translation>线程块 {block} 的线程 {thread} 在第 {line} 行读取 {name}，但还没有给它赋值：请在通向这里的每条路径上都给 {name} 赋值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/log.py"/>
        <source>0 to {last}</source>
        <translation>0 到 {last}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/log.py"/>
        <source>it has no elements</source>
        <translation>它没有元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/log.py"/>
        <source>valid are {ranges}</source>
        <translation>有效范围是 {ranges}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Each thread has a copy of its own and must write every element that it reads.</source>
        <translation>每个线程都有自己的一份，读之前必须先写每个要读的元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Every thread of a block must reach the same cuda.syncthreads(): take it out of the branch, or let no thread return before it.</source>
        <translation>线程块的每个线程都必须到达同一个 cuda.syncthreads()：把它移出分支，或不要让任何线程在它之前返回。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Every thread of the grid must reach the same sync(): take it out of the branch, or let no thread return before it.</source>
        <translation>网格的每个线程都必须到达同一个 sync()：把它移出分支，或不要让任何线程在它之前返回。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Guard the access with an if, or correct the index or the slice.</source>
        <translation>用 if 保护这次访问，或改正下标或切片。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Guard the access with an if, or correct the index.</source>
        <translation>用 if 保护这次访问，或改正下标。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Line {line}: thread {thread} of block {block} reads {array}[{index}] in its local memory before it wrote it: its value is whatever was there before.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 读取自己本地内存中的 {array}[{index}]，而它还没有写过：读到的是原先残留的值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Line {line}: thread {thread} of block {block} reads {array}[{index}] in {space} memory before any thread wrote it: its value is whatever was there before.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 读取{space}内存中的 {array}[{index}]，而还没有任何线程写过：读到的是原先残留的值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Line {line}: thread {thread} of block {block} waits at the barrier, but thread {other} of the same block never comes to it.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 在屏障处等待，但同一线程块的线程 {other} 永远不会到达。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Line {line}: thread {thread} of block {block} waits for the whole grid, but thread {other} of block {other_block} never comes.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 等待整个网格，但线程块 {other_block} 的线程 {other} 永远不会到达。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Line {line}: thread {thread} of block {block} {does} element [{own}] of a part of {array}, but that part has the shape {shape}: {range}.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} {does} {array} 某一部分的元素 [{own}]，但这一部分的形状是 {shape}：{range}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Line {line}: thread {thread} of block {block} {does} {array}[{index}], but {array} has the shape {shape}: {range}.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} {does} {array}[{index}]，但 {array} 的形状是 {shape}：{range}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Line {line}: thread {thread} of block {block} {writes} {array}[{index}] in {space} memory in turn {turn} of the loop of line {loop}, and thread {other} of block {other_block} {does} in line {other_line} in turn {other_turn}. Nothing orders the two: either may come first.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 在第 {loop} 行循环的第 {turn} 轮{writes}{space}内存中的 {array}[{index}]，线程块 {other_block} 的线程 {other} 在第 {other_turn} 轮的第 {other_line} 行{does}。两者没有先后次序：哪个都可能先发生。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Line {line}: thread {thread} of block {block} {writes} {array}[{index}] in {space} memory, and thread {other} of block {other_block} {does} in line {other_line}. Nothing orders the two: either may come first.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} {writes}{space}内存中的 {array}[{index}]，线程块 {other_block} 的线程 {other} 在第 {other_line} 行{does}。两者没有先后保证：谁先都有可能。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>Write every element that is read, then synchronise.</source>
        <translation>先写好每个要读的元素，再同步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>atomically changes</source>
        <translation>原子地修改</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>changes it atomically</source>
        <translation>原子地修改它</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>reads it</source>
        <translation>读取它</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>writes it</source>
        <translation>写入它</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <source>{what} {repair}</source>
        <translation>{what}{repair}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <location filename="../../gpuviz/simt/schedule/adversarial.py"/>
        <source>reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/hazards/messages.py"/>
        <location filename="../../gpuviz/simt/schedule/adversarial.py"/>
        <source>writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/arguments.py"/>
        <source>{name} does not take complex numbers.</source>
        <translation>{name} 不接受复数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/arguments.py"/>
        <source>{name} in a kernel takes no arguments.</source>
        <translation>核函数里的 {name} 不接受参数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/arguments.py"/>
        <source>{name} in a kernel takes {words}, and nothing else.</source>
        <translation>核函数里的 {name} 接受 {words}，不接受别的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/arguments.py"/>
        <source>{name} is not known to gpuviz in a kernel: kernels may call functions of math and cuda, casts such as np.float32, min, max, abs, and device functions (@cuda.jit(device=True)).</source>
        <translation>gpuviz 不认识核函数里的 {name}：核函数可以调用 math 和 cuda 的函数、np.float32 这样的类型转换、min、max、abs，以及设备函数（@cuda.jit(device=True)）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/arguments.py"/>
        <source>{name} needs numbers; {kind} is none.</source>
        <translation>{name} 需要数；{kind} 不是数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/arguments.py"/>
        <source>{name} takes single numbers in a kernel, this is a {kind}: take its elements one by one, such as {name}(a[i]).</source>
        <translation>{name} 在核函数里接受单个的数，而这里是 {kind}：请逐个取元素，例如 {name}(a[i])。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/arguments.py"/>
        <source>{name} takes {count} argument(s), {given} are given.</source>
        <translation>{name} 接受 {count} 个参数，给了 {given} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/arguments.py"/>
        <source>{name} takes {count} number(s).</source>
        <translation>{name} 接受 {count} 个数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/arguments.py"/>
        <source>{text}: a {kind} has no {name} in a kernel.</source>
        <translation>{text}：在核函数里，{kind} 没有 {name}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/arguments.py"/>
        <location filename="../../gpuviz/simt/lower/intrinsics/mathematics.py"/>
        <source>{name} does not take times: take int() of a length of time.</source>
        <translation>{name} 不接受时间：请对时间长度取 int()。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/calls.py"/>
        <source>{name} takes no argument by name in a kernel: give it by position.</source>
        <translation>{name} 在核函数里不接受按名称给出的参数：请按位置给出。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/calls.py"/>
        <source>{name} takes no arguments by name.</source>
        <translation>{name} 不接受按名称给出的参数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/calls.py"/>
        <source>{name} takes no arguments.</source>
        <translation>{name} 不接受参数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/calls.py"/>
        <source>{name} takes {needed} values ({fields}), {given} are given.</source>
        <translation>{name} 接受 {needed} 个值（{fields}），给了 {given} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/conditions.py"/>
        <source>'{operator}' asks whether something is None: compare numbers with == or !=.</source>
        <translation>“{operator}”判断某个值是否为 None：比较数请用 == 或 !=。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/conditions.py"/>
        <source>'{operator}' looks into a tuple of items of one type, such as x in (1, 2, 3); {text} is a {kind}.</source>
        <translation>“{operator}”在各项类型相同的元组里查找，例如 x in (1, 2, 3)；{text} 的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/conditions.py"/>
        <source>this expression is a {yes} on one side and a {no} on the other.</source>
        <translation>这个表达式一边的类型是 {yes}，另一边是 {no}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/conditions.py"/>
        <source>{operator} is not defined between a {left} and a {right}.</source>
        <translation>{left} 与 {right} 之间没有定义 {operator}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/conditions.py"/>
        <source>{text}: whether an array is None is asked with 'is None'.</source>
        <translation>{text}：数组是不是 None，用 is None 查询。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/constants.py"/>
        <source>{name} is an array of {dtype}: kernels know numbers, and records of them.</source>
        <translation>{name} 是 {dtype} 数组：核函数只认识数，以及由数值组成的结构体。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/constants.py"/>
        <source>{text} is a text: kernels store constant texts in arrays, and read none.</source>
        <translation>{text} 是文本：核函数可以把常量文本存入数组，但不能读取文本。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/constants.py"/>
        <source>{text}: the index of a text must be a literal between 0 and {last}.</source>
        <translation>{text}：文本的下标必须是 0 到 {last} 之间的字面量。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/device_calls.py"/>
        <source>thread {thread} of block {block} is {depth} calls deep in {name} in line {line}: a function that calls itself must have a way to return without doing so, and come to it soon.</source>
        <translation>线程块 {block} 的线程 {thread} 在第 {line} 行调用 {name} 已有 {depth} 层：调用自己的函数必须有一条不再调用自己就返回的路径，并且很快走到它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/device_calls.py"/>
        <source>{name} takes {needed} arguments ({names}), {given} are given.</source>
        <translation>{name} 接受 {needed} 个参数（{names}），给了 {given} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/enumerations.py"/>
        <source>the values of {enum} are not all numbers of one type: a kernel cannot use them.</source>
        <translation>{enum} 的值并非都是同一类型的数：核函数不能使用它们。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/enumerations.py"/>
        <source>{enum} has no member {name}: its members are {names}.</source>
        <translation>{enum} 没有成员 {name}：它的成员有 {names}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/enumerations.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{text} is a member of {enum}: numba-cuda takes it for a whole number in arithmetic with whole numbers alone, not here. Write {text}.value.</source>
        <translation>{text} 是 {enum} 的成员：numba-cuda 只在与整数的运算中把它当作整数，这里不行。请写 {text}.value。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/iterators.py"/>
        <source>thread {thread} of block {block} asks for one more item in line {line}, but its iterator has no more: count the items, or use a for loop.</source>
        <translation>线程块 {block} 的线程 {thread} 在第 {line} 行再取一项，但它的迭代器已经没有了：请数好项数，或使用 for 循环。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>@ between arrays does not exist in a kernel: write the loop over k.</source>
        <translation>核函数里不能在数组之间用 @：请写出对 k 的循环。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>a kernel cannot use {what}: write it with {instead}.</source>
        <translation>核函数不能使用 {what}：请改用 {instead}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>arrays in a kernel have {known}; {name} is not known to gpuviz: write a loop over the elements.</source>
        <translation>核函数里的数组有 {known}；gpuviz 不认识 {name}：请写一个遍历各元素的循环。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>{name} has no value here: assign it before this line, or pass it in.</source>
        <translation>{name} 在这里没有值：请在这一行之前给它赋值，或把它传进来。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>{name} is a {one} on one way to this place and a {other} on another: use two names.</source>
        <translation>通向这里的一条路径上 {name} 的类型是 {one}，另一条上是 {other}：请用两个名字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>{operator} is not defined between {left} and {right}.</source>
        <translation>{left} 与 {right} 之间没有定义 {operator}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>{operator} is not defined for {kind}.</source>
        <translation>{kind} 没有定义 {operator}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>{text} is a {kind}, but a number is needed here.</source>
        <translation>{text} 的类型是 {kind}，但这里需要数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>{text} is a {kind}, but a number is needed here: a kernel computes with single elements, such as {text}[i]; write a loop where a thread has to do several.</source>
        <translation>{text} 的类型是 {kind}，但这里需要数：核函数对单个元素做计算，例如 {text}[i]；一个线程要处理多个时，请写循环。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>{text} is a {kind}: only arrays and tuples have elements.</source>
        <translation>{text} 的类型是 {kind}：只有数组和元组才有元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <source>{value} is too large: whole numbers in a kernel have 64 bits.</source>
        <translation>{value} 太大：核函数里的整数为 64 位。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>numba-cuda cannot put texts together: only {example} is done by Python itself, where both are literals. Put {text} together outside the kernel.</source>
        <translation>numba-cuda 不能拼接文本：只有两边都是字面量的 {example} 由 Python 自己完成。请在核函数之外拼好 {text}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>numba-cuda cannot repeat a tuple: only {example} is done by Python itself, where all are literals. Write the items of {text} one by one.</source>
        <translation>numba-cuda 不能重复元组：只有全是字面量的 {example} 由 Python 自己完成。请把 {text} 的各项逐一写出。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/lowering.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{name} is known to Numba as cuda.{known} only: write 'from numba import cuda', and cuda.{known} here.</source>
        <translation>Numba 只认识 cuda.{known} 这个写法：请写 'from numba import cuda'，并在这里写 cuda.{known}，而不是 {name}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/nested_functions.py"/>
        <source>the default of {name} must be a number, as the function is in a kernel.</source>
        <translation>{name} 的默认值必须是数，因为这个函数在核函数里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/nested_functions.py"/>
        <source>{name} is defined in a kernel: leave out what stands above its def.</source>
        <translation>{name} 定义在核函数里：请去掉它的 def 上面的内容。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/nested_functions.py"/>
        <source>{name} reads {names} of the function that it is defined in: call it there.</source>
        <translation>{name} 读取了定义它的函数中的 {names}：请在那个函数里调用它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/optional.py"/>
        <source>thread {thread} of block {block} has None in line {line}, where {text} must be a number: ask before whether it is None, or let every way through the function give a number back.</source>
        <translation>线程块 {block} 的线程 {thread} 在第 {line} 行得到 None，而那里的 {text} 必须是数：请先判断它是否为 None，或让函数的每条路径都返回一个数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/optional.py"/>
        <source>thread {thread} of block {block} has None in line {line}, where {text} must be an array: ask before whether it is None.</source>
        <translation>线程块 {block} 的线程 {thread} 在第 {line} 行得到 None，而 {text} 在那里必须是数组：请先查询它是不是 None。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/overloads.py"/>
        <source>{name} is added to Numba's types for a compiler, in a way that gpuviz cannot follow: write what it does as a device function.</source>
        <translation>{name} 是为编译器加到 Numba 的类型上的，其方式 gpuviz 无法跟随：请把它做的事写成设备函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/overloads.py"/>
        <source>{name} is told to Numba with @overload, but not for {kinds}; gpuviz asks for numbers, arrays of int32, int64, float32 and float64, None, and tuples of int64 and float64.</source>
        <translation>{name} 用 @overload 告诉了 Numba，但没有针对 {kinds}；gpuviz 会查询数、int32、int64、float32 和 float64 的数组、None，以及 int64 和 float64 的元组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/ranges.py"/>
        <source>range() in line {line} has the step 0: it would never end.</source>
        <translation>第 {line} 行 range() 的步长是 0：它永远不会结束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/ranges.py"/>
        <source>range() takes one to three whole numbers: range(stop), range(start, stop) or range(start, stop, step); turn a fraction into one with int(...).</source>
        <translation>range() 接受一到三个整数：range(stop)、range(start, stop) 或 range(start, stop, step)；小数请用 int(...) 转为整数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/records.py"/>
        <source>the field {name} of {text} does not lie on a multiple of its size in every record, where a GPU could read it: make the type with np.dtype([...], align=True).</source>
        <translation>{text} 的字段 {name} 并非在每个结构体中都位于其大小的倍数处，GPU 因此无法读取：请用 np.dtype([...], align=True) 建立类型。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/records.py"/>
        <source>{text}: the fields of this record are {names}; write {owner}.{first}.</source>
        <translation>{text}：这个结构体的字段有 {names}；请写 {owner}.{first}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/slices.py"/>
        <source>line {line}: thread {thread} of block {block} asks for the indices of a slice in a length below 0.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 按小于 0 的长度求切片的下标。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/slices.py"/>
        <source>slice() takes one to three whole numbers, or None: slice(stop), slice(start, stop) or slice(start, stop, step).</source>
        <translation>slice() 接受一到三个整数或 None：slice(stop)、slice(start, stop) 或 slice(start, stop, step)。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/slices.py"/>
        <source>the slice in line {line} has the step 0: it would never end.</source>
        <translation>第 {line} 行切片的步长是 0：它永远不会结束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/slices.py"/>
        <source>{name} takes a whole number, the length of a sequence; this is a {kind}.</source>
        <translation>{name} 接受一个整数，即序列的长度；这里的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/subscripts.py"/>
        <source>the index in {text} is a {kind}; an index must be a whole number: use // or int(...).</source>
        <translation>{text} 中下标的类型是 {kind}；下标必须是整数：请用 // 或 int(...)。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/subscripts.py"/>
        <source>{text} gives {given} of the {ndim} indices of a {ndim}D array: give one for each dimension.</source>
        <translation>{text} 给出了 {ndim}D 数组的 {ndim} 个下标中的 {given} 个：请每一维给一个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/subscripts.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{text}: numba-cuda takes None and ... only beside another index: write {instead}.</source>
        <translation>{text}：numba-cuda 只在另一个下标旁边接受 None 和 ...：请写 {instead}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/tuples.py"/>
        <source>the index of a tuple must be a whole number; {text} is a {kind}.</source>
        <translation>元组的下标必须是整数；{text} 的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/tuples.py"/>
        <source>the index of a tuple of {count} must be between 0 and {last}.</source>
        <translation>有 {count} 项的元组，下标必须在 0 与 {last} 之间。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/tuples.py"/>
        <source>the limits in {text} must be literals: the length of a tuple is fixed.</source>
        <translation>{text} 中的界限必须是字面量：元组的长度是固定的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/tuples.py"/>
        <source>thread {thread} of block {block} takes item {index} in line {line} of a tuple that has {count}: the index must be between 0 and {last}.</source>
        <translation>线程块 {block} 的线程 {thread} 在第 {line} 行取元组的第 {index} 项，而元组有 {count} 项：下标必须在 0 与 {last} 之间。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/tuples.py"/>
        <source>{text} has items of different types ({kinds}): its index must be a literal between 0 and {last}.</source>
        <translation>{text} 的各项类型不同（{kinds}）：它的下标必须是 0 与 {last} 之间的字面量。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/tuples.py"/>
        <source>{text}: only a tuple can be spread over arguments; this is a {kind}.</source>
        <translation>{text}：只有元组能展开为参数；这里的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/variables.py"/>
        <source>a kernel cannot change {name}, a variable of the module: use an array element.</source>
        <translation>核函数不能修改模块的变量 {name}：请使用数组元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/variables.py"/>
        <source>{name} cannot hold a {kind}: give each value a name of its own.</source>
        <translation>{name} 不能保存 {kind} 类型的值：请给每个值各起一个名字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/expressions/variables.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>numba-cuda takes := within an expression only for a variable as it stands, as in (a := b): write {text} in a line of its own before this one.</source>
        <translation>numba-cuda 在表达式里只接受对一个现成变量的 :=，例如 (a := b)：请在这一行之前单独一行写 {text}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_attributes.py"/>
        <source>{text}: in a kernel take .real of single elements, such as {array}[i].real.</source>
        <translation>{text}：在核函数里请对单个元素取 .real，例如 {array}[i].real。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_declarations.py"/>
        <source>Alignment must be a power of two and a multiple of 8, written as a literal.</source>
        <translation>对齐必须是 2 的幂且是 8 的倍数，写成字面量。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_declarations.py"/>
        <source>With {name} the local arrays of a thread take {needed} bytes, but a thread may have {limit} at most: use a smaller array, or one in global memory.</source>
        <translation>算上 {name}，一个线程的本地数组共占 {needed} 字节，而一个线程最多 {limit} 字节：请用更小的数组，或用全局内存中的数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_declarations.py"/>
        <source>cuda.const.array_like takes an array of the module, outside the kernel{instead}.</source>
        <translation>cuda.const.array_like 接受核函数之外、模块中的数组{instead}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_declarations.py"/>
        <source>cuda.{space}.array takes a shape, a dtype and an alignment.</source>
        <translation>cuda.{space}.array 接受形状、dtype 和对齐。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_declarations.py"/>
        <source>the shape of a {space} array must be known before the kernel runs: use whole numbers above 0, or constants of the module such as TILE = 16.</source>
        <translation>{space} 数组的形状必须在核函数运行前已知：请用大于 0 的整数，或模块中的常量，例如 TILE = 16。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_declarations.py"/>
        <source>the type of a {space} array must be a number type such as float32 (from numba) or np.float32.</source>
        <translation>{space} 数组的类型必须是数值类型，例如 float32（来自 numba）或 np.float32。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_declarations.py"/>
        <source>{name} makes a new array, and a kernel cannot: declare cuda.local.array(shape, dtype), or cuda.shared.array for all threads of a block, or pass an array in.</source>
        <translation>{name} 会生成新数组，核函数做不到：请声明 cuda.local.array(shape, dtype)，若供线程块的所有线程使用则声明 cuda.shared.array，或把数组传进来。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_declarations.py"/>
        <source>{name} works on whole arrays: in a kernel write a loop over single elements.</source>
        <translation>{name} 处理整个数组：在核函数里请写一个遍历单个元素的循环。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_declarations.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>the shape of a {space} array cannot be made of cuda.warpsize, which is no literal for numba-cuda: write 32, or a name of the module, as in WARP = 32.</source>
        <translation>{space} 数组的形状不能由 cuda.warpsize 得出，它对 numba-cuda 不是字面量：请写 32，或用模块的名字，例如 WARP = 32。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_declarations.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>the shape of a {space} array is worked out here, and numba-cuda takes whole numbers as they stand, or names of the module for them: work it out outside the kernel, as in PADDED = TILE + 1.</source>
        <translation>这里的 {space} 数组的形状是算出来的，而 numba-cuda 只接受直接写出的整数，或模块中代表整数的名字：请在核函数外算好，例如 PADDED = TILE + 1。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>a copy of {needed} bytes is more than the {limit} that a thread may have.</source>
        <translation>{needed} 字节的副本超过了一个线程的上限 {limit}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>a local array can be viewed only as numbers of the same size: {text} is not.</source>
        <translation>本地数组只能看作同样大小的数：{text} 不是。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>copy() needs a part of one size in all threads: copy its elements in a loop.</source>
        <translation>copy() 需要在所有线程中大小相同的部分：请在循环里复制各元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>line {line}: thread {thread} of block {block} calls item() of an array that has not exactly one element: index the element with a[i].</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 对一个元素个数不是 1 的数组调用 item()：请用 a[i] 取元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>line {line}: thread {thread} of block {block} gives an array a shape for another number of elements: the product of its sizes must stay the same.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 给数组指定的形状，元素个数与原来不同：各方向大小的乘积必须保持不变。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>line {line}: thread {thread} of block {block} gives another shape to elements that do not lie side by side, row by row: this needs a copy, which kernels cannot make. Index them as they are.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 要给没有逐行连续存放的元素换形状：这需要复制，而核函数做不到。请按原样取下标。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>line {line}: thread {thread} of block {block} views elements as others of another size, but they do not lie side by side, or do not make a whole number of the others.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 要把元素看作另一种大小的元素，但它们没有连续存放，或凑不成整数个另一种元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>line {line}: thread {thread} of block {block} views memory as numbers at an address that is no multiple of their size, where a GPU cannot read them: begin at another element.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 要把内存看作数，但地址不是其大小的倍数，GPU 在那里无法读取：请从另一个元素开始。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>{name} copies arrays of numbers only: copy the fields one by one.</source>
        <translation>{name} 只复制由数值组成的数组：请逐个复制各字段。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>{name} takes an array{instead}.</source>
        <translation>{name} 接受数组{instead}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>{name} takes whole numbers; this is a {kind}.</source>
        <translation>{name} 接受整数；这里的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <source>{name} takes {what}.</source>
        <translation>{name} 接受 {what}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{name} is refused by numba-cuda, which would have to be able to copy: write {instead}, or index the elements as they are.</source>
        <translation>numba-cuda 拒绝 {name}，因为那需要能够复制：请写 {instead}，或按原样取元素的下标。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_methods.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{name} makes a new array, and numba-cuda's kernels have no memory for one: set the elements of an array from cuda.local.array in a loop, or switch on CUDA_ENABLE_NRT.</source>
        <translation>{name} 会生成新数组，而 numba-cuda 的核函数没有内存可用：请在循环里给 cuda.local.array 声明的数组逐个赋值，或打开 CUDA_ENABLE_NRT。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_queries.py"/>
        <source>{name} in a kernel takes a 2D array of floats or complex numbers, and a whole number that says which diagonal; this is a {kind}.</source>
        <translation>核函数里的 {name} 接受浮点数或复数的二维数组，以及一个说明取哪条对角线的整数；这里的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_queries.py"/>
        <source>{name} in a kernel takes a sorted 1D array, a number, and 'left' or 'right' as its side.</source>
        <translation>核函数里的 {name} 接受一个有序的一维数组、一个数，以及 'left' 或 'right' 作为哪一侧。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_queries.py"/>
        <source>{name} in a kernel takes an array; this is a {kind}.</source>
        <translation>核函数里的 {name} 接受数组；这里的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_queries.py"/>
        <source>{name} makes a new array here, and a kernel cannot: declare cuda.local.array(shape, dtype), and set its elements in a loop.</source>
        <translation>{name} 在这里会生成新数组，核函数做不到：请声明 cuda.local.array(shape, dtype)，并在循环里给它的元素赋值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_reductions.py"/>
        <source>line {line}: thread {thread} of block {block} asks for {name} of an array without elements: there is none.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 对没有元素的数组求 {name}：不存在这样的值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_reductions.py"/>
        <source>line {line}: thread {thread} of block {block} gives the number of an axis that an array with one dimension does not have: it is 0 or -1.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 给出的轴号，一维数组没有：它是 0 或 -1。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_reductions.py"/>
        <source>{text} in a kernel takes an array, and no weights.</source>
        <translation>核函数里的 {text} 接受数组，不接受权重。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_reductions.py"/>
        <source>{text} in a kernel takes the whole array: along one axis of a {kind} it would make a new array; write a loop over the other axis.</source>
        <translation>核函数里的 {text} 只能对整个数组进行：沿 {kind} 的一个轴会生成新数组；请写一个遍历另一个轴的循环。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_reductions.py"/>
        <source>{text} of a {kind} is not known to Numba: add up np.float32(a[i]) in a loop.</source>
        <translation>Numba 不认识类型 {kind} 的 {text}：请在循环里累加 np.float32(a[i])。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_reductions.py"/>
        <source>{text} takes an array of numbers; this is a {kind}.</source>
        <translation>{text} 接受数值数组；这里的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/array_reductions.py"/>
        <source>{text}: complex numbers have no order.</source>
        <translation>{text}：复数没有大小次序。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/atomics.py"/>
        <source>{name} cannot put a {kind} into an array of {dtype}.</source>
        <translation>{name} 不能把 {kind} 类型的值放进 {dtype} 数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/atomics.py"/>
        <source>{name} changes an element of an array; {text} is a {kind}.</source>
        <translation>{name} 修改数组的一个元素；{text} 的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/atomics.py"/>
        <source>{name} does not work on a {kind}: CUDA has it for arrays of {allowed}{shape}.</source>
        <translation>{name} 不能用于 {kind}：CUDA 只对 {allowed} 的数组提供它{shape}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/atomics.py"/>
        <source>{name} takes {form}, {given} arguments are given.</source>
        <translation>{name} 接受 {form}，给了 {given} 个参数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/atomics.py"/>
        <source>{text} is an array of each thread's own: no other thread sees it, so use {text}[...].</source>
        <translation>{text} 是每个线程自己的数组：别的线程看不到它，请直接用 {text}[...]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/atomics.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{text}: the index of a 1D array is a number for numba-cuda, not a tuple of one: leave the comma out.</source>
        <translation>{text}：1D 数组的下标对 numba-cuda 是一个数，而不是只有一项的元组：请去掉逗号。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/atomics.py"/>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>{text} is read-only: pass a copy of it to write into it.</source>
        <translation>{text} 是只读的：要写入，请传入它的副本。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/bits.py"/>
        <source>cuda.selp takes a comparison and two numbers of one type of 16 bits or more; {test}, {yes} and {no} are given.</source>
        <translation>cuda.selp 接受一个比较和两个同类型的 16 位或更宽的数；给出的是 {test}、{yes} 和 {no}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/bits.py"/>
        <source>{name} takes whole numbers of 32 or 64 bits, {kind} is given.</source>
        <translation>{name} 接受 32 位或 64 位的整数，给出的是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/bits.py"/>
        <source>{name} takes whole numbers, {kind} is given.</source>
        <translation>{name} 接受整数，给出的是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/bits.py"/>
        <source>{name}: only whole numbers have bits to count, {kind} is given.</source>
        <translation>{name}：只有整数才有可数的位，给出的是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>a time has no size: abs() takes lengths of time.</source>
        <translation>时刻没有大小：abs() 接受时间长度。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>float() of a truth value is not known to Numba: write 1.0 if ... else 0.0.</source>
        <translation>Numba 不支持对布尔值用 float()：请写 1.0 if ... else 0.0。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>float() of the text {text}: it is no number.</source>
        <translation>对文本 {text} 使用 float()：它不是数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>hasattr in a kernel takes a number, an array or a tuple, and a constant text.</source>
        <translation>核函数里的 hasattr 接受一个数、数组或元组，以及一个常量文本。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>int() of a text is not known to Numba: write the number, or float() of the text.</source>
        <translation>Numba 不认识对文本的 int()：请写出这个数，或对文本使用 float()。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>isinstance in a kernel asks for int, float, complex, bool, tuple or a NumPy type.</source>
        <translation>核函数里的 isinstance 判断 int、float、complex、bool、tuple 或 NumPy 类型。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>isinstance takes a value and a type.</source>
        <translation>isinstance 接受一个值和一个类型。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>len() needs an array or a tuple.</source>
        <translation>len() 需要数组或元组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>ord() in a kernel takes a constant text of one character.</source>
        <translation>核函数里的 ord() 接受只有一个字符的常量文本。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>the number of digits in {name} must be a whole number.</source>
        <translation>{name} 的位数必须是整数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>tuple() in a kernel takes a tuple: the length of a tuple is fixed.</source>
        <translation>核函数里的 tuple() 接受元组：元组的长度是固定的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>{name} is a function of the host: write @cuda.jit(device=True) above it.</source>
        <translation>{name} 是主机上的函数：请在它上面写 @cuda.jit(device=True)。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>{name} is made with @intrinsic, of instructions for Numba's compiler, which gpuviz does not run: write what it does in Python, as a device function.</source>
        <translation>{name} 是用 @intrinsic 由 Numba 编译器的指令写成的，gpuviz 不运行它们：请用 Python 把它的作用写成一个设备函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>{name} is told to Numba with @overload, which gpuviz can follow for numbers and arrays of numbers, up to six of them: write what it does as a device function.</source>
        <translation>{name} 用 @overload 告诉了 Numba，gpuviz 只能跟随参数是数和数的数组、且最多六个的情形：请把它做的事写成设备函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <source>{name} takes the length of a sequence.</source>
        <translation>{name} 接受序列的长度。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/builtins.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{name} is not known to numba-cuda in kernels: write {instead}.</source>
        <translation>numba-cuda 在核函数里不认识 {name}：请写 {instead}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/complex_numbers.py"/>
        <source>a truth value has no angle.</source>
        <translation>真假值没有辐角。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/complex_numbers.py"/>
        <source>np.sinc takes a number: a truth value is none.</source>
        <translation>np.sinc 接受数：真假值不是数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/complex_numbers.py"/>
        <source>{text} takes a type of whole or real numbers with as many bytes as {kind} has.</source>
        <translation>{text} 接受字节数与 {kind} 相同的整数或实数类型。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/iteration.py"/>
        <source>iter() in a kernel takes what to run over, and nothing else.</source>
        <translation>核函数里的 iter() 只接受要遍历的对象。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/iteration.py"/>
        <source>line {line}: np.nditer() runs over arrays of one shape side by side; these differ.</source>
        <translation>第 {line} 行：np.nditer() 并排遍历形状相同的数组；这里的形状不同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/iteration.py"/>
        <source>next() in a kernel takes an iterator, such as iter(a), and nothing else.</source>
        <translation>核函数里的 next() 只接受一个迭代器，例如 iter(a)。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/iteration.py"/>
        <source>np.nditer() in a kernel takes an array of numbers, or a tuple of arrays of one shape.</source>
        <translation>核函数里的 np.nditer() 接受一个数的数组，或由形状相同的数组组成的元组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/iteration.py"/>
        <source>{text}: a {kind} has no flat in a kernel: index its elements one by one.</source>
        <translation>{text}：核函数里 {kind} 没有 flat：请逐个用下标访问元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/mathematics.py"/>
        <source>{name} does not take complex numbers: cmath.{known} does.</source>
        <translation>{name} 不接受复数：cmath.{known} 可以。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/number_types.py"/>
        <source>np.dtype in a kernel takes a type such as np.float32, or its name as a text.</source>
        <translation>核函数里的 np.dtype 接受 np.float32 这样的类型，或写成文本的类型名。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/number_types.py"/>
        <source>{name} does not take times: int() of a length of time gives its number.</source>
        <translation>{name} 不接受时间：对时间长度用 int() 可得到它的数值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/number_types.py"/>
        <source>{name} of a complex number: take .real or abs() of it.</source>
        <translation>{name} 用于复数：请取它的 .real 或 abs()。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/number_types.py"/>
        <source>{name} turns one number into another type: give it one number.</source>
        <translation>{name} 把一个数转换为另一种类型：请给它一个数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/printing.py"/>
        <source>print in a kernel takes {most} items at most.</source>
        <translation>核函数里的 print 最多接受 {most} 项。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/printing.py"/>
        <source>print in a kernel writes numbers, truth values, tuples of them and literal texts; {text} is a {kind}.</source>
        <translation>核函数里的 print 输出数、布尔值、由它们组成的元组和字面文本；{text} 的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/reductions.py"/>
        <source>line {line}: thread {thread} of block {block} asks for the smallest or largest of no numbers.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 求最小或最大的数，但一个数也没有。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/reductions.py"/>
        <source>sum cannot add {one} and {other}.</source>
        <translation>sum 不能把 {one} 与 {other} 相加。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/reductions.py"/>
        <source>sum takes a tuple or a 1D array, and the number to begin with.</source>
        <translation>sum 接受一个元组或 1D 数组，以及起始的数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/reductions.py"/>
        <source>{name} in a kernel takes two or more numbers, a tuple or a 1D array.</source>
        <translation>{name} 在核函数里接受两个或更多的数、一个元组或 1D 数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/reductions.py"/>
        <source>{name}: a time can only be compared with one of its own type.</source>
        <translation>{name}：时间只能与同类型的时间比较。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/reductions.py"/>
        <source>{name}: complex numbers have no order.</source>
        <translation>{name}：复数没有大小顺序。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/reductions.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{name} of a truth value and a number is not known to numba-cuda: write int(...) around the truth value.</source>
        <translation>numba-cuda 不认识布尔值与数的 {name}：请给布尔值加上 int(...)。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/synchronization.py"/>
        <source>cuda.syncthreads() gives no value: write it as a statement of its own.</source>
        <translation>cuda.syncthreads() 不给出值：请把它单独写成一条语句。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/synchronization.py"/>
        <source>the mask of {name} must be an integer with a bit for each lane, {kind} is given.</source>
        <translation>{name} 的掩码必须是整数，每个 lane 对应一位，给出的是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/synchronization.py"/>
        <source>{name} takes a whole number, {kind} is given: write int(...) around it.</source>
        <translation>{name} 接受整数，给出的是 {kind}：请用 int(...) 包起来。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/synchronization.py"/>
        <source>{name} takes whole nanoseconds, {kind} is given.</source>
        <translation>{name} 接受整数纳秒，给出的是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/thread_indices.py"/>
        <source>{name} needs 1, 2 or 3, the number of dimensions, written as a literal.</source>
        <translation>{name} 需要维数 1、2 或 3，写成字面量。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/tuple_methods.py"/>
        <source>line {line}: thread {thread} of block {block} asks for the index of what is none of the items of the tuple: ask with 'in' before.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 求下标的值不在元组的各项之中：请先用 in 查询。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/tuple_methods.py"/>
        <source>{name} looks for a value in a tuple of items of one type; this is a {kind}, and the value a {sought}.</source>
        <translation>{name} 在各项类型相同的元组里查找一个值；这里的类型是 {kind}，值的类型是 {sought}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/tuple_methods.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{name}: tuples have no count in numba-cuda: add up what is equal in a loop over the items.</source>
        <translation>{name}：numba-cuda 的元组没有 count：请在遍历各项的循环里累计相等的项。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/ufuncs.py"/>
        <source>{name} is not defined for {kinds}.</source>
        <translation>{name} 没有为 {kinds} 定义。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/vectors.py"/>
        <source>{name} takes {count} number(s), or vectors of {kind} with as many; {given} given.</source>
        <translation>{name} 接受 {count} 个数，或总数相同的 {kind} 向量；给出的是 {given}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/warps.py"/>
        <source>Mask type must be an integer, {kind} is given: it has a bit for each lane, and 0xFFFFFFFF names them all.</source>
        <translation>掩码必须是整数，给出的是 {kind}：每个 lane 对应一位，0xFFFFFFFF 表示所有 lane。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/warps.py"/>
        <source>Predicate must be an integer or boolean, {kind} is given: write a comparison, such as x &gt; 0.</source>
        <translation>判断条件必须是整数或布尔值，给出的是 {kind}：请写一个比较，例如 x &gt; 0。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/warps.py"/>
        <source>the lane that {name} reads from must be an integer, {kind} is given.</source>
        <translation>{name} 读取的 lane 必须是整数，给出的是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/warps.py"/>
        <source>the mode of {name} is a literal, 0 to 3: better call cuda.{names}.</source>
        <translation>{name} 的模式是 0 到 3 的字面量：最好改用 cuda.{names}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/intrinsics/warps.py"/>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{name} only supports 32- and 64-bit ints and floats, {kind} is given: write {instead}.</source>
        <translation>{name} 只支持 32 位和 64 位的整数与浮点数，给出的是 {kind}：请写 {instead}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/nodes.py"/>
        <source>the while loop in line {line} does not end: after {rounds} rounds some threads are still in it. Change what its condition tests, inside the loop.</source>
        <translation>第 {line} 行的 while 循环不结束：经过 {rounds} 轮，仍有线程在里面。请在循环内改变它的条件所检验的内容。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <source>{name}: numba-cuda has no such function of NumPy in kernels. Write {instead}.</source>
        <translation>{name}：numba-cuda 的核函数里没有这个 NumPy 函数。请写 {instead}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>{text} copies an array, and numba-cuda's kernels have no memory for what that takes: copy the elements one by one in a loop, or switch on CUDA_ENABLE_NRT.</source>
        <translation>{text} 要复制数组，而 numba-cuda 的核函数没有为此所需的内存：请在循环里逐个复制元素，或打开 CUDA_ENABLE_NRT。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/not_in_numba_cuda.py"/>
        <location filename="../../gpuviz/simt/lower/statements/lowering.py"/>
        <source>{text}: a device function of numba-cuda gives back an array only if it is one of its parameters as it was passed. Return the index, or write the elements where they are needed.</source>
        <translation>{text}：numba-cuda 的设备函数只有在数组是原样传入的参数时才能返回它。请返回下标，或把元素写到需要的地方。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/program.py"/>
        <source>{kernel} takes {needed} arguments ({names}), {given} are given.</source>
        <translation>{kernel} 接受 {needed} 个参数（{names}），给了 {given} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/specialise.py"/>
        <source>a kernel takes plain parameters only: no defaults and no *.</source>
        <translation>核函数只接受普通参数：不能有默认值，也不能有 *。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/specialise.py"/>
        <source>{name} calls itself and declares a local array: declare it in the kernel, and pass it on.</source>
        <translation>{name} 调用自己，又声明了本地数组：请在核函数里声明，再传下去。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/specialise.py"/>
        <source>{name} gives back a {one} on one way and a {other} on another: let every way through it end with return and a value of the same kind.</source>
        <translation>{name} 在一条路径上返回 {one}，在另一条上返回 {other}：请让每条路径都以 return 结束，并返回同一种值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/specialise.py"/>
        <source>{name} takes parameters by place, with or without defaults: no ** and no /.</source>
        <translation>{name} 的参数按位置给出，可以有默认值，也可以没有：不能用 ** 和 /。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>a kernel cannot take the rest of a tuple with *: name each item, or cut it, t[1:].</source>
        <translation>核函数不能用 * 取元组的其余部分：请写出每一项，或用切片 t[1:]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>a {kind} cannot be stored in an array of {dtype}.</source>
        <translation>{kind} 类型的值不能存入 {dtype} 数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>a {kind} cannot be stored in one element of an array.</source>
        <translation>{kind} 类型的值不能存入数组的一个元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>a {kind} cannot be stored in {text}, a {target}: set its fields one by one.</source>
        <translation>{kind} 类型的值不能存入 {text}（类型是 {target}）：请逐个设置它的字段。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>a {kind} number cannot be stored in an array of {dtype}: take .real or abs() of it.</source>
        <translation>{kind} 类型的数不能存入 {dtype} 数组：请取它的 .real 或 abs()。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>line {line}: {names} names stand on the left, but the array of thread {thread} of block {block} has not as many elements: cut it, as in x[:{names}].</source>
        <translation>第 {line} 行：左边有 {names} 个名字，但线程块 {block} 的线程 {thread} 的数组没有这么多元素：请截取，例如 x[:{names}]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>only variables and array elements can be assigned in a kernel.</source>
        <translation>在核函数里只能给变量和数组元素赋值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>only variables and array elements can be changed in a kernel.</source>
        <translation>在核函数里只能修改变量和数组元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>only variables, array elements and fields of records can be changed in a kernel.</source>
        <translation>在核函数里只能修改变量、数组元素和结构体的字段。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>the variables of a for loop must be names.</source>
        <translation>for 循环的变量必须是名字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>{names} names stand on the left, but the right side is a {kind}.</source>
        <translation>左边有 {names} 个名字，而右边的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>{text} cannot be stored here: {kind} is no number.</source>
        <translation>{text} 不能存在这里：{kind} 不是数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>{text} is a part of an array: change its elements one by one, in a loop.</source>
        <translation>{text} 是数组的一部分：请在循环里逐个修改它的元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/assignments.py"/>
        <source>{text} is a {kind}: only elements of arrays can be assigned.</source>
        <translation>{text} 的类型是 {kind}：只能给数组的元素赋值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/failures.py"/>
        <source>a kernel raises one of Python's exceptions with one text: raise ValueError("..."); {text} is something else.</source>
        <translation>核函数只能抛出 Python 的异常并带一段文本：raise ValueError("...")；{text} 不是这样。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/failures.py"/>
        <source>the text of an exception must be a literal: a kernel cannot put {text} together.</source>
        <translation>异常的文本必须是字面量：核函数不能拼出 {text}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/failures.py"/>
        <source>thread {thread} of block {block} ended the launch in line {line} with {kind}{words}.</source>
        <translation>线程块 {block} 的线程 {thread} 在第 {line} 行以 {kind} 结束了启动{words}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/failures.py"/>
        <source>thread {thread} of block {block} ended the launch in line {line}: {test} does not hold there{words}.</source>
        <translation>线程块 {block} 的线程 {thread} 在第 {line} 行结束了启动：{test} 在那里不成立{words}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/loops.py"/>
        <source>a for loop in a kernel runs over range(...), a tuple or an array; {text} is a {kind}.</source>
        <translation>核函数里的 for 循环遍历 range(...)、元组或数组；{text} 的类型是 {kind}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/loops.py"/>
        <source>enumerate() starts at a whole number.</source>
        <translation>enumerate() 的起始值是整数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/loops.py"/>
        <source>enumerate() takes what to number, and the first number where that is not 0.</source>
        <translation>enumerate() 接受要编号的对象；若编号不从 0 开始，再给出第一个编号。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/loops.py"/>
        <source>np.ndenumerate() takes an array of numbers.</source>
        <translation>np.ndenumerate() 接受由数值组成的数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/loops.py"/>
        <source>np.ndindex() takes whole numbers, or a shape.</source>
        <translation>np.ndindex() 接受若干整数，或一个形状。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/loops.py"/>
        <source>zip() takes what to run over side by side.</source>
        <translation>zip() 接受要并排遍历的对象。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/loops.py"/>
        <source>{text} has items of different types ({kinds}): a loop runs over a tuple whose items are all of one type, for example 1.0 beside 2.5.</source>
        <translation>{text} 的各项类型不同（{kinds}）：循环遍历的元组各项类型必须相同，例如 1.0 配 2.5。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/lowering.py"/>
        <source>a kernel cannot use the statement '{kind}', or gpuviz does not know it yet: kernels are made of assignments, if, for, while, return and calls.</source>
        <translation>核函数不能使用语句“{kind}”，或者 gpuviz 还不认识它：核函数由赋值、if、for、while、return 和调用组成。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/lowering.py"/>
        <source>a kernel gives nothing back: write the result into an array that is passed to it.</source>
        <translation>核函数不返回任何东西：请把结果写入传给它的数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/lowering.py"/>
        <source>a local array ends with the function that declares it: return its numbers, or let the caller declare it and pass it in.</source>
        <translation>本地数组在声明它的函数结束时就消失：请返回其中的数，或由调用者声明后传进来。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/lowering.py"/>
        <source>{text} is a {kind}: a device function gives back numbers.</source>
        <translation>{text} 的类型是 {kind}：设备函数返回数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/matching.py"/>
        <source>a case in a kernel is a number, several with |, a name or _: {text} is something else.</source>
        <translation>核函数里的 case 是一个数、用 | 连接的几个数、一个名字或 _：{text} 不是这些。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/slice_assignment.py"/>
        <source>a {kind} cannot be stored in a part of a {array}: write a loop over its elements.</source>
        <translation>{kind} 类型的值不能存入 {array} 的一部分：请写一个遍历各元素的循环。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/lower/statements/slice_assignment.py"/>
        <source>line {line}: thread {thread} of block {block} copies an array into a part of another that has another shape: let both have the same number of elements along each axis.</source>
        <translation>第 {line} 行：线程块 {block} 的线程 {thread} 把一个数组复制到另一个数组的一部分，但两者形状不同：请让它们在每个方向上的元素个数相同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/memory/allocation.py"/>
        <source>argument {name} is a view whose elements do not lie on multiples of their size, where a GPU could read them: pass {name}.copy(), or make the type of its records with np.dtype([...], align=True).</source>
        <translation>参数 {name} 是一个视图，它的元素不在自身大小的整数倍位置上，GPU 无法读取：请传入 {name}.copy()，或用 np.dtype([...], align=True) 定义其结构体的类型。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/memory/arguments.py"/>
        <source>argument {name} has the type {dtype}: kernels take arrays of numbers, and of records of numbers.</source>
        <translation>参数 {name} 的类型是 {dtype}：核函数接受数值数组，以及由数值组成的结构体数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/memory/arguments.py"/>
        <source>argument {name} is {value} ({kind}): kernels take arrays, and numbers of 64 bits.</source>
        <translation>参数 {name} 是 {value}（{kind}）：核函数接受数组，以及 64 位的数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/memory/constant.py"/>
        <source>With {name} the constant arrays of the kernel take {needed} bytes, but there are {limit}: pass it to the kernel as an argument.</source>
        <translation>算上 {name}，核函数的常量数组共占 {needed} 字节，而上限是 {limit}：请把它作为参数传给核函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/memory/shared.py"/>
        <source>With {name} the shared arrays of a block take {needed} bytes, but a block may declare {limit} at most: use smaller arrays, or more blocks with less in each.</source>
        <translation>加上 {name}，一个线程块的共享数组共占 {needed} 字节，而一个线程块最多只能声明 {limit} 字节：请用更小的数组，或多用几个线程块、每个少放一些。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>An atomic operation is safe only against other atomic ones: make both accesses atomic, launch twice, or let all blocks meet at cuda.cg.this_grid().sync().</source>
        <translation>只有双方都是原子操作才安全：让两次访问都成为原子操作，分两次启动，或让所有线程块在 cuda.cg.this_grid().sync() 处会合。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>An atomic operation is safe only against other atomic ones: make both accesses atomic, or put cuda.syncthreads() {place}, where every thread of the block passes.</source>
        <translation>只有双方都是原子操作才安全：让两次访问都成为原子操作，或{place}、线程块的每个线程都经过的地方放 cuda.syncthreads()。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>If an atomic operation (a ticket, a lock, a flag) tells the one thread that the other is done, it orders them only with a fence: put cuda.threadfence() between the write and that operation.</source>
        <translation>如果用原子操作（票号、锁、标志）告诉一个线程另一个已经做完，还需要内存栅栏才有先后：请在写入和那个操作之间放 cuda.threadfence()。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>If the threads are to change one element together, use an atomic operation such as cuda.atomic.add. If each reads in this line what another has written in it, put cuda.syncthreads() {place}, where every thread of the block passes.</source>
        <translation>如果这些线程要一起修改同一个元素，请用 cuda.atomic.add 这样的原子操作。如果每个线程在这一行读取别的线程在这一行写的东西，请{place}、线程块的每个线程都经过的地方放 cuda.syncthreads()。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>If the threads are to change one element together, use an atomic operation such as cuda.atomic.add. If each reads in this line what another writes in it, make two lines of it: read into a variable, put cuda.syncthreads() behind that, where every thread of the block passes, and write then.</source>
        <translation>如果这些线程要一起修改同一个元素，请用 cuda.atomic.add 这样的原子操作。如果每个线程在这一行读取别的线程在这一行写的东西，请把它拆成两行：先读到一个变量里，在其后线程块的每个线程都经过的地方放 cuda.syncthreads()，然后再写。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>No barrier fits between a condition and what it decides: read the element into a variable first, put cuda.syncthreads() behind that, where every thread of the block passes, and ask for the variable, or do both at once with an atomic operation such as cuda.atomic.max.</source>
        <translation>条件和它所决定的语句之间放不下屏障：请先把元素读到一个变量里，在其后线程块的每个线程都经过的地方放 cuda.syncthreads()，再用这个变量作判断；或者用 cuda.atomic.max 这样的原子操作一次完成两步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>No barrier fits between the two sides of an if: make two of it, with cuda.syncthreads() between them, where every thread of the block passes, or let each element be touched by one thread only.</source>
        <translation>一个 if 的两个分支之间放不下屏障：请把它拆成两个 if，在两者之间、线程块的每个线程都经过的地方放 cuda.syncthreads()，或让每个元素只由一个线程访问。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>Put cuda.syncthreads() {place}, where every thread of the block passes, or let each element be touched by one thread only.</source>
        <translation>请{place}、线程块的每个线程都经过的地方放 cuda.syncthreads()，或让每个元素只由一个线程访问。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>Several threads change one element in one statement: use an atomic operation such as cuda.atomic.add, or give each thread an element of its own.</source>
        <translation>几个线程在同一条语句里修改同一个元素：请用 cuda.atomic.add 这样的原子操作，或让每个线程有自己的元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>Threads of one warp need not be in step either: put cuda.syncthreads() {place}, where every thread of the block passes, or cuda.syncwarp() if only threads of one warp share an element, or let each element be touched by one thread only.</source>
        <translation>同一线程束的线程也不保证步调一致：请{place}、线程块的每个线程都经过的地方放 cuda.syncthreads()；如果只有同一线程束的线程共用一个元素，可用 cuda.syncwarp()；或让每个元素只由一个线程访问。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>Threads of other blocks race in these lines too, and no barrier reaches across blocks: read from one array and write to another, use an atomic operation, or launch twice.</source>
        <translation>在这两行里，不同线程块的线程之间也有竞争，而屏障管不到别的线程块：请从一个数组读、往另一个数组写，或用原子操作，或启动两次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>behind {after}, before a later turn of the loop of line {loop} {does} line {line}</source>
        <translation>在{after}之后、第 {loop} 行的循环在后面某一轮到第 {line} 行{does}之前</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>behind {after}, before the next turn of the loop of line {loop} {does} line {line}</source>
        <translation>在{after}之后、第 {loop} 行的循环在下一轮到第 {line} 行{does}之前</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>between the two, in a loop between one round and the next</source>
        <translation>在两者之间（在循环里就在两轮之间）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>between them</source>
        <translation>在两者之间</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>between {after} and {before}</source>
        <translation>在{after}与{before}之间</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>changes the element in</source>
        <translation>修改该元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>cuda.syncthreads() reaches no other block: use an atomic operation, give each block elements of its own, launch twice, or let all blocks meet at cuda.cg.this_grid().sync().</source>
        <translation>cuda.syncthreads() 管不到别的线程块：请用原子操作，让每个线程块有自己的元素，分两次启动，或让所有线程块在 cuda.cg.this_grid().sync() 处会合。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>reads in</source>
        <translation>读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>the call in line {line}</source>
        <translation>第 {line} 行的调用</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>the call in lines {line} to {last}</source>
        <translation>第 {line} 至 {last} 行的调用</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>the if of line {line}</source>
        <translation>第 {line} 行的 if</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>the if of lines {line} to {last}</source>
        <translation>第 {line} 至 {last} 行的 if</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>the loop of line {line}</source>
        <translation>第 {line} 行的循环</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>the loop of lines {line} to {last}</source>
        <translation>第 {line} 至 {last} 行的循环</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>writes in</source>
        <translation>写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/races/repairs.py"/>
        <source>{repair} {fence}</source>
        <translation>{repair}{fence}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/replay.py"/>
        <source>There is no element {array}[{index}] in block {block} to be watched.</source>
        <translation>线程块 {block} 中没有可供观察的元素 {array}[{index}]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/schedule/adversarial.py"/>
        <source>Line {line}: the order that was run holds thread {thread} of block {block} back before it {does} {array}, until no other thread can go on: the result is not the one of lockstep.</source>
        <translation>第 {line} 行：实际运行的顺序把线程块 {block} 的线程 {thread} 拦在{does} {array} 之前，直到别的线程都无法继续：结果与齐步时不同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/schedule/adversarial.py"/>
        <source>Lines {line} and {other_line}: in no order that was tried does the race on {array} change a value.</source>
        <translation>第 {line} 行和第 {other_line} 行：试过的所有顺序中，{array} 上的数据竞争都没有改变任何值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/schedule/adversarial.py"/>
        <source>changes</source>
        <translation>修改</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/schedule/run.py"/>
        <source>In lockstep nothing moved on: threads wait for each other in line {line}. So the warps took turns, one step each (schedule warps).</source>
        <translation>齐步执行时一切都停住了：线程在第 {line} 行互相等待。因此改为线程束轮流，每次各走一步（调度方式 warps）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/schedule/turns.py"/>
        <source> (others wait in line {lines})</source>
        <translation>（其他的在第 {lines} 行等待）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/schedule/turns.py"/>
        <source>No progress: no thread of the launch can get on any more. {who} goes round in the loop of line {line} and waits for something that no other thread will do{others}. The threads of a warp take each step together: where one waits for another, as for a lock that the other holds, none gets on. Let one thread of a warp wait for all, and see that what it waits for comes.</source>
        <translation>毫无进展：这次启动中没有一个线程还能继续。{who}在第 {line} 行的循环里打转，等着一件不会有别的线程去做的事{others}。同一线程束的线程每一步都一起走：如果其中一个等另一个，例如等另一个持有的锁，就谁也走不下去。请让线程束中的一个线程替大家等，并确保所等的事会发生。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/schedule/turns.py"/>
        <source>The warp of thread {thread} in block {block}</source>
        <translation>线程块 {block} 中线程 {thread} 所在的线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/source/text.py"/>
        <source>A kernel or device function must be written with def or as a lambda, and all its lines must be indented alike.</source>
        <translation>核函数或设备函数必须用 def 或 lambda 来写，而且各行的缩进必须一致。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/simt/source/text.py"/>
        <source>The source of {name} cannot be found: gpuviz reads it to run the kernel. Put the kernel into a file and import it from there.</source>
        <translation>找不到 {name} 的源代码：gpuviz 要读源代码才能运行核函数。请把核函数写进文件，再从那里导入。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/file.py"/>
        <source>The trace cannot be written to {path}: {reason}. Choose another file.</source>
        <translation>轨迹无法写入 {path}：{reason}。请另选文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/file.py"/>
        <source>This launch takes {size} MiB, more than the {most} MiB that a recording may have: choose a smaller size.</source>
        <translation>这次启动的记录需要 {size} MiB，超过了一份记录最多可有的 {most} MiB：请选择更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/file.py"/>
        <source>{path} cannot be opened: {reason}.</source>
        <translation>无法打开 {path}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/followable.py"/>
        <source>This launch ran on the engine {engine}: only the emulator can run it again.</source>
        <translation>这次启动是在引擎 {engine} 上运行的：只有仿真器能再次运行它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/followable.py"/>
        <source>What {names} held before the launch was too large to be kept.</source>
        <translation>{names} 在启动前的内容太大，没有保留。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/perfetto.py"/>
        <source>There is no timeline: this launch of {kernel} was recorded without when and where its blocks ran. Run it with the emulator or on a GPU, and save that recording.</source>
        <translation>没有时间线：{kernel} 的这次启动没有记录它的线程块在何时何处运行。请用仿真器或在 GPU 上运行它，再保存那份记录。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/perfetto.py"/>
        <source>There is no timeline: {seconds} s are more than the {most} s that one can show.</source>
        <translation>没有时间线：{seconds} s 超过了时间线能显示的 {most} s。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/source.py"/>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/source.py"/>
        <source>global</source>
        <translation>全局</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/source.py"/>
        <source>local</source>
        <translation>本地</translation>
    </message>
    <message>
        <location filename="../../gpuviz/trace/source.py"/>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/app.py"/>
        <source>'{file}' cannot be opened: gpuviz opens files ending in .py, .gpuviz, .md or .toml.</source>
        <translation>无法打开“{file}”：gpuviz 可以打开以 .py、.gpuviz、.md 或 .toml 结尾的文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/app.py"/>
        <source>The last start failed: the window comes without its saved layout.</source>
        <translation>上次启动失败：窗口未使用保存的布局。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/app.py"/>
        <source>The run took longer than {seconds} s: {file} shows what there was by then.</source>
        <translation>运行超过了 {seconds} s：{file} 是到那时为止的画面。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_job.py"/>
        <source>{path} could not be written ({reason}): try the other format, or a smaller size.</source>
        <translation>无法写入 {path}（{reason}）：请换另一种格式，或更小的尺寸。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/films.py"/>
        <source>A film as {kind} needs packages that are not installed: {command} brings them.</source>
        <translation>{kind} 格式的动画需要的软件包还没有安装：{command} 会把它们装上。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/pictures.py"/>
        <source>{path} could not be saved: name it .png, and look whether there is room.</source>
        <translation>无法保存 {path}：请用 .png 作为文件名的结尾，并检查是否还有空间。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/fields.py"/>
        <source>{number} is too large: write {most} or less.</source>
        <translation>{number} 太大：请写 {most} 或更小的数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/fields.py"/>
        <source>{number} is too small: write {least} or more.</source>
        <translation>{number} 太小：请写 {least} 或更大的数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/languages.py"/>
        <source>This machine has no font with Chinese characters, so the window stays English. Install one and start gpuviz again, for example fonts-noto-cjk or fonts-wqy-microhei on Debian and Ubuntu, google-noto-sans-cjk-fonts on Fedora.</source>
        <translation>本机没有中文字体，窗口因此保持英文。请安装一种再启动 gpuviz，例如 Debian 和 Ubuntu 上的 fonts-noto-cjk 或 fonts-wqy-microhei，Fedora 上的 google-noto-sans-cjk-fonts。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/setter.py"/>
        <source>No step of this launch is on the line `{words}`.</source>
        <translation>这次启动没有一步在 `{words}` 这一行上。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/setter.py"/>
        <source>The only launch of this pipeline is not called `{name}`.</source>
        <translation>这个流水线只有一次启动，它不叫 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/setter.py"/>
        <source>This launch has 1 step, and none with the number {step}.</source>
        <translation>这次启动有 1 步，没有编号为 {step} 的步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/setter.py"/>
        <source>This launch has {count} steps, and none with the number {step}.</source>
        <translation>这次启动共有 {count} 步，没有编号为 {step} 的步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/setter.py"/>
        <source>This pipeline has {count} launches, and none that is called `{name}`.</source>
        <translation>这个流水线有 {count} 次启动，没有一次叫 `{name}`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/controller.py"/>
        <source>A recording does not say what its arrays mean: they are on the stage.</source>
        <translation>记录里没有说明各数组的含义：它们在舞台上。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/controller.py"/>
        <source>Press Run: what {title} works on stands here.</source>
        <translation>请按「运行」：{title}处理的东西会显示在这里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/controller.py"/>
        <source>{title} works on plain numbers: its arrays stand on the stage. Operations that work on pictures, such as a convolution, show them here.</source>
        <translation>{title}处理的是普通的数：它的数组在舞台上。处理图像的算子，例如卷积，会在这里显示图像。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/controller.py"/>
        <source>The check was ended before it knew anything.</source>
        <translation>检查在得出结论之前被终止了。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>The gallery stays as it came: save {file} in another folder.</source>
        <translation>内置文件保持原样：请把 {file} 保存到别的文件夹。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>All {blocks} blocks of the launch.</source>
        <translation>这次启动的全部 {blocks} 个线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>Block {index}: 1 thread</source>
        <translation>线程块 {index}：1 个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>Block {index}: {threads} threads</source>
        <translation>线程块 {index}：{threads} 个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>Click to go there.</source>
        <translation>单击前往。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>Its steps were not kept: it is known by rounds.</source>
        <translation>它的各步没有保留：只知道每一轮的状态。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>Line {line}: {code} (1 lane active)</source>
        <translation>第 {line} 行：{code}（1 个 lane 活动）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>Line {line}: {code} ({active} lanes active)</source>
        <translation>第 {line} 行：{code}（{active} 个 lane 活动）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>The block of the launch.</source>
        <translation>这次启动的线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>The next layer of blocks (Page Up, Page Down).</source>
        <translation>下一层线程块（Page Up、Page Down）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>The previous layer of blocks (Page Up, Page Down).</source>
        <translation>上一层线程块（Page Up、Page Down）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>The whole grid; the frame is what is seen. Click to go there.</source>
        <translation>整个网格；方框是看得见的部分。单击前往。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>This line exchanges more than once: show the next.</source>
        <translation>这一行不止交换一次：显示下一次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>Thread {thread} of block {block}: warp {warp}, lane {lane}</source>
        <translation>线程块 {block} 的线程 {thread}：线程束 {warp}，lane {lane}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>Warp {warp} of block {block}: threads {first} to {last}</source>
        <translation>线程块 {block} 的线程束 {warp}：线程 {first} 到 {last}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>What the colours of elements mean: click to choose (Alt+1 to Alt+4).</source>
        <translation>元素颜色的含义：单击选择（Alt+1 到 Alt+4）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>idle: it touches no global memory in the whole launch</source>
        <translation>空闲：在整个启动中都不访问全局内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>on SM {sm}</source>
        <translation>在 SM {sm} 上</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>on SM {sm} (modelled)</source>
        <translation>在 SM {sm} 上（模型估算）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>{array} in line {line}: click to see in Memory how this access moves its bytes</source>
        <translation>第 {line} 行的 {array}：单击可在「内存」面板中看这次访问怎样搬运字节</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/tooltips.py"/>
        <source>{share} of its lanes active over its steps</source>
        <translation>它的各步中，平均有 {share} 的 lane 活动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/controller.py"/>
        <source>A pipeline is a train of launches, and a sweep changes one launch: pick one of its kernels in the toolbar to sweep it.</source>
        <translation>流水线是一连串的启动，而扫描每次改变的是一次启动：请在工具栏里选择它的一个核函数来扫描。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/controller.py"/>
        <source>Run {name} once before sweeping it: gpuviz asks before it runs a file's own Python code.</source>
        <translation>扫描之前请先运行一次 {name}：gpuviz 在运行文件自带的 Python 代码之前会先询问。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/warp_view/controller.py"/>
        <source>The steps of block {block} were not kept.</source>
        <translation>线程块 {block} 的各步没有保留。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/whole_number.py"/>
        <source>'{text}' can mean thousands or a fraction: write it without the comma, as 1000 or 1 000.</source>
        <translation>“{text}”中的逗号可能是千位分隔符，也可能是小数点：请去掉逗号，写成 1000 或 1 000。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/whole_number.py"/>
        <source>'{text}' is not a whole number: write it as 1000, 1 000, 1e3 or 2^10.</source>
        <translation>“{text}”不是整数：请写成 1000、1 000、1e3 或 2^10。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/worker/failures.py"/>
        <source>The disk with the temporary files is full: free some space, or choose a smaller size.</source>
        <translation>存放临时文件的磁盘已满：请腾出一些空间，或选更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/worker/failures.py"/>
        <source>The process that ran {file} answered with what gpuviz does not understand, and was ended. Does the file's own code replace parts of NumPy or Python, or write to files that it did not open? Nothing of the answer was used.</source>
        <translation>运行 {file} 的进程返回了 gpuviz 无法理解的内容，已被结束。该文件自己的代码是否替换了 NumPy 或 Python 的某些部分，或者写入了不是它打开的文件？它返回的内容没有被使用。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/worker/failures.py"/>
        <source>The worker process ended unexpectedly ({how}). {repair}</source>
        <translation>工作进程意外结束（{how}）。{repair}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/worker/failures.py"/>
        <source>This computer's memory is not large enough for the arrays of this launch: choose a smaller size.</source>
        <translation>本机内存放不下这次启动的数组：请选更小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/worker/failures.py"/>
        <source>gpuviz itself failed ({kind}: {text}). This is a mistake in gpuviz, not in your kernel: please report it with the end of the log file.</source>
        <translation>gpuviz 自身出错（{kind}：{text}）。这是 gpuviz 的错误，不是核函数的错误：请连同日志文件的末尾一起报告。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/worker/jobs.py"/>
        <source>The CPU twins had not ended after {seconds:.0f} s and were stopped: is there a loop without end in one of them?</source>
        <translation>CPU 对照函数过了 {seconds:.0f} s 还没有结束，已被停止：其中是不是有死循环？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/worker/jobs.py"/>
        <source>The kernel had not ended after {seconds:.0f} s and was stopped: is there a loop without end in it, or one with very many turns?</source>
        <translation>核函数过了 {seconds:.0f} 秒还没有结束，已被停止：里面有没有无限循环，或者轮数极多的循环？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/worker/jobs.py"/>
        <source>Trying repairs had not ended after {seconds:.0f} s and was stopped: choose a smaller size.</source>
        <translation>试用修复在 {seconds:.0f} 秒后仍未结束，已被停止：请选择较小的规模。</translation>
    </message>
    <message>
        <source>'{file}' cannot be opened: gpuviz opens files ending in .py, .gpuviz or .md.</source>
        <translation type="vanished">无法打开“{file}”：gpuviz 只打开以 .py、.gpuviz 或 .md 结尾的文件。</translation>
    </message>
    <message>
        <source>Each element read from global memory: {each}, by {some} of {every} blocks</source>
        <translation type="vanished">每个元素从全局内存读取的次数：{each}（只计 {every} 个线程块中的 {some} 个）</translation>
    </message>
    <message>
        <source>Line {line} costs most warp steps: {cost} of {all} ({share}).</source>
        <translation type="vanished">第 {line} 行的线程束步最多：{all} 步中占 {cost} 步（{share}）。</translation>
    </message>
    <message>
        <source>On the {device} the L2 cache limits this launch: {l2} between it and the SMs take {busy} of {whole}, a store of part of a line being as long as one of all of it; reading and storing neighbours together, or a tile in shared memory, would help.</source>
        <translation type="vanished">在 {device} 上，这次启动受限于 L2 缓存：它与各 SM 之间的 {l2} 用去 {whole} 中的 {busy}，而写入缓存行的一部分与写入整条一样久；一起读写相邻元素，或在共享内存里用分块，会有帮助。</translation>
    </message>
    <message>
        <source>Registers and machine instructions are assumed: CUDA {cuda} does not compile for the {device} (compute capability {cc}), only for {oldest} and newer.</source>
        <translation type="vanished">寄存器和机器指令是假设的：CUDA {cuda} 不能为 {device}（计算能力 {cc}）编译，只支持 {oldest} 及更新的。</translation>
    </message>
    <message>
        <source>The GPU's times are modelled, not validated.</source>
        <translation type="vanished">GPU 的时间由模型估算，未经验证。</translation>
    </message>
    <message>
        <source>The GPU's times are modelled: most real ones took {lowest} to {highest} times that.</source>
        <translation type="vanished">GPU 的时间由模型估算：真实时间大多是它的 {lowest} 到 {highest} 倍。</translation>
    </message>
    <message>
        <source>The model of the {device} is uncalibrated: no such device has been measured.</source>
        <translation type="vanished">{device} 的模型没有校准：还没有实测过这种设备。</translation>
    </message>
    <message>
        <source>`predict:` has two to four answers with | between them, and a star behind the right one, as `31 | 1* | 33`.</source>
        <translation type="vanished">`predict:` 有两到四个答案，用 | 隔开，正确的后面加星号，例如 `31 | 1* | 33`。</translation>
    </message>
    <message>
        <source>give the variable a value: x = ...</source>
        <translation type="vanished">请给变量一个值：x = ...</translation>
    </message>
    <message>
        <source>{function} of {file} stopped: {words}. The pictures do without it.</source>
        <translation type="vanished">{file} 的 {function} 中断了：{words}。图片不再使用它。</translation>
    </message>
    <message>
        <source>{name} only supports 32- and 64-bit ints and floats, {kind} is given: exchange .real and .imag one after the other.</source>
        <translation type="vanished">{name} 只支持 32 位和 64 位的整数与浮点数，给的却是 {kind}：请把 .real 和 .imag 先后各交换一次。</translation>
    </message>
    <message>
        <source>{sectors} sectors</source>
        <translation type="vanished">{sectors} 个扇区</translation>
    </message>
    <message>
        <source>{sectors} sectors · {wavefronts} wavefronts, {conflicts} conflicts</source>
        <translation type="vanished">{sectors} 个扇区 · {wavefronts} 批，{conflicts} 次冲突</translation>
    </message>
    <message>
        <source>{sectors} sectors, {share} used</source>
        <translation type="vanished">{sectors} 个扇区，用到 {share}</translation>
    </message>
    <message>
        <source>{sectors} sectors, {share} used · {wavefronts} wavefronts, {conflicts} conflicts</source>
        <translation type="vanished">{sectors} 个扇区，用到 {share} · {wavefronts} 批，{conflicts} 次冲突</translation>
    </message>
    <message>
        <source>{wavefronts} wavefronts, {conflicts} conflicts</source>
        <translation type="vanished">{wavefronts} 批，{conflicts} 次冲突</translation>
    </message>
</context>
<context>
    <name>gpuviz</name>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>B a clock</source>
        <translation>B/时钟周期</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>KiB</source>
        <translation>KiB</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>L1 and shared memory of an SM</source>
        <translation>SM 的 L1 和共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>L1 to an SM's threads</source>
        <translation>L1 到 SM 的线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>L2 cache</source>
        <translation>L2 缓存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>L2 to an SM</source>
        <translation>L2 到 SM</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>MHz</source>
        <translation>MHz</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>PCIe</source>
        <translation>PCIe</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>PCIe rate, one way</source>
        <translation>PCIe 单向速率</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>arithmetic</source>
        <translation>算术运算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>assumed, to be calibrated</source>
        <translation>假设值，有待校准</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>banks of shared memory</source>
        <translation>共享内存的存储体</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>barriers for each block</source>
        <translation>每个线程块的屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>block, at most</source>
        <translation>线程块各方向上限</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>blocks on an SM</source>
        <translation>每个 SM 的线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>boost clock</source>
        <translation>加速频率</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>cache line</source>
        <translation>缓存行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>float32 results a clock and SM</source>
        <translation>每 SM 每周期 float32 结果</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>float64 results a clock and SM</source>
        <translation>每 SM 每周期 float64 结果</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>from NVIDIA's documentation</source>
        <translation>来自 NVIDIA 的文档</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>from memory: no page seen</source>
        <translation>凭记忆：没有查到网页</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>from pages of others</source>
        <translation>来自他人的网页</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>grid, at most</source>
        <translation>网格各方向上限</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>id</source>
        <translation>标识</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>int32 results a clock and SM</source>
        <translation>每 SM 每周期 int32 结果</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>known by</source>
        <translation>依据</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>lanes in a warp</source>
        <translation>每个线程束的 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>load from DRAM</source>
        <translation>从 DRAM 读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>load that hits L1</source>
        <translation>命中 L1 的读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>load that hits L2</source>
        <translation>命中 L2 的读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>parts of an SM</source>
        <translation>SM 的分区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>printed by the driver or a tool on such a GPU</source>
        <translation>这种 GPU 的驱动或工具给出的</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>registers of a block</source>
        <translation>线程块的寄存器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>registers of an SM</source>
        <translation>SM 的寄存器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>registers, given in steps of</source>
        <translation>寄存器的分配单位</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>shared memory of a block</source>
        <translation>线程块的共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>shared memory of an SM</source>
        <translation>SM 的共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>special function</source>
        <translation>特殊函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>special functions a clock and SM</source>
        <translation>每 SM 每周期特殊函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>threads in a block</source>
        <translation>每个线程块的线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>threads on an SM</source>
        <translation>每个 SM 的线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>warp schedulers of an SM</source>
        <translation>SM 的线程束调度器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>warps on an SM</source>
        <translation>每个 SM 的线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>warps, given in steps of</source>
        <translation>线程束的分配单位</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>width of a bank</source>
        <translation>存储体的宽度</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>… given in steps of</source>
        <translation>… 的分配单位</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>… if it asks for more</source>
        <translation>… 另行申请时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>… of an SM, sizes to choose</source>
        <translation>… 在 SM 上可选的大小</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <source>… taken by the system</source>
        <translation>… 由系统占用</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>source</source>
        <translation>来源</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>SMs</source>
        <translation>SM 数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>compute capability</source>
        <translation>计算能力</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <location filename="../../gpuviz/ui/figures/what_if_pane.py"/>
        <source>registers of a thread</source>
        <translation>线程的寄存器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/device_fields.py"/>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>sector</source>
        <translation>扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/library.py"/>
        <source>Data and training</source>
        <translation>数据与训练</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/library.py"/>
        <source>Deep learning</source>
        <translation>深度学习</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/library.py"/>
        <source>Other lessons</source>
        <translation>其他课程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/library.py"/>
        <source>The machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/library.py"/>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>First steps</source>
        <translation>第一步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <location filename="../../gpuviz/ui/puzzles/chooser.py"/>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>Fill the blank</source>
        <translation>填空</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <location filename="../../gpuviz/ui/puzzles/chooser.py"/>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>Make it faster</source>
        <translation>加速</translation>
    </message>
    <message>
        <location filename="../../gpuviz/lesson/puzzle.py"/>
        <location filename="../../gpuviz/ui/puzzles/chooser.py"/>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>Repair this kernel</source>
        <translation>修复核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>Broken on purpose</source>
        <translation>故意写错</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>Matrix products</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>Neural networks</source>
        <translation>神经网络</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>Pipelines</source>
        <translation>流水线</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>Sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>Sums and normalisation</source>
        <translation>求和与归一化</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <source>Worlds and games</source>
        <translation>世界与游戏</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/gallery.py"/>
        <location filename="../../gpuviz/ui/panels.py"/>
        <location filename="../../gpuviz/ui/pictures/gallery.py"/>
        <location filename="../../gpuviz/ui/pictures/view.py"/>
        <source>Pictures</source>
        <translation>图像</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>0, 1, 2, ..</source>
        <translation>0、1、2……</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>random numbers</source>
        <translation>随机数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <source>random numbers with one NaN</source>
        <translation>随机数，其中一个 NaN</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>contiguous</source>
        <translation>连续</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>ones</source>
        <translation>全 1</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>sliced</source>
        <translation>间隔</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>transposed</source>
        <translation>转置</translation>
    </message>
    <message>
        <location filename="../../gpuviz/operation/inputs.py"/>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>zeros</source>
        <translation>全 0</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <source>8 of 10 real ones from [{unit}]</source>
        <translation>10 个实际值中的 8 个，从 [{unit}]</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <source>8 of 10 real ones: {low} to {high}</source>
        <translation>10 个实际值中有 8 个：{low} 到 {high}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <source>interquartile range [{unit}]</source>
        <translation>四分位距 [{unit}]</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <source>spread: {spread} (interquartile range)</source>
        <translation>波动：{spread}（四分位距）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <source>to [{unit}]</source>
        <translation>到 [{unit}]</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <source>value [{unit}]</source>
        <translation>数值 [{unit}]</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <location filename="../../gpuviz/scene/charts/chart.py"/>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <location filename="../../gpuviz/scene/roofline/facts.py"/>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <location filename="../../gpuviz/scene/timing/history.py"/>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <location filename="../../gpuviz/scene/charts/chart.py"/>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <location filename="../../gpuviz/scene/roofline/facts.py"/>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <location filename="../../gpuviz/scene/timing/history.py"/>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>modelled</source>
        <translation>模型估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <location filename="../../gpuviz/scene/charts/table.py"/>
        <source>remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/bars.py"/>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>bar</source>
        <translation>条形</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/read_out.py"/>
        <source> ({low} to {high})</source>
        <translation>（{low} 到 {high}）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/read_out.py"/>
        <source>{name}: {value}</source>
        <translation>{name}：{value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/table.py"/>
        <source>series</source>
        <translation>系列</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/table.py"/>
        <source>{name} from</source>
        <translation>{name} 下端</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/charts/table.py"/>
        <source>{name} to</source>
        <translation>{name} 上端</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>At every barrier of this launch all threads of the block arrived.</source>
        <translation>在这次启动的每个屏障处，线程块的所有线程都到齐了。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>Every element of every output was compared with what NumPy computes from the same inputs. The largest difference is {error}.</source>
        <translation>每个输出的每个元素都与 NumPy 用同样的输入算出的结果作了比较。最大差别为 {error}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>Every element that this launch read had been written before.</source>
        <translation>这次启动读取的每个元素，此前都已写入过。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>Every index of this launch was held against the shape of its array.</source>
        <translation>这次启动的每个下标都按数组的形状作了检查。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>The file has no numpy_twin, so there is nothing to compare the result with.</source>
        <translation>文件里没有 numpy_twin，因此结果没有可对照的东西。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>This engine does not look for it: the emulator does.</source>
        <translation>这个引擎不检查这一项：仿真器会检查。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>Wherever two threads of this launch touched the same byte, and one of them wrote it, a barrier or another sync put them in order, or both were atomic.</source>
        <translation>凡是这次启动中两个线程访问同一字节、且其中一个写入的地方，都有屏障或别的同步规定了先后，或者两者都是原子操作。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>barrier not reached by all, line {line}</source>
        <translation>有线程到不了屏障，第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>barriers not checked</source>
        <translation>未检查屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>bounds not checked</source>
        <translation>未检查越界</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>out of bounds: {array}, line {line}</source>
        <translation>越界：{array}，第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>race on {array}, line {line}</source>
        <translation>数据竞争：{array}，第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>race on {array}, lines {line} and {other}</source>
        <translation>数据竞争：{array}，第 {line} 行和第 {other} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>races not looked for</source>
        <translation>未查找数据竞争</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>read before any write: {array}, line {line}</source>
        <translation>未写先读：{array}，第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>uninitialised reads not looked for</source>
        <translation>未查找未初始化的读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>{count} of {size} elements of {array} wrong</source>
        <translation>{array} 的 {size} 个元素中 {count} 个错误</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/entries.py"/>
        <source>{mark} result not compared</source>
        <translation>{mark} 结果未对照</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/repairs.py"/>
        <source>Repairs are being tried in the emulator ...</source>
        <translation>正在仿真器中试用修复 ...</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/repairs.py"/>
        <source>This is a recording. Pick its operation and launch it to have repairs tried.</source>
        <translation>这是一份记录。请选择它的算子并启动，才能试用修复。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/repairs.py"/>
        <source>Tried: {outcome}</source>
        <translation>已试用：{outcome}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/words.py"/>
        <source>every barrier reached by all</source>
        <translation>所有屏障都到齐</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/words.py"/>
        <source>no access out of bounds</source>
        <translation>无越界访问</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/words.py"/>
        <source>no race</source>
        <translation>无数据竞争</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/words.py"/>
        <source>nothing read uninitialised</source>
        <translation>无未初始化的读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/words.py"/>
        <source>result equals NumPy</source>
        <translation>结果与 NumPy 相同</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/checks/words.py"/>
        <source>the launch broke off</source>
        <translation>启动中断</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <source>1/{n} of it</source>
        <translation>左边的 1/{n}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <source>better: {times}</source>
        <translation>更好：{times}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <source>nearly the same</source>
        <translation>几乎相同</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <source>only on the left</source>
        <translation>只有左边有</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <source>only on the right</source>
        <translation>只有右边有</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <source>worse: {times}</source>
        <translation>更差：{times}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <source>{n} times as much</source>
        <translation>左边的 {n} 倍</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <source>{sign}1 point</source>
        <translation>{sign}1 个百分点</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <source>{sign}{points} points</source>
        <translation>{sign}{points} 个百分点</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/compare/words.py"/>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>1 · {share} full</source>
        <translation>1 · 满 {share}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>All modelled, without tensor cores. Each line spans what 8 of 10 published measurements of such launches took; {known} of these {all} GPUs are among them.</source>
        <translation>全部由模型估算，不含张量核心。每条线段是同类启动已发表的 10 个测量结果中 8 个的范围；这 {all} 块 GPU 中有 {known} 块在其中。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>Run a kernel: how long it would take on each of these devices stands here.</source>
        <translation>请运行一个核函数：它在每种设备上要用多久会显示在这里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>The same launch on every device</source>
        <translation>同一次启动在每种设备上</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>does not run there: {why}</source>
        <translation>在那里无法运行：{why}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>occupancy {share}, waves: {waves}</source>
        <translation>占用率 {share}，波次：{waves}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>{device}, this GPU</source>
        <translation>{device}，本机 GPU</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>{launch} on every device: {what}</source>
        <translation>{launch} 在每种设备上：{what}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>{n} · the last {share} full</source>
        <translation>{n} · 最后一个满 {share}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>{sms} SMs, {bandwidth}, {rate}</source>
        <translation>{sms} 个 SM，{bandwidth}，{rate}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>{time} measured</source>
        <translation>实测 {time}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <source>{time} · limited by {limit}</source>
        <translation>{time} · 受限于{limit}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <location filename="../../gpuviz/scene/pipeline/scene.py"/>
        <location filename="../../gpuviz/scene/roofline/facts.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <location filename="../../gpuviz/ui/launch/controller.py"/>
        <source>kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>D2H</source>
        <translation>D2H</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>H2D</source>
        <translation>H2D</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>with copies</source>
        <translation>含复制</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chart.py"/>
        <location filename="../../gpuviz/scene/timing/last_run.py"/>
        <location filename="../../gpuviz/ui/charts/bars_view.py"/>
        <location filename="../../gpuviz/ui/timing/history_view.py"/>
        <source>time</source>
        <translation>用时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>1 core</source>
        <translation>1 个核心</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>CUDA cores</source>
        <translation>CUDA 核心</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>L1 and shared memory</source>
        <translation>L1 和共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>Number</source>
        <translation>数量</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>One square: a core of the CPU, or a CUDA core. Bars: memory on the chip, in bytes, to one scale.</source>
        <translation>一个方块：CPU 的一个核心，或一个 CUDA 核心。长条：片上存储，以字节计，比例相同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>caches not known</source>
        <translation>缓存大小未知</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>cores</source>
        <translation>核心</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>{n} cores</source>
        <translation>{n} 个核心</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <source>{sms} SMs with {each} CUDA cores: {n} in all</source>
        <translation>{sms} 个 SM，各有 {each} 个 CUDA 核心：共 {n} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/chips.py"/>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>CUDA cores × 2 × clock, no tensor cores</source>
        <translation>CUDA 核心数 × 2 × 频率，不含张量核心</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>Latencies</source>
        <translation>延迟</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>Limits of compute capability {cc}</source>
        <translation>计算能力 {cc} 的上限</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>Rates inside an SM</source>
        <translation>SM 内部的速率</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>float32 peak</source>
        <translation>float32 峰值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>float64 peak</source>
        <translation>float64 峰值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>none: shares the CPU's memory</source>
        <translation>无：与 CPU 共用内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>source of tensor cores</source>
        <translation>张量核心数据的来源</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>tensor cores, FP16</source>
        <translation>张量核心，FP16</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>tensor cores, FP8</source>
        <translation>张量核心，FP8</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <source>tensor cores, TF32</source>
        <translation>张量核心，TF32</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/devices/facts.py"/>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>All 32 lanes are active.</source>
        <translation>全部 32 个 lane 都活动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>Thread {thread} of block {block}</source>
        <translation>线程块 {block} 的线程 {thread}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>Warp {warp} after line {line}</source>
        <translation>线程束 {warp}，第 {line} 行之后</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>Warp {warp} at line {line}</source>
        <translation>线程束 {warp}，在第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>atomic on {e}, was</source>
        <translation>原子操作 {e}，原值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>atomics on {e}</source>
        <translation>原子操作 {e}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>has executed line {line}</source>
        <translation>已执行第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>hazard in line {line}</source>
        <translation>第 {line} 行有隐患</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>idle: it had no element</source>
        <translation>空闲：没有分到元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>lanes {lanes} last took part in line {line}</source>
        <translation>lane {lanes} 最后一次参与是在第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>lanes {lanes} never took part</source>
        <translation>lane {lanes} 从未参与</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>last executed line {line}; its next turn is still to come</source>
        <translation>刚执行过第 {line} 行；还没有再轮到它</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>masked off in line {line}</source>
        <translation>在第 {line} 行被屏蔽</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>not started</source>
        <translation>未开始</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>reads {e}</source>
        <translation>读取 {e}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>the block has no thread for lane {lanes}</source>
        <translation>线程块里没有 lane {lanes} 的线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>the block has no thread for lanes {lanes}</source>
        <translation>线程块里没有 lane {lanes} 的线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>writes {e}</source>
        <translation>写入 {e}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>{active} of 32 lanes active</source>
        <translation>32 个 lane 中 {active} 个活动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>{sentence}: {details}</source>
        <translation>{sentence}：{details}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>{times}, 1 element</source>
        <translation>{times}，1 个元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <source>{times}, {n} different elements</source>
        <translation>{times}，{n} 个不同的元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>finished after line {line}</source>
        <translation>第 {line} 行之后已结束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>running, line {line}</source>
        <translation>运行中，第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>once</source>
        <translation>1 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>{n} times</source>
        <translation>{n} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/thread_words.py"/>
        <location filename="../../gpuviz/ui/inspector/warp_page.py"/>
        <source>waiting at the barrier in line {line}</source>
        <translation>在第 {line} 行的屏障处等待</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <source>ran</source>
        <translation>运行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <source>rounds {first}–{last}</source>
        <translation>第 {first}–{last} 轮</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <source>thread {thread} of block {block}</source>
        <translation>线程块 {block} 的线程 {thread}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <source>warp {warps}</source>
        <translation>线程束 {warps}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <source>warp {warp} of block {block}</source>
        <translation>线程块 {block} 的线程束 {warp}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <source>warps {warps}</source>
        <translation>线程束 {warps}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <source>{start} to {end}</source>
        <translation>{start} 到 {end}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <source>{what}, {source}</source>
        <translation>{what}，{source}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/words.py"/>
        <location filename="../../gpuviz/scene/timeline/bars.py"/>
        <location filename="../../gpuviz/scene/timeline/overlay.py"/>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <location filename="../../gpuviz/scene/timing/history.py"/>
        <source>block {block}</source>
        <translation>线程块 {block}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/work_facts.py"/>
        <source>Of all lanes of its warps in their steps; less where warps diverge.</source>
        <translation>在它的线程束走过的各步中，活动 lane 占全部 lane 的比例；线程束有分支发散时更少。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/work_facts.py"/>
        <source>atomics by threads</source>
        <translation>各线程的原子操作</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/work_facts.py"/>
        <source>its steps</source>
        <translation>其步数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/work_facts.py"/>
        <source>lanes active</source>
        <translation>活动的 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/work_facts.py"/>
        <source>sectors loaded</source>
        <translation>读取的扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/work_facts.py"/>
        <source>sectors stored</source>
        <translation>写入的扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/work_facts.py"/>
        <source>steps of its warps</source>
        <translation>线程束步数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/inspector/work_facts.py"/>
        <source>wavefronts, shared</source>
        <translation>共享内存批次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>Grid × block.</source>
        <translation>网格 × 线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>How many blocks one SM can hold at a time, and what stops it from more.</source>
        <translation>一个 SM 同时能容纳多少个线程块，以及是什么让它容不下更多。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>NVIDIA's compiler needs so many for this compute capability.</source>
        <translation>NVIDIA 的编译器在这一计算能力下需要这么多。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>Only a compiler knows the number: the emulator assumes it.</source>
        <translation>只有编译器知道这个数：仿真器用的是假设值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>The driver says so of the kernel that ran.</source>
        <translation>驱动对实际运行的核函数是这样说的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>The last one is the tail.</source>
        <translation>最后一个是尾部。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>Warps that an SM holds at a time, of those that it could hold; whether their threads have anything to do is another question.</source>
        <translation>SM 同时容纳的线程束占它最多能容纳的比例；这些线程有没有事做是另一回事。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>all full</source>
        <translation>全满</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>block x · y · z</source>
        <translation>线程块 x · y · z</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>blocks</source>
        <translation>线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>grid x</source>
        <translation>网格 x</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>grid y · z</source>
        <translation>网格 y · z</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>threads per block</source>
        <translation>每个线程块的线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>{n} assumed</source>
        <translation>假设 {n} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>{n} compiled for {cc}</source>
        <translation>为 {cc} 编译：{n} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>{n} measured</source>
        <translation>实测 {n} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>{n} of {most} · limit: {limit}</source>
        <translation>{n} / {most} · 受限于{limit}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>{n} partly filled</source>
        <translation>{n} 个未满</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>{n} · {used} of {all} SMs used</source>
        <translation>{n} · 用了 {used} / {all} 个 SM</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>{share} · {idle} of {all} threads idle</source>
        <translation>{share} · {all} 个线程中 {idle} 个空闲</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <source>{size} per block</source>
        <translation>每个线程块 {size}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <location filename="../../gpuviz/scene/sweeps/block_chart.py"/>
        <location filename="../../gpuviz/scene/what_if.py"/>
        <location filename="../../gpuviz/ui/devices/details.py"/>
        <source>occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <location filename="../../gpuviz/scene/what_if.py"/>
        <source>blocks per SM</source>
        <translation>每 SM 线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <location filename="../../gpuviz/ui/devices/details.py"/>
        <source>waves</source>
        <translation>波次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>{n} idle</source>
        <translation>{n} 个空闲</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>warps</source>
        <translation>线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <location filename="../../gpuviz/ui/inspector/warp_page.py"/>
        <source>threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/facts.py"/>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <source>grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>0, 1, 2 and so on, row by row.</source>
        <translation>0、1、2 等，逐行排列。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>0, 1, 2..</source>
        <translation>0、1、2…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>1 NaN</source>
        <translation>含 NaN</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>All elements are 0.</source>
        <translation>所有元素都是 0。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>All elements are 1.</source>
        <translation>所有元素都是 1。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>Column by column, as a.T is, or an array in Fortran's order.</source>
        <translation>按列存放，如同 a.T，或 Fortran 顺序的数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>Every second element of an array twice as wide, as a[:, ::2] is.</source>
        <translation>取自两倍宽的数组，隔一个取一个，如同 a[:, ::2]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>Fractions from 0 to 1, whole numbers from 0 to 99: always the same ones.</source>
        <translation>小数取 0 到 1，整数取 0 到 99：每次都相同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>Row by row without gaps, as NumPy makes arrays.</source>
        <translation>逐行存放，没有间隔，与 NumPy 创建的数组相同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>The same, but one of them is NaN, not a number.</source>
        <translation>同上，但其中一个是 NaN（不是数）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/inputs.py"/>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>**{name}** is a recording of {kernel} with grid {grid} and block {block}. Pick an operation, or press Run, to launch one.</source>
        <translation>**{name}** 是 {kernel} 的一份记录，网格 {grid}，线程块 {block}。选择一个算子或按「运行」即可启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>Hazards in other launches: {numbers}. Open them in the panel Pipeline.</source>
        <translation>其他启动中的隐患：{numbers}。可在「流水线」面板中打开。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>Show it</source>
        <translation>查看</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>The inputs have changed: press Run.</source>
        <translation>输入已改变：请按「运行」。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>The launch failed.</source>
        <translation>启动失败。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>The launch was cancelled: press Run to try again.</source>
        <translation>启动已取消：按「运行」重试。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>The launch was refused.</source>
        <translation>启动被拒绝。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>The numbers have changed: press Run.</source>
        <translation>数字已改变：请按「运行」。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>The picture is still that of {title}, size {size}, grid {grid}, block {block}.</source>
        <translation>画面仍是{title}的：规模 {size}，网格 {grid}，线程块 {block}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>The picture is still that of {title}, size {size}.</source>
        <translation>画面仍是{title}的：规模 {size}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>gpuviz does not know the device {device} of this recording: blocks per SM, occupancy and waves are those that a {other} would have.</source>
        <translation>gpuviz 不认识这份记录的设备 {device}：每个 SM 的线程块、占用率和波次按 {other} 给出。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <source>{title} is running; Esc ends it.</source>
        <translation>{title}正在运行；按 Esc 结束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>{file}, line {line}</source>
        <translation>{file}，第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/notes.py"/>
        <location filename="../../gpuviz/ui/pictures/controller.py"/>
        <source>The drawing has changed: press Run.</source>
        <translation>画的内容已改变：请按「运行」。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/opening.py"/>
        <source>Launch {number} of {count}: {kernel}</source>
        <translation>第 {number} / {count} 次启动：{kernel}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>1 each</source>
        <translation>各 1 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>1 request</source>
        <translation>1 次请求</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>barrier not reached by all</source>
        <translation>有线程到不了屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>in CUDA C, modelled</source>
        <translation>用 CUDA C（模型估算）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>limit, modelled</source>
        <translation>受限于（模型估算）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>next, modelled</source>
        <translation>其次（模型估算）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>out of bounds</source>
        <translation>越界</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>race</source>
        <translation>数据竞争</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>result differs from NumPy</source>
        <translation>结果与 NumPy 不同</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>result differs from NumPy by up to {error}</source>
        <translation>结果与 NumPy 最多相差 {error}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>show</source>
        <translation>查看</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>the file has no reference to compare with</source>
        <translation>文件里没有可对照的参考结果</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>uninitialised read</source>
        <translation>读取未初始化的值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>{array}, {line}</source>
        <translation>{array}，{line}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>{kind}: {place}</source>
        <translation>{kind}：{place}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>{n} a request</source>
        <translation>每次请求 {n} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>{n} each</source>
        <translation>各 {n} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>{n} requests</source>
        <translation>{n} 次请求</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>{p} used</source>
        <translation>用到 {p}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>{text}, line {line}, {space} memory: 1 request (a warp here once).</source>
        <translation>{text}，第 {line} 行，{space}内存：1 次请求（线程束到这里一次）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <source>{text}, line {line}, {space} memory: {n} requests (one is a warp here once).</source>
        <translation>{text}，第 {line} 行，{space}内存：{n} 次请求（线程束到这里一次算一次请求）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>1 sector</source>
        <translation>1 个扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>1 wavefront</source>
        <translation>1 批</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>{n} sectors</source>
        <translation>{n} 个扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>{n} wavefronts</source>
        <translation>{n} 批</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>{n} threads</source>
        <translation>{n} 个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/scene/what_if.py"/>
        <source>{factor} times as fast</source>
        <translation>快到 {factor} 倍</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <location filename="../../gpuviz/ui/playback/caption.py"/>
        <source>line {line}</source>
        <translation>第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>atomic</source>
        <translation>原子操作</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>load</source>
        <translation>读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/launch/run_facts.py"/>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>store</source>
        <translation>写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>1 conflict</source>
        <translation>1 次冲突</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>no queue</source>
        <translation>不排队</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>up to {n} in line</source>
        <translation>最多 {n} 个排队</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/memory_view/words.py"/>
        <source>{n} conflicts</source>
        <translation>{n} 次冲突</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>Choose a warp or a thread first.</source>
        <translation>请先选择一个线程束或线程。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>Lanes part only within expressions such as x if c else y, of which no side touches memory.</source>
        <translation>lane 只在 x if c else y 这样的表达式内分开，而且两边都不访问内存。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>No followed warp comes to a barrier.</source>
        <translation>被跟踪的线程束都没有到达屏障。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>No followed warp comes to a line with a breakpoint.</source>
        <translation>被跟踪的线程束都没有到达有断点的行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>No line has a breakpoint: click beside a line number to set one.</source>
        <translation>没有断点：单击行号旁边即可设置。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>No line plays yet.</source>
        <translation>还没有播放到任何一行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>No warp diverges in this launch.</source>
        <translation>这次启动中没有线程束发散。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>No warp of the followed blocks diverges.</source>
        <translation>跟踪的线程块中没有线程束发散。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>The steps that lead to the hazard were not kept.</source>
        <translation>通向这个隐患的各步没有保留。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>This kernel has no barrier.</source>
        <translation>这个核函数没有屏障。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>This launch has no hazard.</source>
        <translation>这次启动没有隐患。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>barrier</source>
        <translation>屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>breakpoint</source>
        <translation>断点</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>divergence</source>
        <translation>分支发散</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>hazard</source>
        <translation>隐患</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>step of this line</source>
        <translation>这一行的步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>step of this warp</source>
        <translation>这个线程束的步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <source>time on this line</source>
        <translation>这一行的执行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/moment_kinds.py"/>
        <location filename="../../gpuviz/ui/inspector/thread_page.py"/>
        <source>The steps of this block were not kept.</source>
        <translation>这个线程块的各步没有保留。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>1 picture</source>
        <translation>1 幅图</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>A canvas has the shape [.., height, width].</source>
        <translation>画布的形状为 [.., height, width]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>A curve has the shape [n].</source>
        <translation>曲线的形状为 [n]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>A film has the shape [n, height, width] or [n, height, width, 3].</source>
        <translation>影片的形状是 [n, height, width] 或 [n, height, width, 3]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>A picture has the shape [height, width] or [height, width, 3].</source>
        <translation>图像的形状为 [height, width] 或 [height, width, 3]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>A text has the shape [n] and holds uint8.</source>
        <translation>文字的形状为 [n]，元素为 uint8。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>Arrows have the shape [height, width].</source>
        <translation>箭头的形状为 [height, width]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>Bars have the shape [n] or [1, n].</source>
        <translation>条形的形状为 [n] 或 [1, n]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>It holds no numbers that could be shown.</source>
        <translation>里面没有可以显示的数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>It is a {n} ({share})</source>
        <translation>这是 {n}（{share}）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>It is an {n} ({share})</source>
        <translation>这是 {n}（{share}）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>Pictures have the shape [.., height, width].</source>
        <translation>多幅图像的形状为 [.., height, width]。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>Some values are no numbers.</source>
        <translation>有些值不是数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>The largest is number {n} ({share})</source>
        <translation>最大的是 {n} 号（{share}）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>The largest is number {n}: {value}</source>
        <translation>最大的是 {n} 号：{value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>from {first} to {last}</source>
        <translation>从 {first} 到 {last}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>the first {most} of {n}</source>
        <translation>{n} 幅中的前 {most} 幅</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>{name} {type}[{shape}]</source>
        <translation>{name} {type}[{shape}]</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>{n} pictures</source>
        <translation>{n} 幅图</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/content.py"/>
        <source>{pictures}: {low} dark, {high} bright</source>
        <translation>{pictures}：{low} 为暗，{high} 为亮</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>after all launches</source>
        <translation>所有启动之后</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>blue below 0, orange above; bright: near 1 in size</source>
        <translation>蓝色小于 0，橙色大于 0；越亮，绝对值越接近 1</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>by now</source>
        <translation>目前</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>frame {n} of {all}</source>
        <translation>第 {n} / {all} 帧</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>from ({row}, {column}) nobody finds the goal</source>
        <translation>从 ({row}, {column}) 出发走不到终点</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>from ({row}, {column}) to the goal in one move</source>
        <translation>从 ({row}, {column}) 出发，一步到终点</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>from ({row}, {column}) to the goal in {n} moves</source>
        <translation>从 ({row}, {column}) 出发，{n} 步到终点</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>grey: given; bold: written by the launches</source>
        <translation>灰色：给定的；粗体：由启动写出的</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>no frame of {all} yet</source>
        <translation>共 {all} 帧，还一帧都没有</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>{kernel}, launch {n}: one cell for each {array}</source>
        <translation>{kernel}，第 {n} 次启动：{array} 的每个元素一格</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/film.py"/>
        <source>{name}, what look() says by now</source>
        <translation>{name}，look() 目前的结果</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/making.py"/>
        <source>line {line}: {source}</source>
        <translation>第 {line} 行：{source}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/making.py"/>
        <source>products {first} to {last}</source>
        <translation>第 {first} 到 {last} 个乘积</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/making.py"/>
        <source>the largest: {products}</source>
        <translation>最大的：{products}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/making.py"/>
        <source>window {n} of {all}: {sum}</source>
        <translation>第 {n} / {all} 个窗口：{sum}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/making.py"/>
        <source>{n} products</source>
        <translation>{n} 个乘积</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/plots.py"/>
        <source>the first {n} of {all}</source>
        <translation>{all} 个中的前 {n} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/scene.py"/>
        <source>picture {n} of {all}: Esc shows all</source>
        <translation>第 {n} / {all} 幅图：按 Esc 显示全部</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pictures/scene.py"/>
        <location filename="../../gpuviz/ui/pictures/element_controller.py"/>
        <source>{name}[{index}] = {value}</source>
        <translation>{name}[{index}] = {value}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/scene.py"/>
        <source>broke off here</source>
        <translation>在此中断</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/scene.py"/>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/scene.py"/>
        <source>deadline {n}</source>
        <translation>时限 {n}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/scene.py"/>
        <source>hazards</source>
        <translation>隐患</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/scene.py"/>
        <source>on the stage</source>
        <translation>在舞台上</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/scene.py"/>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>1 frame in {time}, too late for the deadline of {deadline}.</source>
        <translation>1 帧用时 {time}，超过了时限 {deadline}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>1 frame in {time}, within the deadline of {deadline}.</source>
        <translation>1 帧用时 {time}，没有超过时限 {deadline}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>1 frame in {time}.</source>
        <translation>1 帧用时 {time}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>1 launch in {time} · measured, {device}</source>
        <translation>1 次启动用时 {time} · 实测，{device}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>1 launch in {time} · modelled, {device}</source>
        <translation>1 次启动用时 {time} · 模型估算，{device}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>Copies take {share}.</source>
        <translation>复制占 {share}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>GPU {device} across</source>
        <translation>GPU {device} 设备间</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>GPU {device} in</source>
        <translation>GPU {device} 入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>GPU {device} kernels</source>
        <translation>GPU {device} 核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>GPU {device} out</source>
        <translation>GPU {device} 出</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>It failed.</source>
        <translation>它失败了。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>Its steps were not kept: opening it runs the pipeline once more.</source>
        <translation>它的各步没有保留：打开它会再运行一次流水线。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>Launch {number}, **{kernel}**, takes the longest: {share} of all work.</source>
        <translation>第 {number} 次启动 **{kernel}** 用时最长：占全部工作的 {share}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>The CPU needs {cpu} for all of it, {times} times as long.</source>
        <translation>CPU 完成全部工作需要 {cpu}，是 GPU 的 {times} 倍。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>The CPU needs {cpu} for all of it: it is {times} times as fast.</source>
        <translation>CPU 完成全部工作只需 {cpu}：速度是 GPU 的 {times} 倍。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>The steps of {launch} were not kept: the pipeline runs once more for them.</source>
        <translation>{launch} 的各步没有保留：正在为此再运行一次流水线。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>The {n} launches of **{kernel}** together take {share}.</source>
        <translation>**{kernel}** 的 {n} 次启动合计占 {share}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>asked for in line {line} of the pipeline</source>
        <translation>由流水线的第 {line} 行发出</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>copies across</source>
        <translation>设备间复制</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>copies in</source>
        <translation>复制入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>copies out</source>
        <translation>复制出</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>copy of {name} between devices</source>
        <translation>在设备之间复制 {name}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>copy of {name} to the device</source>
        <translation>把 {name} 复制到设备</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>copy of {name} to the host</source>
        <translation>把 {name} 复制到主机</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>grid {grid}, block {block}</source>
        <translation>网格 {grid}，线程块 {block}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>hazards: {n}</source>
        <translation>隐患：{n}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>{bytes}, {rate} GB/s</source>
        <translation>{bytes}，{rate} GB/s</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>{n} frames in {time}: {each} a frame, too late for the deadline of {deadline}.</source>
        <translation>{n} 帧用时 {time}：每帧 {each}，超过了时限 {deadline}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>{n} frames in {time}: {each} a frame, within the deadline of {deadline}.</source>
        <translation>{n} 帧用时 {time}：每帧 {each}，没有超过时限 {deadline}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>{n} frames in {time}: {each} a frame.</source>
        <translation>{n} 帧用时 {time}：每帧 {each}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>{n} launches in {time} · measured, {device}</source>
        <translation>{n} 次启动用时 {time} · 实测，{device}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>{n} launches in {time} · modelled, {device}</source>
        <translation>{n} 次启动用时 {time} · 模型估算，{device}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>{start} to {end}, {length} long: {share} of all work, {source}</source>
        <translation>{start} 到 {end}，历时 {length}：占全部工作的 {share}，{source}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <source>{why} What ran before it stands here.</source>
        <translation>{why}这里显示的是在它之前运行的部分。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/pipeline/words.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>kernels</source>
        <translation>核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/chart.py"/>
        <source>Roofline of {device}</source>
        <translation>{device} 的屋顶线</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/chart.py"/>
        <source>Run a kernel: how near it comes to what the device allows is shown here.</source>
        <translation>请运行一个核函数：这里会显示它离设备的极限有多近。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/chart.py"/>
        <source>earlier runs</source>
        <translation>更早的运行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/chart.py"/>
        <source>last run</source>
        <translation>最近运行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/chart.py"/>
        <source>no floating-point operations; {rate} of DRAM</source>
        <translation>没有浮点运算；DRAM {rate}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/chart.py"/>
        <source>operations a second</source>
        <translation>每秒运算次数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/chart.py"/>
        <source>operations for each byte of DRAM</source>
        <translation>每个 DRAM 字节的运算次数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/chart.py"/>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/facts.py"/>
        <source>intensity</source>
        <translation>强度</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/facts.py"/>
        <source>operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/facts.py"/>
        <source>over DRAM</source>
        <translation>经过 DRAM</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/facts.py"/>
        <source>rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/facts.py"/>
        <source>reached of DRAM</source>
        <translation>达到 DRAM 的</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/roofline/facts.py"/>
        <source>reached of {roof}</source>
        <translation>达到 {roof} 的</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/bracket.py"/>
        <source>no barrier between</source>
        <translation>两者之间没有屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>1 atomic operation</source>
        <translation>1 次原子操作</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>1 sector of global memory</source>
        <translation>1 个全局内存扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>1 wavefront of shared memory</source>
        <translation>1 批共享内存访问</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>Lanes that took no part in each line, where warps diverge or are not full.</source>
        <translation>线程束有分支发散或没有装满时，每一行有多少 lane 不参与。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>Line {line} diverges in the only warp</source>
        <translation>第 {line} 行在唯一的线程束里分支发散</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>Line {line} diverges in {warps} of {of_warps} warps</source>
        <translation>第 {line} 行在 {of_warps} 个线程束中的 {warps} 个里分支发散</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>Line {line} diverges in {warps} of {of_warps} warps of the followed blocks</source>
        <translation>第 {line} 行在跟踪的线程块的 {of_warps} 个线程束中的 {warps} 个里分支发散</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>Line {line}: 1 warp step, {share} of its lanes active</source>
        <translation>第 {line} 行：1 个线程束步，其 lane 有 {share} 活动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>Line {line}: {steps} warp steps, {share} of their lanes active</source>
        <translation>第 {line} 行：{steps} 个线程束步，其 lane 有 {share} 活动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>No if, while or for parts the lanes of a followed warp.</source>
        <translation>没有 if、while 或 for 把跟踪的线程束的 lane 分开。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>Sectors of global memory that each line moves, and its atomic operations.</source>
        <translation>每一行搬动的全局内存扇区，以及它的原子操作。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>Wavefronts of shared memory that each line needs, and its atomic operations there.</source>
        <translation>每一行需要的共享内存批数，以及它在共享内存上的原子操作。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>idle lanes</source>
        <translation>空闲 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>memory moved</source>
        <translation>内存搬运量</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>warp steps</source>
        <translation>线程束步数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>{count} atomic operations</source>
        <translation>{count} 次原子操作</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>{count} sectors of global memory</source>
        <translation>{count} 个全局内存扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>{count} wavefronts of shared memory</source>
        <translation>{count} 批共享内存访问</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <source>{split}: {idle} of {slots} lane slots in its branches are idle.</source>
        <translation>{split}：它的各分支共有 {slots} 个 lane 位，其中 {idle} 个空闲。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/source/heat.py"/>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>How often warps executed each line.</source>
        <translation>线程束执行每一行多少次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>1 element</source>
        <translation>1 个元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>1 lane slot</source>
        <translation>1 个 lane 位</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>1 operation</source>
        <translation>1 次操作</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>1 warp step</source>
        <translation>1 个线程束步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>1 word</source>
        <translation>1 个字</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Bank conflicts</source>
        <translation>存储体冲突</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Fullest bank</source>
        <translation>最拥挤的存储体</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Idle lanes</source>
        <translation>空闲的 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Idle threads</source>
        <translation>空闲的线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Last block</source>
        <translation>最后的线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Most sectors</source>
        <translation>扇区最多</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Most time</source>
        <translation>用时最多</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Most warp steps</source>
        <translation>线程束步最多</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Never read</source>
        <translation>从未读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Never touched</source>
        <translation>从未访问</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Never written</source>
        <translation>从未写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Queue for an element</source>
        <translation>排队的元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Slowest warp</source>
        <translation>最慢的线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Wasted bytes</source>
        <translation>浪费的字节</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>Written again</source>
        <translation>重复写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>{n} elements</source>
        <translation>{n} 个元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>{n} lane slots</source>
        <translation>{n} 个 lane 位</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>{n} operations</source>
        <translation>{n} 次操作</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>{n} warp steps</source>
        <translation>{n} 个线程束步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/stand_out.py"/>
        <source>{n} words</source>
        <translation>{n} 个字</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/block_chart.py"/>
        <source>Block size sweep: {operation} of size {size} on {device}</source>
        <translation>线程块大小扫描：{operation}，规模 {size}，在 {device} 上</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/block_chart.py"/>
        <source>fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/block_chart.py"/>
        <source>threads of a block</source>
        <translation>线程块的线程数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/block_chart.py"/>
        <source>time of the kernel</source>
        <translation>核函数用时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/findings.py"/>
        <source>Wrong results or hazards at {places}{more}: their times count for nothing.</source>
        <translation>结果错误或有隐患：{places}{more}。这些用时不算数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/findings.py"/>
        <source>{places}{more}: {reason}</source>
        <translation>{places}{more}：{reason}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>1 hazard</source>
        <translation>1 个隐患</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>Size sweep: {operation} with blocks of {block} on {device}</source>
        <translation>规模扫描：{operation}，线程块 {block}，在 {device} 上</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>This engine gives no times of a GPU.</source>
        <translation>这个引擎不给出 GPU 的用时。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>kernel alone wins from {size}</source>
        <translation>仅核函数：从 {size} 起胜出</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>kernel alone wins up to {size}</source>
        <translation>仅核函数：到 {size} 为止胜出</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>limited by {what}</source>
        <translation>受限于 {what}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>size {name}</source>
        <translation>规模 {name}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>time of one launch</source>
        <translation>一次启动的用时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>with copies from {size}</source>
        <translation>含复制：从 {size} 起</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>with copies up to {size}</source>
        <translation>含复制：到 {size} 为止</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>wrong result</source>
        <translation>结果错误</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <source>{n} hazards</source>
        <translation>{n} 个隐患</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>CPU, 1 thread</source>
        <translation>CPU 单线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>CPU, all threads</source>
        <translation>CPU 全部线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>GPU kernel</source>
        <translation>GPU 核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>GPU with copies</source>
        <translation>GPU 含复制</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/sweeps/size_chart.py"/>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>NumPy</source>
        <translation>NumPy</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/scene.py"/>
        <source>a block, {source}</source>
        <translation>线程块，{source}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/scene.py"/>
        <source>no block</source>
        <translation>没有线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/scene.py"/>
        <source>tail</source>
        <translation>尾部</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/scene.py"/>
        <source>wave {n}</source>
        <translation>波次 {n}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/scene.py"/>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <source>SM {sm}</source>
        <translation>SM {sm}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <source>SM timeline · {source}, {device}</source>
        <translation>SM 时间线 · {source}，{device}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <source>SM {sm}, place {place} of {places}</source>
        <translation>SM {sm}，第 {place} 个位置，共 {places} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <source>wave {wave} of {waves}</source>
        <translation>第 {wave} 个波次，共 {waves} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <source>{start} to {end}, {length} long, {source}</source>
        <translation>{start} 到 {end}，历时 {length}，{source}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timeline/words.py"/>
        <location filename="../../gpuviz/ui/panels.py"/>
        <location filename="../../gpuviz/ui/timeline/view.py"/>
        <source>SM timeline</source>
        <translation>SM 时间线</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>GPU, kernel</source>
        <translation>GPU 核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>GPU, kernels</source>
        <translation>GPU 各核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>L2 warm</source>
        <translation>L2 已预热</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>between devices</source>
        <translation>设备之间</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>kernel, L2 cold</source>
        <translation>核函数，L2 未预热</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>launch from Python</source>
        <translation>从 Python 启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>measuring …</source>
        <translation>正在测量 …</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>median of {n}</source>
        <translation>{n} 次的中位数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>no time: no such twin, or over 2 s</source>
        <translation>无计时结果：没有这个对照函数，或超过 2 s</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>pinned</source>
        <translation>锁页</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>with pinned memory</source>
        <translation>用锁页内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>{time} modelled</source>
        <translation>模型估算 {time}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>{time} of the host for each launch</source>
        <translation>每次启动占用主机 {time}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <source>{time}, its arrays not in L2</source>
        <translation>{time}，它的数组不在 L2 中</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/bars.py"/>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <source>all threads</source>
        <translation>全部线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history.py"/>
        <source>grid {grid}</source>
        <translation>网格 {grid}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history.py"/>
        <source>recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history.py"/>
        <source>run {n}</source>
        <translation>第 {n} 次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>8 of 10 real ones from [s]</source>
        <translation>10 个实际值中的 8 个，从 [s]</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>interquartile range [s]</source>
        <translation>四分位距 [s]</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>operation</source>
        <translation>算子</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>size</source>
        <translation>规模</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>to [s]</source>
        <translation>到 [s]</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <source>value [s]</source>
        <translation>数值 [s]</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/history_words.py"/>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/last_run.py"/>
        <source>Compiling took {time}, once; no bar contains it.</source>
        <translation>编译用时 {time}，只有一次；不计入任何条形。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/last_run.py"/>
        <source>Last run</source>
        <translation>最近一次运行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/last_run.py"/>
        <source>Last run: {title}, size {size}</source>
        <translation>最近一次运行：{title}，规模 {size}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/last_run.py"/>
        <source>Recording: {title}</source>
        <translation>记录：{title}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/last_run.py"/>
        <source>This recording holds no times.</source>
        <translation>这份记录里没有计时结果。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/timing/words.py"/>
        <source>Run a kernel: its times on the CPU and on the GPU stand here.</source>
        <translation>运行一个核函数：它在 CPU 和 GPU 上的用时会显示在这里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>Modelled from machine code</source>
        <translation>根据机器码估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>Modelled from source</source>
        <translation>根据源代码估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>by instructions</source>
        <translation>受限于指令</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>by waiting</source>
        <translation>受限于等待</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>half</source>
        <translation>一半</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>limited by moving bytes</source>
        <translation>受限于数据传输</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>modelled time</source>
        <translation>模型估算的用时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>published time</source>
        <translation>已发表的用时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>twice</source>
        <translation>两倍</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>{kernel} on {gpu}</source>
        <translation>{gpu} 上的 {kernel}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>{kernel}, {size}, on {gpu}. Published by {source}.</source>
        <translation>{kernel}，{size}，在 {gpu} 上。发表于 {source}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/validation.py"/>
        <source>{n} published times of {kernels} kernels on {gpus} GPUs. Half of the modelled times are off by less than {median}, nine of ten by less than {most}, each with constants that were chosen without its kernel.</source>
        <translation>{gpus} 块 GPU 上 {kernels} 个核函数的 {n} 个已发表的用时。模型估算的用时有一半误差小于 {median}，十分之九小于 {most}；所用的常数都是在不含该核函数的情况下选定的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/what_if.py"/>
        <source>limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/what_if.py"/>
        <source>{blocks} · limit: {limit}</source>
        <translation>{blocks} · 限制：{limit}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/what_if.py"/>
        <source>{factor} times as long</source>
        <translation>时长 {factor} 倍</translation>
    </message>
    <message>
        <location filename="../../gpuviz/scene/what_if.py"/>
        <location filename="../../gpuviz/ui/devices/details.py"/>
        <source>kernel, modelled</source>
        <translation>核函数，模型估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/followed_blocks.py"/>
        <source>The steps of block {block} were not kept: the launch runs once more for them.</source>
        <translation>线程块 {block} 的各步没有保留：正在为此再运行一次启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/followed_blocks.py"/>
        <source>The steps of this block were not kept. Choose it again to run the launch.</source>
        <translation>这个线程块的各步没有保留。请再次选择它，以便运行启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/followed_blocks.py"/>
        <source>The steps of this block were not kept. {why}</source>
        <translation>这个线程块的各步没有保留。{why}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/moment_navigator.py"/>
        <source>There are no steps to play.</source>
        <translation>没有可播放的步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/moment_navigator.py"/>
        <source>There is no {what} after this step.</source>
        <translation>这一步之后没有{what}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/moment_navigator.py"/>
        <source>There is no {what} before this step.</source>
        <translation>这一步之前没有{what}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/touches_finder.py"/>
        <source>Only the followed blocks are known.</source>
        <translation>只知道跟踪的线程块的情况。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/touches_finder.py"/>
        <source>Only the followed blocks are known. {why}</source>
        <translation>只知道跟踪的线程块的情况。{why}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/session/touches_finder.py"/>
        <source>Only the followed blocks yet: the launch runs once more to find them all.</source>
        <translation>目前只有跟踪的线程块的情况：正在重新运行一次启动，以便找出全部。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/texts.py"/>
        <source>{words}.</source>
        <translation>{words}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;About gpuviz</source>
        <translation>关于 gpuviz(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Adversarial</source>
        <translation>对抗(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;All lessons…</source>
        <translation>全部课程(&amp;A)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;All panels</source>
        <translation>全部面板(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Barrier</source>
        <translation>屏障(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Check the answer</source>
        <translation>检查答案(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Copy what the inspector says</source>
        <translation>复制检视器的内容(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Divergence</source>
        <translation>分支发散(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Edit the kernel</source>
        <translation>编辑核函数(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;English</source>
        <translation>&amp;English</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Enter the block</source>
        <translation>进入线程块(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Explain this kernel</source>
        <translation>讲解这个核函数(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Glossary</source>
        <translation>术语表(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Go to…</source>
        <translation>转到(&amp;G)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Hazard</source>
        <translation>隐患(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Hint</source>
        <translation>提示(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Idle lanes</source>
        <translation>空闲 lane(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Leave the lesson</source>
        <translation>离开课程(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Live</source>
        <translation>实时(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Lockstep</source>
        <translation>齐步(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Memory beside the stage</source>
        <translation>内存面板在舞台旁(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Memory moved</source>
        <translation>内存搬运量(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Modelled times…</source>
        <translation>模型估算的用时(&amp;M)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Next of this kind</source>
        <translation>下一个同类时刻(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Next panel</source>
        <translation>下一个面板(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Next step</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Next thread</source>
        <translation>下一个线程(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Number of reads</source>
        <translation>读取次数(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Play or pause</source>
        <translation>播放或暂停(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Play what was run</source>
        <translation>运行后播放(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Present</source>
        <translation>演示(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Previous thread</source>
        <translation>上一个线程(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Puzzles…</source>
        <translation>谜题(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Remove all breakpoints</source>
        <translation>清除所有断点(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Reset layout</source>
        <translation>恢复默认布局(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;SM</source>
        <translation>&amp;SM</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Show me</source>
        <translation>演示给我看(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Swap the compared runs</source>
        <translation>交换对比的两次运行(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;System language</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Value</source>
        <translation>数值(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Values written</source>
        <translation>写入的值(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Warp beside the stage</source>
        <translation>线程束面板在舞台旁(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Warp efficiency</source>
        <translation>线程束效率(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Warp that plays now</source>
        <translation>正在播放的线程束(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Warps in turn</source>
        <translation>线程束轮流(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;Welcome</source>
        <translation>欢迎(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>&amp;简体中文</source>
        <translation>简体中文(&amp;Z)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>A hint for the puzzle.</source>
        <translation>给谜题一个提示。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>A kernel that is right, beside yours.</source>
        <translation>把一个正确的核函数与你的并排显示。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>A launch that was run is played from its first moment.</source>
        <translation>运行之后，从启动的第一刻开始播放。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>After the last step.</source>
        <translation>最后一步之后。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>All keys on one page, to search.</source>
        <translation>一页列出所有按键，可以搜索。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>All texts in English.</source>
        <translation>所有文字用英文。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>All texts in simplified Chinese.</source>
        <translation>所有文字用简体中文。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>All threads together, line by line; the order played is that of the modelled GPU.</source>
        <translation>所有线程一起，一行一行地执行；播放的是按模型估算的 GPU 顺序。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>As your system is set.</source>
        <translation>与系统设置相同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>B&amp;reakpoint</source>
        <translation>断点(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Before the first step.</source>
        <translation>第一步之前。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Beside the ori&amp;ginal</source>
        <translation>与原版并排(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Blocks over time, for Perfetto.</source>
        <translation>线程块随时间的变化，供 Perfetto 查看。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Breakpoint &amp;here</source>
        <translation>在此设断点(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Bring it to the front.</source>
        <translation>把它放到最前面。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>C&amp;lose device files</source>
        <translation>关闭设备文件(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>C&amp;ompare</source>
        <translation>对比(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Change between light and dark.</source>
        <translation>在浅色与深色之间切换。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Choose an operatio&amp;n</source>
        <translation>选择算子(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Choose the block before.</source>
        <translation>选择上一个线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Choose the next block.</source>
        <translation>选择下一个线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Choose the next thread.</source>
        <translation>选择下一个线程。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Choose the thread before.</source>
        <translation>选择上一个线程。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Choose the warp whose step plays.</source>
        <translation>选择正在播放其步骤的线程束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Close gpuviz.</source>
        <translation>关闭 gpuviz。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Copy all its words.</source>
        <translation>复制其中的全部文字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Copy p&amp;icture</source>
        <translation>复制图片(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Copy the stage as a picture.</source>
        <translation>把舞台复制为图片。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Each warp for itself, one step a turn; the order played is the one that ran.</source>
        <translation>各线程束各走各的，轮到时走一步；播放的就是实际运行的顺序。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Each word of the window in one sentence.</source>
        <translation>窗口里的每个术语，一句话解释。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Elements from small to large.</source>
        <translation>元素从小到大。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Elements read and written.</source>
        <translation>读过和写过的元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>End the launch that is under way; so does Esc.</source>
        <translation>结束正在进行的启动；Esc 也可以。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Every panel, or few: the others come when something is chosen that they explain.</source>
        <translation>显示所有面板，或只显示几个：选中了要由别的面板讲解的东西时，那个面板才出现。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Export &amp;animation…</source>
        <translation>导出动画(&amp;A)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Export &amp;picture…</source>
        <translation>导出图片(&amp;P)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Export &amp;timeline…</source>
        <translation>导出时间线(&amp;T)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Export c&amp;hart…</source>
        <translation>导出图表(&amp;H)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Fas&amp;ter</source>
        <translation>更快(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Have it done, and read on.</source>
        <translation>让程序来做，然后继续读。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>How far modelled times are from those that others have measured, point by point.</source>
        <translation>模型估算的用时与他人实测相差多少，逐点列出。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>How often elements are read.</source>
        <translation>元素被读了多少次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>I&amp;dle threads</source>
        <translation>空闲线程(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Keep this launch in a file.</source>
        <translation>把这次启动保存到文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Kernels to write, repair and make faster.</source>
        <translation>要编写、修复和加速的核函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Lanes in use.</source>
        <translation>用上的 lane。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Large type, no side panels.</source>
        <translation>大号字，不显示旁边的面板。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Last &amp;writer</source>
        <translation>最后写入者(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Launch the kernel with these numbers.</source>
        <translation>用这些数启动核函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Leave the pu&amp;zzle</source>
        <translation>离开谜题(&amp;Z)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Lessons that drive this window.</source>
        <translation>课程会一步步操作这个窗口。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Let the block fill the stage.</source>
        <translation>让这个线程块占满舞台。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Light or dark &amp;theme</source>
        <translation>浅色或深色主题(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>List GPUs that you described yourself.</source>
        <translation>列出你自己描述的 GPU。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>List only the GPUs of gpuviz.</source>
        <translation>只列出 gpuviz 自带的 GPU。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Look for an order of threads in which a race gives a wrong result.</source>
        <translation>寻找一种线程顺序，使数据竞争产生错误结果。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Name an element, a block, a thread, a line, a step.</source>
        <translation>说出元素、线程块、线程、行或步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Ne&amp;xt puzzle</source>
        <translation>下一个谜题(&amp;X)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Next &amp;block</source>
        <translation>下一个线程块(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>One hint &amp;more</source>
        <translation>再给一个提示(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>One level &amp;up</source>
        <translation>上一层(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>One step of every warp back.</source>
        <translation>每个线程束后退一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>One step of every warp forward.</source>
        <translation>每个线程束前进一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>One step of one warp back.</source>
        <translation>一个线程束后退一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>One step of one warp forward.</source>
        <translation>一个线程束前进一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Open &amp;device file…</source>
        <translation>打开设备文件(&amp;D)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Open a kernel, a recording or a lesson of your own.</source>
        <translation>打开自己的核函数、记录或课程。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Out of a field; from a thread to its block, then to the grid; out of Present.</source>
        <translation>离开输入框；从线程回到它的线程块，再回到网格；退出演示模式。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Panel &amp;before</source>
        <translation>上一个面板(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Pin this run: the next one stands beside it, figure by figure. Again: let it go.</source>
        <translation>钉住这次运行：下一次会逐项与它并列。再按一次：取消。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Play back&amp;wards</source>
        <translation>倒放(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Play rounds faster.</source>
        <translation>每轮播放得更快。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Play rounds more slowly.</source>
        <translation>每轮播放得更慢。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Play the steps in reverse.</source>
        <translation>倒着播放各步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Play the steps of the launch.</source>
        <translation>播放这次启动的各步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Pre&amp;vious of this kind</source>
        <translation>上一个同类时刻(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Predict the &amp;first answer</source>
        <translation>预测第一个答案(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Predict the &amp;third answer</source>
        <translation>预测第三个答案(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Predict the f&amp;ourth answer</source>
        <translation>预测第四个答案(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Predict the s&amp;econd answer</source>
        <translation>预测第二个答案(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Previous b&amp;lock</source>
        <translation>上一个线程块(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Put all panels back where they were.</source>
        <translation>把所有面板放回原处。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Round b&amp;ack</source>
        <translation>后退一轮(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Round f&amp;orward</source>
        <translation>前进一轮(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Run again with each change.</source>
        <translation>每次改动都重新运行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Run the original of an edited gallery kernel too, and show both side by side.</source>
        <translation>同时运行所编辑的内置核函数的原版，并排显示两者。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Run your kernel and grade it; so does Ctrl+Enter.</source>
        <translation>运行并评判你的核函数；Ctrl+Enter 也一样。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>S&amp;hared memory</source>
        <translation>共享内存(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>S&amp;lower</source>
        <translation>更慢(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>S&amp;tate</source>
        <translation>状态(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Save &amp;kernel as…</source>
        <translation>核函数另存为(&amp;K)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Save &amp;recording…</source>
        <translation>保存记录(&amp;R)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Save &amp;screenshot…</source>
        <translation>保存截图(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Save a chart as PNG, SVG or CSV.</source>
        <translation>把图表保存为 PNG、SVG 或 CSV。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Save a picture of the window.</source>
        <translation>保存窗口的图片。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Save steps as GIF or MP4.</source>
        <translation>把各步保存为 GIF 或 MP4。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Save the kernel that is edited as a file of your own.</source>
        <translation>把正在编辑的核函数保存为自己的文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Save the stage as PNG or SVG.</source>
        <translation>把舞台保存为 PNG 或 SVG。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Second &amp;window</source>
        <translation>第二个窗口(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Sol&amp;ution…</source>
        <translation>解答(&amp;U)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Stage and source for a projector; this window gets notes, a clock and the next step.</source>
        <translation>舞台和源代码放到投影仪上；这个窗口则有讲稿、时钟和下一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Start o&amp;ver</source>
        <translation>重新开始(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Start t&amp;ime</source>
        <translation>开始时间(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Step &amp;back</source>
        <translation>后退一步(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Step &amp;before</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Step &amp;forward</source>
        <translation>前进一步(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Step of this &amp;warp</source>
        <translation>这个线程束的下一步(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Stop at no line.</source>
        <translation>不在任何行停下。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Stop at the line that plays, or go on.</source>
        <translation>在正在播放的行停下，或不再停。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The chosen warp's next step.</source>
        <translation>所选线程束的下一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The first prediction.</source>
        <translation>第一个预测。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The first screen, with its doors.</source>
        <translation>欢迎屏：选择从哪里开始。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The fourth prediction.</source>
        <translation>第四个预测。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The kernel of the puzzle as it was.</source>
        <translation>谜题最初的核函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The panel Memory at the side of the stage. Again: under it.</source>
        <translation>把「内存」面板放在舞台旁边。再按一次：放回舞台下方。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The panel Warp at the side of the stage. Again: under it.</source>
        <translation>把「线程束」面板放在舞台旁边。再按一次：放回舞台下方。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The playing line once more.</source>
        <translation>再次执行正在播放的行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The second prediction.</source>
        <translation>第二个预测。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The third prediction.</source>
        <translation>第三个预测。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>The window stays as it is.</source>
        <translation>窗口保持原样。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Threads that have no work.</source>
        <translation>没有事做的线程。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Time on this &amp;line</source>
        <translation>下次到这一行(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>To a line with a breakpoint.</source>
        <translation>到有断点的行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>To the &amp;end</source>
        <translation>到末尾(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>To the &amp;start</source>
        <translation>到开头(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>To the bloc&amp;k</source>
        <translation>到线程块(&amp;K)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>To the lesson's next step; skips an open one.</source>
        <translation>到课程的下一步；没有回答的会跳过。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>To the lesson's step before.</source>
        <translation>到课程的上一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>To the moment of it before.</source>
        <translation>到前一个同类时刻。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>To the next moment of the chosen kind.</source>
        <translation>到所选种类的下一个时刻。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>To the next puzzle, or back to the lesson.</source>
        <translation>到下一个谜题，或者回到课程。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>To the si&amp;ze</source>
        <translation>到规模(&amp;Z)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Type a part of its name, and Enter.</source>
        <translation>键入名字的一部分，再按 Enter。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Type it; Enter runs and leaves, Esc leaves.</source>
        <translation>键入数字；Enter 运行并离开，Esc 直接离开。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Type where the source stands, a kernel of the gallery as a copy. Again: watch it.</source>
        <translation>在源代码处直接编辑；内置核函数以副本编辑。再按一次：回到观看。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Warp &amp;steps</source>
        <translation>线程束步数(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>What &amp;happened</source>
        <translation>发生了什么(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>What each line moves in global memory.</source>
        <translation>每一行在全局内存中搬动多少。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>What each line takes of shared memory.</source>
        <translation>每一行占用共享内存多少。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>What every thread does now.</source>
        <translation>每个线程此刻在做什么。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>What gpuviz is, and its version.</source>
        <translation>gpuviz 是什么，以及它的版本。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>What is left becomes right.</source>
        <translation>左右互换。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>What the kernel does and why, beside its source. Again: away with it.</source>
        <translation>核函数做什么、为什么，就在源代码旁边。再按一次收起。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>What threads wrote.</source>
        <translation>线程写了什么。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>What you wrote stays in its file.</source>
        <translation>你写的内容留在文件里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>When each block began.</source>
        <translation>每个线程块何时开始。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Where a warp's lanes part ways.</source>
        <translation>线程束的 lane 在哪里分开。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Where each block ran.</source>
        <translation>每个线程块在哪里运行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Where lanes take no part in a line.</source>
        <translation>哪些行有 lane 不参与。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Where something goes wrong.</source>
        <translation>哪里出了错。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Where to look for the answer.</source>
        <translation>到哪里去找答案。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Where warps wait for each other.</source>
        <translation>线程束在哪里互相等待。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <source>Which block writes an element.</source>
        <translation>哪个线程块写这个元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>From one control to the next. Enter presses a button.</source>
        <translation>从一个控件到下一个。Enter 按下按钮。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>In a field of the launch: run, and give the keyboard back to the stage.</source>
        <translation>在启动的输入框中：运行，并把键盘交还给舞台。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>In the editor: lines a level deeper or less deep. Esc leaves it.</source>
        <translation>在编辑器中：增加或减少一级缩进。Esc 退出编辑。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>In the editor: offer the names that may follow cuda.</source>
        <translation>在编辑器中：列出 cuda 之后可用的名称。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>In the editor: save and run what is typed; in a puzzle: check it.</source>
        <translation>在编辑器里：保存并运行所写的内容；在谜题里：检查它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>In the editor: save; find; make lines comments, or code again.</source>
        <translation>在编辑器中：保存；查找；把行变成注释或变回代码。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>In the source: choose a line. F9 sets a breakpoint, the menu key runs to it.</source>
        <translation>在源代码中：选择一行。F9 设置断点，菜单键运行到该行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>In the table of accesses: look at another one.</source>
        <translation>在访问表中：查看另一项。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On a chart: read its points. Enter launches the one that is read.</source>
        <translation>在图表上：读取各点。Enter 启动读到的那一点。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On a row of numbers: copy it; on a chart, a picture or a table: that.</source>
        <translation>在一行数字上：复制该行；在图表、图片或表格上：复制它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On bars: choose one; Enter emulates that device, Esc lets it go.</source>
        <translation>在条形图上：选择一条；Enter 仿真该设备，Esc 取消选择。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On the SM timeline: from block to block. Enter enters the block.</source>
        <translation>在「SM 时间线」上：从一个线程块到另一个。Enter 进入该线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On the SM timeline: zoom in time, show all. With Ctrl: the height of rows.</source>
        <translation>在「SM 时间线」上：缩放时间、显示全部。按住 Ctrl：改变行高。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On the panel Warp: a lane up or down; a step back or on.</source>
        <translation>在「线程束」面板上：上移或下移一个 lane；后退或前进一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On the slider: a tenth of the launch back or forward.</source>
        <translation>在滑块上：后退或前进整个启动的十分之一。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On the stage: choose a whole warp.</source>
        <translation>在舞台上：选中整个线程束。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On the stage: move to another part of the grid. So does a drag.</source>
        <translation>在舞台上：移到网格的其他部分。拖动也可以。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On the stage: show the whole grid. A double click enters a block.</source>
        <translation>在舞台上：显示整个网格。双击进入一个线程块。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On the stage: the layer of blocks before or after (z).</source>
        <translation>在舞台上：前一层或后一层线程块（z）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>On the stage: zoom. So does the wheel.</source>
        <translation>在舞台上：缩放。滚轮也可以。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/actions.py"/>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/audience.py"/>
        <source>gpuviz, for the audience</source>
        <translation>gpuviz，给听众看</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <source>&amp;Copy picture</source>
        <translation>复制图片(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <source>&amp;Export chart…</source>
        <translation>导出图表(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <source>Copy &amp;numbers</source>
        <translation>复制数据(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <source>Export the chart</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <source>The numbers of the chart are copied.</source>
        <translation>已复制图表的数据。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <source>The picture of the chart is copied.</source>
        <translation>已复制图表的图片。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <location filename="../../gpuviz/ui/checks/repair_pane.py"/>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>This could not be saved</source>
        <translation>无法保存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Drawing</source>
        <translation>矢量图</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/export.py"/>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Saved as {file}.</source>
        <translation>已保存为 {file}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/menu.py"/>
        <source>&amp;Series</source>
        <translation>数据系列(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/menu.py"/>
        <source>Logarithmic: {axis}</source>
        <translation>对数刻度：{axis}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/menu.py"/>
        <source>Show &amp;all of it</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/plot_view.py"/>
        <source>Logarithmic: every line is ten times the one before.</source>
        <translation>对数刻度：每条线是前一条的十倍。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/plot_view.py"/>
        <source>Show all of it again (0).</source>
        <translation>重新显示全部（0）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/plot_view.py"/>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/plot_view.py"/>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/charts/view.py"/>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>No key has these words.</source>
        <translation>没有按键含有这些词。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>Parts of the window</source>
        <translation>窗口的各部分</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <source>Search for a key, or for what it does</source>
        <translation>搜索按键，或它的作用</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/cheat_sheet.py"/>
        <location filename="../../gpuviz/ui/glossary.py"/>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>Barrier divergence</source>
        <translation>屏障发散</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>No launch yet: press Run. Every access of it is then checked.</source>
        <translation>还没有启动：请按「运行」。之后会检查它的每一次访问。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>Out of bounds</source>
        <translation>越界</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>Race</source>
        <translation>数据竞争</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>Uninitialised read</source>
        <translation>读取未初始化的值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>Wrong result</source>
        <translation>结果错误</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>barriers</source>
        <translation>屏障</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>block {block} thread {thread}</source>
        <translation>线程块 {block} 线程 {thread}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>both in one step</source>
        <translation>两者在同一步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>changes</source>
        <translation>修改</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>correct {element}</source>
        <translation>{element} 的正确值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>element</source>
        <translation>元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>first wrong</source>
        <translation>第一个错误</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>holds</source>
        <translation>实际值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>in this order</source>
        <translation>按此顺序</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>never comes</source>
        <translation>永远不到</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>none between</source>
        <translation>之间没有</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>should hold</source>
        <translation>应有值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>the atomic</source>
        <translation>原子操作</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>the begin of the kernel</source>
        <translation>核函数开头</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>the end of the kernel</source>
        <translation>核函数结尾</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>the read</source>
        <translation>读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>the write</source>
        <translation>写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>turn {turn} of the loop of line {line}</source>
        <translation>第 {line} 行循环的第 {turn} 轮</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>warp {warp} lane {lane}</source>
        <translation>线程束 {warp} lane {lane}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>written by</source>
        <translation>写入者</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>{element} in this order</source>
        <translation>{element} 按此顺序的值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>{hazard}, {where}</source>
        <translation>{hazard}，{where}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>{name}, outside</source>
        <translation>{name}，在界外</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>{one} first, step {first}; then {other}, step {second}</source>
        <translation>先{one}，第 {first} 步；后{other}，第 {second} 步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <source>{space} memory</source>
        <translation>{space}内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/details.py"/>
        <location filename="../../gpuviz/ui/checks/view.py"/>
        <location filename="../../gpuviz/ui/launch/panel.py"/>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/failing_order.py"/>
        <source>This is a recording. Pick its operation to launch it in another order.</source>
        <translation>这是一份记录。请选择它的算子，才能按另一种顺序启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/failing_order.py"/>
        <source>order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/repair_pane.py"/>
        <source>Into the editor</source>
        <translation>放进编辑器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/repair_pane.py"/>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/repair_pane.py"/>
        <source>Save as ..</source>
        <translation>另存为 ..</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/repair_pane.py"/>
        <source>Save the repaired source</source>
        <translation>保存修复后的源代码</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/repair_pane.py"/>
        <source>The editor opens with the repair; Ctrl+Z takes it back.</source>
        <translation>打开编辑器并带上这处修改；按 Ctrl+Z 撤回。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/repair_pane.py"/>
        <source>The whole file with the repair goes to the clipboard.</source>
        <translation>把修复后的整个文件复制到剪贴板。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/repair_pane.py"/>
        <source>The whole file with the repair is saved; your file stays as it is.</source>
        <translation>保存修复后的整个文件；你的文件保持不变。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/repair_pane.py"/>
        <location filename="../../gpuviz/ui/facts.py"/>
        <location filename="../../gpuviz/ui/figures/popup.py"/>
        <location filename="../../gpuviz/ui/memory_view/pane.py"/>
        <location filename="../../gpuviz/ui/source/controller.py"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/repair_pane.py"/>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>{file} cannot be written: {reason}.</source>
        <translation>无法写入 {file}：{reason}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/view.py"/>
        <source>Run the launch again in an order of its threads that gives a wrong result.</source>
        <translation>按一种会产生错误结果的线程顺序再运行一次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/view.py"/>
        <source>Run the launch again in the order that launches usually have.</source>
        <translation>按启动通常的顺序再运行一次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/view.py"/>
        <source>Show the usual order</source>
        <translation>显示通常的顺序</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/view.py"/>
        <source>What repairs it?</source>
        <translation>怎样修复？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/view.py"/>
        <source>What was found</source>
        <translation>发现了什么</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/view.py"/>
        <source>Who did it</source>
        <translation>由谁造成</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/view.py"/>
        <source>▶ Play the failing order</source>
        <translation>▶ 播放出错的顺序</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/checks/view.py"/>
        <source>▶ Play this moment</source>
        <translation>▶ 播放这一刻</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/compare/controller.py"/>
        <source>**{name}** is pinned. Change the block, the size or the operation.</source>
        <translation>**{name}** 已钉住。请改变线程块、规模或算子。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/compare/controller.py"/>
        <source>Pinned: {name}</source>
        <translation>已钉住：{name}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/compare/controller.py"/>
        <source>the next run stands here</source>
        <translation>下一次运行显示在这里</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/compare/stage_pair.py"/>
        <source>Stage of the pinned run</source>
        <translation>已钉住的运行的舞台</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/compare/view.py"/>
        <source>Difference</source>
        <translation>差别</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/compare/view.py"/>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/compare/view.py"/>
        <source>Figures of two runs</source>
        <translation>两次运行的指标</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/compare/view.py"/>
        <source>No run is pinned. Press Compare (Ctrl+K): this run stays on the left, and the next one stands beside it. Then change the block, the size or the operation.</source>
        <translation>没有钉住的运行。请按「对比」（Ctrl+K）：这次运行留在左边，下一次显示在它旁边。然后改变线程块、规模或算子。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/compare/view.py"/>
        <source>{name} is</source>
        <translation>{name} 相比</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/chips_view.py"/>
        <source>CPU and GPU to one scale</source>
        <translation>CPU 与 GPU，按同一比例</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/controller.py"/>
        <source>Nobody counted what this launch does, so nothing can be modelled: run it with the emulator.</source>
        <translation>这次启动做了什么没有统计过，因此什么也无法估算：请用仿真器运行它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/controller.py"/>
        <source>modelling …</source>
        <translation>正在估算 …</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/details.py"/>
        <source>All of the chosen device</source>
        <translation>所选设备的全部数据</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/details.py"/>
        <source>with copies, modelled</source>
        <translation>含复制，模型估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>NVIDIA's pages</source>
        <translation>NVIDIA 的网页</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>The GPU that limits and times are for.</source>
        <translation>各项上限和时间所针对的 GPU。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>an assumption</source>
        <translation>假设</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>its driver</source>
        <translation>它的驱动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>known from</source>
        <translation>来源</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/picker.py"/>
        <source>other pages</source>
        <translation>其他网页</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/view.py"/>
        <source>Beside the CPU</source>
        <translation>与 CPU 并列</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/view.py"/>
        <source>Count what is copied to the device and back, too.</source>
        <translation>把复制到设备和复制回来的用时也算进去。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/view.py"/>
        <source>Double click a device, or press Enter on it, to choose it.</source>
        <translation>双击一种设备，或在它上面按 Enter，即可选择。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/view.py"/>
        <source>The launch on every device</source>
        <translation>这次启动在每种设备上</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/view.py"/>
        <source>This computer's CPU and the chosen GPU, to one scale.</source>
        <translation>本机的 CPU 与所选的 GPU，按同一比例。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/devices/view.py"/>
        <source>With copies</source>
        <translation>含复制</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>Device files (*.toml)</source>
        <translation>设备文件 (*.toml)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>Kernel files, recordings, lessons, device files (*.py *.gpuviz *.md *.toml)</source>
        <translation>核函数文件、记录、课程、设备文件 (*.py *.gpuviz *.md *.toml)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>Numbers (*.csv *.txt *.tsv *.npy)</source>
        <translation>数值 (*.csv *.txt *.tsv *.npy)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>Only show it</source>
        <translation>只显示</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>Open a device file</source>
        <translation>打开设备文件</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>Open a file of numbers</source>
        <translation>打开数值文件</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>Open a file of your own</source>
        <translation>打开你自己的文件</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>Run it</source>
        <translation>运行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>Run the Python code of {file}?</source>
        <translation>运行 {file} 的 Python 代码吗？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>Shows what a GPU does with a kernel: every block, warp, lane and memory access, with or without a GPU.</source>
        <translation>展示 GPU 如何执行核函数：每个线程块、线程束、lane 和每次内存访问，有没有 GPU 都行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>This file cannot be opened</source>
        <translation>无法打开这个文件</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/dialogs.py"/>
        <source>To launch this kernel, gpuviz runs the file's own Python code: the one that makes its inputs and checks its result. Agree only if you know where the file comes from. Its source can be read without running it.</source>
        <translation>要启动这个核函数，gpuviz 会运行文件自带的 Python 代码：生成输入并检查结果的那部分。只有知道文件来历时才同意。不运行也可以阅读它的源代码。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/docks.py"/>
        <source>Close this panel. The View menu opens it again.</source>
        <translation>关闭这个面板。可以从「视图」菜单重新打开。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/docks.py"/>
        <source>Close {panel}</source>
        <translation>关闭「{panel}」</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/engine_controller.py"/>
        <source>Emulator</source>
        <translation>仿真器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/engine_controller.py"/>
        <source>NVIDIA GPU</source>
        <translation>NVIDIA GPU</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/engine_controller.py"/>
        <source>Numba's simulator</source>
        <translation>Numba 模拟器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/explanation/controller.py"/>
        <source>A recording holds what a launch did, and not the text that explains its kernel.</source>
        <translation>记录里有一次启动做了什么，没有讲解其核函数的文字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/explanation/controller.py"/>
        <source>The file of this kernel does not explain it yet.</source>
        <translation>这个核函数的文件还没有讲解它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/explanation/controller.py"/>
        <source>The gallery has a kernel of this name: {title}.</source>
        <translation>内置的核函数里有一个同名的：{title}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/explanation/controller.py"/>
        <source>What follows stands in the file.</source>
        <translation>后面的在文件里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/explanation/controller.py"/>
        <source>What stands between three quotes at its top is shown here: a title and a sentence in the first line, below it text in Markdown.</source>
        <translation>文件开头三个引号之间的文字会显示在这里：第一行是标题和一句话，下面是 Markdown 正文。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/explanation/view.py"/>
        <source>Find in the explanation</source>
        <translation>在讲解中查找</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/explanation/view.py"/>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Explanation</source>
        <translation>讲解</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Animation</source>
        <translation>动画</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Export the picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Export the timeline</source>
        <translation>导出时间线</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Making the animation…</source>
        <translation>正在制作动画…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>No chart is seen: open the panel Timing or Sweeps first.</source>
        <translation>没有看得见的图表：请先打开「用时」或「扫描」面板。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Save a picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Save the recording</source>
        <translation>保存记录</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>The animation was cancelled; no file was written.</source>
        <translation>动画已取消；没有写入文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>The picture of the stage is copied.</source>
        <translation>已复制舞台的图片。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>There is no launch with steps to be saved yet.</source>
        <translation>还没有带步的启动可以保存。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <source>Trace for ui.perfetto.dev</source>
        <translation>供 ui.perfetto.dev 使用的轨迹</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>Export an animation</source>
        <translation>导出动画</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/controller.py"/>
        <location filename="../../gpuviz/ui/pipeline/view.py"/>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>1 frame, {t} seconds.</source>
        <translation>1 帧，{t} 秒。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>Frames per second</source>
        <translation>每秒帧数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>From step</source>
        <translation>起始步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>GIF for slides and web pages, MP4 for films.</source>
        <translation>GIF 适合幻灯片和网页，MP4 适合影片。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>Of a longer range, rounds are left out evenly.</source>
        <translation>范围更长时，会均匀地略去一些轮。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>One frame is one round of all warps.</source>
        <translation>一帧是所有线程束的一轮。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>The step that the animation begins with.</source>
        <translation>动画开始的那一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>The step that the animation ends with.</source>
        <translation>动画结束于哪一步。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>To step</source>
        <translation>结束步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>Width and height of the animation in pixels.</source>
        <translation>动画的宽和高，以像素计。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>as on the screen</source>
        <translation>与屏幕相同</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <source>{n} frames, {t} seconds.</source>
        <translation>{n} 帧，{t} 秒。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/export/film_dialog.py"/>
        <location filename="../../gpuviz/ui/launch/form.py"/>
        <location filename="../../gpuviz/ui/present_bar.py"/>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Size</source>
        <translation>规模</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/facts.py"/>
        <source>A click tells where it comes from.</source>
        <translation>单击可查看它的来历。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/facts.py"/>
        <source>Copy all rows</source>
        <translation>复制所有行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/facts.py"/>
        <source>Figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/failures.py"/>
        <source>An error inside gpuviz was caught: what you see may be incomplete.</source>
        <translation>gpuviz 内部出错，错误已被拦截：眼前的内容可能不完整。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/failures.py"/>
        <source>An error inside gpuviz was caught: what you see may be incomplete. Please report it with {file}.</source>
        <translation>gpuviz 内部出错，错误已被拦截：眼前的内容可能不完整。请附上 {file} 报告此问题。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/fields.py"/>
        <source>Write it as 1000, 1 000, 1e3 or 2^10.</source>
        <translation>可以写成 1000、1 000、1e3 或 2^10。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/popup.py"/>
        <source>Copy all that is said here (Ctrl+C).</source>
        <translation>复制这里的全部内容（Ctrl+C）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/popup.py"/>
        <source>What would change it</source>
        <translation>什么会改变它</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/steppers.py"/>
        <source>Up and Down in the field do the same.</source>
        <translation>在输入框中按上、下方向键效果相同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/steppers.py"/>
        <source>{name}: less</source>
        <translation>{name}：减少</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/steppers.py"/>
        <source>{name}: more</source>
        <translation>{name}：增加</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/what_if_pane.py"/>
        <source>As it is</source>
        <translation>恢复原样</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/what_if_pane.py"/>
        <source>Fewer leave room for more blocks on an SM.</source>
        <translation>越少，一个 SM 上能容纳的线程块越多。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/what_if_pane.py"/>
        <source>Fewer leave room for more threads on an SM.</source>
        <translation>越少，一个 SM 上能容纳的线程越多。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/what_if_pane.py"/>
        <source>Threads of a block.</source>
        <translation>一个线程块的线程数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/what_if_pane.py"/>
        <source>What if</source>
        <translation>如果改变</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/what_if_pane.py"/>
        <source>block, along {axis}</source>
        <translation>线程块，沿 {axis}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/figures/what_if_pane.py"/>
        <source>shared bytes of a block</source>
        <translation>线程块的共享字节数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/file_controller.py"/>
        <source>Devices of {file} in the list of devices: {n}.</source>
        <translation>设备列表中来自 {file} 的设备：{n} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/file_controller.py"/>
        <source>gpuviz has all devices of {file} in its own list.</source>
        <translation>{file} 中的所有设备都已在 gpuviz 自己的列表中。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/find_line.py"/>
        <source>Enter goes to the next place, Shift+Enter to the one before.</source>
        <translation>Enter 到下一处，Shift+Enter 到上一处。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/find_line.py"/>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/find_line.py"/>
        <source>Next place (Enter)</source>
        <translation>下一处（Enter）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/find_line.py"/>
        <source>Previous place (Shift+Enter)</source>
        <translation>上一处（Shift+Enter）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/find_line.py"/>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/find_line.py"/>
        <source>{count} found</source>
        <translation>找到 {count} 处</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/find_line.py"/>
        <source>{number} of {count}</source>
        <translation>第 {number} 处，共 {count} 处</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/glossary.py"/>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/glossary.py"/>
        <source>No entry has these words.</source>
        <translation>没有词条包含这些字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/glossary.py"/>
        <source>Search for a word</source>
        <translation>搜索术语</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/glossary.py"/>
        <source>Words</source>
        <translation>术语</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/go_to.py"/>
        <source>Enter goes · Tab completes · Esc closes</source>
        <translation>Enter 前往 · Tab 补全 · Esc 关闭</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/go_to.py"/>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/go_to.py"/>
        <source>c[785]   block 7   thread (3, 17)   step 120</source>
        <translation>c[785]   block 7   thread (3, 17)   step 120</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>Blocks are counted from 0, along x first.</source>
        <translation>线程块从 0 开始编号，先沿 x 方向。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>Its warps now</source>
        <translation>它的线程束现在</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>at the barrier in line {line}</source>
        <translation>在第 {line} 行的屏障处</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>turn to come, after line {line}</source>
        <translation>本轮待执行，第 {line} 行之后</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>{n} of {all}</source>
        <translation>{n}（共 {all}）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>{who} has reached the barrier in line {line}: all are there.</source>
        <translation>{who} 已到达第 {line} 行的屏障：全部到齐。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>{who} have reached the barrier in line {line}: all are there.</source>
        <translation>{who} 已到达第 {line} 行的屏障：全部到齐。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>{who} wait at the barrier in line {line} for {others}.</source>
        <translation>{who} 在第 {line} 行的屏障处等待{others}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <source>{who} waits at the barrier in line {line} for {others}.</source>
        <translation>{who} 在第 {line} 行的屏障处等待{others}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <location filename="../../gpuviz/ui/inspector/thread_page.py"/>
        <source>number</source>
        <translation>编号</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/block_page.py"/>
        <location filename="../../gpuviz/ui/inspector/thread_page.py"/>
        <location filename="../../gpuviz/ui/inspector/warp_page.py"/>
        <source>In the whole launch</source>
        <translation>在整个启动中</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>How often</source>
        <translation>次数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>No thread reads or writes it.</source>
        <translation>没有线程读写它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>Touched by</source>
        <translation>访问者</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>Written by</source>
        <translation>写入者</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>after the launch</source>
        <translation>启动之后</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>and {count} more</source>
        <translation>还有 {count} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>before the launch</source>
        <translation>启动之前</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>by 1 thread</source>
        <translation>由 1 个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>by {n} threads</source>
        <translation>由 {n} 个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>global memory</source>
        <translation>全局内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>in rounds {first}–{last}</source>
        <translation>第 {first}–{last} 轮</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>lane {lanes}</source>
        <translation>lane {lanes}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>lanes {lanes}</source>
        <translation>lane {lanes}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>round {n}</source>
        <translation>第 {n} 轮</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>warp {warp}, lane {lane}</source>
        <translation>线程束 {warp}，lane {lane}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/element_page.py"/>
        <location filename="../../gpuviz/ui/inspector/warp_page.py"/>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <source>**Click** a block, a thread or an element of an array on the stage to see its numbers. A double click enters a block. **Ctrl+G** goes to what you name: `c[785]`, `block 7`, `thread 785`.</source>
        <translation>在舞台上**单击**线程块、线程或数组元素，可以看到它的各项数字。双击进入线程块。**Ctrl+G** 转到你写出的位置：`c[785]`、`block 7`、`thread 785`。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <source>1 block</source>
        <translation>1 个线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <source>Choose a thread on the stage to see its numbers.</source>
        <translation>在舞台上选择一个线程，可以看到它的各项数字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <source>each block</source>
        <translation>每个线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <source>{shape} blocks</source>
        <translation>{shape} 个线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/grid_page.py"/>
        <source>{shape} threads</source>
        <translation>{shape} 个线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/inspector.py"/>
        <source>Element</source>
        <translation>元素</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/inspector.py"/>
        <source>The launch</source>
        <translation>这次启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/inspector.py"/>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Inspector</source>
        <translation>检视器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/lane_table.py"/>
        <source>Enter or a double click chooses the thread of a lane. Ctrl+C copies.</source>
        <translation>按 Enter 或双击，选择某个 lane 的线程。Ctrl+C 复制。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/lane_table.py"/>
        <source>Variables by lane</source>
        <translation>各 lane 的变量</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/lane_table.py"/>
        <source>thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/lane_table.py"/>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>lane</source>
        <translation>lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/thread_page.py"/>
        <source>Counted over the whole launch: block after block, along x first.</source>
        <translation>在整个启动中计数：一个线程块接一个，先沿 x 方向。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/thread_page.py"/>
        <source>Its variables</source>
        <translation>它的变量</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/thread_page.py"/>
        <source>warp · lane</source>
        <translation>线程束 · lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/warp_page.py"/>
        <source>A warp holds 32 threads that follow each other in the block, along x first.</source>
        <translation>一个线程束有 32 个线程，在线程块里前后相连，先沿 x 方向。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/warp_page.py"/>
        <source>Its variables by lane</source>
        <translation>它的变量，按 lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/warp_page.py"/>
        <source>{first} to {last}</source>
        <translation>{first} 到 {last}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/warp_page.py"/>
        <source>{state}, after line {line}</source>
        <translation>{state}，第 {line} 行之后</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/inspector/warp_page.py"/>
        <source>{state}, line {line}</source>
        <translation>{state}，第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/beginning.py"/>
        <source>How fast is it?</source>
        <translation>有多快？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/beginning.py"/>
        <source>Is it right?</source>
        <translation>对不对？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/beginning.py"/>
        <source>Opens the panel that answers this.</source>
        <translation>打开回答这个问题的面板。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/beginning.py"/>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/beginning.py"/>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/beginning.py"/>
        <source>What is moved?</source>
        <translation>搬了什么数据？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/beginning.py"/>
        <source>What runs when?</source>
        <translation>什么时候运行什么？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/beginning.py"/>
        <location filename="../../gpuviz/ui/present_bar.py"/>
        <location filename="../../gpuviz/ui/source/editor_panel.py"/>
        <location filename="../../gpuviz/ui/toolbar.py"/>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/controller.py"/>
        <source>Launch {number} of {count}</source>
        <translation>第 {number} / {count} 次启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/controller.py"/>
        <source>Limits of the {device}</source>
        <translation>{device} 的上限</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/controller.py"/>
        <location filename="../../gpuviz/ui/launch/panel.py"/>
        <source>What it means</source>
        <translation>这意味着什么</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/form.py"/>
        <source>A pipeline is a train of launches: each has a grid and a block of its own. They stand in the panel Pipeline.</source>
        <translation>流水线是一连串的启动：每次都有自己的网格和线程块，列在「流水线」面板中。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/form.py"/>
        <source>Blocks along {axis}. Unlink to set it yourself.</source>
        <translation>沿 {axis} 方向的线程块数。解除联动后可以自己设定。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/form.py"/>
        <source>Grid follows size and block</source>
        <translation>网格随规模和线程块变化</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/form.py"/>
        <source>The grid follows size and block. Press to set it yourself.</source>
        <translation>网格随规模和线程块变化。按下可以自己设定。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/form.py"/>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/form.py"/>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <location filename="../../gpuviz/ui/present_bar.py"/>
        <source>Block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/form.py"/>
        <location filename="../../gpuviz/ui/present_bar.py"/>
        <source>Size {name}</source>
        <translation>规模 {name}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/form.py"/>
        <location filename="../../gpuviz/ui/present_bar.py"/>
        <source>The size {name} of the data.</source>
        <translation>数据的规模 {name}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/form.py"/>
        <location filename="../../gpuviz/ui/present_bar.py"/>
        <source>Threads of one block along {axis}.</source>
        <translation>一个线程块沿 {axis} 方向的线程数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>File..</source>
        <translation>文件…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>Layout of {name}</source>
        <translation>{name} 的布局</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>Numbers of your own: a CSV file, or an array that np.save wrote.</source>
        <translation>你自己的数：CSV 文件，或 np.save 写出的数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>Reset the inputs</source>
        <translation>重置输入</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>Take all arrays as the kernel's file makes them.</source>
        <translation>所有数组都按核函数文件生成的样子。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>The type that the kernel's file gives it.</source>
        <translation>核函数文件给出的类型。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>The values that the kernel's file gives it.</source>
        <translation>核函数文件给出的值。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>Type of {name}</source>
        <translation>{name} 的类型</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>Types, values and layouts of the arrays: press to choose others.</source>
        <translation>数组的类型、值和布局：按下可另行选择。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>Values of {name}</source>
        <translation>{name} 的值</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>all arrays</source>
        <translation>所有数组</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs.py"/>
        <source>own</source>
        <translation>原有</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs_controller.py"/>
        <source>A pipeline's host code makes the arrays of its launches: they cannot be chosen here. Change inputs in a copy of its file.</source>
        <translation>流水线各次启动的数组由其主机代码生成：无法在此选择。请在该文件的副本中修改 inputs。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs_controller.py"/>
        <source>A recording was launched before: its arrays are what they were.</source>
        <translation>录制是以前启动的：其数组保持当时的样子。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs_controller.py"/>
        <source>Run it once: then its arrays are known.</source>
        <translation>先运行一次：之后就知道它有哪些数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs_controller.py"/>
        <source>There is no array for it.</source>
        <translation>没有可用的数组。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/inputs_controller.py"/>
        <source>{file} is for</source>
        <translation>{file} 用于</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/launch/panel.py"/>
        <source>Memory traffic</source>
        <translation>内存流量</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/chooser.py"/>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/chooser.py"/>
        <source>Each lesson drives this window and asks you to try. {done} of {count} done.</source>
        <translation>每一课都会操作这个窗口，并请你动手。已完成 {done} 课，共 {count} 课。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/chooser.py"/>
        <source>Forget progress</source>
        <translation>清除进度</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/chooser.py"/>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/chooser.py"/>
        <source>Lesson {number}, {title}. {about} {mark}</source>
        <translation>第 {number} 课，{title}。{about} {mark}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/chooser.py"/>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/chooser.py"/>
        <source>There are no lessons here. A lesson of your own is opened as a file.</source>
        <translation>这里没有课程。自己的课程可以作为文件打开。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/chooser.py"/>
        <source>{done} of {count}</source>
        <translation>{done} / {count}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/chooser.py"/>
        <source>✓ done</source>
        <translation>✓ 完成</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/chooser.py"/>
        <location filename="../../gpuviz/ui/toolbar.py"/>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/controller.py"/>
        <source>Line {line}</source>
        <translation>第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/controller.py"/>
        <source>{file} cannot be played</source>
        <translation>{file} 无法播放</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/dots.py"/>
        <source>The steps of this lesson; a press goes there. Left and Right do too.</source>
        <translation>这一课的各步；单击即可到达，左右方向键也可以。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/dots.py"/>
        <location filename="../../gpuviz/ui/speaker.py"/>
        <source>Step {number} of {count}</source>
        <translation>第 {number} 步，共 {count} 步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/parts.py"/>
        <source>Predict</source>
        <translation>预测</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/parts.py"/>
        <source>Predict this (Ctrl+{number}). Any prediction goes on.</source>
        <translation>预测这个 (Ctrl+{number})。任何预测都可以继续。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/parts.py"/>
        <source>{text}, your prediction</source>
        <translation>{text}，你的预测</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Choose another lesson (F2)</source>
        <translation>选择另一课 (F2)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Have it done, and read on (Shift+F3)</source>
        <translation>让程序来做，然后继续读 (Shift+F3)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Leave the lesson; the window stays as it is</source>
        <translation>离开课程；窗口保持原样</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Open the puzzle</source>
        <translation>打开谜题</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Question of the lesson</source>
        <translation>课程的问题</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Say where to look (F3)</source>
        <translation>说明到哪里去看 (F3)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Show me</source>
        <translation>演示给我看</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Text of the lesson</source>
        <translation>课程的正文</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>To the step before (Shift+F4)</source>
        <translation>到上一步 (Shift+F4)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <source>Write the kernel that answers this</source>
        <translation>写出回答这个问题的核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>All lessons</source>
        <translation>全部课程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>To the next step (F4)</source>
        <translation>到下一步 (F4)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <location filename="../../gpuviz/ui/speaker.py"/>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/strip.py"/>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>Go on (F4)</source>
        <translation>继续 (F4)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>Hint: {words}</source>
        <translation>提示：{words}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>Lesson {number} · {title}</source>
        <translation>第 {number} 课 · {title}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>Next lesson</source>
        <translation>下一课</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>Next lesson: {title}</source>
        <translation>下一课：{title}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>That was the lesson</source>
        <translation>这一课结束了</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>The window stays as it is: try something of your own, or go on.</source>
        <translation>窗口保持原样：可以自己试一试，也可以继续。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>To the end of the lesson (F4)</source>
        <translation>到课程的结尾 (F4)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>To the next step without an answer (F4)</source>
        <translation>不回答，到下一步 (F4)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>✓ Done.</source>
        <translation>✓ 完成。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>✓ {right}, as you predicted.</source>
        <translation>✓ {right}，和你预测的一样。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>✓ {right}.</source>
        <translation>✓ {right}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>✓ {right}. You predicted: {predicted}.</source>
        <translation>✓ {right}。你的预测：{predicted}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/lessons/words.py"/>
        <source>✗ You predicted: {predicted}.</source>
        <translation>✗ 你的预测：{predicted}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/main_window.py"/>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/main_window.py"/>
        <source>Watch</source>
        <translation>观看</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/canvas.py"/>
        <source>Picture of the access</source>
        <translation>这次访问的图示</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/pane.py"/>
        <source>All shared memory</source>
        <translation>全部共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/pane.py"/>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/pane.py"/>
        <source>Copy words</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/pane.py"/>
        <source>Follow the steps</source>
        <translation>跟随各步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/pane.py"/>
        <source>Show all that the shared memory of the block holds at this moment.</source>
        <translation>显示线程块的共享内存此刻的全部内容。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/pane.py"/>
        <source>Show the access of each step again, not this one.</source>
        <translation>重新显示每一步的访问，不再停在这一个上。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/pane.py"/>
        <source>all shared memory</source>
        <translation>全部共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/pane.py"/>
        <source>follow the steps</source>
        <translation>跟随各步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/pane.py"/>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Access</source>
        <translation>访问</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/shared_table.py"/>
        <source>Shared memory of the block</source>
        <translation>线程块的共享内存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>A site, as the source has it.</source>
        <translation>访问点，与源代码里的写法相同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Line {line}, {kind} {text}: {total} in 1 request. {used}</source>
        <translation>第 {line} 行，{kind} {text}：1 次请求共 {total}。{used}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Line {line}, {kind} {text}: {total} in {requests} requests. {used}</source>
        <translation>第 {line} 行，{kind} {text}：{requests} 次请求，共 {total}。{used}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Of one warp executing it once, on average / the fewest that would do.</source>
        <translation>一个线程束执行一次时，平均要多少 / 最少多少就够。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Of the bytes that move those that are needed: coalescing brings it to 100 %; of shared memory the wavefronts that are lost to bank conflicts; of atomics the most lanes that wait for one element.</source>
        <translation>搬运的字节中有多少是需要的：合并访问时达到 100%；对共享内存，是因存储体冲突而多用的批次；对原子操作，是最多有多少个 lane 等待同一个元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Per request</source>
        <translation>每次请求</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Sectors of 32 B (global memory), wavefronts (shared memory) or lanes (atomics, local and constant memory) of the whole launch.</source>
        <translation>整个启动中 32 B 扇区（全局内存）、批次（共享内存）或 lane（原子操作、本地内存和常量内存）的数目。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Total</source>
        <translation>总量</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Used</source>
        <translation>用到</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>What is done, and in which memory.</source>
        <translation>做什么，在哪种内存里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>Where it stands.</source>
        <translation>它在哪一行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>lanes</source>
        <translation>lane</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>sectors</source>
        <translation>扇区</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>wavefront</source>
        <translation>批</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>wavefronts</source>
        <translation>批</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <source>{verb}, {space}</source>
        <translation>{verb}，{space}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/memory_view/table.py"/>
        <location filename="../../gpuviz/ui/memory_view/view.py"/>
        <source>All accesses of this launch</source>
        <translation>这次启动的全部访问</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>&amp;Heat of the source</source>
        <translation>源代码热度(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>&amp;Playback</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>&amp;Select</source>
        <translation>选择(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>Colour &amp;elements by</source>
        <translation>元素着色依据(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>Colour the &amp;grid by</source>
        <translation>网格着色依据(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>Panel&amp;s</source>
        <translation>面板(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>Sche&amp;dule</source>
        <translation>调度方式(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/menus.py"/>
        <source>To the ne&amp;xt</source>
        <translation>到下一个(&amp;X)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/operations/picker.py"/>
        <source>Operation</source>
        <translation>算子</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/operations/picker.py"/>
        <source>Which kernel to launch.</source>
        <translation>要启动的核函数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/operations/popup.py"/>
        <source>More</source>
        <translation>其他</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/operations/popup.py"/>
        <source>No operation has these words.</source>
        <translation>没有算子包含这些字。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/operations/popup.py"/>
        <source>Operations</source>
        <translation>算子</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/operations/popup.py"/>
        <source>Search operations</source>
        <translation>搜索算子</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/operations/popup.py"/>
        <source>Your files</source>
        <translation>你的文件</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>How fast</source>
        <translation>有多快</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Over time</source>
        <translation>随时间</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Sweeps</source>
        <translation>扫描</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Sweep…</source>
        <translation>扫描…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <source>Timing</source>
        <translation>用时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <location filename="../../gpuviz/ui/present_bar.py"/>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <location filename="../../gpuviz/ui/stand_out/view.py"/>
        <source>What stands out</source>
        <translation>突出之处</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <location filename="../../gpuviz/ui/toolbar.py"/>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/panels.py"/>
        <location filename="../../gpuviz/ui/warp_view/view.py"/>
        <source>Warp</source>
        <translation>线程束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/canvas.py"/>
        <source>Canvas</source>
        <translation>画布</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/canvas.py"/>
        <source>Draw with the left button, erase with the right one or with Shift. With the keyboard: the arrow keys move the pen, Space puts it down and lifts it, Shift and Space erase.</source>
        <translation>按左键画，按右键或按住 Shift 擦。用键盘时：方向键移动笔，空格键落笔和抬笔，Shift+空格键擦除。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/controller.py"/>
        <source>Nothing is drawn, so nothing comes out.</source>
        <translation>什么也没画，所以没有结果。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/element_controller.py"/>
        <source>No launch has written it yet.</source>
        <translation>还没有启动写过它。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/element_controller.py"/>
        <source>No launch wrote it: it was so from the start.</source>
        <translation>没有启动写过它：一开始就是这样。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/element_controller.py"/>
        <source>No launch wrote it: look() worked it out for the picture.</source>
        <translation>没有启动写过它：它是 look() 为图片算出的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/element_controller.py"/>
        <source>The launch runs once more for the steps of this block.</source>
        <translation>为了得到这个线程块的各步，这次启动会再运行一次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/element_controller.py"/>
        <source>The pipeline runs once more for the steps of this launch.</source>
        <translation>为了得到这次启动的各步，流水线会再运行一次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/element_controller.py"/>
        <source>The steps that wrote it were not kept.</source>
        <translation>写它的那一步没有保留。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/element_controller.py"/>
        <source>Which thread wrote an element is known of launches on the emulator.</source>
        <translation>只有在仿真器上启动，才知道是哪个线程写了元素。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/film_bar.py"/>
        <source>After how many launches the pictures are shown.</source>
        <translation>图片显示的是多少次启动之后的样子。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/film_bar.py"/>
        <source>Launches of the pipeline that are over</source>
        <translation>流水线中已经结束的启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/film_bar.py"/>
        <source>Pause the pictures</source>
        <translation>暂停图片</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/film_bar.py"/>
        <source>Play the pictures launch by launch</source>
        <translation>逐次启动播放图片</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/film_bar.py"/>
        <source>after launch {n} of {all}: {kernel}</source>
        <translation>第 {n} / {all} 次启动之后：{kernel}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/film_bar.py"/>
        <source>before the first launch</source>
        <translation>第一次启动之前</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/gallery.py"/>
        <source>A click enlarges a picture; a click on an element opens the launch, block and thread that wrote it, and tells how it was made.</source>
        <translation>单击可放大一幅图；单击一个元素会打开写它的启动、线程块和线程，并说明它是怎样得来的。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/making_view.py"/>
        <source>How this element was made</source>
        <translation>这个元素是怎样得来的</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/making_view.py"/>
        <source>Show the pictures alone (Esc).</source>
        <translation>只显示图片（Esc）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/making_view.py"/>
        <location filename="../../gpuviz/ui/puzzles/solution.py"/>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/pad.py"/>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/pad.py"/>
        <source>Draw something: there is nothing on the canvas yet.</source>
        <translation>请画点什么：画布上还什么都没有。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/pad.py"/>
        <source>Left draws, right erases.</source>
        <translation>左键画，右键擦。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/pad.py"/>
        <source>Take the last stroke back ({key}).</source>
        <translation>撤销最后一笔（{key}）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/pad.py"/>
        <source>This is an example. Draw here with the mouse.</source>
        <translation>这是一个例子。请用鼠标在这里画。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/pad.py"/>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pictures/pad.py"/>
        <source>Wipe the canvas (Delete).</source>
        <translation>清空画布 (Delete)。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>Blocks along x, y and z.</source>
        <translation>x、y、z 方向上的线程块数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>Hazards</source>
        <translation>隐患</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>How long the kernel runs.</source>
        <translation>核函数运行多久。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>Of the time of all launches and copies together; the bar, of the longest launch.</source>
        <translation>占所有启动和复制总时间的比例；条形表示与最长的一次启动相比。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>The launches of the pipeline</source>
        <translation>流水线的各次启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>The order in which they were launched.</source>
        <translation>启动的先后次序。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>Threads of a block along x, y and z.</source>
        <translation>一个线程块在 x、y、z 方向上的线程数。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>What is launched.</source>
        <translation>启动的是什么。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <source>What is wrong in it.</source>
        <translation>其中有什么错误。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/table.py"/>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/timeline.py"/>
        <source>Timeline of the pipeline</source>
        <translation>流水线的时间线</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/view.py"/>
        <source>Leave the launch on the stage as it is.</source>
        <translation>让舞台上的启动保持原样。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/pipeline/view.py"/>
        <source>What the pipeline shows</source>
        <translation>流水线说明了什么</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>One step back (←)</source>
        <translation>后退一步 (←)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>One step forward (→)</source>
        <translation>前进一步 (→)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>Play, or pause (Space; backwards: Shift+Space)</source>
        <translation>播放或暂停 (空格；倒放：Shift+空格)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>To before the first step (Home)</source>
        <translation>到第一步之前 (Home)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>To the end (End)</source>
        <translation>到末尾 (End)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>no steps</source>
        <translation>没有步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>order: executed</source>
        <translation>顺序：实际执行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>order: modelled</source>
        <translation>顺序：模型估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>over</source>
        <translation>结束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>over: 1 step</source>
        <translation>结束：1 步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>over: {n} steps</source>
        <translation>结束：{n} 步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>round {current} of {rounds}</source>
        <translation>第 {current} 轮，共 {rounds} 轮</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>step {moment} / {length}</source>
        <translation>第 {moment} / {length} 步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>step {moment} / {length} of the followed blocks</source>
        <translation>跟踪的线程块：第 {moment} / {length} 步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/bar.py"/>
        <source>{moment} / {length}</source>
        <translation>{moment} / {length}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/caption.py"/>
        <source>What is played</source>
        <translation>正在播放什么</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/marks.py"/>
        <source>after the last step</source>
        <translation>最后一步之后</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/marks.py"/>
        <source>before the first step</source>
        <translation>第一步之前</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/marks.py"/>
        <source>step {step} · line {line} · warp {warp} of block {block}</source>
        <translation>第 {step} 步 · 第 {line} 行 · 线程块 {block} 的线程束 {warp}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/moment_button.py"/>
        <source>N forward, Shift+N back</source>
        <translation>N 向前，Shift+N 向后</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/moment_button.py"/>
        <source>To the next {what} ({keys})</source>
        <translation>到下一个{what}（{keys}）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/moment_button.py"/>
        <source>next {kind}</source>
        <translation>下一个{kind}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/moment_button.py"/>
        <source>next: {kind}</source>
        <translation>下一个：{kind}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/slider.py"/>
        <source>Drag to any step (or Page Up and Page Down)</source>
        <translation>拖到任意一步（或用 Page Up 和 Page Down）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/slider.py"/>
        <source>Position in the launch</source>
        <translation>在启动中的位置</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/slider.py"/>
        <source>round {round}</source>
        <translation>第 {round} 轮</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/speed_button.py"/>
        <source>How fast the launch is played, and what moves at a time</source>
        <translation>播放的快慢，以及每次前进什么</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/speed_button.py"/>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/speed_button.py"/>
        <source>by blocks: one begins or ends</source>
        <translation>按线程块：有一个开始或结束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/speed_button.py"/>
        <source>by rounds: every warp takes a step</source>
        <translation>按轮：每个线程束走一步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/speed_button.py"/>
        <source>by steps: one warp after the other</source>
        <translation>按步：线程束一个接一个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/speed_button.py"/>
        <source>by turns of loops</source>
        <translation>按循环的轮次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/speed_button.py"/>
        <source>{speed} blocks</source>
        <translation>{speed} 线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/speed_button.py"/>
        <source>{speed} steps</source>
        <translation>{speed} 按步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/playback/speed_button.py"/>
        <source>{speed} turns</source>
        <translation>{speed} 轮次</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/present_bar.py"/>
        <location filename="../../gpuviz/ui/toolbar.py"/>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/chooser.py"/>
        <source>Each puzzle is a kernel to be written, repaired or made faster. It is graded by running it. {done} of {count} solved.</source>
        <translation>每个谜题都是一个要编写、修复或加速的核函数，靠运行来评判。已解出 {done} / {count} 个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/chooser.py"/>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/chooser.py"/>
        <source>Puzzle {number}, {title}. {about} {mark}</source>
        <translation>谜题 {number}：{title}。{about} {mark}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/chooser.py"/>
        <source>Puzzles</source>
        <translation>谜题</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/chooser.py"/>
        <source>✓ solved</source>
        <translation>✓ 已解出</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/solution.py"/>
        <source>A solution</source>
        <translation>一种解答</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/solution.py"/>
        <source>In the place of yours; Ctrl+Z takes it back.</source>
        <translation>替换你写的内容；Ctrl+Z 可以撤回。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/solution.py"/>
        <source>Lines of the solution begin with +, lines of yours that it lacks with −.</source>
        <translation>解答中的行以 + 开头，你写了而解答中没有的行以 − 开头。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/solution.py"/>
        <source>Put it into the editor</source>
        <translation>放进编辑器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>All puzzles</source>
        <translation>所有谜题</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Back to the lesson</source>
        <translation>回到课程</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Choose another puzzle (Shift+F2)</source>
        <translation>选择别的谜题（Shift+F2）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Goals of the puzzle</source>
        <translation>谜题的目标</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Leave the puzzle; what you wrote stays</source>
        <translation>离开谜题；你写的内容会保留</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Next puzzle</source>
        <translation>下一个谜题</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>One hint more (Shift+F7)</source>
        <translation>再给一个提示（Shift+F7）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Puzzle</source>
        <translation>谜题</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Run your kernel and grade it (Ctrl+Enter)</source>
        <translation>运行并评判你的核函数（Ctrl+Enter）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Show a kernel that is right, beside yours (Ctrl+F7)</source>
        <translation>把一个正确的核函数与你的并排显示（Ctrl+F7）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Solution…</source>
        <translation>解答…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>Task of the puzzle</source>
        <translation>谜题的任务</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>The kernel as it was; Ctrl+Z takes it back</source>
        <translation>最初的核函数；Ctrl+Z 可以撤回</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>To the next puzzle (Ctrl+Shift+F7)</source>
        <translation>到下一个谜题（Ctrl+Shift+F7）</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/strip.py"/>
        <source>What came of the answer</source>
        <translation>答案的评判</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>Hint {number}: {words}</source>
        <translation>提示 {number}：{words}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>No hazard</source>
        <translation>没有隐患</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>Not yet.</source>
        <translation>还没有解出。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>Right with {count} sizes and blocks</source>
        <translation>{count} 种规模和线程块下都正确</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>Right with {passed} of {count} sizes and blocks</source>
        <translation>{count} 种规模和线程块中，{passed} 种正确</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>Your kernel is being run…</source>
        <translation>正在运行你的核函数…</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>not reached</source>
        <translation>未达到</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>open</source>
        <translation>未知</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>reached</source>
        <translation>已达到</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>{kind} · puzzle {number} of {count}</source>
        <translation>{kind} · 谜题 {number} / {count}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>{name}: at most {most}</source>
        <translation>{name}：最多 {most}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>{name}: {found}, at most {most}</source>
        <translation>{name}：{found}，最多 {most}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/puzzles/words.py"/>
        <source>✓ Solved.</source>
        <translation>✓ 解出了。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/roofline/controller.py"/>
        <source>It has no floating-point operations and stands at the left edge: what counts is how far it is below the roof of DRAM.</source>
        <translation>它没有浮点运算，所以放在左边缘：要看的是它比 DRAM 的屋顶低多少。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/roofline/controller.py"/>
        <source>Of this run nothing is modelled: run it with the emulator, or on a GPU.</source>
        <translation>这次运行没有模型估算的数据：请用仿真器或在 GPU 上运行。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/roofline/controller.py"/>
        <source>Runs on other devices have other roofs and are not shown: {n}.</source>
        <translation>其他设备上的运行有别的屋顶，因此不显示：{n} 次。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/roofline/view.py"/>
        <source>What limits the last run</source>
        <translation>最近一次运行受限于什么</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/controller.py"/>
        <source>Back to line {line}</source>
        <translation>退回到第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/controller.py"/>
        <source>Run to line {line}</source>
        <translation>运行到第 {line} 行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/controller.py"/>
        <source>Stop at line {line}</source>
        <translation>在第 {line} 行停下</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/controller.py"/>
        <source>no step begins here</source>
        <translation>没有步从这里开始</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/controller.py"/>
        <source>not executed after this step</source>
        <translation>这一步之后不再执行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/controller.py"/>
        <source>not executed before this step</source>
        <translation>这一步之前没有执行过</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor.py"/>
        <source>Editor of the kernel file</source>
        <translation>核函数文件编辑器</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor.py"/>
        <source>Names of cuda</source>
        <translation>cuda 的名称</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>Another program has changed {file}, and you have changes of your own.</source>
        <translation>另一个程序修改了 {file}，而这里也有未保存的修改。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>Kernel file (*.py)</source>
        <translation>核函数文件 (*.py)</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>Leave it</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>Only a copy of a gallery kernel has an original: edit one first.</source>
        <translation>只有内置核函数的副本才有原版：请先编辑一个。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>Save it again</source>
        <translation>重新保存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>Save the kernel as</source>
        <translation>核函数另存为</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>Take it</source>
        <translation>取回</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>gpuviz ended before {file} was saved. Take what was typed then, or leave the file as it is?</source>
        <translation>gpuviz 在 {file} 保存之前就结束了。要取回当时输入的内容，还是保持文件原样？</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>{file} is gone or cannot be read: its text is still here.</source>
        <translation>{file} 不见了或无法读取：其内容还在这里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>{file} is saved.</source>
        <translation>{file} 已保存。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>{file}, not saved</source>
        <translation>{file}，未保存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_controller.py"/>
        <source>{file}, saved</source>
        <translation>{file}，已保存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_panel.py"/>
        <source>Beside the original</source>
        <translation>与原版并排</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_panel.py"/>
        <source>Find in the file</source>
        <translation>在文件中查找</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_panel.py"/>
        <source>Run the kernel of the gallery too, and show both side by side.</source>
        <translation>同时运行内置核函数，并排显示两者。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_panel.py"/>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_panel.py"/>
        <source>Save and launch what is typed (Ctrl+Enter).</source>
        <translation>保存并启动所输入的内容（Ctrl+Enter）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_panel.py"/>
        <source>Save the file (Ctrl+S).</source>
        <translation>保存文件（Ctrl+S）。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/editor_panel.py"/>
        <source>What is wrong in the file</source>
        <translation>文件中的错误</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/margins.py"/>
        <source>Click to have playing stop at line {line} (F9).</source>
        <translation>单击后，播放会在第 {line} 行停下 (F9)。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/margins.py"/>
        <source>No step begins in line {line}.</source>
        <translation>没有步从第 {line} 行开始。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/margins.py"/>
        <source>Playing stops at line {line}. Click to go on.</source>
        <translation>播放会在第 {line} 行停下。单击后不再停。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/panel.py"/>
        <source>What the bars beside the lines show</source>
        <translation>行旁的条形表示什么</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/source/view.py"/>
        <source>Source of the kernel</source>
        <translation>核函数的源代码</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/speaker.py"/>
        <source>Minutes and seconds since the second window was opened</source>
        <translation>第二个窗口打开以来的分和秒</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/speaker.py"/>
        <source>Next: the end of the lesson</source>
        <translation>下一步：课程结束</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/speaker.py"/>
        <source>Notes on this step</source>
        <translation>这一步的讲稿</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/speaker.py"/>
        <source>Speaker</source>
        <translation>讲者</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/speaker.py"/>
        <source>The lesson is over: {title}</source>
        <translation>课程结束：{title}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/speaker.py"/>
        <source>The next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/speaker.py"/>
        <source>The time of day</source>
        <translation>现在的时间</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/speaker.py"/>
        <source>Without a lesson there are no notes: F2 lists the lessons.</source>
        <translation>没有课程就没有讲稿：按 F2 列出课程。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stage/view.py"/>
        <source>Stage</source>
        <translation>舞台</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stand_out/controller.py"/>
        <location filename="../../gpuviz/ui/stand_out/view.py"/>
        <source>No launch yet.</source>
        <translation>还没有启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/stand_out/view.py"/>
        <source>A click or Enter leads there.</source>
        <translation>单击或按 Enter 可跳到那里。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>1 launch</source>
        <translation>1 次启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>All times are **measured**</source>
        <translation>所有时间均为**实测**</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>CPU times are **measured**</source>
        <translation>CPU 时间为**实测**</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>Times of the {device} are **modelled** ({how}), CPU times are **measured**</source>
        <translation>{device} 的时间由**模型估算**（{how}），CPU 时间为**实测**</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>adversarial</source>
        <translation>对抗</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>every block followed</source>
        <translation>跟踪全部线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>in the loop of line {line}: round {n}</source>
        <translation>在第 {line} 行的循环里：第 {n} 轮</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>lockstep</source>
        <translation>齐步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>no steps kept</source>
        <translation>未保留各步</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>not validated yet</source>
        <translation>尚未验证</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>schedule: {name}</source>
        <translation>调度方式：{name}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>trace {size}, {followed}</source>
        <translation>轨迹 {size}，{followed}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>validated on {n} published measurements, median error {error}</source>
        <translation>用已发表的 {n} 个测量结果验证过，误差中位数 {error}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>{n} in {t}</source>
        <translation>{n}，用时 {t}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>{n} launches</source>
        <translation>{n} 次启动</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/status_line.py"/>
        <source>{n} of {all} blocks followed</source>
        <translation>跟踪 {all} 个线程块中的 {n} 个</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/controller.py"/>
        <source>This sweep is of the {device}. Press Run sweep for the {other}.</source>
        <translation>这次扫描针对 {device}。要扫描 {other}，请按「运行扫描」。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/controller.py"/>
        <source>{n} of {count}</source>
        <translation>{n} / {count}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/controller.py"/>
        <source>{operation}: {words}</source>
        <translation>{operation}：{words}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/empty.py"/>
        <source>Block size sweep</source>
        <translation>线程块大小扫描</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/empty.py"/>
        <source>Press Run sweep to time {operation} at sizes from {first} to {last}: the kernel on the {device}, with and without copies, and the CPU beside it.</source>
        <translation>请按「运行扫描」，测量{operation}在规模 {first} 到 {last} 上的用时：{device} 上的核函数，含复制与不含复制，并与 CPU 并列。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/empty.py"/>
        <source>Press Run sweep to time {operation} of size {size} on the {device} with blocks of {blocks} threads.</source>
        <translation>请按「运行扫描」，测量规模为 {size} 的{operation}在 {device} 上的用时，线程块的线程数取 {blocks}。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/empty.py"/>
        <source>Size sweep</source>
        <translation>规模扫描</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/empty.py"/>
        <source>{operation} is being launched: the first point comes soon.</source>
        <translation>正在启动{operation}：第一个点很快就到。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Also time the CPU at each size: that takes longer.</source>
        <translation>在每个规模上也测量 CPU 的用时：这样更久。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Blocks</source>
        <translation>线程块</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>CPU too</source>
        <translation>也测 CPU</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>End the sweep; the points that came stay.</source>
        <translation>结束扫描；已有的点会保留。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>First size</source>
        <translation>起始规模</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Grows</source>
        <translation>增长</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Last size</source>
        <translation>最终规模</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Launch the kernel once for each point; they appear one by one.</source>
        <translation>对每个点启动一次核函数；各点会逐个出现。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Run sweep</source>
        <translation>运行扫描</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Sizes</source>
        <translation>规模</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Sizes double as long as they reach this one.</source>
        <translation>规模逐次加倍，直到这个数为止。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>The blocks to try: 32, 64, 128, or 8x8, 16x16, 32x8.</source>
        <translation>要试的线程块：32, 64, 128，或 8x8, 16x16, 32x8。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>The smallest size of the sweep.</source>
        <translation>扫描中最小的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Threads of a block</source>
        <translation>线程块的线程数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Time the kernel and the CPU at many sizes.</source>
        <translation>在许多规模上测量核函数和 CPU 的用时。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Time the kernel with many block sizes.</source>
        <translation>用许多线程块大小测量核函数的用时。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>What grows</source>
        <translation>什么在增长</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>Which of the sizes doubles; the others stay as in the launch.</source>
        <translation>哪个规模加倍；其余的与启动中相同。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>all sizes alike</source>
        <translation>所有规模一起</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>only {name}</source>
        <translation>只有 {name}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/form.py"/>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/view.py"/>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/sweeps/view.py"/>
        <source>What the sweep shows</source>
        <translation>扫描说明了什么</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/tab_order.py"/>
        <source>Panels under the stage</source>
        <translation>舞台下方的面板</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/term_popup.py"/>
        <source>All words: the glossary</source>
        <translation>所有词：术语表</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/timing/history_view.py"/>
        <source>Each run of this session has a group of bars here.</source>
        <translation>本次会话的每次运行在这里都有一组条形。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/timing/history_view.py"/>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/timing/history_view.py"/>
        <source>Runs of this session</source>
        <translation>本次会话的各次运行</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/timing/history_view.py"/>
        <source>Times of 1 run</source>
        <translation>1 次运行的用时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/timing/history_view.py"/>
        <source>Times of {n} runs</source>
        <translation>{n} 次运行的用时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/timing/view.py"/>
        <source>Chosen run: {run}</source>
        <translation>所选的运行：{run}</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/toolbar.py"/>
        <source>All panels</source>
        <translation>全部面板</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/toolbar.py"/>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/toolbar.py"/>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/toolbar.py"/>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/toolbar.py"/>
        <source>Who executes the launch.</source>
        <translation>由谁执行启动。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>All published times</source>
        <translation>所有已发表的用时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>As the model has it.</source>
        <translation>根据模型。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Factor</source>
        <translation>倍数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>How the times are modelled</source>
        <translation>用时怎样估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Its file in benchmarks/published.</source>
        <translation>它在 benchmarks/published 中的文件。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Modelled</source>
        <translation>估算</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Modelled times beside published ones</source>
        <translation>模型估算的用时与已发表的用时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Of the launch.</source>
        <translation>启动的规模。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Published</source>
        <translation>已发表</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>The modelled time in published ones; sorted by how far it is off.</source>
        <translation>估算的用时是已发表用时的多少倍；按相差多少排序。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>The time.</source>
        <translation>用时。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>What the model says of the same launch.</source>
        <translation>模型对同一次启动的估算。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Where it was measured.</source>
        <translation>在哪里测得。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>Who published it.</source>
        <translation>由谁发表。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>With one of the extras cuda12 and cuda13 instructions are read off machine code.</source>
        <translation>安装了 cuda12 或 cuda13 之一时，指令从机器码中读出。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>from machine code, where a compiler is installed</source>
        <translation>根据机器码，在安装了编译器时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/validation.py"/>
        <source>from source, without a compiler</source>
        <translation>根据源代码，没有编译器时</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>A .py file with a Numba CUDA kernel of your own, or a recording.</source>
        <translation>带有自己编写的 Numba CUDA 核函数的 .py 文件，或一份记录。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>A few minutes: why a GPU is fast, with questions that you answer by trying.</source>
        <translation>只要几分钟：GPU 为什么快，动手试一试来回答问题。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>A thread for each element: blocks, warps and lanes at work, step by step.</source>
        <translation>每个元素一个线程：一步一步看线程块、线程束和 lane 怎样工作。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>Help &gt; Welcome brings this back.</source>
        <translation>「帮助 &gt; 欢迎」可以再次打开。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>Open my kernel</source>
        <translation>打开我的核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>See what a GPU does with a kernel</source>
        <translation>看看 GPU 怎样执行核函数</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>Take the first lesson</source>
        <translation>上第一课</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>To the window behind. So does Esc.</source>
        <translation>回到后面的窗口。Esc 也可以。</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>Watch vector add</source>
        <translation>观看向量加法</translation>
    </message>
    <message>
        <location filename="../../gpuviz/ui/welcome.py"/>
        <source>gpuviz runs real kernels, with or without a GPU, and shows every block, warp and memory access. Where do you want to begin?</source>
        <translation>gpuviz 真正运行核函数，有没有 GPU 都行，并展示每个线程块、线程束和每次内存访问。想从哪里开始？</translation>
    </message>
    <message>
        <source> · uncalibrated for {device}</source>
        <translation type="vanished"> · 对 {device} 没有校准</translation>
    </message>
    <message>
        <source>All keys on one page.</source>
        <translation type="vanished">一页列出所有按键。</translation>
    </message>
    <message>
        <source>All modelled, without tensor cores; neither validated nor calibrated.</source>
        <translation type="vanished">全部由模型估算，不含张量核心；既未验证，也未校准。</translation>
    </message>
    <message>
        <source>All modelled, without tensor cores; validated on {devices} only, uncalibrated for the others.</source>
        <translation type="vanished">全部由模型估算，不含张量核心；只在 {devices} 上验证过，其他设备未校准。</translation>
    </message>
    <message>
        <source>Copy repaired source</source>
        <translation type="vanished">复制修复后的源代码</translation>
    </message>
    <message>
        <source>From a thread to its block, then to the grid.</source>
        <translation type="vanished">从线程回到线程块，再回到网格。</translation>
    </message>
    <message>
        <source>From one control to the next.</source>
        <translation type="vanished">从一个控件到下一个。</translation>
    </message>
    <message>
        <source>GPU times are modelled, not validated</source>
        <translation type="vanished">GPU 时间由模型估算，未经验证</translation>
    </message>
    <message>
        <source>GPU times are modelled; real ones are {low} to {high} times as long</source>
        <translation type="vanished">GPU 时间由模型估算；真实时间是它的 {low} 到 {high} 倍</translation>
    </message>
    <message>
        <source>In the editor: save and run what is typed.</source>
        <translation type="vanished">在编辑器中：保存并运行所输入的内容。</translation>
    </message>
    <message>
        <source>Kernel files, recordings and lessons (*.py *.gpuviz *.md)</source>
        <translation type="vanished">核函数文件、记录和课程 (*.py *.gpuviz *.md)</translation>
    </message>
    <message>
        <source>Open a kernel file, a recording or a lesson</source>
        <translation type="vanished">打开核函数文件、记录或课程</translation>
    </message>
    <message>
        <source>Pa&amp;nels</source>
        <translation type="vanished">面板(&amp;N)</translation>
    </message>
    <message>
        <source>Sectors of global memory, wavefronts of shared memory and atomic operations of each line.</source>
        <translation type="vanished">每一行的全局内存扇区、共享内存批次和原子操作。</translation>
    </message>
    <message>
        <source>What each line moves in memory.</source>
        <translation type="vanished">每一行搬运了多少数据。</translation>
    </message>
    <message>
        <source>atomics</source>
        <translation type="vanished">原子操作</translation>
    </message>
    <message>
        <source>float32 arithmetic</source>
        <translation type="vanished">float32 运算</translation>
    </message>
    <message>
        <source>float64 arithmetic</source>
        <translation type="vanished">float64 运算</translation>
    </message>
    <message>
        <source>instructions</source>
        <translation type="vanished">指令</translation>
    </message>
    <message>
        <source>picture {n} of {all}: a click shows all</source>
        <translation type="vanished">第 {n} 幅，共 {all} 幅：单击显示全部</translation>
    </message>
    <message>
        <source>special functions</source>
        <translation type="vanished">特殊函数</translation>
    </message>
    <message>
        <source>starting the kernel</source>
        <translation type="vanished">启动核函数</translation>
    </message>
    <message>
        <source>the L1 cache</source>
        <translation type="vanished">L1 缓存</translation>
    </message>
    <message>
        <source>the L2 cache</source>
        <translation type="vanished">L2 缓存</translation>
    </message>
    <message>
        <source>waiting for results</source>
        <translation type="vanished">等待结果</translation>
    </message>
    <message>
        <source>whole-number arithmetic</source>
        <translation type="vanished">整数运算</translation>
    </message>
</context>
<context>
    <name>operation</name>
    <message>
        <location filename="../../kernels/adam_step.py"/>
        <source>Adam step</source>
        <translation>Adam 更新</translation>
    </message>
    <message>
        <location filename="../../kernels/adam_step.py"/>
        <source>each weight takes a step of its own size, from what its gradients were so far.</source>
        <translation>每个权重按照自己到目前为止的梯度，走出大小各自不同的一步。</translation>
    </message>
    <message>
        <location filename="../../kernels/attention.py"/>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <location filename="../../kernels/attention.py"/>
        <source>every token looks at all tokens before it, and takes from each what it needs.</source>
        <translation>每个词元都看它之前的所有词元，从每一个那里取走自己需要的东西。</translation>
    </message>
    <message>
        <location filename="../../kernels/blur_3d.py"/>
        <source>Blur, 3-D</source>
        <translation>模糊，三维</translation>
    </message>
    <message>
        <location filename="../../kernels/blur_3d.py"/>
        <source>each voxel of a volume becomes the mean of the 27 around it.</source>
        <translation>体数据中的每个体素变成它周围 27 个体素的平均值。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_barrier.py"/>
        <source>Barrier, broken</source>
        <translation>屏障（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_barrier.py"/>
        <source>y[i] = x[i] - x[i - 1] through shared memory, and some threads never arrive.</source>
        <translation>y[i] = x[i] - x[i - 1]，经过共享内存，而有些线程永远到不了。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_difference.py"/>
        <source>Difference, broken</source>
        <translation>差分（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_difference.py"/>
        <source>y[i] = x[i] - x[i - 1], and the first thread of a block has no neighbour.</source>
        <translation>y[i] = x[i] - x[i - 1]，而线程块的第一个线程没有左邻。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_dot.py"/>
        <source>Dot product, broken</source>
        <translation>点积（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_dot.py"/>
        <source>the blocks add up their parts well, and lose them at the last step.</source>
        <translation>各线程块都正确算出自己的部分和，却在最后一步丢掉了。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_forgotten_copy.py"/>
        <source>Copy, forgotten</source>
        <translation>复制（忘了）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_forgotten_copy.py"/>
        <source>the GPU computes y = 2 x + 1 in two launches, and nobody ever sees it.</source>
        <translation>GPU 用两次启动算出 y = 2 x + 1，却没有人看得到结果。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_game_of_life.py"/>
        <source>Game of life, broken</source>
        <translation>生命游戏（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_game_of_life.py"/>
        <source>cells decide one after the other what all should decide at once.</source>
        <translation>本该所有细胞同时决定的事，它们却一个接一个地决定。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_histogram.py"/>
        <source>Histogram, broken</source>
        <translation>直方图（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_histogram.py"/>
        <source>count how often each of 256 values occurs, and lose some of them.</source>
        <translation>数一数 256 个值各出现多少次，却漏掉了一些。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_matmul_tiled.py"/>
        <source>C = A B with tiles in shared memory, and a mistake in their use.</source>
        <translation>C = A B，用共享内存里的分块，而分块用错了。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_matmul_tiled.py"/>
        <source>Matmul, tiled, broken</source>
        <translation>矩阵乘法（分块，有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_slope.py"/>
        <source>Slope, broken</source>
        <translation>斜率（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_slope.py"/>
        <source>y[i] = x[i + 1] - x[i] through shared memory, which is too small by one.</source>
        <translation>y[i] = x[i + 1] - x[i]，经过共享内存，而它小了一个元素。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_softmax.py"/>
        <source>Softmax, broken</source>
        <translation>Softmax（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_softmax.py"/>
        <source>numbers become probabilities, and some threads cannot wait for the largest.</source>
        <translation>把一些数变成概率，而有些线程等不及最大值算出来。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_stencil.py"/>
        <source>Stencil, broken</source>
        <translation>模板计算（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_stencil.py"/>
        <source>each element becomes the mean of itself and its two neighbours, almost.</source>
        <translation>每个元素变成它自己与左右两个邻居的平均值，差一点就对了。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_sum_shared.py"/>
        <source>Sum, shared, broken</source>
        <translation>求和（共享，有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_sum_shared.py"/>
        <source>a block adds up its elements in shared memory, but not always all of them.</source>
        <translation>线程块在共享内存里把自己的元素加起来，但并不总是全部。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_transpose.py"/>
        <source>B is A turned over its diagonal, as long as nobody looks at the edges.</source>
        <translation>B 是 A 的转置，只要不去看边缘。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_transpose.py"/>
        <source>Transpose, broken</source>
        <translation>转置（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_vector_add.py"/>
        <source>Vector add, broken</source>
        <translation>向量加法（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_vector_add.py"/>
        <source>c = a + b, and a mistake that is easy to overlook.</source>
        <translation>c = a + b，里面有一个容易忽略的错误。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_votes.py"/>
        <source>Votes, broken</source>
        <translation>投票（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_votes.py"/>
        <source>each thread counts the votes of some neighbours, and does not begin at zero.</source>
        <translation>每个线程统计几个邻居的票数，却没有从零开始。</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_warp_sum.py"/>
        <source>Warp sum, broken</source>
        <translation>线程束求和（有错）</translation>
    </message>
    <message>
        <location filename="../../kernels/broken_warp_sum.py"/>
        <source>a sum as old books teach it, with lanes that are said to keep step.</source>
        <translation>按老书教的方法求和，据说各 lane 总会步调一致。</translation>
    </message>
    <message>
        <location filename="../../kernels/cnn_digits.py"/>
        <source>Digits, recognised</source>
        <translation>数字识别</translation>
    </message>
    <message>
        <location filename="../../kernels/cnn_digits.py"/>
        <source>a convolutional network of 12 launches tells which digit a picture shows.</source>
        <translation>由 12 次启动组成的卷积网络，认出图中是哪个数字。</translation>
    </message>
    <message>
        <location filename="../../kernels/conv2d.py"/>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <location filename="../../kernels/conv2d.py"/>
        <source>every filter of a layer looks at every place of a picture, one thread for each look.</source>
        <translation>一层的每个滤波器都看图像的每个位置，每看一处用一个线程。</translation>
    </message>
    <message>
        <location filename="../../kernels/conv2d_shared.py"/>
        <source>Convolution, shared</source>
        <translation>卷积（共享）</translation>
    </message>
    <message>
        <location filename="../../kernels/conv2d_shared.py"/>
        <source>the pixels that a block needs are fetched once, with a halo around them.</source>
        <translation>线程块需要的像素，连同周围的一圈（halo），只取一次。</translation>
    </message>
    <message>
        <location filename="../../kernels/copy_strided.py"/>
        <source>Copy, strided</source>
        <translation>复制（跨步）</translation>
    </message>
    <message>
        <location filename="../../kernels/copy_strided.py"/>
        <source>y[i] = x[stride * i], to see what the gaps between the elements cost.</source>
        <translation>y[i] = x[stride * i]，看看元素之间的间隔要付出什么代价。</translation>
    </message>
    <message>
        <location filename="../../kernels/cross_entropy.py"/>
        <source>Cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <location filename="../../kernels/cross_entropy.py"/>
        <source>how wrong a classifier is, and in which direction it has to change.</source>
        <translation>分类器错得有多厉害，又该往哪个方向改。</translation>
    </message>
    <message>
        <location filename="../../kernels/data_parallel.py"/>
        <source>Data parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <location filename="../../kernels/data_parallel.py"/>
        <source>several GPUs train one layer, each on its part of the batch, and add gradients.</source>
        <translation>几块 GPU 一起训练一层，各自负责批量的一部分，再把梯度相加。</translation>
    </message>
    <message>
        <location filename="../../kernels/dense.py"/>
        <source>Dense</source>
        <translation>全连接</translation>
    </message>
    <message>
        <location filename="../../kernels/dense.py"/>
        <source>y = x W^T + b, a layer in which every neuron looks at every feature.</source>
        <translation>y = x W^T + b，这一层的每个神经元都看每个特征。</translation>
    </message>
    <message>
        <location filename="../../kernels/dqn_gridworld.py"/>
        <source>Deep Q network</source>
        <translation>深度 Q 网络</translation>
    </message>
    <message>
        <location filename="../../kernels/dqn_gridworld.py"/>
        <source>an agent in a maze learns the way from moves that it remembers.</source>
        <translation>迷宫里的智能体，从自己记得的走法中学会认路。</translation>
    </message>
    <message>
        <location filename="../../kernels/embedding.py"/>
        <source>Embedding</source>
        <translation>词嵌入</translation>
    </message>
    <message>
        <location filename="../../kernels/embedding.py"/>
        <source>each token of a text is replaced by its row of a table.</source>
        <translation>文本中的每个词元，都换成表中属于它的一行。</translation>
    </message>
    <message>
        <location filename="../../kernels/flip.py"/>
        <source>Flip</source>
        <translation>翻转</translation>
    </message>
    <message>
        <location filename="../../kernels/flip.py"/>
        <source>a picture is mirrored from left to right, and memory hardly notices.</source>
        <translation>把图像左右镜像，访问内存的代价几乎不变。</translation>
    </message>
    <message>
        <location filename="../../kernels/game_of_life.py"/>
        <source>Game of life</source>
        <translation>生命游戏</translation>
    </message>
    <message>
        <location filename="../../kernels/game_of_life.py"/>
        <source>cells are born and die by the number of their neighbours, all at the same moment.</source>
        <translation>细胞按邻居的数目出生和死亡，全都在同一时刻。</translation>
    </message>
    <message>
        <location filename="../../kernels/histogram.py"/>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <location filename="../../kernels/histogram.py"/>
        <source>count how often each of 256 values occurs, with one atomic addition per element.</source>
        <translation>数一数 256 个值各出现多少次，每个元素做一次原子加法。</translation>
    </message>
    <message>
        <location filename="../../kernels/layer_norm.py"/>
        <source>Layer norm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <location filename="../../kernels/layer_norm.py"/>
        <source>each row gets a mean of 0 and a spread of 1, then a gain and a shift of its own.</source>
        <translation>每一行的均值变为 0，标准差变为 1，再乘上增益、加上偏移，每列各有一套。</translation>
    </message>
    <message>
        <location filename="../../kernels/loss_scaling.py"/>
        <source>Loss scaling</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <location filename="../../kernels/loss_scaling.py"/>
        <source>gradients stored in 16 bits, multiplied by a factor first, so that none gets lost.</source>
        <translation>梯度用 16 位存放，先乘以一个系数，这样一个也不会丢。</translation>
    </message>
    <message>
        <location filename="../../kernels/lstm_cell.py"/>
        <source>LSTM cell</source>
        <translation>LSTM 单元</translation>
    </message>
    <message>
        <location filename="../../kernels/lstm_cell.py"/>
        <source>a network with a memory reads one token, and remembers or forgets.</source>
        <translation>一个有记忆的网络读入一个词元，然后记住或忘掉。</translation>
    </message>
    <message>
        <location filename="../../kernels/lstm_text.py"/>
        <source>LSTM text</source>
        <translation>LSTM 写文本</translation>
    </message>
    <message>
        <location filename="../../kernels/lstm_text.py"/>
        <source>a network writes letter by letter, and every letter waits for the one before.</source>
        <translation>一个网络逐个字母地写，每个字母都要等前一个。</translation>
    </message>
    <message>
        <location filename="../../kernels/mandelbrot.py"/>
        <source>Mandelbrot</source>
        <translation>曼德勃罗集</translation>
    </message>
    <message>
        <location filename="../../kernels/mandelbrot.py"/>
        <source>how long a number stays small, asked for every pixel, and never equally long.</source>
        <translation>对每个像素都问：一个数能保持很小多久？各像素的迭代次数各不相同。</translation>
    </message>
    <message>
        <location filename="../../kernels/matmul_backward.py"/>
        <source>Matmul, backward</source>
        <translation>矩阵乘法（反向）</translation>
    </message>
    <message>
        <location filename="../../kernels/matmul_backward.py"/>
        <source>the gradients of a dense layer, for its inputs, weights and biases.</source>
        <translation>全连接层的梯度：对输入、权重和偏置的梯度。</translation>
    </message>
    <message>
        <location filename="../../kernels/matmul_mixed.py"/>
        <source>C = A B, with A and B stored in 16 bits and the sums made in 32.</source>
        <translation>C = A B，A 和 B 用 16 位存放，求和用 32 位。</translation>
    </message>
    <message>
        <location filename="../../kernels/matmul_mixed.py"/>
        <source>Matmul, mixed</source>
        <translation>矩阵乘法（混合）</translation>
    </message>
    <message>
        <location filename="../../kernels/matmul_naive.py"/>
        <source>C = A B, one thread for each element of C.</source>
        <translation>C = A B，C 的每个元素一个线程。</translation>
    </message>
    <message>
        <location filename="../../kernels/matmul_naive.py"/>
        <source>Matmul, naive</source>
        <translation>矩阵乘法（朴素）</translation>
    </message>
    <message>
        <location filename="../../kernels/matmul_register_tiled.py"/>
        <source>C = A B, where each thread keeps 64 sums in its registers.</source>
        <translation>C = A B，每个线程在自己的寄存器里保存 64 个和。</translation>
    </message>
    <message>
        <location filename="../../kernels/matmul_register_tiled.py"/>
        <source>Matmul, register tiled</source>
        <translation>矩阵乘法（寄存器分块）</translation>
    </message>
    <message>
        <location filename="../../kernels/matmul_tiled.py"/>
        <source>C = A B, with the tiles that a block needs kept in shared memory.</source>
        <translation>C = A B，线程块需要的分块放在共享内存里。</translation>
    </message>
    <message>
        <location filename="../../kernels/matmul_tiled.py"/>
        <source>Matmul, tiled</source>
        <translation>矩阵乘法（分块）</translation>
    </message>
    <message>
        <location filename="../../kernels/matrix_add.py"/>
        <source>C = A + B on a grid of two dimensions, x along the columns.</source>
        <translation>C = A + B，用二维网格，x 对应列号。</translation>
    </message>
    <message>
        <location filename="../../kernels/matrix_add.py"/>
        <source>Matrix add</source>
        <translation>矩阵加法</translation>
    </message>
    <message>
        <location filename="../../kernels/max_pool.py"/>
        <source>Max pool</source>
        <translation>最大池化</translation>
    </message>
    <message>
        <location filename="../../kernels/max_pool.py"/>
        <source>of every 2 x 2 pixels the largest stays, and a picture shrinks to a quarter.</source>
        <translation>每 2 x 2 个像素只留下最大的，图像缩小到四分之一。</translation>
    </message>
    <message>
        <location filename="../../kernels/neural_layer.py"/>
        <source>Neural layer</source>
        <translation>神经网络层</translation>
    </message>
    <message>
        <location filename="../../kernels/neural_layer.py"/>
        <source>y = sigmoid(W x + b), one thread for each neuron and sample.</source>
        <translation>y = sigmoid(W x + b)，每个神经元和样本一个线程。</translation>
    </message>
    <message>
        <location filename="../../kernels/normalize_image.py"/>
        <source>Normalise</source>
        <translation>像素归一化</translation>
    </message>
    <message>
        <location filename="../../kernels/normalize_image.py"/>
        <source>from the bytes of a camera to the numbers that a network was trained with.</source>
        <translation>从相机给出的字节，到网络训练时所用的那种数。</translation>
    </message>
    <message>
        <location filename="../../kernels/q_learning.py"/>
        <source>Q-learning</source>
        <translation>Q 学习</translation>
    </message>
    <message>
        <location filename="../../kernels/q_learning.py"/>
        <source>thousands of experiences correct one table of what actions are worth.</source>
        <translation>成千上万条经验修正同一张表，表里写着每个动作值多少。</translation>
    </message>
    <message>
        <location filename="../../kernels/relu.py"/>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <location filename="../../kernels/relu.py"/>
        <source>y = max(x, 0), the activation of most networks, without a branch.</source>
        <translation>y = max(x, 0)，大多数网络的激活函数，没有分支。</translation>
    </message>
    <message>
        <location filename="../../kernels/resize_bilinear.py"/>
        <source>Resize</source>
        <translation>缩放</translation>
    </message>
    <message>
        <location filename="../../kernels/resize_bilinear.py"/>
        <source>a picture in another size, each new pixel mixed from the four old ones around it.</source>
        <translation>换一个大小的图像，每个新像素由周围的四个旧像素混合而成。</translation>
    </message>
    <message>
        <location filename="../../kernels/rgb_to_gray.py"/>
        <source>Gray</source>
        <translation>灰度</translation>
    </message>
    <message>
        <location filename="../../kernels/rgb_to_gray.py"/>
        <source>a colour picture becomes a gray one, one thread for each pixel.</source>
        <translation>彩色图像变成灰度图像，每个像素一个线程。</translation>
    </message>
    <message>
        <location filename="../../kernels/rgb_to_hsv.py"/>
        <source>RGB to HSV</source>
        <translation>RGB 转 HSV</translation>
    </message>
    <message>
        <location filename="../../kernels/rgb_to_hsv.py"/>
        <source>which hue a pixel has, how much of it, and how bright it is.</source>
        <translation>像素是什么色调，颜色有多浓，又有多亮。</translation>
    </message>
    <message>
        <location filename="../../kernels/rnn_step.py"/>
        <source>RNN step</source>
        <translation>RNN 单步</translation>
    </message>
    <message>
        <location filename="../../kernels/rnn_step.py"/>
        <source>h_next = tanh(W [x, h] + b), a network that hears itself.</source>
        <translation>h_next = tanh(W [x, h] + b)，一个把自己的输出再作为输入的网络。</translation>
    </message>
    <message>
        <location filename="../../kernels/rotate_image.py"/>
        <source>Rotate</source>
        <translation>旋转</translation>
    </message>
    <message>
        <location filename="../../kernels/rotate_image.py"/>
        <source>a picture turned by any angle, each new pixel gathered from where it came from.</source>
        <translation>把图像旋转任意角度，每个新像素都从原来的位置取来。</translation>
    </message>
    <message>
        <location filename="../../kernels/saxpy.py"/>
        <source>SAXPY</source>
        <translation>SAXPY</translation>
    </message>
    <message>
        <location filename="../../kernels/saxpy.py"/>
        <source>y = alpha * x + y with a grid-stride loop, so that any grid does any size.</source>
        <translation>y = alpha * x + y，用跨网格循环，因此任何网格都能处理任何规模。</translation>
    </message>
    <message>
        <location filename="../../kernels/scan.py"/>
        <source>Scan</source>
        <translation>前缀和</translation>
    </message>
    <message>
        <location filename="../../kernels/scan.py"/>
        <source>each element of y is the sum of all elements of x up to there, one block for each row.</source>
        <translation>y 的每个元素是 x 到该处为止所有元素的和，每行一个线程块。</translation>
    </message>
    <message>
        <location filename="../../kernels/sgd_step.py"/>
        <source>SGD step</source>
        <translation>SGD 更新</translation>
    </message>
    <message>
        <location filename="../../kernels/sgd_step.py"/>
        <source>weights -= rate * gradient, the smallest step of learning.</source>
        <translation>weights -= rate * gradient，学习中最小的一步。</translation>
    </message>
    <message>
        <location filename="../../kernels/sigmoid.py"/>
        <source>Sigmoid</source>
        <translation>Sigmoid</translation>
    </message>
    <message>
        <location filename="../../kernels/sigmoid.py"/>
        <source>y = 1 / (1 + exp(-x)) by a device function with two sides.</source>
        <translation>y = 1 / (1 + exp(-x))，用一个有两条分支的设备函数。</translation>
    </message>
    <message>
        <location filename="../../kernels/softmax.py"/>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <location filename="../../kernels/softmax.py"/>
        <source>each row of numbers becomes a row of probabilities, one block for each row.</source>
        <translation>每一行数变成一行概率，每行一个线程块。</translation>
    </message>
    <message>
        <location filename="../../kernels/sum_atomic.py"/>
        <source>Atomic sum</source>
        <translation>求和（原子）</translation>
    </message>
    <message>
        <location filename="../../kernels/sum_atomic.py"/>
        <source>total = the sum of x, every thread adds its element to the same place.</source>
        <translation>total = x 的总和，每个线程都把自己的元素加到同一个地方。</translation>
    </message>
    <message>
        <location filename="../../kernels/sum_shared.py"/>
        <source>Sum, shared</source>
        <translation>求和（共享）</translation>
    </message>
    <message>
        <location filename="../../kernels/sum_shared.py"/>
        <source>each block adds up its elements in shared memory, then once to the total.</source>
        <translation>每个线程块在共享内存里把自己的元素加起来，再一次加到总和上。</translation>
    </message>
    <message>
        <location filename="../../kernels/sum_shuffle.py"/>
        <source>Sum, shuffle</source>
        <translation>求和（shuffle）</translation>
    </message>
    <message>
        <location filename="../../kernels/sum_shuffle.py"/>
        <source>the lanes of a warp hand their values to each other, without any memory.</source>
        <translation>线程束的各 lane 互相传递数值，完全不经过内存。</translation>
    </message>
    <message>
        <location filename="../../kernels/train_step.py"/>
        <source>Train step</source>
        <translation>训练一步</translation>
    </message>
    <message>
        <location filename="../../kernels/train_step.py"/>
        <source>forward, loss, backward, update, each of them launches on arrays that stay put.</source>
        <translation>前向、损失、反向、更新：每项由几次启动完成，数组一直留在原处。</translation>
    </message>
    <message>
        <location filename="../../kernels/transfer.py"/>
        <source>Transfer learning</source>
        <translation>迁移学习</translation>
    </message>
    <message>
        <location filename="../../kernels/transfer.py"/>
        <source>a trained network learns something new; its frozen base needs no way back.</source>
        <translation>训练好的网络学会新东西；冻结的前几层不用反向传播。</translation>
    </message>
    <message>
        <location filename="../../kernels/transpose_naive.py"/>
        <source>B = A turned over, each thread carries one element across.</source>
        <translation>B 是 A 的转置，每个线程搬运一个元素。</translation>
    </message>
    <message>
        <location filename="../../kernels/transpose_naive.py"/>
        <source>Transpose, naive</source>
        <translation>转置（朴素）</translation>
    </message>
    <message>
        <location filename="../../kernels/transpose_padded.py"/>
        <source>Transpose, padded</source>
        <translation>转置（填充）</translation>
    </message>
    <message>
        <location filename="../../kernels/transpose_padded.py"/>
        <source>the tile has one column more, and the bank conflicts are gone.</source>
        <translation>分块多加了一列，存储体冲突就消失了。</translation>
    </message>
    <message>
        <location filename="../../kernels/transpose_tiled.py"/>
        <source>B = A turned over, by way of a tile in shared memory.</source>
        <translation>B 是 A 的转置，经由共享内存里的分块。</translation>
    </message>
    <message>
        <location filename="../../kernels/transpose_tiled.py"/>
        <source>Transpose, tiled</source>
        <translation>转置（分块）</translation>
    </message>
    <message>
        <location filename="../../kernels/vector_add.py"/>
        <source>Vector add</source>
        <translation>向量加法</translation>
    </message>
    <message>
        <location filename="../../kernels/vector_add.py"/>
        <source>c = a + b, one thread for each element.</source>
        <translation>c = a + b，每个元素一个线程。</translation>
    </message>
    <message>
        <location filename="../../kernels/video_frames.py"/>
        <source>Video frames</source>
        <translation>视频帧</translation>
    </message>
    <message>
        <location filename="../../kernels/video_frames.py"/>
        <source>each frame of a stream is made smaller, normalised and searched for edges in time.</source>
        <translation>视频流的每一帧都要按时缩小、归一化，并找出边缘。</translation>
    </message>
</context>
</TS>
