import type { ModelRequest, ModelTool } from '@countersign/pipeline';

const text = { type: 'string' } as const;

/** Tools as a loop offers them: two that look, three that end it. */
export const SAMPLE_TOOLS: readonly ModelTool[] = [
  { name: 'check_sql', description: 'What the gate says of a query.', input: { type: 'object', properties: { sql: text }, required: ['sql'], additionalProperties: false } },
  { name: 'fetch_schemas', description: 'Columns of tables.', input: { type: 'object', properties: { tables: { type: 'array', items: text } }, required: ['tables'], additionalProperties: false } },
  {
    name: 'propose_query', description: 'The query that answers.',
    input: { type: 'object', properties: { sql: text, assumptions: { type: 'array', items: text }, confidence: { type: 'number', minimum: 0, maximum: 1 } }, required: ['sql', 'assumptions', 'confidence'], additionalProperties: false },
  },
  { name: 'ask_person', description: 'Asks back.', input: { type: 'object', properties: { term: text, question: text, choices: { type: 'array', items: text } }, required: ['term', 'question', 'choices'], additionalProperties: false } },
  { name: 'decline', description: 'Says why it can’t be answered.', input: { type: 'object', properties: { reason: text, nearest: text }, required: ['reason'], additionalProperties: false } },
];

export function sampleRequest(fields: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: 'You turn questions into SQL.', messages: [{ role: 'user', text: '지난달 주문 건수는? How many orders last month?' }], tools: SAMPLE_TOOLS, maxOutputTokens: 1_000, deadlineMs: 30_000, ...fields,
  };
}
