package main

import (
	"bufio"
	"cmp"
	"fmt"
	"math"
	"slices"

	"fortythieves/game"
	"fortythieves/game/solver"
)

// The plot is this large, in pixels, with margins for the words.
const (
	plotWidth, plotHeight   = 760, 420
	plotLeft, plotRight     = 50, 140
	plotTop, plotBottom     = 16, 46
	fewestNodes, mostNodes  = 3, 6.5 // powers of ten
	plotInnerX, plotInnerY  = plotWidth - plotLeft - plotRight, plotHeight - plotTop - plotBottom
	plotLines, plotTextSize = "#999", 13
)

var plotColours = []string{"#1b6ca8", "#c1440e", "#2e7d32", "#7b1fa2", "#b8860b", "#00838f", "#ad1457", "#455a64", "#6d4c41"}

// plot draws, as SVG, the share of the deals of each survey that is decided, against the positions searched.
func plot(out *bufio.Writer, surveys [][]surveyed) {
	fmt.Fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"%d\">\n", plotWidth, plotHeight, plotTextSize)
	fmt.Fprintf(out, "<title>Share of deals decided, against the positions searched</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n")
	for share := 0; share <= 100; share += 20 {
		y := plotY(float64(share) / 100)
		fmt.Fprintf(out, "<path d=\"M%d %.1fH%d\" stroke=\"%s\" stroke-width=\".5\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
			plotLeft, y, plotLeft+plotInnerX, plotLines, plotLeft-6, y+4, share)
	}
	for power := fewestNodes; float64(power) <= mostNodes; power++ {
		x := plotX(math.Pow10(power))
		fmt.Fprintf(out, "<path d=\"M%.1f %dv%d\" stroke=\"%s\" stroke-width=\".5\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
			x, plotTop, plotInnerY, plotLines, x, plotHeight-plotBottom+18, []string{"1,000", "10,000", "100,000", "1,000,000"}[power-fewestNodes])
	}
	fmt.Fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">positions searched</text>\n", plotLeft+plotInnerX/2, plotHeight-8)
	ends := make([]float64, len(surveys))
	for i, list := range surveys {
		fmt.Fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", plotColours[i%len(plotColours)])
		ends[i] = curve(out, list)
		fmt.Fprintf(out, "\"/>\n")
	}
	order := make([]int, len(surveys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(ends[a], ends[b]) })
	y := 0.0
	for _, i := range order { // the names stand one below the other, beside their ends as far as there is room
		y = max(y+plotTextSize+3, ends[i]+4)
		fmt.Fprintf(out, "<text x=\"%d\" y=\"%.1f\" fill=\"%s\">%s</text>\n", plotLeft+plotInnerX+8, y, plotColours[i%len(plotColours)], game.BySlug(surveys[i][0].Game).Name)
	}
	fmt.Fprintln(out, "</svg>")
}

// curve writes the points of a survey and returns the height at which they end.
func curve(out *bufio.Writer, list []surveyed) (y float64) {
	var nodes []int64
	for _, r := range list {
		if r.Verdict != solver.Unknown.String() {
			nodes = append(nodes, r.Nodes)
		}
	}
	slices.Sort(nodes)
	for i := 0; i <= 70; i++ {
		n := math.Pow(10, fewestNodes+(mostNodes-fewestNodes)*float64(i)/70)
		decided, _ := slices.BinarySearch(nodes, int64(n)+1)
		y = plotY(float64(decided) / float64(len(list)))
		fmt.Fprintf(out, "%.1f,%.1f ", plotX(n), y)
	}
	return y
}

func plotX(nodes float64) float64 {
	return plotLeft + plotInnerX*(math.Log10(nodes)-fewestNodes)/(mostNodes-fewestNodes)
}

func plotY(share float64) float64 { return plotTop + plotInnerY*(1-share) }
