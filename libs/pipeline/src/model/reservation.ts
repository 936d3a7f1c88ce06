import type { ModelRequest } from './port.js';

/** What a request may use at most, as far as can be known before it is sent. */
export interface Reservation {
  inputTokens: number;
  outputTokens: number;
}

/** Of each message, around its text. */
const FRAME_TOKENS = 16;
/** What providers put before the first tool. */
const TOOLS_TOKENS = 500;

/**
 * Half of the bytes: more than every tokenizer we measured made of English, Korean and SQL, by a fifth to a half. A
 * reservation should be too large rather than too small; what was really used replaces it.
 */
export function reservationFor({ system, messages, tools, maxOutputTokens }: ModelRequest): Reservation {
  const texts = [system, ...messages.map(textOf), ...tools.map((tool) => JSON.stringify(tool))];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { inputTokens: Math.ceil(bytes / 2) + texts.length * FRAME_TOKENS + (tools.length > 0 ? TOOLS_TOKENS : 0), outputTokens: maxOutputTokens };
}

function textOf(message: ModelRequest['messages'][number]): string {
  if (message.role === 'user') return message.text;
  return message.role === 'tool' ? message.result : message.text + JSON.stringify(message.calls);
}
