package main

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"fortythieves/db"
)

// watch is what the metrics listener shows. The handlers add to the registry what they count.
type watch struct{ registry *prometheus.Registry }

func newWatch(store *db.Store) *watch {
	w := &watch{prometheus.NewRegistry()}
	size := func(name, help string, of func() int64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(of()) })
	}
	w.registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		size("fortythieves_database_bytes", "Size of the database file.", func() int64 { d, _ := store.Sizes(); return d }),
		size("fortythieves_wal_bytes", "Size of the write-ahead log beside it.", func() int64 { _, w := store.Sizes(); return w }),
	)
	return w
}

// handler answers /metrics.
func (w *watch) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(w.registry, promhttp.HandlerOpts{}))
	return mux
}
