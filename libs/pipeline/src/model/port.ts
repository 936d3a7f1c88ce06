/** A model proposes; it decides nothing. One call is one turn: no loop, no tool is run inside. */
export interface Model {
  /** provider/model as configured. */
  readonly name: string;
  /** @throws Fault of kind `model-…`, or `cancelled` when the signal ended it */
  turn(request: ModelRequest, signal: AbortSignal): Promise<ModelTurn>;
}

export interface ModelRequest {
  system: string;
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  maxOutputTokens: number;
  /** For the whole turn, retries and the last byte of the body included. */
  deadlineMs: number;
}

export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'model'; text: string; calls: readonly ToolCall[] }
  | { role: 'tool'; callId: string; tool: string; result: string; failed: boolean };

/** A JSON Schema, as data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ModelTool {
  name: string;
  description: string;
  input: JsonSchema;
}

export interface ToolCall {
  id: string;
  tool: string;
  /** As the model wrote it: nothing has checked it against the tool's schema. */
  input: unknown;
}

/** What came back. */
export interface ModelTurn {
  text: string;
  calls: readonly ToolCall[];
  finish: 'stop' | 'tools' | 'length' | 'refused';
  /** Null: the provider did not say; the reservation counts. */
  usage: ModelUsage | null;
  latencyMs: number;
  /** HTTP requests made, retries included. */
  requests: number;
  /** Null: no price is known for this model. */
  costMicros: number | null;
}

export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
  /** Part of `inputTokens`. */
  cachedInputTokens: number;
}
