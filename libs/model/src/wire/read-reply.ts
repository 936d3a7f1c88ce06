import type { LanguageModelV3GenerateResult, LanguageModelV3ReasoningPart, LanguageModelV3Usage } from '@ai-sdk/provider';
import type { BilledUsage, ModelRequest, ModelTurn, ToolCall } from '@countersign/pipeline';
import { parseLoosely } from '../salvage/json-in.js';
import { salvageCalls } from '../salvage/salvage-calls.js';

export interface Reply {
  text: string;
  calls: ToolCall[];
  finish: ModelTurn['finish'];
  usage: BilledUsage | null;
  /** What was thought before the calls. */
  thought: LanguageModelV3ReasoningPart[];
}

/** What a reply says. Calls that stand in its text count as calls when there are no others. */
export function readReply({ content, finishReason, usage }: LanguageModelV3GenerateResult, request: ModelRequest): Reply {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const cut = finishReason.unified === 'length';
  const native = content.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.toolCallId, tool: part.toolName, input: inputOf(part.input) }] : []));
  // The end of a reply that was cut off may be half a call; what reads as an object is whole.
  const whole = cut ? native.filter(({ input }) => typeof input === 'object') : native;
  const calls = whole.length > 0 || cut ? whole : salvageCalls(text, request.tools, `text-${request.messages.length}`);
  return { text, calls, finish: finishOf(finishReason.unified, calls), usage: usageOf(usage), thought: content.flatMap(thoughtIn) };
}

function inputOf(text: string): unknown {
  return parseLoosely(text.trim() === '' ? '{}' : text) ?? text;
}

function thoughtIn(part: LanguageModelV3GenerateResult['content'][number]): LanguageModelV3ReasoningPart[] {
  return part.type === 'reasoning' ? [{ type: 'reasoning', text: part.text, ...(part.providerMetadata ? { providerOptions: part.providerMetadata } : {}) }] : [];
}

/** Some endpoints say 'stop' and call tools all the same. */
function finishOf(unified: LanguageModelV3GenerateResult['finishReason']['unified'], calls: readonly ToolCall[]): ModelTurn['finish'] {
  if (unified === 'length') return 'length';
  if (unified === 'content-filter') return 'refused';
  return calls.length > 0 ? 'tools' : 'stop';
}

/** Null unless it can be true: nothing was ever answered to no input at all. */
function usageOf({ inputTokens, outputTokens }: LanguageModelV3Usage): BilledUsage | null {
  const [input, output] = [count(inputTokens.total), count(outputTokens.total)];
  if (input === null || output === null || input === 0) return null;
  const cached = Math.min(count(inputTokens.cacheRead) ?? 0, input);
  return { inputTokens: input, outputTokens: output, cachedInputTokens: cached, cacheWriteTokens: Math.min(count(inputTokens.cacheWrite) ?? 0, input - cached) };
}

function count(value: number | undefined): number | null {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
