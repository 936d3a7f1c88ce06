import { setAt } from './yaml-edit';
import { besideThePack, type Declared, type Section } from './pack-outline';
import type { Files } from './pack-tasks';

/** What can be declared under a name of its own, and what one has to begin with. */
export const DECLARABLE = ['metrics', 'dimensions', 'filters', 'terms', 'values', 'entities', 'roles', 'events', 'ranks', 'topics'] as const satisfies readonly Section[];
export type Declarable = (typeof DECLARABLE)[number];

export const NAME = /^[a-z][a-z0-9_]*$/;

function beginning(section: Declarable, id: string): Record<string, unknown> {
  const name = id.replaceAll('_', ' ');
  const both = { en: name, ko: name };
  const words = { en: [name], ko: [] };
  switch (section) {
    case 'metrics': return { kind: 'count', of: '', unit: 'count', label: both, definition: both };
    case 'dimensions': return { of: '', label: both, definition: both };
    case 'filters': return { where: '', label: both, words, definition: both };
    case 'terms': return { words, means: [], usual: '', ambiguous: 'ask' };
    case 'values': return { values: {} };
    case 'entities': return { label: both, description: both, grain: [], columns: {} };
    case 'roles': return { of: '', label: both, description: both };
    case 'events': return { words };
    case 'ranks': return { by: '', direction: 'desc', words };
    case 'topics': return { words };
  }
}

/** Puts a declaration to begin with where the others of its kind stand; the findings then say what it lacks. */
export function declare(files: Files, outline: readonly Declared[], section: Declarable, id: string): Files {
  const beside = outline.filter((declared) => declared.section === section).at(-1)?.file;
  const holder = beside ?? Object.keys(files).find((path) => !besideThePack(path) && new RegExp(`^${section}:`, 'm').test(files[path] ?? '')) ?? `${section}.yaml`;
  return { ...files, [holder]: setAt(files[holder] ?? '', [section, id], beginning(section, id)) };
}
