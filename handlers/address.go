package handlers

import (
	"net"
	"net/http"
	"net/netip"

	"github.com/labstack/echo/v4"
)

// addresses finds whom a request comes from: the peer, or, where a trusted proxy sends it, the last of
// X-Forwarded-For that is no trusted proxy. A peer at a unix socket is trusted.
func addresses(trusted []netip.Prefix) echo.IPExtractor {
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range trusted {
		p = p.Masked()
		options = append(options, echo.TrustIPRange(&net.IPNet{
			IP: p.Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen())}))
	}
	byPeer := echo.ExtractIPFromXFFHeader(options...)
	bySocket := echo.ExtractIPFromXFFHeader(append(options, echo.TrustLoopback(true))...)
	return func(r *http.Request) string {
		if _, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
			return byPeer(r)
		}
		local := *r
		local.RemoteAddr = "127.0.0.1:1" // a unix socket has no address
		return bySocket(&local)
	}
}

// whom is what a limit counts by: an IPv4 address, or the network of an IPv6 one, of which every customer
// of a provider has as many as they like.
func whom(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	if a = a.Unmap().WithZone(""); a.Is6() {
		p, _ := a.Prefix(64) // 64 is in range
		return p.String()
	}
	return a.String()
}
