/** What an accepted text may be remarked on for, as a check's note or a finding. Each has a sentence in every language of the console. */
export const NOTE_CODES = [
  'text', 'scope', 'fabricated-rows', 'row-filters', 'row-limit', 'read-back', 'veto-reader', 'star-narrowed',
  'metric-not-compared', 'metric-alike', 'metric-counted-once',
] as const;
export type NoteCode = (typeof NOTE_CODES)[number];
