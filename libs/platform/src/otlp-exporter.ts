import type { SpanExporter } from '@opentelemetry/sdk-trace-base';

/** OTLP over HTTP, loaded with the first spans: a quarter of a second that processes without a receiver don't spend. */
export function lazyOtlpExporter(url: string): SpanExporter {
  let loading: Promise<SpanExporter> | undefined;
  const load = (): Promise<SpanExporter> => (loading ??= import('@opentelemetry/exporter-trace-otlp-http').then(({ OTLPTraceExporter }) => new OTLPTraceExporter({ url })));
  return {
    export(spans, done) {
      load().then((exporter) => exporter.export(spans, done), (error: unknown) => done({ code: 1, error: error instanceof Error ? error : new Error(String(error)) }));
    },
    shutdown: async () => (await loading)?.shutdown(),
    forceFlush: async () => (await loading)?.forceFlush?.(),
  };
}
