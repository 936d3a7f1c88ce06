/** Tokens that a reply counts although nothing else in it could be read: they are paid for all the same. */
export function usageInBody(body: string): { inputTokens: number; outputTokens: number } | null {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return null;
  }
  const { usage } = (typeof read === 'object' && read !== null ? read : {}) as { usage?: Record<string, unknown> | null };
  const [input, output] = [usage?.input_tokens ?? usage?.prompt_tokens, usage?.output_tokens ?? usage?.completion_tokens];
  const counts = [input, output].filter((count): count is number => typeof count === 'number' && Number.isSafeInteger(count) && count >= 0);
  return counts.length === 2 ? { inputTokens: counts[0] ?? 0, outputTokens: counts[1] ?? 0 } : null;
}
