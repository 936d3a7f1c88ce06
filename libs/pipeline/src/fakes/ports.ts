import type { Catalogue, DataSource, Grant, NameBinding, Policy, StagePayload } from '@countersign/contracts';
import type { Pack } from '@countersign/pack';
import { gate, loadParsers } from '@countersign/sql';
import type { LiveAbout, LivePerson, LiveRows, Ports, PublishedPack, ResultStore, Source } from '../ports.js';
import { approvedBy } from '../live.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { FakeJobStore } from './job-store.js';

/** The tenant a story plays in; tests change it to see what the pipeline notices. */
export interface FakeWorld {
  people: Map<string, LivePerson & { tenantId: string }>;
  grants: Grant[];
  policies: { version: number; policies: Policy[] };
  packs: Map<string, { current: number; versions: Map<number, Pack> }>;
  sources: Map<string, DataSource>;
  catalogues: Map<string, Catalogue>;
  bindings: Map<string, NameBinding>;
  /** Milliseconds since the epoch. */
  nowMs: number;
  queue: StagePayload[];
}

/** Every port in memory; the gate is the real one. */
export function fakePorts<Jobs extends FakeJobStore = FakeJobStore>(world: FakeWorld, source: Source, jobs: Jobs = new FakeJobStore() as Jobs): Ports & { jobs: Jobs } {
  let ids = 0;
  return {
    jobs,
    results: fakeResults(),
    packs: {
      load: async (_tenant, id, version) => world.packs.get(id)?.versions.get(version),
      currentVersion: async (_tenant, id) => world.packs.get(id)?.current,
      forSource: async (_tenant, source) => publishedPacks(world, source),
    },
    sources: {
      load: async (_tenant, id) => world.sources.get(id),
      catalogue: async (_tenant, id) => world.catalogues.get(id),
      binding: async (_tenant, id) => world.bindings.get(id),
    },
    access: {
      person: async (tenantId, personId) => {
        const person = world.people.get(personId);
        return person && person.tenantId === tenantId ? person : undefined;
      },
      grants: async (_tenant, person, dataSourceId) => world.grants.filter((g) => g.dataSourceId === dataSourceId && (g.subject.id === person.personId || person.groups.includes(g.subject.id))),
      policies: async () => world.policies,
      live: async (tenantId, about) => liveRows(world, tenantId, about),
      jobWithLive: async (tenantId, { jobId, ruleAuthors }) => {
        const job = await jobs.load(tenantId, jobId);
        return job && { job, live: liveRows(world, tenantId, { askerId: job.askerId, approverId: job.approval && approvedBy(job.approval), dataSourceId: job.dataSourceId, packId: job.packId, ruleAuthors }) };
      },
    },
    gate: { check: async (input) => { await loadParsers(); return gate(input); } },
    source,
    pulse: { during: async (_run, work) => work(new AbortController().signal) },
    queue: { publish: async (_queue, payload) => { world.queue.push(payload); } },
    clock: { now: () => new Date(world.nowMs).toISOString(), micros: () => world.nowMs * 1000 },
    ids: { next: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}` },
    tracer: { stage: async (_name, traceparent, _attributes, work) => work(traceparent) },
    process: 'story',
    limits: DEFAULT_LIMITS,
  };
}

function liveRows(world: FakeWorld, tenantId: string, { askerId, approverId, dataSourceId, packId, ruleAuthors }: LiveAbout): LiveRows {
  const of = (id: string | null) => { const person = id ? world.people.get(id) : undefined; return person?.tenantId === tenantId ? person : undefined; };
  const asker = of(askerId);
  return {
    asker, approver: of(approverId), policies: world.policies, source: world.sources.get(dataSourceId), catalogue: world.catalogues.get(dataSourceId),
    grants: world.grants.filter((g) => asker !== undefined && g.dataSourceId === dataSourceId && (g.subject.id === asker.personId || asker.groups.includes(g.subject.id))),
    binding: world.bindings.get(dataSourceId), packVersion: world.packs.get(packId)?.current, packs: publishedPacks(world, dataSourceId),
    ruleAuthors: ruleAuthors ? world.policies.policies.flatMap(({ authorId }) => of(authorId) ?? []) : [],
  };
}

function publishedPacks(world: FakeWorld, source: string): PublishedPack[] {
  return [...world.packs].map(([id, { current }]) => ({ id, version: current, binding: world.bindings.get(source) }));
}

function fakeResults(): ResultStore {
  const kept = new Map<string, (string | null)[][]>();
  return {
    open: async (_tenant, _job, resultId) => {
      const rows: (string | null)[][] = [];
      return {
        write: async (batch) => { rows.push(...batch); },
        close: async () => { kept.set(resultId, rows); },
        discard: async () => { kept.delete(resultId); },
      };
    },
    async *stream(_tenant, resultId) {
      yield kept.get(resultId) ?? [];
    },
    read: async (_tenant, resultId, offset, limit) => (kept.get(resultId) ?? []).slice(offset, offset + limit),
  };
}
