import type { GateReport } from '@countersign/contracts';

/** A rejection as the model is told it: rule, message, place and the nearest names. */
export function rejectionText({ rule, message, at, nearest }: Extract<GateReport, { verdict: 'reject' }>): string {
  const place = at ? ` (line ${at.line}, column ${at.column})` : '';
  return `rejected by ${rule}${place}: ${message}${nearest.length > 0 ? `; did you mean ${nearest.slice(0, 8).join(', ')}` : ''}`;
}
