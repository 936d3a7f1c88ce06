import { canonicalJson, credentialGap, routes, type DataSource, type DataSourceEdit } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { found, Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { LOG, PROBES, SEALER, STORE, type Services } from '../services.js';
import { askForProof, sealedFor } from './asking-for-proof.js';

type Field = Exclude<keyof DataSourceEdit, 'password' | 'clientKey'>;

/** Where a stored secret would be sent, or as whom. */
const PLACE: readonly Field[] = ['host', 'port', 'database', 'username', 'tls', 'connection'];

/** Changes to data sources. A secret goes in and never comes out again, and never to another place than it was given for. */
@Controller()
export class SourceEditsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(SEALER) private readonly sealer: Services['sealer'],
    @Inject(PROBES) readonly probes: Services['probes'],
    @Inject(LOG) readonly log: Services['log'],
    private readonly entries: AuditEntries,
  ) {}

  @Serve(routes.editDataSource)
  async edit(@Called() { actor, params, body }: CallOf<typeof routes.editDataSource>): Promise<ReplyOf<typeof routes.editDataSource>> {
    const { tenantId } = actor;
    const { password, clientKey, ...given } = body;
    const source = found(await this.store.sources.load(tenantId, params.id));
    const changed = changedFields(source, given);
    const moved = changed.some((field) => PLACE.includes(field));
    if (moved && password === undefined) throw new Problem('credential-required');
    complete((given.connection ?? source.connection)?.clientCertificate, { password, clientKey });
    const sealed = password === undefined ? undefined : sealedFor(this.sealer, { tenantId, id: source.id }, { username: given.username ?? source.username, password, clientKey });
    const revised = changed.some((field) => field !== 'name');
    const audit = this.entries.by(actor, { action: 'data-source.changed', subject: { kind: 'data-source', id: source.id }, dataSourceId: source.id, details: { ...told(source, given, changed), ...(sealed === undefined ? {} : { credential: 'given' }) } });
    const edited = found(await this.store.admin.editDataSource(tenantId, source.id, { changes: given, ...(sealed === undefined ? {} : { sealed }), revised, unproven: moved }, audit));
    if (edited.status !== 'disabled' && (moved || sealed !== undefined)) await askForProof(this, tenantId, edited);
    return edited;
  }

  @Serve(routes.rotateCredential)
  async rotate(@Called() { actor, params, body }: CallOf<typeof routes.rotateCredential>): Promise<ReplyOf<typeof routes.rotateCredential>> {
    const { tenantId } = actor;
    const { id, username, connection } = found(await this.store.sources.load(tenantId, params.id));
    complete(connection?.clientCertificate, body);
    const audit = this.entries.by(actor, { action: 'data-source.changed', subject: { kind: 'data-source', id }, dataSourceId: id, details: { credential: 'rotated' } });
    const source = found(await this.store.admin.rotateCredential(tenantId, id, sealedFor(this.sealer, { tenantId, id }, { username, ...body }), audit));
    if (source.status !== 'disabled') await askForProof(this, tenantId, source);
    return source;
  }
}

/** What is sealed replaces the credential before it, which can't be opened here: whatever it lacks would be lost. */
function complete(certificate: string | undefined, given: { password?: string | undefined; clientKey?: string | undefined }): void {
  const gap = credentialGap(certificate, given);
  if (gap) throw new Problem(gap);
}

function changedFields(source: DataSource, given: Partial<Pick<DataSource, Field>>): Field[] {
  const now: Pick<DataSource, Field> = { ...source, connection: source.connection ?? {} };
  return (Object.keys(given) as Field[]).filter((field) => given[field] !== undefined && canonical(given[field]) !== canonical(now[field]));
}

/** What was and what is, for the audit; of certificates only that they changed. */
function told(source: DataSource, given: Partial<Pick<DataSource, Field>>, changed: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(changed.map((field) => [field, field === 'connection' ? { now: { ...given.connection, ca: given.connection?.ca !== undefined, clientCertificate: given.connection?.clientCertificate !== undefined } } : { was: source[field], now: given[field] }]));
}

const canonical = (value: unknown): string => (value === undefined ? '' : canonicalJson(value));
