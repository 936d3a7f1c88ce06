import type { Cell } from '@countersign/contracts';

/** A server's refusal: its own code, and the 1-based place in what it was sent. */
export class FakeServerError extends Error {
  constructor(readonly code: number, readonly position = 0) {
    super(`fake server error ${code}`);
  }
}

/** `wire`: values are given as the bytes of the protocol, in hexadecimal. */
export interface FakeColumn { name: string; type: string; wire?: true }
export interface FakeResult { columns: FakeColumn[]; rows: Iterator<Cell[]> }

/** One session on the double, whatever protocol carries it. */
export interface FakeSession {
  id: number;
  account: string;
  mayWrite: boolean;
  readOnly: boolean;
  /** A statement came since the transaction began: it can't change its mode any more. */
  begun: boolean;
  settings: Map<string, string>;
  working: boolean;
  sleeping: boolean;
  /** Stops what runs in the session. */
  stop: AbortController;
  /** Hangs up. */
  hangUp(): void;
}

export type Answerer = (match: RegExpMatchArray, session: FakeSession, binds: Record<string, string>) => FakeResult | Promise<FakeResult | undefined> | undefined;

/** What a dialect does with a text: the first pattern that matches answers. */
export interface FakeDialect {
  answers: [pattern: RegExp, answer: Answerer][];
  cancelled: number;
  syntax: number;
}

/** A server that knows a handful of statements: sessions, transactions, rights and long work, but no SQL. */
export class FakeDatabase {
  readonly sessions = new Set<FakeSession>();
  /** Grows with each write that got through. */
  written = 0;
  private opened = 0;

  constructor(readonly dialect: FakeDialect, readonly accounts: Record<string, { password: string; mayWrite: boolean }>) {}

  /** @returns undefined when name or password is wrong */
  open(account: string, password: string, hangUp: () => void): FakeSession | undefined {
    const known = this.accounts[account];
    if (!known || known.password !== password) return undefined;
    const session: FakeSession = { id: (this.opened += 1), account, mayWrite: known.mayWrite, readOnly: false, begun: false, settings: new Map(), working: false, sleeping: false, stop: new AbortController(), hangUp };
    this.sessions.add(session);
    return session;
  }

  close(session: FakeSession): void {
    session.stop.abort();
    this.sessions.delete(session);
  }

  /** @throws FakeServerError */
  async execute(session: FakeSession, sql: string, binds: Record<string, string> = {}): Promise<FakeResult | undefined> {
    session.stop = new AbortController();
    session.working = true;
    try {
      for (const [pattern, answer] of this.dialect.answers) {
        const match = pattern.exec(sql);
        if (match) return await answer(match, session, binds);
      }
      throw new FakeServerError(this.dialect.syntax, 1);
    } finally {
      session.working = false;
      session.begun = true;
    }
  }

  rollback(session: FakeSession): void {
    session.readOnly = false;
    session.begun = false;
  }

  count(of: (session: FakeSession) => boolean): number {
    return [...this.sessions].filter(of).length;
  }

  killSessions(): void {
    for (const session of this.sessions) session.hangUp();
  }

  /** Ends early with the dialect's own code when the session is told to stop. */
  sleep(session: FakeSession, seconds: number): Promise<void> {
    session.sleeping = true;
    return new Promise<void>((resolve, reject) => {
      const done = (settle: () => void) => {
        clearTimeout(timer);
        session.sleeping = false;
        settle();
      };
      const timer = setTimeout(() => done(resolve), seconds * 1000);
      session.stop.signal.addEventListener('abort', () => done(() => reject(new FakeServerError(this.dialect.cancelled))), { once: true });
    });
  }
}

/** `row(1)` … `row(n)`, made one at a time. */
export function* counted(n: number, row: (i: number) => Cell[]): Generator<Cell[]> {
  for (let i = 1; i <= n; i += 1) yield row(i);
}

export const table = (columns: FakeColumn[], rows: Cell[][]): FakeResult => ({ columns, rows: rows[Symbol.iterator]() });
