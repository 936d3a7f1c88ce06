// Runs with random faults: killed sessions, cut, reset and silent connections, wrong SQL, tight caps, cancels, a store that fails. Says how
// the runs ended, and how many connections leaked, rows were wrong and errors went unhandled: each must be 0.
//   TEST_POSTGRES_URL=… TEST_MARIADB_URL=… node eval/bench/sources/faults.mjs [runs] [seconds an engine] [postgres|mariadb]
// Ends early when the time is over, and says how many runs it were. Needs `npm run build`.
import { labs, storm } from './labs.mjs';

const [runs, seconds, only] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1_200), process.argv[4]];
const unhandled = [];
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => unhandled.push(String(error?.stack ?? error)));

for (const { engine, open } of labs(only)) {
  const lab = await open();
  const started = performance.now();
  const report = await storm(lab, { runs, askers: 8, seed: Date.now() % 0x7fffffff, until: started + seconds * 1_000 });
  await lab.close();
  console.log(JSON.stringify({ bench: 'sources/faults', engine, seconds: Math.round((performance.now() - started) / 1_000), ...report, crashes: unhandled }, null, 2));
  if (report.wrong.length + report.unknown.length + report.waiting + report.leaked + unhandled.length > 0 || report.runs < runs) process.exitCode = 1;
}
