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
	// stallTimeout closes a connection without traffic, so that an upload to a hung store fails within the 7 s of a
	// request (rules 15.10).
	stallTimeout = 6 * time.Second
	dialTimeout  = 3 * time.Second
	// idleTimeout is shorter than stallTimeout and than the keep-alive of stores, so that a request never picks a
	// connection that is about to close.
	idleTimeout = 2 * time.Second
)

const s3Form = "s3://ключ:секрет@сервер:порт/корзина?region=…&insecure=true"

// NewS3 parses s3://ACCESS:SECRET@host:port/bucket/prefix with the options region= (default us-east-1), insecure=true
// (plain HTTP) and lookup=path|dns (default path). Without keys in the URL it uses AWS_ACCESS_KEY_ID and
// AWS_SECRET_ACCESS_KEY. It does not connect: the program must start while the store is down.
func NewS3(address string) (*S3, error) {
	return openS3(address, stallTimeout)
}

func openS3(address string, stall time.Duration) (*S3, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" {
		// The error of url.Parse is dropped, because it quotes the URL with the secret.
		return nil, errors.New("адрес хранилища файлов должен иметь вид " + s3Form)
	}
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if bucket == "" {
		return nil, errors.New("в адресе хранилища файлов нет корзины; нужен вид " + s3Form)
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
		return nil, fmt.Errorf("адрес хранилища файлов записан с ошибкой: %w", err)
	}
	// One twelfth: a fast failure plus a stalled retry stay below 7 s.
	return &S3{core: *core, bucket: bucket, prefix: prefix, retry: stall / 12}, nil
}

func s3Options(u *url.URL) (*minio.Options, error) {
	query := u.Query()
	insecure := false
	if v := query.Get("insecure"); v != "" {
		var err error
		if insecure, err = strconv.ParseBool(v); err != nil {
			return nil, fmt.Errorf("параметр insecure хранилища файлов может быть true или false, а не %q", v)
		}
	}
	lookup := minio.BucketLookupPath
	switch v := query.Get("lookup"); v {
	case "", "path":
	case "dns":
		lookup = minio.BucketLookupDNS
	default:
		return nil, fmt.Errorf("параметр lookup хранилища файлов может быть path или dns, а не %q", v)
	}
	region := query.Get("region")
	if region == "" {
		region = "us-east-1" // otherwise the library asks the store first
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
		MaxRetries:   1, // the library would also retry stalled requests, beyond the time limit
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
			return &stallConn{Conn: conn, limit: stall}, nil
		},
		TLSClientConfig:     &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: dialTimeout,
		IdleConnTimeout:     idleTimeout,
		MaxIdleConnsPerHost: 16,
		DisableCompression:  true, // objects are counted and hashed as stored
	}
}

// stallConn fails when neither direction has made progress for the limit. Reads and writes extend both deadlines, because
// a read for the response is pending during the whole upload.
type stallConn struct {
	net.Conn
	limit time.Duration
}

// Read extends the deadline.
func (c *stallConn) Read(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.limit)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

// Write extends the deadline.
func (c *stallConn) Write(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(c.limit)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}
