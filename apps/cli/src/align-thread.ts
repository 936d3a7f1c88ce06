import type { Alignment } from '@countersign/evidence';
import type { Pack } from '@countersign/pack';
import { loadParsersFor } from '@countersign/sql';
import { alignQuestion, type Aligning } from './align-question.js';
import { readPackFolder } from './pack-folder.js';

export interface AlignTask extends Aligning {
  /** Folder of the pack. */
  pack: string;
}

const packs = new Map<string, Pack>();

/** {@link alignQuestion} as a worker-thread task: SQL that makes a parser hang costs its thread and its line, nothing else. */
export default async function align({ pack: folder, ...task }: AlignTask): Promise<Alignment> {
  await loadParsersFor('canonical', task.dialect);
  const pack = packs.get(folder) ?? readPackFolder(folder);
  packs.set(folder, pack);
  return alignQuestion(pack, task);
}
