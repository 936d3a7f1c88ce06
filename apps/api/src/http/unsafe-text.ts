import { unreadableIn } from '@countersign/contracts';

const MAX_DEPTH = 16;

/**
 * What in a parsed body no store can keep or no reader can see: NUL, half a surrogate pair, invisible and direction-changing
 * characters, nesting beyond reason. Iterative, so that
 * the shape of a body can't exhaust the stack.
 * @param free top-level members whose text is judged elsewhere
 * @returns the complaint, or undefined
 */
export function unsafeText(value: unknown, free: readonly string[] = []): string | undefined {
  const open: { value: unknown; depth: number; key: string }[] = [{ value, depth: 0, key: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: item, depth, key } = next;
    if (typeof item === 'string') {
      if (depth === 1 && free.includes(key)) continue;
      const complaint = unsafeString(item, key);
      if (complaint) return complaint;
    } else if (typeof item === 'object' && item !== null) {
      if (depth >= MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
      for (const [name, member] of Object.entries(item)) {
        const complaint = unsafeString(name);
        if (complaint) return complaint;
        open.push({ value: member, depth: depth + 1, key: name });
      }
    }
  }
  return undefined;
}

function unsafeString(text: string, key = ''): string | undefined {
  if (text.includes('\0')) return 'a text holds a NUL character';
  // With the u flag a well-formed pair is one code point, so only a lone half is of category Cs.
  if (/\p{Cs}/u.test(text)) return 'a text holds half a character';
  // What is approved by reading must be what is read. A password is read by nobody.
  const unreadable = key === 'password' ? undefined : unreadableIn(text);
  return unreadable && `a text holds a character that can't be seen (${unreadable.name})`;
}
