import http from 'node:http';
import https from 'node:https';
import { CallFailure } from './call-failure.js';
import { mayBePublic } from './endpoint.js';
import { forbiddenAddress, publicLookup } from './public-lookup.js';

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
    if (!options.inner && !mayBePublic(request.url.hostname)) throw forbiddenAddress();
    const secure = request.url.protocol === 'https:';
    const sent = (secure ? https : http).request(request.url, {
      method: 'POST', agent: agents[secure ? 'https:' : 'http:'], ...(options.inner ? {} : { lookup: publicLookup() }),
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
    sent.on('error', (error: NodeJS.ErrnoException) => reject(error instanceof CallFailure ? error : unreached(error)));
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

/** A name that does not exist and a certificate that does not hold stay so. */
const LASTING = /^ENOTFOUND$|CERT|^ERR_(?:TLS|SSL)|SELF_SIGNED|VERIFY|HOSTNAME|^EPROTO$/;

function unreached(error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): CallFailure {
  const code = error.code ?? error.errors?.[0]?.code;
  return new CallFailure('unavailable', code === undefined || !LASTING.test(code), code === undefined ? {} : { code });
}
