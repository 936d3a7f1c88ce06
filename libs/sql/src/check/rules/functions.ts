import type { CallExpr, GateInput, TableFunction } from '@countersign/contracts';
import { nearestNames } from '../../nearest.js';
import { refuse } from '../../refusal.js';
import { DATE_FIELDS } from '../../registry/dates.js';
import type { FunctionEntry } from '../../registry/entry.js';
import { refusedFamily } from '../../registry/functions.js';
import { functionFor, functionNames } from '../../registry/native/function-for.js';
import { everyNode } from '../../walk.js';
import type { Rule } from '../rule.js';

/** Every function is on the allow-list and is used the way its entry says. */
export const functions: Rule = {
  name: 'functions',
  check({ query, input }) {
    checkFunctions(query, input.from);
  },
};

export function checkFunctions(tree: object, from: GateInput['from']): void {
  everyNode<CallExpr | TableFunction>(tree).forEach((node) => {
    if (node.kind === 'table-function') checkInFrom(node.call, entryOf(node.call, from));
    if (node.kind === 'call') checkCall(node, entryOf(node, from));
  });
}

function entryOf(call: CallExpr, from: GateInput['from']): FunctionEntry {
  const entry = functionFor(from, call.name);
  if (entry) return entry;
  const reason = refusedFamily(call.name);
  if (reason) refuse('function-not-allowed', `${call.name} ${reason}`, call.at);
  return refuse('unknown-function', `${call.name} is not a function a query may use`, call.at, nearestNames(call.name, functionNames(from)));
}

function checkInFrom(call: CallExpr, entry: FunctionEntry): void {
  if (entry.kind !== 'set') refuse('function-not-allowed', `${call.name} does not give rows and can't stand in FROM`, call.at);
  if (call.over || call.filter || call.distinct || call.orderBy.length || call.withinGroup.length) refuse('wrong-arguments', `${call.name} in FROM takes plain arguments only`, call.at);
}

function checkCall(call: CallExpr, entry: FunctionEntry): void {
  const no = (message: string): never => refuse('wrong-arguments', `${call.name} ${message}`, call.at);
  const star = call.args[0]?.kind === 'star';
  if (star && call.name !== 'count' && call.name !== 'count_big') no('does not take *');
  if (call.args.length < entry.minArgs || call.args.length > entry.maxArgs) no(`takes ${entry.args.join(', ') || 'no arguments'}`);
  if (call.name === 'count' && call.args.length === 0) no('takes * or one value');
  if (entry.orderedSet !== 'optional' && entry.orderedSet !== call.withinGroup.length > 0) no(entry.orderedSet ? 'needs WITHIN GROUP (ORDER BY …)' : 'does not take WITHIN GROUP');
  if (entry.kind !== 'aggregate' && (call.distinct || call.filter || call.orderBy.length)) no('is not an aggregate: DISTINCT, FILTER and ORDER BY don\'t belong in it');
  if (entry.kind === 'window' && !call.over) no('needs OVER (…)');
  if (call.over && entry.kind !== 'window' && entry.kind !== 'aggregate') no('does not take OVER');
  if (call.name === 'extract' && !(call.args[0]?.kind === 'string' && DATE_FIELDS.has(call.args[0].value))) no('takes a date field: year, month, day, …');
  if (call.name === 'array_of' && call.args[0]?.kind !== 'subquery') no('takes a query');
}
