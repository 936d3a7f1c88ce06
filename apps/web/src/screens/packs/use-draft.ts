import { routes, type PackDraftView } from '@countersign/contracts';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/api';
import { ApiProblem } from '../../api/problem';
import { beginWith, changesOf, edited, redone, undone, type DraftHistory } from './draft-history';
import { mergeFiles } from './merge-files';
import type { Files } from './pack-tasks';

const SAVE_AFTER_MS = 900;

export type SaveState = { kind: 'saved' } | { kind: 'dirty' } | { kind: 'saving' } | { kind: 'conflict' } | { kind: 'failed'; error: unknown };

/** Is the version it began from still in force? `both`: files that were changed here and there. */
export type UpdateState = { kind: 'current' } | { kind: 'behind' } | { kind: 'updated'; both: string[] };

export interface EditedDraft {
  files: Files;
  canUndo: boolean;
  canRedo: boolean;
  save: SaveState;
  /** The version that the server holds of what is saved. */
  version: number;
  edit: (files: Files, place: string) => void;
  undo: () => void;
  redo: () => void;
  /** Saves what is not saved. @returns the version that holds all of it; undefined when something could not be saved */
  flush: () => Promise<number | undefined>;
  /** After a conflict: theirs (mine can be had back by undo), or mine over theirs. */
  settle: (take: 'theirs' | 'mine') => Promise<void>;
  update: UpdateState;
  /** Puts what is edited here upon the version in force. */
  bringUp: () => Promise<void>;
}

/** The text of a draft while it is edited: every step can be undone, and all of it is saved a moment after it was typed. */
export function useDraft(view: PackDraftView): EditedDraft {
  const [history, setHistory] = useState<DraftHistory>(() => beginWith(view.files));
  const [save, setSave] = useState<SaveState>({ kind: 'saved' });
  const now = useRef(history.now);
  now.current = history.now;
  const held = useRef({ files: view.files, version: view.version });
  const [version, setVersion] = useState(view.version);
  const [update, setUpdate] = useState<UpdateState>({ kind: view.currentVersion === view.baseVersion ? 'current' : 'behind' });
  const raise = useRef<number>(undefined);
  const underWay = useRef<Promise<boolean>>(undefined);

  const saveOnce = useCallback(async (): Promise<boolean> => {
    const files = now.current;
    const changes = changesOf(held.current.files, files);
    if (Object.keys(changes).length === 0 && raise.current === undefined) {
      setSave({ kind: 'saved' });
      return true;
    }
    setSave({ kind: 'saving' });
    try {
      const saved = await call(routes.saveDraft, { params: { id: view.id }, body: { version: held.current.version, files: changes, ...(raise.current === undefined ? {} : { baseVersion: raise.current }) } });
      raise.current = undefined;
      held.current = { files, version: saved.version };
      setVersion(saved.version);
      setSave({ kind: now.current === files ? 'saved' : 'dirty' });
      return true;
    } catch (error) {
      setSave(error instanceof ApiProblem && error.code === 'conflict' ? { kind: 'conflict' } : { kind: 'failed', error });
      return false;
    }
  }, [view.id]);

  const flush = useCallback(async (): Promise<number | undefined> => {
    await underWay.current;
    while (now.current !== held.current.files && Object.keys(changesOf(held.current.files, now.current)).length > 0) {
      underWay.current = saveOnce();
      if (!(await underWay.current)) return undefined;
    }
    return held.current.version;
  }, [saveOnce]);

  const conflict = save.kind === 'conflict';
  useEffect(() => {
    if (conflict || history.now === held.current.files) return undefined;
    setSave((old) => (old.kind === 'saving' ? old : { kind: 'dirty' }));
    const timer = setTimeout(() => void flush(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [history.now, conflict, flush]);

  // Leaving saves first; only what can't be saved is asked about.
  const unsaved = save.kind !== 'saved';
  useBlocker({ shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && (await flush()) === undefined, enableBeforeUnload: () => unsaved, disabled: !unsaved });

  return {
    files: history.now,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    save,
    version,
    edit: useCallback((files, place) => setHistory((old) => edited(old, files, place, Date.now())), []),
    undo: useCallback(() => setHistory(undone), []),
    redo: useCallback(() => setHistory(redone), []),
    flush,
    settle: useCallback(async (take) => {
      const theirs = await call(routes.getDraft, { params: { id: view.id } });
      held.current = { files: theirs.files, version: theirs.version };
      setVersion(theirs.version);
      setSave({ kind: 'saved' });
      if (take === 'theirs') setHistory((old) => edited(old, theirs.files, 'theirs', Date.now()));
      else await flush();
    }, [view.id, flush]),
    update,
    bringUp: useCallback(async () => {
      if (view.currentVersion === null || !view.current || (await flush()) === undefined) return;
      const { files, both } = mergeFiles({ base: view.base ?? {}, theirs: view.current, mine: now.current });
      raise.current = view.currentVersion;
      setHistory((old) => edited(old, files, 'update', Date.now()));
      now.current = files;
      if (await saveOnce()) setUpdate({ kind: 'updated', both });
    }, [view, flush, saveOnce]),
  };
}
