import { type Context, ROOT_CONTEXT, type Span, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { lazyOtlpExporter } from './otlp-exporter.js';

export interface Telemetry {
  /**
   * Runs one step of work in a span below `traceparent` (W3C; null starts a trace), and hands the work the traceparent
   * to pass on: to a step inside, in a queue payload, in a header. Nothing is active by itself: following every promise
   * to know whose it is costs a tenth of the processor.
   */
  stage<T>(name: string, traceparent: string | null, attributes: Record<string, string>, work: (traceparent: string | null) => Promise<T>): Promise<T>;
  /** Sends what is waiting and ends. */
  close(): Promise<void>;
}

export interface TelemetryOptions {
  /** service.name, e.g. 'countersign-worker'. */
  service: string;
  version?: string;
  /** Base URL of an OTLP/HTTP receiver. Absent: nothing is exported, and ids flow all the same. */
  endpoint?: string | undefined;
  /** Instead of the OTLP exporter; tests read spans from it. */
  processor?: SpanProcessor;
  /** Told of every step when it ends, e.g. for a histogram. @param micros microseconds */
  observe?: (name: string, micros: number, outcome: 'ok' | 'error') => void;
}

/** One trace runs through all processes: each step's span is the child of the one whose traceparent came with the work. */
export function startTelemetry({ service, version, endpoint, processor, observe }: TelemetryOptions): Telemetry {
  const processors: SpanProcessor[] = processor ? [processor] : endpoint ? [new BatchSpanProcessor(lazyOtlpExporter(`${endpoint.replace(/\/+$/, '')}/v1/traces`))] : [];
  const provider = new BasicTracerProvider({ resource: resourceFromAttributes({ 'service.name': service, ...(version ? { 'service.version': version } : {}) }), spanProcessors: processors });
  const tracer = provider.getTracer('countersign');
  return {
    async stage(name, traceparent, attributes, work) {
      const parent = (traceparent && contextOf(traceparent)) || ROOT_CONTEXT;
      const span = tracer.startSpan(name, { attributes }, parent);
      const began = performance.now();
      let outcome: 'ok' | 'error' = 'ok';
      try {
        return await work(traceparentOf(span));
      } catch (error) {
        outcome = 'error';
        // The kind only: messages may quote data, and spans leave the house.
        span.setStatus({ code: SpanStatusCode.ERROR, message: (error as { kind?: string }).kind ?? (error as Error).name });
        throw error;
      } finally {
        span.end();
        observe?.(name, Math.round((performance.now() - began) * 1_000), outcome);
      }
    },
    async close() {
      // An unreachable receiver must not keep the process from ending.
      await Promise.race([provider.shutdown().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 3_000).unref())]);
    },
  };
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** undefined for a text that is no traceparent: whoever sent it, the work goes on in a trace of its own. */
function contextOf(traceparent: string): Context | undefined {
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(traceparent);
  const [, traceId = '', spanId = '', flags = ''] = match ?? [];
  if (!match || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true });
}
