import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_TOOLS } from '../spec/sample-request.js';
import { jsonIn, parseLoosely } from './json-in.js';
import { salvageCalls } from './salvage-calls.js';
import { sqlIn } from './sql-in.js';

const calls = (text: string) => salvageCalls(text, SAMPLE_TOOLS, 's').map(({ tool, input }) => ({ tool, input }));
const proposal = { tool: 'propose_query', input: { sql: 'SELECT 1', assumptions: ['none'], confidence: 0.4 } };

describe('calls written as text', () => {
  it.each([
    ['tool and input', JSON.stringify(proposal)],
    ['name and arguments', JSON.stringify({ name: 'propose_query', arguments: proposal.input })],
    ['arguments as a string', JSON.stringify({ name: 'propose_query', arguments: JSON.stringify(proposal.input) })],
    ['function and parameters', JSON.stringify({ function: 'propose_query', parameters: proposal.input })],
    ['the name as the only key', JSON.stringify({ propose_query: proposal.input })],
    ['a bare input that fits one tool', JSON.stringify(proposal.input)],
    ['prose before the fence', `Let me think. {not json} Then:\n\`\`\`json\n${JSON.stringify(proposal)}\n\`\`\`\nDone.`],
    ['an open fence', `\`\`\`json\n${JSON.stringify(proposal, null, 2)}`],
    ['prose around', `I will call ${JSON.stringify(proposal)} now.`],
    ['a comma too many', '{"tool": "propose_query", "input": {"sql": "SELECT 1", "assumptions": ["none",], "confidence": 0.4,},}'],
  ])('are found: %s', (_how, text) => {
    expect(calls(text)).toEqual([proposal]);
  });

  it('may be several, when each names its tool', () => {
    expect(calls('{"tool":"check_sql","input":{"sql":"SELECT 1"}}\n{"tool":"fetch_schemas","input":{"tables":["orders"]}}').map(({ tool }) => tool)).toEqual(['check_sql', 'fetch_schemas']);
  });

  it('keep line breaks that the model forgot to escape', () => {
    expect(calls('{"tool": "check_sql", "input": {"sql": "SELECT 1\nFROM orders"}}')).toEqual([{ tool: 'check_sql', input: { sql: 'SELECT 1\nFROM orders' } }]);
  });

  it.each([
    ['a fence', 'Here:\n```sql\nSELECT 1;\n```\nIt counts.'],
    ['a fence without a language', '```\nSELECT 1\n```'],
    ['the last of two fences', '```sql\nSELECT 0\n```\nNo, better:\n```sql\nSELECT 1\n```'],
    ['a line', 'The answer is\nSELECT 1;\nwhich counts.'],
    ['nothing around', 'SELECT 1'],
    ['a JSON object of another kind', '{"query": "SELECT 1", "explanation": "counts"}'],
  ])('are a proposal when there is but a query: %s', (_how, text) => {
    expect(calls(text)).toEqual([{ tool: 'propose_query', input: { sql: 'SELECT 1', assumptions: [], confidence: 0 } }]);
  });

  it.each(['', 'I can’t answer that.', '{"tool": "rm_rf", "input": {}}', '{"tool": "check_sql"}', '{"a": 1}', '{"rows": [{"sql": 1}]}', 'DROP TABLE orders', '```sql\nDELETE FROM orders\n```', 'Please select one of these.', '{{{{{{'])('are not made up from %j', (text) => {
    expect(calls(text)).toEqual([]);
  });

  it('need tools', () => {
    expect(salvageCalls('SELECT 1', [], 's')).toEqual([]);
  });

  it('are found whatever the query holds and whatever stands around them', () => {
    const prose = fc.string().map((text) => text.replace(/[{}`"]/g, ' '));
    fc.assert(fc.property(fc.string(), prose, prose, fc.boolean(), (sql, before, after, fenced) => {
      const json = JSON.stringify({ tool: 'check_sql', input: { sql } });
      // A fence inside a string ends the fence around it, for every reader of Markdown.
      fc.pre(!fenced || !sql.includes('```'));
      expect(calls(fenced ? `${before}\n\`\`\`json\n${json}\n\`\`\`\n${after}` : `${before}\n${json}\n${after}`)).toEqual([{ tool: 'check_sql', input: { sql } }]);
    }));
  });

  it('never throw and are always about a tool that exists, for any text', () => {
    const pieces = fc.constantFrom('{', '}', '"', '\\', '```', '```json\n', '```sql\n', 'SELECT ', 'WITH ', '"tool":', '"check_sql"', '"input":', ',', ':', '[', ']', ';\n', '\n\n', 'x', '한글', '\u0000');
    fc.assert(fc.property(fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')), (text) => {
      for (const { tool, id } of salvageCalls(text, SAMPLE_TOOLS, 's')) {
        expect(SAMPLE_TOOLS.map(({ name }) => name)).toContain(tool);
        expect(id).toMatch(/^s-\d+$/);
      }
    }), { numRuns: 2_000 });
  });

  it('cost no more than a little time on a text made of braces or quotes', () => {
    const began = performance.now();
    for (const text of ['{'.repeat(90_000), '{"'.repeat(45_000), '```\n'.repeat(20_000), 'select\n'.repeat(12_000), '"\\'.repeat(45_000), `{${' ,'.repeat(40_000)}`]) salvageCalls(text, SAMPLE_TOOLS, 's');
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('JSON in a text', () => {
  it('reads back every object, also with raw line breaks in its strings', () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      fc.pre(!Object.hasOwn(value, '__proto__'));
      const json = JSON.stringify(value);
      expect(parseLoosely(json)).toEqual(JSON.parse(json));
      const raw = json.replace(/(^|[^\\])((?:\\\\)*)\\n/g, '$1$2\n');
      expect(parseLoosely(raw)).toEqual(JSON.parse(json));
    }));
  });

  it('lists objects in order and not what is inside them', () => {
    expect(jsonIn('{"a": {"b": 1}} and {"c": 2}')).toEqual([{ a: { b: 1 } }, { c: 2 }]);
    expect(jsonIn('[1, 2]')).toEqual([]);
  });
});

describe('a query in a text', () => {
  it('ends at its semicolon, not at one inside', () => {
    expect(sqlIn("SELECT ';' AS a\nFROM t;\nDone")).toBe("SELECT ';' AS a\nFROM t");
    expect(sqlIn('WITH a AS (SELECT 1)\nSELECT * FROM a\n\nThat is all.')).toBe('WITH a AS (SELECT 1)\nSELECT * FROM a');
  });
});
