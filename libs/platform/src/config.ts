import { z } from 'zod';

/** What is wrong with the environment, one line a variable. Values that may be secret are never repeated. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/**
 * Reads settings from environment variables. An empty variable counts as not set.
 *
 * @throws ConfigError naming every wrong variable
 * @example readConfig({ PORT: settings.port(3000) }, process.env) // { PORT: 3000 }
 */
export function readConfig<S extends z.ZodRawShape>(shape: S, env: Record<string, string | undefined>): z.infer<z.ZodObject<S>> {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in shape && value !== undefined && value.trim() !== ''));
  const read = z.object(shape).safeParse(given);
  if (read.success) return read.data;
  const lines = read.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '');
    return name in given ? `${name} ${issue.message}` : `${name} is not set: it ${issue.message}`;
  });
  throw new ConfigError([...new Set(lines)]);
}

/** Kinds of settings. Each message completes the sentence "NAME …". */
export const settings = {
  text: () => z.string('must be a text'),
  integer: (min: number, max: number) =>
    z.string(`must be a whole number from ${min} to ${max}`).regex(/^-?\d{1,15}$/, `must be a whole number from ${min} to ${max}`).transform(Number)
      .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`),
  port: () => settings.integer(0, 65_535),
  flag: () => z.enum(['1', '0', 'true', 'false'], 'must be 1 or 0').transform((value) => value === '1' || value === 'true'),
  url: (...protocols: string[]) =>
    z.string(`must be a URL that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`).refine(
      (value) => protocols.some((p) => value.startsWith(`${p}://`)) && URL.canParse(value),
      `must be a URL that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`,
    ),
  oneOf: <const T extends readonly [string, ...string[]]>(...values: T) => z.enum(values, `must be one of ${values.join(', ')}`),
};

/** Settings that every process reads; spread them into the process's own. */
export const processSettings = {
  LOG_LEVEL: settings.oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
  DATABASE_URL: settings.url('postgresql', 'postgres'),
  /** The queue's backend: Redis when set, else BullMQ on PostgreSQL. */
  REDIS_URL: settings.url('redis', 'rediss').optional(),
  QUEUE_DATABASE_URL: settings.url('postgresql', 'postgres').optional(),
  QUEUE_BACKEND: settings.oneOf('redis', 'postgres').optional(),
  /** Namespace of the queue: processes of one installation share it. */
  QUEUE_PREFIX: z.string().regex(/^[a-z][a-z0-9_]{0,30}$/, 'must be lower-case letters, digits and _, at most 31').default('countersign'),
  OTEL_EXPORTER_OTLP_ENDPOINT: settings.url('http', 'https').optional(),
};
