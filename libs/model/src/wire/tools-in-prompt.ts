import type { ModelMessage, ModelRequest, ModelTool } from '@countersign/pipeline';

/**
 * The same request for an endpoint that knows no tools: they are described in the system text, with their schemas, and
 * calls and results become plain messages. What the model answers is read by `salvageCalls`.
 */
export function toolsInPrompt(request: ModelRequest): ModelRequest {
  if (request.tools.length === 0) return request;
  return { ...request, tools: [], system: `${request.system}\n\n${instruction(request.tools)}`, messages: request.messages.map(asText) };
}

function instruction(tools: readonly ModelTool[]): string {
  const listed = tools.map(({ name, description, input }) => `- ${name}: ${description}\n  JSON Schema of its input: ${JSON.stringify(input)}`);
  return [
    'You act by calling tools, and only by that. Answer with exactly one JSON object and nothing around it:',
    '{"tool": "<name>", "input": {<an object that fits the schema of that tool>}}',
    'Tools:', ...listed,
  ].join('\n');
}

function asText(message: ModelMessage): ModelMessage {
  if (message.role === 'user') return message;
  if (message.role === 'tool') return { role: 'user', text: `${message.failed ? 'Error' : 'Result'} of ${message.tool}:\n${message.result}` };
  const calls = message.calls.map(({ tool, input }) => JSON.stringify({ tool, input }));
  return { role: 'model', text: calls.length > 0 ? calls.join('\n') : message.text, calls: [] };
}
