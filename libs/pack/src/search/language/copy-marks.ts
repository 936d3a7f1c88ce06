/** Words that, added to a table's name, mark a copy of it; those of one line are asked for by each other. */
const LINES = ['history hist historic historical', 'archive archived backup bak old previous', 'copy shadow snapshot', 'staging stage stg temp tmp temporary', 'audit audited'];

/** Mark → what it is asked for by. */
export const COPY_MARKS: ReadonlyMap<string, string> = new Map(LINES.flatMap((line) => line.split(' ').map((mark, _i, [first = '']) => [mark, first] as const)));
