import { PROBLEMS, ProblemDetails, problemText, type ProblemCode } from '@countersign/contracts';

export type Language = 'en' | 'ko';

/** An answer that is not the one asked for: a problem the server named, or one of three the console finds itself. */
export class ApiProblem extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly params: Record<string, string> = {},
    readonly reference?: string,
  ) {
    super(code);
    this.name = 'ApiProblem';
  }

  /** Asking again may help: nothing answered, or the server said so. */
  get retryable(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const LOCAL_TEXTS: Record<string, Record<Language, string>> = {
  offline: { en: 'The server did not answer. Nothing was lost.', ko: '서버가 응답하지 않습니다. 잃은 내용은 없습니다.' },
  'unexpected-answer': { en: 'The server’s answer could not be read.', ko: '서버의 응답을 읽을 수 없습니다.' },
  failed: { en: 'The request failed.', ko: '요청이 실패했습니다.' },
};

function isKnown(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** A code in the reader's language; undefined when neither the contracts nor the console know it. */
export function codeText(code: string, language: Language, params: Record<string, string> = {}): string | undefined {
  return isKnown(code) ? problemText(code, language, params) : LOCAL_TEXTS[code]?.[language];
}

export function problemSentence(error: unknown, language: Language): string {
  const failed = LOCAL_TEXTS['failed']?.[language] ?? '';
  if (!(error instanceof ApiProblem)) return failed;
  const params = { reference: error.reference ?? '–', ...error.params };
  return codeText(error.code, language, params) ?? failed;
}

/** Reads a failed response; a body that is not problem details still gives a problem. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  const read = ProblemDetails.safeParse(body);
  if (!read.success) return new ApiProblem('failed', response.status);
  return new ApiProblem(read.data.code, response.status, read.data.params, read.data.reference);
}
