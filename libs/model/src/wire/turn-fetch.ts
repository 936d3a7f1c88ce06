import { CallFailure } from '../http/call-failure.js';
import type { Post } from '../http/post.js';
import { readRefusal } from '../http/read-refusal.js';

export interface TurnFetch {
  fetch: typeof globalThis.fetch;
  /** What the provider answered last, or why it did not. */
  last: { body: string } | { failure: unknown } | null;
}

/**
 * The `fetch` of one turn. The SDK sees replies of status 2xx only: what else comes back is judged here by its status,
 * before the SDK puts it, with the prompt, into an error.
 */
export function turnFetch(post: Post, limits: { maxBytes: number; stallMs: number }, signal: AbortSignal): TurnFetch {
  const turn: TurnFetch = {
    last: null,
    fetch: async (input, init) => {
      try {
        const reply = await post({ url: new URL(String(input)), headers: init?.headers as Record<string, string>, body: String(init?.body), ...limits, signal });
        if (reply.status < 200 || reply.status > 299) throw readRefusal(reply, Date.now());
        if ((reply.headers['content-encoding'] ?? 'identity') !== 'identity') throw new CallFailure('broken-reply', false, { code: 'encoded' });
        turn.last = { body: reply.body };
        return new Response(reply.body, { status: 200, headers: { 'content-type': 'application/json' } });
      } catch (failure) {
        turn.last = { failure };
        throw failure;
      }
    },
  };
  return turn;
}
