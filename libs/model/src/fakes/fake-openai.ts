import { type FakeServer, type Protocol, startScriptedServer } from './scripted-server.js';

const STOP = { stop: 'stop', tools: 'tool_calls', length: 'length', refused: 'content_filter' } as const;

/** OpenAI's Chat Completions API, as far as a turn without streaming goes. */
const chatCompletions: Protocol = {
  path: '/v1/chat/completions',
  reply({ text = '', calls = [], finish = calls.length > 0 ? 'tools' : 'stop', usage = { inputTokens: 100, outputTokens: 20 } }, model) {
    const toolCalls = calls.map(({ id, tool, input }) => ({ id, type: 'function', function: { name: tool, arguments: typeof input === 'string' ? input : JSON.stringify(input) } }));
    return {
      id: 'chatcmpl-fake', object: 'chat.completion', created: 0, model,
      choices: [{ index: 0, finish_reason: STOP[finish], message: { role: 'assistant', content: text === '' ? null : text, ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}) } }],
      ...(usage === null ? {} : { usage: { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens, total_tokens: usage.inputTokens + usage.outputTokens, prompt_tokens_details: { cached_tokens: usage.cachedInputTokens ?? 0 } } }),
    };
  },
  error: (code) => ({ error: { code, type: 'invalid_request_error', message: 'fake: the request was refused' } }),
};

export function startFakeOpenai(): Promise<FakeServer> {
  return startScriptedServer(chatCompletions);
}
