import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds; from half a millisecond to ten minutes, since a step may be a lookup or a person. */
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

export interface Durations {
  /** @param micros microseconds */
  observe(labels: Record<string, string>, micros: number): void;
}

export interface Metrics {
  /** A histogram in seconds by labels. Asking again for a name gives the same one. */
  durations(name: string, help: string, labels: readonly string[]): Durations;
  counter(name: string, help: string, labels: readonly string[]): { add(labels: Record<string, string>, amount?: number): void };
  /** Read when scraped. */
  gauge(name: string, help: string, labels: readonly string[], read: () => Promise<{ labels: Record<string, string>; value: number }[]>): void;
  /** Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
}

/** A registry of its own, with the process's memory, CPU and event loop. */
export function createMetrics({ process: name, defaults = true }: { process: string; defaults?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  if (defaults) collectDefaultMetrics({ register: registry });
  return {
    durations(metric, help, labels) {
      const found = registry.getSingleMetric(metric) as Histogram | undefined;
      const histogram = found ?? new Histogram({ name: metric, help, labelNames: labels, buckets: DURATION_BUCKETS, registers: [registry] });
      return { observe: (values, micros) => histogram.observe(values, micros / 1_000_000) };
    },
    counter(metric, help, labels) {
      const found = registry.getSingleMetric(metric) as Counter | undefined;
      const counter = found ?? new Counter({ name: metric, help, labelNames: labels, registers: [registry] });
      return { add: (values, amount = 1) => counter.inc(values, amount) };
    },
    gauge(metric, help, labels, read) {
      new Gauge({
        name: metric, help, labelNames: labels, registers: [registry],
        async collect() {
          // A gauge that can't be read is absent; the scrape goes on.
          const rows = await read().catch(() => []);
          this.reset();
          for (const row of rows) this.set(row.labels, row.value);
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
