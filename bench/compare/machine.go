package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// machine describes where and when the figures were measured.
func machine() string {
	return fmt.Sprintf("%s, %d cores, %s, Linux, PostgreSQL on the same machine (fsync on), %s",
		processor(), runtime.NumCPU(), runtime.Version(), time.Now().Format("2006-01-02"))
}

// processor returns the model name from /proc/cpuinfo.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
