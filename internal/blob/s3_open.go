package blob

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	// stallTimeout ends a connection on which nothing moves, so that an upload to a dead
	// or drowsy store fails within the 7 s that a request has (security.md F10).
	stallTimeout = 6 * time.Second
	dialTimeout  = 3 * time.Second
	// idleTimeout is short: a connection must be closed before it counts as stalled,
	// and before the store closes it in the middle of the next request.
	idleTimeout = 2 * time.Second
)

const s3Form = "s3://ключ:секрет@сервер:порт/корзина?region=…&insecure=true"

// NewS3 reads an address of the form s3://ACCESS:SECRET@host:port/bucket/prefix with
// the options region= (us-east-1), insecure=true (plain HTTP) and lookup=path|dns
// (path). Keys may be left out and stand in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
// It does not connect: a store that is down must not keep the program from starting.
func NewS3(address string) (*S3, error) {
	return openS3(address, stallTimeout)
}

func openS3(address string, stall time.Duration) (*S3, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" {
		// The error of url.Parse quotes the address, and with it the secret.
		return nil, errors.New("blob: адрес хранилища файлов должен иметь вид " + s3Form)
	}
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if bucket == "" {
		return nil, errors.New("blob: в адресе хранилища файлов нет корзины; нужен вид " + s3Form)
	}
	if prefix != "" {
		prefix += "/"
	}
	options, err := s3Options(u)
	if err != nil {
		return nil, err
	}
	options.Transport = newTransport(stall)
	core, err := minio.NewCore(u.Host, options)
	if err != nil {
		return nil, fmt.Errorf("blob: адрес хранилища файлов записан с ошибкой: %w", err)
	}
	// A twelfth: a first try and a stalled second one stay below the same 7 s.
	return &S3{core: *core, bucket: bucket, prefix: prefix, retry: stall / 12}, nil
}

func s3Options(u *url.URL) (*minio.Options, error) {
	query := u.Query()
	insecure := false
	if v := query.Get("insecure"); v != "" {
		var err error
		if insecure, err = strconv.ParseBool(v); err != nil {
			return nil, fmt.Errorf("blob: параметр insecure хранилища файлов может быть true или false, а не %q", v)
		}
	}
	lookup := minio.BucketLookupPath
	switch v := query.Get("lookup"); v {
	case "", "path":
	case "dns":
		lookup = minio.BucketLookupDNS
	default:
		return nil, fmt.Errorf("blob: параметр lookup хранилища файлов может быть path или dns, а не %q", v)
	}
	region := query.Get("region")
	if region == "" {
		region = "us-east-1" // else the library asks the store first
	}
	keys := credentials.NewEnvAWS()
	if u.User != nil {
		secret, _ := u.User.Password()
		keys = credentials.NewStaticV4(u.User.Username(), secret, "")
	}
	return &minio.Options{
		Creds:        keys,
		Secure:       !insecure,
		Region:       region,
		BucketLookup: lookup,
		// The library would repeat stalled requests too, past the time that is allowed.
		MaxRetries: 1,
	}, nil
}

func newTransport(stall time.Duration) *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &livelyConn{Conn: conn, limit: stall}, nil
		},
		TLSClientConfig:     &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: dialTimeout,
		IdleConnTimeout:     idleTimeout,
		MaxIdleConnsPerHost: 16,
		DisableCompression:  true, // objects are counted and hashed as they are
	}
}

// livelyConn ends when neither direction has moved for the limit. Both deadlines move
// together: while a large object goes out, the answer is awaited all the time.
type livelyConn struct {
	net.Conn
	limit time.Duration
}

// Read reads, and waits for the limit at most.
func (c *livelyConn) Read(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.limit)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

// Write writes, and waits for the limit at most.
func (c *livelyConn) Write(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.limit)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}
