import { lookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { CallFailure } from './call-failure.js';
import { mayBePublic } from './endpoint.js';
import { isPublicAddress } from './public-address.js';

export interface PostRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The body that comes back may be no longer. */
  maxBytes: number;
  /** Once it has begun to answer, the provider may be silent for no longer. */
  stallMs: number;
  signal: AbortSignal;
}

export interface PostReply {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** @throws CallFailure; the signal's reason when it ended the call */
export type Post = (request: PostRequest) => Promise<PostReply>;

/**
 * One POST over Node's own client rather than `fetch`: it follows no redirect (which would carry the key to wherever the
 * answer points), sees each address before it connects, and ends a body that hangs, stalls or never stops.
 */
export function createPost(options: { inner: boolean }): Post {
  const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };
  return async (request) => {
    request.signal.throwIfAborted();
    if (!options.inner && !mayBePublic(request.url.hostname)) throw forbidden();
    const secure = request.url.protocol === 'https:';
    const sent = (secure ? https : http).request(request.url, {
      method: 'POST', agent: agents[secure ? 'https:' : 'http:'], ...(options.inner ? {} : { lookup: publicLookup }),
      headers: { ...request.headers, 'accept-encoding': 'identity', 'content-length': Buffer.byteLength(request.body) },
    });
    const stop = (): void => void sent.destroy();
    request.signal.addEventListener('abort', stop, { once: true });
    try {
      const response = await headersOf(sent, request.body);
      return { status: response.statusCode ?? 0, headers: response.headers, body: await bodyOf(response, request) };
    } catch (error) {
      request.signal.throwIfAborted();
      throw error;
    } finally {
      request.signal.removeEventListener('abort', stop);
    }
  };
}

function headersOf(sent: http.ClientRequest, body: string): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    // Stays on: a socket that breaks later must not end the process.
    sent.on('error', (error: NodeJS.ErrnoException) => reject(error instanceof CallFailure ? error : new CallFailure('unavailable', true, codeOf(error))));
    sent.end(body);
  });
}

async function bodyOf(response: http.IncomingMessage, { maxBytes, stallMs }: PostRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  let ended: CallFailure | undefined;
  const end = (failure: CallFailure): void => {
    ended ??= failure;
    response.destroy();
  };
  const silence = setTimeout(() => end(new CallFailure('timeout', false, { code: 'stalled' })), stallMs);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      silence.refresh();
      length += chunk.length;
      if (length > maxBytes) throw new CallFailure('broken-reply', false, { code: 'too-large' });
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    // It had begun to answer, so it may have been paid for: that is the caller's to know, not ours to repeat.
    throw ended ?? new CallFailure('unavailable', false, { code: 'cut-off' });
  } finally {
    clearTimeout(silence);
  }
  if (ended) throw ended;
  return Buffer.concat(chunks).toString('utf8');
}

/** Looked at when connecting, so a name that resolved elsewhere a moment ago gains nothing. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublicAddress(address))) return callback(forbidden(), '', 0);
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
};

function forbidden(): CallFailure {
  return new CallFailure('rejected', false, { code: 'private-address' });
}

function codeOf(error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): { code?: string } {
  const code = error.code ?? error.errors?.[0]?.code;
  return code === undefined ? {} : { code };
}
