# How much of its address space the kernel gathers before it gives it back. In user-mode Linux that takes a call of the
# host for each page, all of them in one go and with interrupts off: 28 ms for 32 MiB, which is what a vkms display
# of 640x480 has mapped after three seconds. A picture was late each time when the machine was busy besides.
s/log \* (32UL \* 1024 \* 1024 / log * (1UL * 1024 * 1024 /
