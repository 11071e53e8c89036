package deploy_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"studbonus/internal/test/freeport"
)

// image runs the steps of a Dockerfile without a container engine: each stage is a folder, COPY copies into it, and RUN
// runs on this machine with the stage's absolute paths mapped into its folder.
type image struct {
	t       *testing.T
	stages  map[string]*stage
	now     *stage
	ignored []string // of the build context
}

type stage struct {
	root, dir   string
	env         []string
	user        string
	entry, cmd  string
	healthcheck string
}

var (
	instruction = regexp.MustCompile(`^([A-Z]+)\s+(.*)$`)
	ownPaths    = regexp.MustCompile(`(^|[\s=])/(studbonus|empty|src)\b`)
	quotedWords = regexp.MustCompile(`"([^"]*)"`)
)

func (i *image) follow(dockerfile string) {
	i.t.Helper()
	text := strings.ReplaceAll(read(i.t, dockerfile), "\\\n", " ")
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		m := instruction.FindStringSubmatch(lines.Text())
		if m == nil {
			continue // a comment or an empty line
		}
		i.step(m[1], m[2])
	}
}

func (i *image) step(what, rest string) {
	i.t.Helper()
	switch what {
	case "FROM":
		words := strings.Fields(rest)
		i.now = &stage{root: i.t.TempDir(), dir: "/"}
		i.stages[words[len(words)-1]] = i.now
	case "ARG":
		i.now.env = append(i.now.env, rest)
	case "ENV":
		i.now.env = append(i.now.env, strings.Fields(rest)...)
	case "WORKDIR":
		i.now.dir = rest
		if err := os.MkdirAll(filepath.Join(i.now.root, rest), 0o755); err != nil {
			i.t.Fatal(err)
		}
	case "COPY":
		i.copy(strings.Fields(rest))
	case "RUN":
		i.run(rest)
	case "USER":
		i.now.user = rest
	case "ENTRYPOINT":
		i.now.entry = rest
	case "CMD":
		i.now.cmd = rest
	case "HEALTHCHECK":
		i.now.healthcheck = rest[strings.Index(rest, "["):]
	case "VOLUME", "EXPOSE", "STOPSIGNAL":
	default:
		i.t.Fatalf("%s is not known here", what)
	}
}

func (i *image) copy(words []string) {
	i.t.Helper()
	from, context := "..", true
	for strings.HasPrefix(words[0], "--") {
		if name, found := strings.CutPrefix(words[0], "--from="); found {
			from, context = i.stages[name].root, false
		}
		words = words[1:]
	}
	to := words[len(words)-1]
	if !strings.HasPrefix(to, "/") {
		to = filepath.Join(i.now.dir, to) + map[bool]string{true: "/", false: ""}[strings.HasSuffix(to, "/")]
	}
	to = i.now.root + to
	for _, name := range words[:len(words)-1] {
		source := filepath.Join(from, name)
		if _, err := os.Stat(source); err != nil && strings.HasPrefix(name, "/etc/ssl/") {
			source = name // a file of the base image: taken from this machine
		}
		args := []string{"-euc", copying, "sh", source, to}
		if context {
			for _, pattern := range i.ignored { // other patterns only apply to the root, which is not copied
				if deep, found := strings.CutPrefix(pattern, "**/"); found {
					args = append(args, "--exclude="+deep)
				} else if within, found := strings.CutPrefix(pattern, name+"/"); found {
					args = append(args, "--exclude=./"+within)
				}
			}
		}
		output(i.t, exec.Command("sh", args...))
	}
}

// copying copies a folder's content; a file keeps its name only if the target is a folder.
const copying = `from=$1 to=$2; shift 2
if [ -d "$from" ]; then mkdir -p "$to"; tar -C "$from" "$@" -cf - . | tar -C "$to" -xf -
else mkdir -p "$(dirname "${to}x")"; cp -a "$from" "$to"; fi`

func (i *image) run(command string) {
	i.t.Helper()
	if strings.HasPrefix(command, "npm install") { // replaced by the installed modules, because there is no network
		modules, err := filepath.Abs("../web/node_modules")
		if err != nil {
			i.t.Fatal(err)
		}
		if err := os.Symlink(modules, filepath.Join(i.now.root, i.now.dir, "node_modules")); err != nil {
			i.t.Fatal(err)
		}
		return
	}
	cmd := exec.Command("sh", "-euc", ownPaths.ReplaceAllString(command, "${1}"+i.now.root+"/${2}"))
	cmd.Dir = filepath.Join(i.now.root, i.now.dir)
	cmd.Env = append(os.Environ(), i.now.env...)
	output(i.t, cmd)
}

// call prepares a command of the image, run as its user with only the image's files.
func (s *stage) call(listen string, words ...string) *exec.Cmd {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env, cmd.Dir = append(append([]string{}, s.env...), "STUDBONUS_LISTEN="+listen, "STUDBONUS_METRICS="), "/"
	cmd.Err = nil // looked up in the image, not here
	cmd.Path = words[0]
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: s.root, Pdeathsig: syscall.SIGKILL}
	const user = 10001
	if os.Geteuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: user, Gid: user}
	} else {
		cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: user, HostID: os.Geteuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: user, HostID: os.Getegid(), Size: 1}}
	}
	return cmd
}

func words(list string) (out []string) {
	for _, m := range quotedWords.FindAllStringSubmatch(list, -1) {
		out = append(out, m[1])
	}
	return out
}

func TestTheImageBuildsAProgramThatBecomesReady(t *testing.T) {
	i := &image{t: t, stages: map[string]*stage{}, ignored: strings.Fields(read(t, "../.dockerignore"))}
	i.follow("Dockerfile")
	final := i.stages["scratch"]
	if final.user != "10001:10001" {
		t.Errorf("runs as %s", final.user)
	}
	if os.Geteuid() == 0 {
		for _, dir := range []string{"data", "tmp"} { // COPY --chown
			if err := os.Chown(filepath.Join(final.root, dir), 10001, 10001); err != nil {
				t.Fatal(err)
			}
		}
	}
	if top, _ := filepath.Glob(final.root + "/*"); len(top) != 4 {
		t.Errorf("the image holds %v", top)
	}
	listen := freeport.Address(t)
	server := final.call(listen, append(words(final.entry), words(final.cmd)...)...)
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	server.Stdout, server.Stderr = log, log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	last := ""
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		asked := final.call(listen, words(final.healthcheck)...)
		out, err := asked.CombinedOutput()
		if err == nil {
			break
		}
		if last = fmt.Sprintf("%v: %s", err, out); time.Now().After(deadline) {
			t.Fatalf("not healthy: %s\n%s", last, read(t, log.Name()))
		}
	}
	res, err := http.Get("http://" + listen + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // only read
	if page, err := io.ReadAll(res.Body); err != nil || !strings.Contains(string(page), "/assets/") {
		t.Errorf("the console is not in it: %v, %.200s", err, page)
	}
}
