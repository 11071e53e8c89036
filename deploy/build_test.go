package deploy_test

import (
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// embedded matches what a source puts into the program: a pattern of go:embed, a text that the console imports.
var embedded = regexp.MustCompile(`(?m)^//go:embed (\S+)$|^import .* from '(\S+)\?raw';$`)

// embeddedIn returns the files that the sources below a folder embed, named from the root of the repository.
func embeddedIn(t *testing.T, folder string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("..", folder), func(path string, _ fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err != nil || ext != ".go" && ext != ".tsx" {
			return err
		}
		for _, found := range embedded.FindAllStringSubmatch(read(t, path), -1) {
			matches, err := filepath.Glob(filepath.Join(filepath.Dir(path), found[1]+found[2]))
			if err != nil {
				return err
			}
			for _, match := range matches {
				files = append(files, strings.TrimPrefix(filepath.ToSlash(match), "../"))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// make keeps an old program or console if it does not know one of their sources.
func TestMakeKnowsEveryEmbeddedFile(t *testing.T) {
	database := output(t, exec.Command(tool(t, "make", "make"), "-C", "..", "-pn", "help"))
	for variable, folders := range map[string][]string{"GO_SRC": {"internal"}, "WEB_SRC": {"web/console", "web/student"}} {
		found := regexp.MustCompile(`(?m)^` + variable + ` := (.*)$`).FindStringSubmatch(database)
		if found == nil {
			t.Fatalf("the Makefile has no %s", variable)
		}
		sources, files := strings.Fields(found[1]), 0
		for _, folder := range folders {
			for _, file := range embeddedIn(t, folder) {
				files++
				isKnown := slices.ContainsFunc(sources, func(source string) bool { return source == file || strings.HasPrefix(source, file+"/") }) // a folder is embedded whole
				if !isKnown {
					t.Errorf("%s is missing from %s", file, variable)
				}
			}
		}
		if files == 0 {
			t.Errorf("control: %s embeds nothing", folders)
		}
	}
}
