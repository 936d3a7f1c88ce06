/** Arguments can't be used: said on standard error, exit status 2. */
export class UsageError extends Error {}

/** The world did not play along: one line on standard error, exit status 1. Anything else that is thrown is a fault of ours. */
export class Unavailable extends Error {}

export const USAGE = `countersign: the product's own functions without a server

  countersign gate --jsonl [--dialect D] [--scope FILE] [--max-rows N] [--pack DIR [--binding FILE]]
      {id, sql, dialect?} a line in, verdict and printed SQL a line out. With a pack, sql is canonical SQL over its standard
      tables, may say metric('…') and filter('…'), and is printed for the dialect
  countersign ask --jsonl --pack DIR [--binding FILE] [--dialect D] [--today YYYY-MM-DD]
      {id, question, locale?} a line in; SQL, a question back or a refusal a line out
  countersign align --jsonl --pack DIR [--dialect D] [--today YYYY-MM-DD]
      {id, question, sql, dialect?, today?} a line in; whether this SQL answers this question, and why not, a line out
  countersign ground --jsonl
      {id, columns, rows, answer} a line in; each figure of the answer and the cells it stands on a line out
  countersign equal --jsonl
      {id, gold: {columns, rows}, predicted: {columns, rows}, ordered?} a line in; equal or not, and why, a line out
  countersign schema search --jsonl --catalog FILE [--k N]
      {id, question} a line in; the tables and columns it seems to be about a line out. FILE: one table a line
  countersign pack lint DIR [--binding FILE [--catalog FILE]] [--json]
      what is wrong in a pack, with file, line and column; exit status 1 when it can't be published. With a binding also
      whether its names are the pack's, with a catalogue whether the data source has them
  countersign pack draft --catalog FILE [--out DIR] [--id ID] [--json]
      a pack to begin with, from a database's names, keys, comments and sampled values, and what to look at in it. FILE: as
      for schema search, a line may also have its primaryKey. Without --out the files are printed one after the other
  countersign pack diff A B [--json]
      what changed between two versions of a pack, and which of their test questions are answered differently
  countersign pack test DIR [--json]
      asks the pack the questions under its tests/; exit status 1 when one means something else than its spec says
  countersign pack publish DIR --url URL [--wait SECONDS] [--json]
      brings a version of a pack to a running product: it is read, tested, compared with the version in force, held against
      the data it is bound to, and published. What changes what people may see then waits for a second person. The API token
      (it may read and publish) is taken from COUNTERSIGN_TOKEN. Exit status 1 when refused, 3 when it waits for someone
  countersign pack schema
      the pack format as a JSON Schema, for editors
  countersign audit verify FILE [--key PUBLICKEY] [--head HASH]
      proves an audit export complete and unaltered; "-" reads standard input. With the key that signs exports also that it
      is the organization's, with a hash known from elsewhere that this record is in it
  countersign eval run [--offline] [--suite NAME] [--suites DIR] [--only KIND] [--provider planner|replay:FILE] [--against FILE]
      how often the product is right on a suite, with exact intervals; the cases are written to eval/results/
  countersign keys new | public
      new: fresh keys as environment settings; public: the public halves of those in the environment

Exit status: 0 done, 1 problems found, 2 unusable arguments, 3 waits for a person. Diagnostics go to standard error.
`;
