import type { ModelTool, ToolCall } from '@countersign/pipeline';
import { jsonIn } from './json-in.js';
import { sqlIn } from './sql-in.js';

/** Texts beyond this length are no slip of a model that meant to call a tool. */
const LONGEST_TEXT = 100_000;
/** The tool that a bare query is meant for. */
const PROPOSAL = 'propose_query';

/**
 * The tool calls that a model wrote as text, because it knows no better way or forgot: `{"tool": …, "input": …}`, the
 * same under names that other conventions use, a bare input that fits exactly one tool, or a bare query, which is a
 * proposal. Calls are read, not judged: inputs are as unchecked as in a native call.
 *
 * @param prefix of the ids the calls get
 * @example salvageCalls('```json\n{"tool":"decline","input":{"reason":"no such data"}}\n```', tools, 's1') // one call of decline
 */
export function salvageCalls(text: string, tools: readonly ModelTool[], prefix: string): ToolCall[] {
  if (text.length > LONGEST_TEXT || tools.length === 0) return [];
  const values = jsonIn(text);
  const found = values.flatMap((value) => named(value, tools) ?? []);
  const calls = found.length > 0 ? found : values.flatMap((value) => fitting(value, tools) ?? []).slice(0, 1);
  if (calls.length === 0) calls.push(...bareQuery(values, text, tools));
  return calls.map(({ tool, input }, at) => ({ id: `${prefix}-${at + 1}`, tool, input }));
}

type Call = Omit<ToolCall, 'id'>;

function named(value: Record<string, unknown>, tools: readonly ModelTool[]): Call | undefined {
  const [only, ...more] = Object.keys(value);
  if (only !== undefined && more.length === 0 && tools.some(({ name }) => name === only) && isObject(value[only])) return { tool: only, input: value[only] };
  const tool = value.tool ?? value.name ?? value.function;
  if (typeof tool !== 'string' || !tools.some(({ name }) => name === tool)) return undefined;
  const given = value.input ?? value.arguments ?? value.parameters;
  const input = typeof given === 'string' ? (jsonIn(given)[0] ?? given) : given;
  return input === undefined ? undefined : { tool, input };
}

/** All it says is a property of the tool, and all the tool needs is said. */
function fitting(value: Record<string, unknown>, tools: readonly ModelTool[]): Call | undefined {
  const fits = tools.filter(({ input }) => {
    const properties = isObject(input.properties) ? input.properties : {};
    const keys = Object.keys(value);
    return keys.length > 0 && keys.every((key) => Object.hasOwn(properties, key)) && requiredOf(input).every((key) => Object.hasOwn(value, key));
  });
  const [first, ...others] = fits;
  if (!first) return undefined;
  if (others.length === 0) return { tool: first.name, input: value };
  return fits.some(({ name }) => name === PROPOSAL) ? { tool: PROPOSAL, input: value } : undefined;
}

function bareQuery(values: readonly Record<string, unknown>[], text: string, tools: readonly ModelTool[]): Call[] {
  const proposal = tools.find(({ name }) => name === PROPOSAL);
  const sql = values.map((value) => value.sql ?? value.query).find((said): said is string => typeof said === 'string') ?? sqlIn(text);
  if (!proposal || sql === undefined || sql === '') return [];
  const properties = isObject(proposal.input.properties) ? proposal.input.properties : {};
  const unsaid = requiredOf(proposal.input).filter((key) => key !== 'sql').map((key) => [key, leastOf(properties[key])]);
  return [{ tool: PROPOSAL, input: { ...Object.fromEntries(unsaid), sql } }];
}

/** What was not said is claimed as little as the schema allows: no assumption, no confidence. */
function leastOf(schema: unknown): unknown {
  const { type, minimum } = (isObject(schema) ? schema : {}) as { type?: unknown; minimum?: unknown };
  if (type === 'array') return [];
  if (type === 'number' || type === 'integer') return typeof minimum === 'number' ? minimum : 0;
  return type === 'boolean' ? false : '';
}

function requiredOf({ required }: ModelTool['input']): string[] {
  return Array.isArray(required) ? required.filter((key): key is string => typeof key === 'string') : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
