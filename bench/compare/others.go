package main

import (
	"fmt"
	"os"
)

// mostTaken is the part of the processor that others may have in a round that counts.
const mostTaken = 0.05

// watchOthers begins to watch the machine; the function that it returns tells which part of the processor others had
// since, on a virtual machine whose host says so.
func watchOthers() func() float64 {
	took, all := processorTimes()
	return func() float64 {
		tookNow, allNow := processorTimes()
		return (tookNow - took) / max(allNow-all, 1)
	}
}

// processorTimes are what others took of the processor and its whole time, in ticks since the start of the machine.
func processorTimes() (others, all float64) {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0
	}
	var times [8]float64 // user, nice, system, idle, iowait, irq, softirq, steal
	into := make([]any, len(times))
	for i := range times {
		into[i] = &times[i]
	}
	_, _ = fmt.Sscanf(string(stat), "cpu %f %f %f %f %f %f %f %f", into...) // an old kernel has fewer: no others
	for _, t := range times {
		all += t
	}
	return times[7], all
}
