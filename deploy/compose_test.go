package deploy_test

import (
	"crypto/tls"
	"maps"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"studbonus/internal/app"
)

type compose struct {
	Services map[string]struct {
		Environment map[string]string
		Secrets     []string
		Volumes     []string
		EnvFile     string `yaml:"env_file"`
		Networks    []string
	}
	Secrets  map[string]struct{ File string }
	Volumes  map[string]any
	Networks map[string]any
}

// settings are the variables that the program knows.
func settings() (names []string) {
	for _, part := range []reflect.Type{reflect.TypeFor[app.Store](), reflect.TypeFor[app.Serving]()} {
		for i := range part.NumField() {
			names = append(names, part.Field(i).Tag.Get("env"))
		}
	}
	return names
}

func TestComposeNamesOnlyWhatThereIs(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "make-secrets"), read(t, "make-secrets"), 0o755)
	output(t, exec.Command(filepath.Join(dir, "make-secrets"), "bonus.example.ru"))
	var c compose
	if err := yaml.Unmarshal([]byte(read(t, "compose.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	for name, secret := range c.Secrets {
		if read(t, filepath.Join(dir, secret.File)) == "" {
			t.Errorf("the secret %s is empty", name)
		}
	}
	for name, service := range c.Services {
		for _, secret := range service.Secrets {
			if _, known := c.Secrets[secret]; !known {
				t.Errorf("%s wants a secret %s", name, secret)
			}
		}
		for _, network := range service.Networks {
			if _, known := c.Networks[network]; !known {
				t.Errorf("%s wants a network %s", name, network)
			}
		}
		if service.EnvFile != "" {
			read(t, filepath.Join(dir, service.EnvFile))
		}
		for variable := range service.Environment {
			if strings.HasPrefix(variable, "STUDBONUS_") && !slices.Contains(settings(), variable) {
				t.Errorf("%s sets %s, which the program does not know", name, variable)
			}
		}
	}
	store := app.Store{Database: "@" + filepath.Join(dir, c.Secrets["database"].File), Files: "@" + filepath.Join(dir, c.Secrets["files"].File)}
	if err := store.AfterApply(); err != nil {
		t.Errorf("the program refuses the secrets: %v", err)
	}
	certificate := filepath.Join(dir, c.Secrets["certificate"].File)
	if _, err := tls.LoadX509KeyPair(certificate, certificate); err != nil {
		t.Errorf("the certificate: %v", err)
	}
	wanted := map[string]bool{}
	for _, m := range regexp.MustCompile(`\$\{(\w+)\}`).FindAllStringSubmatch(read(t, "haproxy.cfg"), -1) {
		wanted[m[1]] = true
	}
	set := c.Services["proxy"].Environment
	if got, want := slices.Sorted(maps.Keys(set)), slices.Sorted(maps.Keys(wanted)); !slices.Equal(got, want) {
		t.Errorf("the proxy is given %v and wants %v", got, want)
	}
	for variable, value := range set {
		if host, _, _ := strings.Cut(value, ":"); strings.HasPrefix(variable, "INSTANCE_") {
			if _, there := c.Services[host]; !there {
				t.Errorf("%s names %s", variable, value)
			}
		}
	}
}
