package views

import (
	"fmt"
	"strconv"
	"strings"
)

// Chart is a picture of numbers, with the same numbers as a table.
type Chart struct {
	Title string
	Label string // what the picture shows, for those who do not see it
	Width int
	Bars  []bar
	Line  string // the points of a line, instead of bars
	Head  [2]string
	Rows  [][2]string
}

// bar is a rectangle of a chart.
type bar struct {
	class      string
	x, y, w, h int
}

const chartHeight = 60

func (c Chart) box() string { return fmt.Sprintf("0 0 %d %d", c.Width, chartHeight) }

// stripLength is how many games a strip has room for.
const stripLength = 40

// strip shows games as marks, a win above the line and a loss below it, the latest at the right.
func strip(won []bool) (bars []bar, width int) {
	const step, zero = 10, 32
	width = stripLength * step
	for i, w := range won {
		if x := width - (len(won)-i)*step; w {
			bars = append(bars, bar{"win", x, 4, step - 2, zero - 4})
		} else {
			bars = append(bars, bar{"loss", x, zero + 1, step - 2, 18})
		}
	}
	return append(bars, bar{"zero", 0, zero, width, 1}), width
}

// histogram counts values in at most ten classes of equal, round width.
func histogram(values []int) (counts []int, from, size int) {
	if len(values) == 0 {
		return nil, 0, 1
	}
	low, high := values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	size = roundUp((high-low)/10 + 1)
	from = low / size * size
	counts = make([]int, (high-from)/size+1)
	for _, v := range values {
		counts[(v-from)/size]++
	}
	return counts, from, size
}

// roundUp is the next of 1, 2, 5, 10, 20, 50 …
func roundUp(n int) int {
	for unit := 1; ; unit *= 10 {
		for _, f := range [3]int{1, 2, 5} {
			if f*unit >= n {
				return f * unit
			}
		}
	}
}

// bars draws counts side by side, the largest as high as the picture.
func bars(counts []int) (list []bar, width int) {
	const step, least = 30, 10 // so that a single one is a bar, too
	most := 1
	for _, n := range counts {
		most = max(most, n)
	}
	for i, n := range counts {
		h := n * (chartHeight - 4) / most
		list = append(list, bar{"count", i * step, chartHeight - h, step - 4, h})
	}
	return list, max(least, len(counts)) * step
}

// points draws percentages as a line.
func points(percent []int) (line string, width int) {
	const step = 10
	if len(percent) == 1 {
		percent = []int{percent[0], percent[0]}
	}
	var b strings.Builder
	for i, p := range percent {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(i*step) + "," + strconv.Itoa(chartHeight-2-p*(chartHeight-4)/100))
	}
	return b.String(), max(1, len(percent)-1) * step
}
