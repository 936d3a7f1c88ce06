import type { Glossary, SearchHits, SearchTable } from '@countersign/pack';

/** A search in the index called `key`, which `content` builds where there is none yet. */
export interface SearchTask {
  key: string;
  question: string;
  most: number;
  content?: { tables: SearchTable[]; glossary: Glossary };
}

/** undefined: no index of that key is there, and none was given. */
export type SearchAnswer = SearchHits | undefined;
