/** A small browser: keeps its cookie, sends its CSRF token, reads JSON. For tests. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // The shape is what the test asserts.
  body: Record<string, unknown>;
}

export interface Send {
  body?: unknown;
  headers?: Record<string, string>;
  /** Leaves the CSRF header out, or sends another. */
  csrf?: string | null;
  raw?: string | Uint8Array;
}

export class HttpClient {
  cookie: string | undefined;
  csrfToken: string | undefined;
  bearer: string | undefined;

  constructor(private readonly baseUrl: string) {}

  async send(method: string, path: string, { body, headers = {}, csrf, raw }: Send = {}): Promise<Reply> {
    const token = csrf === undefined ? this.csrfToken : csrf;
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(this.bearer ? { authorization: `Bearer ${this.bearer}` } : {}),
        ...(token ? { 'x-csrf-token': token } : {}),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content as string }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: asObject(text) };
  }

  get(path: string, send?: Send): Promise<Reply> {
    return this.send('GET', path, send);
  }
  post(path: string, body: unknown, send?: Send): Promise<Reply> {
    return this.send('POST', path, { body, ...send });
  }

  async signIn(email: string, password: string, send: Send = {}): Promise<Reply> {
    const reply = await this.post('/v1/session', { email, password }, send);
    const cookie = reply.headers.getSetCookie()[0];
    if (reply.status === 200 && cookie) {
      this.cookie = cookie.split(';')[0];
      this.csrfToken = String(reply.body['csrfToken']);
    }
    return reply;
  }
}

function asObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
