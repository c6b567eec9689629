package views

import (
	"fmt"
	"strconv"
	"time"
)

// writing is how a language writes numbers and times.
type writing struct {
	group     string // between thousands
	groupFrom int    // the least number that is grouped
	clock     string // between minutes and seconds
	months    [13]string
}

// readWriting takes how the language writes from the catalogue.
func (l *Locale) readWriting() error {
	from, err := strconv.Atoi(l.T("lang.group.from"))
	if err != nil {
		return fmt.Errorf("catalogue %s: lang.group.from: %w", l.Lang, err)
	}
	l.writing = writing{group: l.T("lang.group"), groupFrom: from, clock: l.T("lang.clock")}
	for m := range 12 {
		l.months[m+1] = l.T("month." + itoa(m+1))
	}
	return nil
}

// Number is a whole number as the language writes it. What is typed or copied, such as the number of a deal,
// is not written so.
func (l *Locale) Number(n int) string {
	digits := strconv.Itoa(n)
	if n < l.groupFrom {
		return digits
	}
	var b []byte
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b = append(b, l.group...)
		}
		b = append(b, digits[i])
	}
	return string(b)
}

// Percent is a whole number of hundredths.
func (l *Locale) Percent(n int) string { return l.T("percent", "n", itoa(n)) }

// Duration is a time played, such as 4:05 or 1:02:33.
func (l *Locale) Duration(d time.Duration) string {
	s := int(d / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d%s%02d", s/60, l.clock, s%60)
	}
	return fmt.Sprintf("%d%s%02d%s%02d", s/3600, l.clock, s/60%60, l.clock, s%60)
}

// Date is a day.
func (l *Locale) Date(t time.Time) string {
	return l.T("lang.date", "d", itoa(t.Day()), "month", l.months[t.Month()], "y", itoa(t.Year()))
}

// Month is a month of a year.
func (l *Locale) Month(t time.Time) string {
	return l.T("lang.month", "month", l.months[t.Month()], "y", itoa(t.Year()))
}
