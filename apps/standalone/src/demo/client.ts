import { type Route, routes } from '@countersign/contracts';

/** A problem the API answered with. */
export class ApiProblem extends Error {
  constructor(readonly status: number, readonly code: string, readonly params: Record<string, string>, title: string) {
    super(`${code}: ${title}`);
  }
}

/** One signed-in person, over HTTP like any other client. */
export class DemoClient {
  private cookie = '';
  private csrf = '';
  constructor(private readonly baseUrl: string) {}

  async signIn(email: string, password: string): Promise<{ name: string }> {
    const me = await this.call<{ name: string; csrfToken: string }>(routes.signIn, { body: { email, password } });
    this.csrf = me.csrfToken;
    return me;
  }

  async call<T>(route: Pick<Route, 'method' | 'path'>, { params = {}, query = {}, body }: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown } = {}): Promise<T> {
    const path = route.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`${this.baseUrl}${path}${search ? `?${search}` : ''}`, {
      method: route.method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(this.cookie ? { cookie: this.cookie } : {}), ...(this.csrf ? { 'x-csrf-token': this.csrf } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie();
    if (cookies.length > 0) this.cookie = cookies.map((c) => c.split(';')[0]).join('; ');
    const text = await response.text();
    if (!response.ok) {
      const problem = parse(text) as { code?: string; title?: string; params?: Record<string, string> } | null;
      throw new ApiProblem(response.status, problem?.code ?? String(response.status), problem?.params ?? {}, problem?.title ?? response.statusText);
    }
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
