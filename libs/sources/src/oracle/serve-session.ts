import type { OracleAddress, OracleDial, OracleSession } from './oracle-session.js';
import { plain, type Answer, type Question } from './thick-protocol.js';

/** Answers the collector's questions about one session. Each is begun as it arrives: `stop` must not wait behind what it stops. */
export function serveSession(channel: Pick<NodeJS.Process, 'on' | 'send' | 'exit'>, dial: OracleDial): void {
  let session: OracleSession | undefined;
  const answer = (message: Answer) => void channel.send?.(message);

  async function valueOf({ method, args }: Question): Promise<unknown> {
    if (method === 'dial') {
      session = await dial(args[0] as OracleAddress, () => channel.exit(0));
      return { serverVersion: session.serverVersion, tlsVersion: session.tlsVersion };
    }
    if (!session) throw new Error('no session yet');
    return (session[method] as (...values: unknown[]) => Promise<unknown>)(...args);
  }

  channel.on('message', (question: Question) => {
    valueOf(question).then((value) => answer({ id: question.id, value }), (error: unknown) => answer({ id: question.id, error: plain(error) }));
  });
  // The collector is gone: so is the session.
  channel.on('disconnect', () => channel.exit(0));
}
