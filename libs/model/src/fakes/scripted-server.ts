import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider does with one request. */
export type Behaviour =
  /** A good reply. `usage` null: it says nothing of it. */
  | { does: 'reply'; text?: string; calls?: readonly FakeCall[]; finish?: 'stop' | 'tools' | 'length' | 'refused'; usage?: FakeUsage | null }
  /** Any status, with an error as the protocol writes it. */
  | { does: 'refuse'; status: number; code?: string; headers?: Record<string, string> }
  /** Status 200 and this body, whatever it is. */
  | { does: 'body'; body: string }
  /** Takes the request and never answers. */
  | { does: 'hang' }
  /** Headers, half a reply, then silence. */
  | { does: 'stall' }
  /** Headers, half a reply, then the connection is cut. */
  | { does: 'break' }
  /** The connection is cut before anything is said. */
  | { does: 'drop' }
  /** A reply that never ends. */
  | { does: 'flood' };

export interface FakeCall {
  id: string;
  tool: string;
  /** An object, or the text of the arguments as it stands. */
  input: unknown;
}

export interface FakeUsage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens?: number;
}

export interface SeenRequest {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Record<string, unknown>;
}

export interface FakeServer {
  /** Base URL for the settings. */
  url: string;
  /** Every request so far. */
  seen: SeenRequest[];
  /** What it does next, one behaviour a request; after the last one it repeats that. */
  script(...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

/** How a protocol writes its replies. */
export interface Protocol {
  path: string;
  reply(behaviour: Extract<Behaviour, { does: 'reply' }>, model: string): unknown;
  error(code: string): unknown;
}

/** A provider on a port of its own, which does as it is told. */
export async function startScriptedServer(protocol: Protocol): Promise<FakeServer> {
  let behaviours: Behaviour[] = [{ does: 'reply', text: 'ok' }];
  const seen: SeenRequest[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      seen.push({ path: request.url ?? '', headers: request.headers, body });
      const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? { does: 'hang' };
      if (request.url !== protocol.path) answer(response, 404, protocol.error('not_found_error'));
      else perform(withoutTools(behaviour, body), response, protocol, String(body.model));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    script: (...next) => { behaviours = next; },
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

/** No provider calls a tool that it was not given. */
function withoutTools(behaviour: Behaviour, body: Record<string, unknown>): Behaviour {
  return behaviour.does === 'reply' && body.tools === undefined && behaviour.calls ? { ...behaviour, calls: [], text: behaviour.text ?? 'no tools here' } : behaviour;
}

function perform(behaviour: Behaviour, response: http.ServerResponse, protocol: Protocol, model: string): void {
  switch (behaviour.does) {
    case 'reply': return answer(response, 200, protocol.reply(behaviour, model));
    case 'refuse': return answer(response, behaviour.status, protocol.error(behaviour.code ?? 'api_error'), behaviour.headers);
    case 'body': return void response.writeHead(200, { 'content-type': 'application/json' }).end(behaviour.body);
    case 'hang': return;
    case 'drop': return void response.socket?.destroy();
    case 'stall': return begin(response, protocol, model, () => undefined);
    case 'break': return begin(response, protocol, model, () => response.socket?.destroy());
    case 'flood': return flood(response);
  }
}

function answer(response: http.ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function begin(response: http.ServerResponse, protocol: Protocol, model: string, then: () => void): void {
  const whole = JSON.stringify(protocol.reply({ does: 'reply', text: 'half of this is said' }, model));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(whole.slice(0, whole.length / 2), then);
}

function flood(response: http.ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const block = 'x'.repeat(64 * 1024);
  const more = (): void => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', more);
  more();
}
