import { processSettings, settings } from '@countersign/platform';

/** Environment of the worker. */
export const workerSettings = {
  ...processSettings,
  /** /health, /ready and /metrics; 0: any free port. */
  HEALTH_PORT: settings.port().default(0),
  HEALTH_HOST: settings.text().default('127.0.0.1'),
  /** Questions worked on at once in this process. */
  WORKER_CONCURRENCY: settings.integer(1, 256).default(16),
  /** Threads that parse SQL. */
  GATE_THREADS: settings.integer(1, 64).default(1),
  /** A statement whose check takes longer is refused and its thread replaced. */
  GATE_DEADLINE_MS: settings.integer(50, 60_000).default(2_000),
  /** Minutes that a data source's proof and catalogue are believed; then the collector looks again. */
  SOURCE_SYNC_MINUTES: settings.integer(1, 10_080).default(60),
  // The model that is asked for what the planner can't do; without a key or an address none is. Only this process has them.
  /** `anthropic/NAME`, `openai/NAME`, `replay:FILE` or `none`; absent: the vendor of the key that is there. */
  COUNTERSIGN_MODEL: settings.text().optional(),
  ANTHROPIC_API_KEY: settings.text().optional(),
  ANTHROPIC_BASE_URL: settings.url('https', 'http').optional(),
  OPENAI_API_KEY: settings.text().optional(),
  /** Any OpenAI-compatible endpoint (Azure, Groq, vLLM, Ollama); it may want no key. */
  OPENAI_BASE_URL: settings.url('https', 'http').optional(),
  /** in-prompt: the endpoint knows no tools, they are described in words. */
  COUNTERSIGN_MODEL_TOOLS: settings.oneOf('native', 'in-prompt').default('native'),
  /** Dollars for a million tokens, e.g. 2,10,0.2 (input, output, cached input), where the price list does not know the model. */
  COUNTERSIGN_MODEL_PRICE: settings.text().optional(),
  /** Cents of a US dollar that models may cost an organization in a day (UTC), where it has no budget of its own; absent: no limit. */
  COUNTERSIGN_MODEL_DAILY_CENTS: settings.integer(0, 100_000_000).optional(),
  /** Hosts (host or host:port, by commas) that tenants' base URLs may name although they are private or plain HTTP. */
  COUNTERSIGN_MODEL_INNER_HOSTS: settings.text().optional(),
  /** Keeps prompts and replies in a file; off unless somebody wants to read them. */
  COUNTERSIGN_MODEL_RECORD: settings.oneOf('off', 'redacted', 'full').default('off'),
  COUNTERSIGN_MODEL_RECORD_FILE: settings.text().optional(),
};
