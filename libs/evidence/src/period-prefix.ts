import type { Interpretation } from '@countersign/contracts';

/** The period that was asked for, as an answer may begin with it; empty when none was. */
export function periodPrefix({ period }: Pick<Interpretation, 'period'>): string {
  const label = period?.label.trim() ?? '';
  return label === '' ? '' : `${label.charAt(0).toUpperCase()}${label.slice(1)}: `;
}
