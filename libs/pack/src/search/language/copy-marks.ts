/** Words that, added to a table's name, mark a copy of it: history, backups, staging. */
export const COPY_MARKS: ReadonlySet<string> = new Set('archive archived audit backup bak copy hist history old shadow snapshot staging stage stg temp tmp'.split(' '));
