import type { LanguageModelV3ReasoningPart } from '@ai-sdk/provider';
import type { ModelRequest, ToolCall } from '@countersign/pipeline';
import { CallFailure } from '../http/call-failure.js';
import type { Endpoint } from '../http/endpoint.js';
import { createPost } from '../http/post.js';
import type { ModelSettings } from '../settings/model-settings.js';
import { languageModel } from './language-model.js';
import { type Reply, readReply } from './read-reply.js';
import { toolsInPrompt } from './tools-in-prompt.js';
import { toPrompt } from './to-prompt.js';
import { turnFetch } from './turn-fetch.js';
import { usageInBody } from './usage-in-body.js';

/** One HTTP request and its reply. @throws CallFailure; the signal's reason */
export type AskOnce = (request: ModelRequest, signal: AbortSignal) => Promise<Reply>;

/** A token is rarely longer than this in JSON, all its escapes counted: a longer reply is not what was asked for. */
const BYTES_PER_TOKEN = 64;
const FRAME_BYTES = 256 * 1024;

/** @param stallMs silence allowed once the reply has begun */
export function createAskOnce(settings: ModelSettings, endpoint: Endpoint, stallMs: number): AskOnce {
  const post = createPost(endpoint);
  // For as long as the caller holds the call, what was thought before it can be given back.
  const thoughts = new WeakMap<ToolCall, LanguageModelV3ReasoningPart[]>();
  return async (request, signal) => {
    const asked = settings.tools === 'native' ? request : toolsInPrompt(request);
    const turn = turnFetch(post, { maxBytes: FRAME_BYTES + request.maxOutputTokens * BYTES_PER_TOKEN, stallMs }, signal);
    try {
      const result = await languageModel(settings, endpoint.url, turn.fetch).doGenerate(toPrompt(asked, (call) => thoughts.get(call) ?? []));
      const reply = readReply(result, request);
      const [first] = reply.calls;
      if (first && reply.thought.length > 0) thoughts.set(first, reply.thought);
      return reply;
    } catch (error) {
      signal.throwIfAborted();
      // The SDK's errors hold the prompt and the reply; of them only that there was one is kept.
      if (turn.last === null) throw error;
      if ('failure' in turn.last) throw turn.last.failure;
      const usage = usageInBody(turn.last.body);
      throw new CallFailure('broken-reply', false, { code: 'not-understood', ...(usage ? { usage } : {}) });
    }
  };
}
