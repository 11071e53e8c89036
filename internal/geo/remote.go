package geo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// client asks one fixed host, and is careful with it (security §1.21, R27): no redirects, no private addresses, three
// seconds, a quarter of a megabyte.
type client struct {
	base *url.URL
	http *http.Client
}

func newClient(base string, allowPrivate bool) (*client, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("--geocoder-url %q: нужен адрес http:// или https://", base)
	}
	dialer := &net.Dialer{Timeout: patience}
	if !allowPrivate {
		dialer.Control = refusePrivate
	}
	return &client{base: u, http: &http.Client{
		Timeout: patience,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: patience, ResponseHeaderTimeout: patience,
			MaxIdleConns: 4, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10, ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("the geocoder sends us elsewhere") },
	}}, nil
}

// refusePrivate looks at the address that is really dialled: a name may lead anywhere by now.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if ip := at.Addr().Unmap(); !ip.IsGlobalUnicast() || ip.IsPrivate() || shared.Contains(ip) {
		return fmt.Errorf("the geocoder has a private address %s (--geocoder-private allows it)", ip)
	}
	return nil
}

// shared addresses are private too, though the library does not say so (RFC 6598).
var shared = netip.MustParsePrefix("100.64.0.0/10")

// get reads the JSON answer to a question.
func (c *client) get(ctx context.Context, path string, query url.Values, into any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	u := *c.base
	u.Path = strings.TrimSuffix(u.Path, "/") + path
	u.RawQuery = query.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", "studbonus")
	req.Header.Set("Accept", "application/json")
	res, err := c.http.Do(req)
	if err != nil {
		return hideQuery(err)
	}
	defer res.Body.Close() //nolint:errcheck // only read
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the geocoder answers %d", res.StatusCode)
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, answerLimit+1))
	if err != nil {
		return hideQuery(err)
	}
	if len(raw) > answerLimit {
		return fmt.Errorf("%w: over %d bytes", errAnswer, answerLimit)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%w: %w", errAnswer, err)
	}
	return nil
}

// hideQuery keeps the key, which is part of the address, out of the log.
func hideQuery(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', 6, 64) }

// nominatim is OpenStreetMap's geocoder: the public one, or one's own.
type nominatim struct{ *client }

const publicNominatim = "https://nominatim.openstreetmap.org"

// Search implements Geocoder.
func (n nominatim) Search(ctx context.Context, address string, in *City) ([]Place, error) {
	var found []struct {
		Name      string `json:"display_name"`
		Latitude  string `json:"lat"`
		Longitude string `json:"lon"`
	}
	err := n.get(ctx, "/search", url.Values{
		"q": {within(address, in)}, "format": {"jsonv2"}, "limit": {strconv.Itoa(foundAtMost)}, "accept-language": {"ru"}, "countrycodes": {"ru"},
	}, &found)
	if err != nil {
		return nil, err
	}
	places := make([]Place, len(found))
	for i, f := range found {
		if places[i], err = placeOf(f.Name, f.Latitude, f.Longitude); err != nil {
			return nil, err
		}
	}
	return places, nil
}

// Reverse implements Geocoder.
func (n nominatim) Reverse(ctx context.Context, latitude, longitude float64) (string, error) {
	var found struct {
		Name string `json:"display_name"`
	}
	err := n.get(ctx, "/reverse", url.Values{
		"lat": {decimal(latitude)}, "lon": {decimal(longitude)}, "format": {"jsonv2"}, "accept-language": {"ru"}, "zoom": {"18"},
	}, &found)
	return found.Name, err
}

// yandex is Yandex's HTTP geocoder; it needs a key.
type yandex struct {
	*client
	key string
}

const publicYandex = "https://geocode-maps.yandex.ru"

type yandexAnswer struct {
	Response struct {
		Collection struct {
			Members []struct {
				Object struct {
					Meta struct {
						Data struct {
							Text string `json:"text"`
						} `json:"GeocoderMetaData"`
					} `json:"metaDataProperty"`
					Point struct {
						Position string `json:"pos"` // longitude, then latitude
					} `json:"Point"`
				} `json:"GeoObject"`
			} `json:"featureMember"`
		} `json:"GeoObjectCollection"`
	} `json:"response"`
}

func (y yandex) ask(ctx context.Context, what string, results int) ([]Place, error) {
	var a yandexAnswer
	err := y.get(ctx, "/1.x/", url.Values{
		"apikey": {y.key}, "geocode": {what}, "format": {"json"}, "results": {strconv.Itoa(results)}, "lang": {"ru_RU"},
	}, &a)
	if err != nil {
		return nil, err
	}
	places := make([]Place, len(a.Response.Collection.Members))
	for i, m := range a.Response.Collection.Members {
		longitude, latitude, _ := strings.Cut(m.Object.Point.Position, " ")
		if places[i], err = placeOf(m.Object.Meta.Data.Text, latitude, longitude); err != nil {
			return nil, err
		}
	}
	return places, nil
}

// Search implements Geocoder.
func (y yandex) Search(ctx context.Context, address string, in *City) ([]Place, error) {
	return y.ask(ctx, within(address, in), foundAtMost)
}

// Reverse implements Geocoder.
func (y yandex) Reverse(ctx context.Context, latitude, longitude float64) (string, error) {
	places, err := y.ask(ctx, decimal(longitude)+","+decimal(latitude), 1)
	if err != nil || len(places) == 0 {
		return "", err
	}
	return places[0].Address, nil
}

// within names the city before the address.
func within(address string, in *City) string {
	if in == nil {
		return address
	}
	return strings.Trim(in.Name+", "+address, ", ")
}

func placeOf(address, latitude, longitude string) (Place, error) {
	lat, err := strconv.ParseFloat(latitude, 64)
	if err != nil {
		return Place{}, fmt.Errorf("%w: latitude", errAnswer)
	}
	lon, err := strconv.ParseFloat(longitude, 64)
	if err != nil {
		return Place{}, fmt.Errorf("%w: longitude", errAnswer)
	}
	return Place{address, lat, lon}, nil
}
