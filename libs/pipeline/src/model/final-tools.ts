import { z } from 'zod';
import type { ModelTool, ToolCall } from './port.js';

const MAX_SQL = 20_000;

const inputs = {
  propose_query: z.object({ sql: z.string().min(1).max(MAX_SQL), assumptions: z.array(z.string().max(300)).max(20).default([]), confidence: z.number().min(0).max(1).default(0) }),
  ask_person: z.object({ term: z.string().min(1).max(120), question: z.string().max(400).default(''), choices: z.array(z.string().min(1).max(200)).min(2).max(8) }),
  decline: z.object({ reason: z.string().max(400), nearest: z.array(z.string().max(120)).max(8).default([]) }),
};

/** How a model ends: a query, a question back, or neither. */
export type Final =
  | ({ tool: 'propose_query' } & z.output<typeof inputs.propose_query>)
  | ({ tool: 'ask_person' } & z.output<typeof inputs.ask_person>)
  | ({ tool: 'decline' } & z.output<typeof inputs.decline>);

const text = { type: 'string' };
const texts = { type: 'array', items: text };

export const FINAL_TOOLS: readonly ModelTool[] = [
  { name: 'propose_query', description: 'Ends: the query that answers the question.', input: { type: 'object', properties: { sql: text, assumptions: texts, confidence: { type: 'number', minimum: 0, maximum: 1 } }, required: ['sql', 'assumptions', 'confidence'], additionalProperties: false } },
  { name: 'ask_person', description: 'Ends: a word of the question has two or more meanings here, and the answer depends on which.', input: { type: 'object', properties: { term: text, question: text, choices: { ...texts, minItems: 2 } }, required: ['term', 'question', 'choices'], additionalProperties: false } },
  { name: 'decline', description: 'Ends: these tables cannot answer the question.', input: { type: 'object', properties: { reason: text, nearest: texts }, required: ['reason'], additionalProperties: false } },
];

/** @returns undefined when the call is of another tool; a text when it is a final one with an input that is none */
export function readFinal(call: Pick<ToolCall, 'tool' | 'input'>): Final | string | undefined {
  if (!Object.hasOwn(inputs, call.tool)) return undefined;
  const tool = call.tool as Final['tool'];
  const read = inputs[tool].safeParse(call.input);
  if (!read.success) return `the input of ${tool} is not what its schema says: ${read.error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; ')}`;
  return { tool, ...read.data } as Final;
}
