// Package web holds the built console and the built app of the students.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist/console all:dist/student
var dist embed.FS

// Console is the built console: index.html and its assets. Before the first build it is empty.
func Console() fs.FS { return built("dist/console") }

// Student is the students' app, with the till's page beside it.
func Student() fs.FS { return built("dist/student") }

func built(folder string) fs.FS {
	files, err := fs.Sub(dist, folder)
	if err != nil {
		panic(err) // the folders are embedded above
	}
	return files
}
