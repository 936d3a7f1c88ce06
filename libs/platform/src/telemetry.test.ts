import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import { startTelemetry } from './telemetry.js';

describe('the trace', () => {
  it('is one across processes: a step continues the traceparent that came with its work', async () => {
    const exporter = new InMemorySpanExporter();
    const api = startTelemetry({ service: 'api', processor: new SimpleSpanProcessor(exporter) });
    const worker = startTelemetry({ service: 'worker', processor: new SimpleSpanProcessor(exporter) });
    const carried = await api.stage('receive', null, {}, async (traceparent) => traceparent);
    expect(carried).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    await worker.stage('resolve', carried, { 'job.id': 'j' }, async () => undefined);
    const [receive, resolve] = exporter.getFinishedSpans();
    expect(resolve?.spanContext().traceId).toBe(receive?.spanContext().traceId);
    expect(resolve?.parentSpanContext?.spanId).toBe(receive?.spanContext().spanId);
    expect(resolve?.attributes).toEqual({ 'job.id': 'j' });
  });

  it('passes ids on without any exporter, and starts anew on a text that is no traceparent', async () => {
    const telemetry = startTelemetry({ service: 'x' });
    const first = await telemetry.stage('a', 'rubbish', {}, (own) => telemetry.stage('b', own, {}, async (inner) => [own, inner]));
    expect(first[0]?.slice(3, 35)).toBe(first[1]?.slice(3, 35));
    const given = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    expect(await telemetry.stage('c', given, {}, async (own) => own?.slice(0, 35))).toBe(given.slice(0, 35));
    await telemetry.close();
  });

  it('marks a failed step with the kind of its fault, and lets it through', async () => {
    const exporter = new InMemorySpanExporter();
    const telemetry = startTelemetry({ service: 'x', processor: new SimpleSpanProcessor(exporter) });
    await expect(telemetry.stage('a', null, {}, () => Promise.reject(Object.assign(new Error('secret detail'), { kind: 'time-cap' })))).rejects.toThrow('secret detail');
    expect(exporter.getFinishedSpans()[0]?.status).toEqual({ code: 2, message: 'time-cap' });
  });

  it('is sent to the OTLP receiver that was named', async () => {
    let received: { url: string | undefined; body: string } | undefined;
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (data: Buffer) => (body += data.toString())).on('end', () => {
        received = { url: request.url, body };
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const telemetry = startTelemetry({ service: 'countersign-worker', endpoint: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` });
    const traceparent = await telemetry.stage('resolve', null, {}, async (own) => own);
    await telemetry.close();
    receiver.close();
    expect(received?.url).toBe('/v1/traces');
    expect(received?.body).toContain('countersign-worker');
    expect(received?.body).toContain(traceparent?.slice(3, 35));
  });

  it('tells an observer what took how long and how it ended', async () => {
    const seen: [string, boolean, string][] = [];
    const telemetry = startTelemetry({ service: 'x', observe: (name, micros, outcome) => void seen.push([name, micros >= 9_000 && micros < 5_000_000, outcome]) });
    await telemetry.stage('slow', null, {}, () => new Promise<void>((resolve) => setTimeout(resolve, 10)));
    await telemetry.stage('bad', null, {}, () => Promise.reject(new Error('no'))).catch(() => undefined);
    expect(seen).toEqual([['slow', true, 'ok'], ['bad', false, 'error']]);
  });
});
