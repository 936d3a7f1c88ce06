import { type FakeServer, type Protocol, startScriptedServer } from './scripted-server.js';

const STOP = { stop: 'end_turn', tools: 'tool_use', length: 'max_tokens', refused: 'refusal' } as const;

/** Anthropic's Messages API, as far as a turn without streaming goes. */
const messages: Protocol = {
  path: '/v1/messages',
  reply({ text = '', calls = [], finish = calls.length > 0 ? 'tools' : 'stop', usage = { inputTokens: 100, outputTokens: 20 } }, model) {
    const cached = usage?.cachedInputTokens ?? 0;
    return {
      id: 'msg_fake', type: 'message', role: 'assistant', model, stop_reason: STOP[finish], stop_sequence: null,
      content: [...(text === '' ? [] : [{ type: 'text', text }]), ...calls.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: tool, input }))],
      // Here what comes from the cache is not part of input_tokens.
      ...(usage === null ? {} : { usage: { input_tokens: usage.inputTokens - cached, output_tokens: usage.outputTokens, cache_read_input_tokens: cached, cache_creation_input_tokens: 0 } }),
    };
  },
  error: (code) => ({ type: 'error', error: { type: code, message: 'fake: the request was refused' } }),
};

export function startFakeAnthropic(): Promise<FakeServer> {
  return startScriptedServer(messages);
}
