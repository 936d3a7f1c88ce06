import pino from 'pino';
import { redact, redactText } from './redact.js';

/** Structured logs, one JSON object a line on standard output. First the fields, then what happened. */
export interface Log {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
  /** A log whose lines all carry these fields, e.g. `{ jobId }`. */
  child(fields: Record<string, unknown>): Log;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LogOptions {
  /** Name of the process, on every line. */
  process: string;
  level?: LogLevel;
  /** Where lines go; standard output by default. */
  destination?: { write(line: string): void };
}

/** No line carries a secret: fields are redacted by key at any depth. */
export function createLog({ process: name, level = 'info', destination }: LogOptions): Log {
  const options: pino.LoggerOptions = {
    level,
    base: { process: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Redaction already turned errors into data; pino's own serializer would copy every property of them.
    serializers: { err: (value: unknown) => value },
    formatters: { level: (label) => ({ level: label }) },
  };
  return wrap(destination ? pino(options, destination) : pino(options));
}

function wrap(logger: pino.Logger): Log {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: Record<string, unknown>, message: string) => {
    if (logger.isLevelEnabled(level)) logger[level](redact(fields) as object, redactText(message));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), child: (fields) => wrap(logger.child(redact(fields) as pino.Bindings)) };
}
