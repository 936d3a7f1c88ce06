import type { Duplex } from 'node:stream';
import { PACKET, FakeReply, messagesFrom, type FakeMessage } from './packets.js';
import { batchText, calledText, loginFrom, managerRequest, type FakeLogin } from './requests.js';
import { began, committed, databaseIs, DONE, done, doneInProc, doneProc, error, loginAck, packetSizeIs, resetDone, returnStatus, rolledBack } from './tokens.js';

/** How a server misbehaves. */
export interface FakeFaults {
  /** Takes what it is sent and answers nothing more. */
  silent: boolean;
  /** Leaves its answer to the sign-in unfinished. */
  haltsSignIn: boolean;
  /** Milliseconds between pieces of ten bytes; 0 sends at once. */
  dripMs: number;
  ignoresAttention: boolean;
  /** Acknowledges a cancel inside the message it ends, not in a message of its own. */
  acknowledgesTogether: boolean;
  /** Hangs up in the middle of this row; 0: never. */
  dropsInRow: number;
  /** Ends the message in the middle of this row, as no server should; 0: never. */
  garblesRow: number;
}

/** What the sessions of one server share. */
export interface FakeHouse {
  faults: FakeFaults;
  /** What came in, in order: 'LOGIN7 reader', 'BATCH SELECT 1', 'ATTENTION'. */
  log: string[];
  /** Signs in, or names the error. */
  admit(login: FakeLogin): { number: number; text: string } | undefined;
  /** The tokens of a statement, the last DONE among them. */
  answer(sql: string, session: FakeSession): AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Forgets what a statement left in the session, as RESETCONNECTION asks. */
  reset(session: FakeSession): void;
  ended(session: FakeSession): void;
}

/** One signed-in connection. Statements are answered one at a time. */
export class FakeSession {
  login: FakeLogin | undefined;
  /** The statement it works on. */
  statement: string | undefined;
  cancelled = false;
  transaction: Buffer | undefined;
  /** Whatever the answering side remembers of this session. */
  readonly memory = new Map<string, unknown>();
  private wake: (() => void) | undefined;
  private transactions = 0;

  constructor(private readonly house: FakeHouse, private readonly stream: Duplex) {
    const take = messagesFrom((message) => this.receive(message).catch(() => this.end()));
    stream.on('data', take);
    stream.on('error', () => this.end());
    stream.on('close', () => {
      this.cancelled = true;
      this.wake?.();
      this.house.ended(this);
    });
  }

  end(): void {
    this.stream.destroy();
  }

  /** Waits, or less when the statement is cancelled. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.cancelled) this.wake();
    });
  }

  begin(): Buffer {
    this.transactions += 1;
    this.transaction = Buffer.from([this.transactions, 0, 0, 0, 1, 0, 0, 0]);
    return began(this.transaction);
  }

  finish(how: 'commit' | 'rollback'): Buffer {
    const ended = this.transaction ?? Buffer.alloc(8);
    this.transaction = undefined;
    return how === 'commit' ? committed(ended) : rolledBack(ended);
  }

  private async receive(message: FakeMessage): Promise<void> {
    const { house } = this;
    if (house.faults.silent) return;
    if (message.type === PACKET.attention) return this.attend();
    if (message.ignore) return new FakeReply(this.stream).end(done(DONE.error));
    if (message.type === PACKET.login) return this.signIn(message.body);
    if (!this.login) return this.end();
    const head = message.reset ? this.forget() : Buffer.alloc(0);
    if (message.type === PACKET.transaction) return this.manage(head, managerRequest(message.body));
    const called = message.type === PACKET.rpc;
    const sql = called ? calledText(message.body) : batchText(message.body);
    house.log.push(`${called ? 'RPC' : 'BATCH'} ${sql ?? '?'}`);
    if (sql === undefined) return new FakeReply(this.stream).end(Buffer.concat([error(2812, 'Could not find stored procedure.'), done(DONE.error)]));
    await this.run(head, sql, called ? Buffer.concat([doneInProc(DONE.more), returnStatus(0), doneProc(DONE.final)]) : Buffer.alloc(0));
  }

  private async run(head: Buffer, sql: string, tail: Buffer): Promise<void> {
    const { faults } = this.house;
    this.statement = sql;
    this.cancelled = false;
    const reply = new FakeReply(faults.dripMs > 0 ? dripping(this.stream, faults) : this.stream);
    await reply.write(head);
    let rows = 0;
    for await (const tokens of this.house.answer(sql, this)) {
      if (this.cancelled && !faults.ignoresAttention) break;
      if (this.stream.destroyed) return;
      const isRow = tokens[0] === 0xd1 || tokens[0] === 0xd2;
      if (isRow) rows += 1;
      if (isRow && rows === faults.garblesRow) return reply.end(tokens.subarray(0, tokens.length - 2));
      if (isRow && rows === faults.dropsInRow) {
        reply.leaveOff(tokens.subarray(0, tokens.length - 2));
        return void this.stream.end();
      }
      await reply.write(tokens);
    }
    const cut = this.cancelled && !faults.ignoresAttention;
    this.statement = undefined;
    if (cut && faults.acknowledgesTogether) return reply.end(done(DONE.attention));
    await reply.end(cut ? done(DONE.error) : tail);
    // The acknowledgement is a message of its own.
    if (cut) await new FakeReply(this.stream).end(done(DONE.attention));
  }

  private async attend(): Promise<void> {
    this.house.log.push('ATTENTION');
    if (this.house.faults.ignoresAttention) return;
    if (this.statement === undefined) return new FakeReply(this.stream).end(done(DONE.attention));
    this.cancelled = true;
    this.wake?.();
  }

  private async signIn(body: Buffer): Promise<void> {
    const login = loginFrom(body);
    this.house.log.push(`LOGIN7 ${login.user}`);
    const refused = this.house.admit(login);
    if (refused) {
      await new FakeReply(this.stream).end(Buffer.concat([error(refused.number, refused.text, 14), done(DONE.error)]));
      return void this.stream.end();
    }
    this.login = login;
    const welcome = Buffer.concat([databaseIs(login.database), packetSizeIs(4_096), loginAck(), done(DONE.final)]);
    if (this.house.faults.haltsSignIn) new FakeReply(this.stream).leaveOff(welcome);
    else await new FakeReply(this.stream).end(welcome);
  }

  private forget(): Buffer {
    const rollback = this.transaction ? this.finish('rollback') : Buffer.alloc(0);
    this.memory.clear();
    this.house.reset(this);
    return Buffer.concat([rollback, resetDone()]);
  }

  private async manage(head: Buffer, what: ReturnType<typeof managerRequest>): Promise<void> {
    this.house.log.push(`TRANSACTION ${what ?? '?'}`);
    const tokens = what === 'begin' ? this.begin() : what === 'commit' || what === 'rollback' ? this.finish(what) : Buffer.alloc(0);
    await new FakeReply(this.stream).end(Buffer.concat([head, tokens, done(DONE.final)]));
  }
}

/** A stream that hands on ten bytes at a time. */
function dripping(stream: Duplex, faults: FakeFaults): Duplex {
  const slow = Object.create(stream) as Duplex;
  slow.write = ((chunk: Buffer) => {
    let at = 0;
    const timer = setInterval(() => {
      if (stream.destroyed || at >= chunk.length) return clearInterval(timer);
      stream.write(chunk.subarray(at, (at += 10)));
    }, faults.dripMs);
    return true;
  }) as Duplex['write'];
  return slow;
}
