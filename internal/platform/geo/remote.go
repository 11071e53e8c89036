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

// client calls one fixed host with SSRF protection (rules 12.8): no redirects, no private addresses, a timeout and a size
// limit.
type client struct {
	base *url.URL
	http *http.Client
}

func newClient(base string, allowPrivate bool) (*client, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("--geocoder-url %q: нужен адрес http:// или https://", base)
	}
	dialer := &net.Dialer{Timeout: callTimeout}
	if !allowPrivate {
		dialer.Control = rejectPrivate
	}
	return &client{base: u, http: &http.Client{
		Timeout: callTimeout,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: callTimeout, ResponseHeaderTimeout: callTimeout,
			MaxIdleConns: 4, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10, ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("the geocoder sent a redirect") },
	}}, nil
}

// rejectPrivate checks the dialled IP, because DNS may resolve a public name to a private address.
func rejectPrivate(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if ip := at.Addr().Unmap(); !ip.IsGlobalUnicast() || ip.IsPrivate() || carrierGradeNAT.Contains(ip) {
		return fmt.Errorf("the geocoder has a private address %s (--geocoder-private allows it)", ip)
	}
	return nil
}

// carrierGradeNAT is private too, but netip does not say so (RFC 6598).
var carrierGradeNAT = netip.MustParsePrefix("100.64.0.0/10")

// get decodes a JSON response.
func (c *client) get(ctx context.Context, path string, query url.Values, into any) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
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
		return fmt.Errorf("the geocoder returned %d", res.StatusCode)
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxResponse+1))
	if err != nil {
		return hideQuery(err)
	}
	if len(raw) > maxResponse {
		return fmt.Errorf("%w: over %d bytes", errResponse, maxResponse)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%w: %w", errResponse, err)
	}
	return nil
}

// hideQuery removes the URL, which contains the API key, from the error.
func hideQuery(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', 6, 64) }

// nominatim is OpenStreetMap's geocoder, public or self-hosted.
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
		"q": {inCity(address, in)}, "format": {"jsonv2"}, "limit": {strconv.Itoa(maxPlaces)}, "accept-language": {"ru"}, "countrycodes": {"ru"},
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

type yandexResponse struct {
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

func (y yandex) geocode(ctx context.Context, what string, results int) ([]Place, error) {
	var a yandexResponse
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
	return y.geocode(ctx, inCity(address, in), maxPlaces)
}

// Reverse implements Geocoder.
func (y yandex) Reverse(ctx context.Context, latitude, longitude float64) (string, error) {
	places, err := y.geocode(ctx, decimal(longitude)+","+decimal(latitude), 1)
	if err != nil || len(places) == 0 {
		return "", err
	}
	return places[0].Address, nil
}

// inCity prefixes the address with the city.
func inCity(address string, in *City) string {
	if in == nil {
		return address
	}
	return strings.Trim(in.Name+", "+address, ", ")
}

func placeOf(address, latitude, longitude string) (Place, error) {
	lat, err := strconv.ParseFloat(latitude, 64)
	if err != nil {
		return Place{}, fmt.Errorf("%w: latitude", errResponse)
	}
	lon, err := strconv.ParseFloat(longitude, 64)
	if err != nil {
		return Place{}, fmt.Errorf("%w: longitude", errResponse)
	}
	return Place{Address: address, Latitude: lat, Longitude: lon}, nil
}
