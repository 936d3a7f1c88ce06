import oracledb from 'oracledb';
import { openSession } from './oracledb-session.js';
import { serveSession } from './serve-session.js';

let ready = false;

serveSession(process, (address, closed) => {
  // At the first question rather than at start, so that a missing client is an answer and not a dead process.
  if (!ready) oracledb.initOracleClient();
  ready = true;
  return openSession(oracledb, 'thick', address, closed);
});
