import type { LanguageModelV3CallOptions, LanguageModelV3Message, LanguageModelV3ReasoningPart } from '@ai-sdk/provider';
import type { ModelMessage, ModelRequest, ModelTool, ToolCall } from '@countersign/pipeline';

/** What a model thought before a call; some providers want it back with the call, sealed as they gave it. */
export type ThoughtOf = (call: ToolCall) => readonly LanguageModelV3ReasoningPart[];

/**
 * The request as the SDK takes it. No temperature and no forced tool: the newest models answer 400 to both. The system
 * text, and with it the tools before it, is marked for the provider's cache: each turn of a loop repeats them.
 */
export function toPrompt(request: ModelRequest, thoughtOf: ThoughtOf): LanguageModelV3CallOptions {
  return {
    prompt: [
      { role: 'system', content: request.system, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
      ...request.messages.flatMap((message) => toMessage(message, thoughtOf)),
    ],
    maxOutputTokens: request.maxOutputTokens,
    ...(request.tools.length === 0 ? {} : { tools: request.tools.map(toTool), toolChoice: { type: 'auto' as const } }),
  };
}

function toTool({ name, description, input }: ModelTool): NonNullable<LanguageModelV3CallOptions['tools']>[number] {
  return { type: 'function', name, description, inputSchema: input };
}

function toMessage(message: ModelMessage, thoughtOf: ThoughtOf): LanguageModelV3Message[] {
  if (message.role === 'user') return [{ role: 'user', content: [{ type: 'text', text: message.text }] }];
  if (message.role === 'tool') {
    const output = { type: message.failed ? ('error-text' as const) : ('text' as const), value: message.result };
    return [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: message.callId, toolName: message.tool, output }] }];
  }
  const [first] = message.calls;
  const content = [
    ...(first ? thoughtOf(first) : []),
    ...(message.text.trim() === '' ? [] : [{ type: 'text' as const, text: message.text }]),
    ...message.calls.map((call) => ({ type: 'tool-call' as const, toolCallId: call.id, toolName: call.tool, input: asObject(call.input) })),
  ];
  // Providers refuse a message without content.
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}

/** Providers take back only objects, also where the model wrote something else. */
function asObject(input: unknown): unknown {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { input };
}
