// What makes a million inputs affordable without judging less.
import { parsers } from '../../../libs/sql/dist/read/parsers.js';
import { readers } from './judge.mjs';

const REMEMBERED = 8;

/** The gate, its second pass and the judge read the same texts with the same grammars: each text is parsed once for all of them. */
export function shareReadings() {
  const gates = parsers();
  gates.postgres = readers.postgres = remembering(gates.postgres);
  gates.secondReader = readers.second = remembering(gates.secondReader);
  gates.polyglot = remembering(gates.polyglot);
}

/**
 * Lets the vetoing reader be asked now and not then. It can only reject: a gate without it accepts more, never less, so what
 * is judged of those is stricter. What it costs is seen where it is asked.
 */
export function vetoAtTimes() {
  const gates = parsers();
  const veto = gates.vetoReader;
  let asked = true;
  gates.vetoReader = (sql, database) => {
    if (!asked) throw new Error('not asked this time');
    return veto(sql, database);
  };
  return (now) => void (asked = now);
}

function remembering(parse) {
  const last = [];
  return (sql, dialect) => {
    const known = last.find((one) => one.sql === sql && one.dialect === dialect);
    if (known) return known.tree;
    const tree = parse(sql, dialect);
    last.push({ sql, dialect, tree });
    if (last.length > REMEMBERED) last.shift();
    return tree;
  };
}

/** Says of a text whether it is new among the last so many. */
export function newAmong(count) {
  const [seen, older] = [new Set(), new Set()];
  return (text) => {
    if (seen.has(text) || older.has(text)) return false;
    seen.add(text);
    if (seen.size < count) return true;
    older.clear();
    for (const one of seen) older.add(one);
    seen.clear();
    return true;
  };
}
