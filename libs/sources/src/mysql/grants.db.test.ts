import { createConnection } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSources, type Sources } from '../create-sources.js';
import { mysqlLab, type MysqlLab } from '../spec/mysql-lab.js';

const { TEST_MARIADB_URL } = process.env;

/** One right beyond reading → how it is given and how it is taken back by hand. */
const RIGHTS: [right: string, give: string, takeBack: string][] = [
  ['INSERT on a table', 'GRANT INSERT ON notes TO :me', 'REVOKE INSERT ON notes FROM :me'],
  ['UPDATE on one column', 'GRANT UPDATE (body) ON notes TO :me', 'REVOKE UPDATE (body) ON notes FROM :me'],
  ['locking tables', 'GRANT LOCK TABLES ON :db.* TO :me', 'REVOKE LOCK TABLES ON :db.* FROM :me'],
  ['a routine of its definer', 'GRANT EXECUTE ON FUNCTION sneak TO :me', 'REVOKE EXECUTE ON FUNCTION sneak FROM :me'],
  ['passing SELECT on', 'GRANT SELECT ON :db.* TO :me WITH GRANT OPTION', 'REVOKE GRANT OPTION ON :db.* FROM :me'],
  ['server files', 'GRANT FILE ON *.* TO :me', 'REVOKE FILE ON *.* FROM :me'],
  ['everything in the database', 'GRANT ALL ON :db.* TO :me', 'REVOKE ALL ON :db.* FROM :me; GRANT SELECT ON :db.* TO :me'],
  ['a role that writes, not on by default', 'GRANT :role TO :me', 'REVOKE :role FROM :me'],
];

describe.runIf(TEST_MARIADB_URL)('the read-only proof on MariaDB', () => {
  let lab: MysqlLab;
  let sources: Sources;
  let role: string;
  const admin = async (text: string) => {
    for (const statement of text.split(';').map((part) => part.trim()).filter(Boolean)) await lab.admin(statement.replaceAll(':me', lab.accounts.reader).replaceAll(':db', lab.names.database).replaceAll(':role', role));
  };
  const readOnly = async () => (await sources.probe('t', lab.source)).steps.find((s) => s.check === 'read-only')!;
  /** A fresh server may let everyone write in `test`, which other tests are about. */
  const ours = (detail: string) => detail.split('; ').filter((finding) => !finding.startsWith('PUBLIC'));

  beforeAll(async () => {
    lab = await mysqlLab(TEST_MARIADB_URL!, 'mariadb');
    role = lab.names.reader.replace('reader', 'role');
    await admin('CREATE ROLE :role; CREATE ROLE :role_below; GRANT INSERT ON notes TO :role_below; GRANT :role_below TO :role');
    sources = createSources({ credential: lab.credential });
  });
  afterAll(async () => {
    await sources.close();
    await admin('DROP ROLE :role; DROP ROLE :role_below');
    await lab.close();
  });

  let undo = '';
  afterEach(() => admin(undo));

  it.each(RIGHTS)('refuses %s, and prints a script that takes it away', async (_right, give, takeBack) => {
    undo = takeBack;
    await admin(give);
    const step = await readOnly();
    expect(step.status).toBe('fail');
    expect(ours(step.detail)).toHaveLength(1);
    await admin(step.fix!.split('\n').filter((line) => !line.includes('PUBLIC')).join('\n'));
    expect(ours((await readOnly()).detail).filter((finding) => finding.includes(' may '))).toEqual([]);
    undo = give.startsWith('GRANT ALL') || give.includes('GRANT OPTION') ? 'GRANT SELECT ON :db.* TO :me' : '';
  });

  it('holds alone: with no gate, no transaction and several statements in one text, the account writes nothing', async () => {
    undo = '';
    const before = await lab.written();
    // Every account may change its own password: that writes nothing of the customer's, and would end this test.
    for (const sql of lab.writes.filter((write) => !write.startsWith('SET PASSWORD'))) {
      const bare = await createConnection({ host: lab.source.host, port: lab.source.port, user: lab.names.reader, password: lab.password, database: lab.names.database, multipleStatements: true });
      bare.on('error', () => undefined);
      await bare.query('SET SESSION max_statement_time = 1').catch(() => undefined);
      await bare.query(sql).catch(() => undefined);
      await bare.query(lab.writes[0]!).catch(() => undefined);
      bare.destroy();
    }
    expect(await lab.written()).toBe(before);
  });
});
