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

// settings are the environment variables that the program knows.
func settings() (names []string) {
	for _, part := range []reflect.Type{reflect.TypeFor[app.Store](), reflect.TypeFor[app.Serving]()} {
		for i := range part.NumField() {
			names = append(names, part.Field(i).Tag.Get("env"))
		}
	}
	return names
}

func TestComposeUsesOnlyExistingSettings(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "make-secrets"), read(t, "make-secrets"), 0o755)
	output(t, exec.Command(filepath.Join(dir, "make-secrets"), "bonus.example.ru", "card.example.ru"))
	var c compose
	if err := yaml.Unmarshal([]byte(read(t, "compose.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	for name, secret := range c.Secrets {
		toFill := name == "smtp" || name == "sms" // by the administrator
		if (read(t, filepath.Join(dir, secret.File)) == "") != toFill {
			t.Errorf("the secret %s is empty, or should be", name)
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
	for variable, secret := range map[string]string{"STUDBONUS_DATABASE": "database", "STUDBONUS_FILES": "files", "STUDBONUS_SMTP": "smtp", "STUDBONUS_SMS": "sms"} {
		one := c.Services["one"]
		if one.Environment[variable] != "@/run/secrets/"+secret || !slices.Contains(one.Secrets, secret) {
			t.Errorf("%s is %q, with the secrets %v", variable, one.Environment[variable], one.Secrets)
		}
	}
	file := func(secret string) string { return "@" + filepath.Join(dir, c.Secrets[secret].File) }
	store := app.Store{Database: file("database"), Files: file("files"), SMTP: file("smtp"), SMS: file("sms")}
	if err := store.AfterApply(); err != nil {
		t.Errorf("the program refuses the secrets: %v", err)
	}
	certificate := filepath.Join(dir, c.Secrets["certificate"].File)
	pair, err := tls.LoadX509KeyPair(certificate, certificate)
	if err != nil {
		t.Fatalf("the certificate: %v", err)
	}
	for _, host := range []string{"bonus.example.ru", "card.example.ru"} {
		if err := pair.Leaf.VerifyHostname(host); err != nil {
			t.Error(err)
		}
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
		if host, _, _ := strings.Cut(value, ":"); strings.HasPrefix(variable, "INSTANCE_") || strings.HasSuffix(value, ":8090") {
			if _, there := c.Services[host]; !there {
				t.Errorf("%s names %s", variable, value)
			}
		}
	}
}
