// Package s3test runs a real S3 server for tests: versitygw, built once from tools/s3 and cached in the user's cache folder.
package s3test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"studbonus/internal/test/freeport"
)

// Access and Secret are the keys of every test server, Bucket its initial bucket.
const (
	Access = "testaccess"
	Secret = "testsecret"
	Bucket = "files"
)

const program = "github.com/versity/versitygw/cmd/versitygw"

// Start runs a server with an empty bucket until the test ends, and returns host:port.
func Start(t testing.TB) string {
	t.Helper()
	path := build(t)
	address := freeport.Address(t)
	//nolint:gosec // the path comes from build
	run(t, exec.CommandContext(t.Context(), path, "--access", Access, "--secret", Secret, "--port", address, "--quiet", "posix", t.TempDir()))
	client, err := minio.New(address, &minio.Options{
		Creds:     credentials.NewStaticV4(Access, Secret, ""),
		Region:    "us-east-1",
		Transport: &http.Transport{DisableKeepAlives: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		err := client.MakeBucket(ctx, Bucket, minio.MakeBucketOptions{})
		if err == nil {
			return address
		}
		if ctx.Err() != nil {
			t.Fatalf("the S3 server does not respond: %v", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// URL returns the store setting for an address.
func URL(address string) string {
	return "s3://" + Access + ":" + Secret + "@" + address + "/" + Bucket + "?insecure=true"
}

// run starts the command and ends it with the test, even if the test is killed.
func run(t testing.TB, command *exec.Cmd) {
	t.Helper()
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started, ended := make(chan error), make(chan struct{})
	go func() {
		defer close(ended)
		// Pdeathsig fires when the thread that started the command ends.
		runtime.LockOSThread()
		err := command.Start()
		started <- err
		if err == nil {
			_ = command.Wait()
		}
	}()
	if err := <-started; err != nil {
		t.Fatalf("start the S3 server: %v", err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		<-ended
	})
}

// build returns the path of the server. The first build takes minutes, so the binary is cached under a name that changes
// with the versions in tools/s3.
func build(t testing.TB) string {
	t.Helper()
	module, err := moduleFolder()
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(module, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256(sums)
	path := filepath.Join(cache, "studbonus", "versitygw-"+hex.EncodeToString(hash[:6]))
	if err := buildOnce(t.Context(), module, path); err != nil {
		t.Fatalf("build the S3 server: %v", err)
	}
	return path
}

//nolint:gosec // called only by tests with their own paths
func buildOnce(ctx context.Context, module, path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	// Test binaries of several packages run in parallel.
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Close() }()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	command := exec.CommandContext(ctx, "go", "build", "-C", module, "-o", path+".new", program)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return os.Rename(path+".new", path)
}

// moduleFolder finds tools/s3 above the package under test.
func moduleFolder() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		module := filepath.Join(dir, "tools", "s3")
		if _, err := os.Stat(filepath.Join(module, "go.mod")); err == nil {
			return module, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("s3test: no tools/s3 above the working folder")
		}
		dir = parent
	}
}
