/** The product can't start here, for a reason a person can act on. The message is one line, shown as it is. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/** 'EACCES' and the like; the message of anything else. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error) return (error as NodeJS.ErrnoException).code ?? error.message;
  return String(error);
}
