/** Where to go after signing in: only a path of this console, never another site. */
export function nextPath(next: string | undefined): string {
  if (!next || !next.startsWith('/') || /^\/[/\\]/.test(next) || /[\u0000-\u001f\\]/.test(next) || next.startsWith('/sign-in')) return '/ask';
  return next;
}
