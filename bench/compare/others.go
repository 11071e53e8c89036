package main

import (
	"fmt"
	"os"
)

// mostTaken is the largest share of CPU steal in a quiet round.
const mostTaken = 0.05

// watchOthers starts watching CPU steal; the returned function gives its share since then. It is zero on machines that do
// not report steal.
func watchOthers() func() float64 {
	took, all := processorTimes()
	return func() float64 {
		tookNow, allNow := processorTimes()
		return (tookNow - took) / max(allNow-all, 1)
	}
}

// processorTimes returns stolen and total CPU time in ticks since boot.
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
	_, _ = fmt.Sscanf(string(stat), "cpu %f %f %f %f %f %f %f %f", into...) // old kernels have fewer fields: no steal
	for _, t := range times {
		all += t
	}
	return times[7], all
}
