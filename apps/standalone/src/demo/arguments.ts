import { parseArgs } from 'node:util';
import type { Locale } from '@countersign/contracts';
import { DemoTrouble } from './trouble.js';

const USAGE = `usage: npm run demo -- "QUESTION" [--json] [--choose REF|usual]… [--today YYYY-MM-DD] [--locale en|ko] [--timeout SECONDS] [--url URL]
exit status: 0 answered, 3 asked back, 4 refused or not answered, 1 trouble, 2 unusable arguments`;

export interface DemoArguments {
  question: string;
  json: boolean;
  choose: string[];
  today: string | undefined;
  locale: Locale;
  timeoutMs: number;
  url: string | undefined;
}

/** @throws DemoTrouble with exit 2 when they can't be used */
export function readArguments(args: string[]): DemoArguments {
  const { values, positionals } = parse(args);
  const [question] = positionals;
  if (question === undefined || positionals.length > 1) throw unusable(USAGE);
  const { locale = languageOf(question), timeout, today, url } = values;
  if (question.trim() === '') throw unusable('the question is empty');
  if (locale !== 'en' && locale !== 'ko') throw unusable('--locale must be en or ko');
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds <= 86_400)) throw unusable('--timeout must be a number of seconds');
  if (today !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(today)) throw unusable('--today must be a day like 2026-06-30');
  if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) throw unusable('--url must be an address like http://127.0.0.1:3000');
  return { question, json: values.json, choose: values.choose, today, locale, timeoutMs: seconds * 1000, url };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args, allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, choose: { type: 'string', multiple: true, default: [] }, today: { type: 'string' }, locale: { type: 'string' }, url: { type: 'string' }, timeout: { type: 'string', default: '120' } },
    });
  } catch (error) {
    throw unusable(`${(error as Error).message.split('. ')[0]}\n${USAGE}`);
  }
}

const unusable = (message: string): DemoTrouble => new DemoTrouble('unusable-arguments', message, 2);

/** The language a question is written in, and so the one it is spoken with. */
export const languageOf = (question: string): Locale => (/\p{Script=Hangul}/u.test(question) ? 'ko' : 'en');
