import type { Model } from '@countersign/pipeline';
import type { Secrets } from '@countersign/platform';
import { createModel } from '../create-model.js';
import { type ModelSettings, ModelSettingsError } from './model-settings.js';

/** A tenant's model as it is stored: the key is sealed, and bound to its tenant. */
export interface StoredModel extends Omit<ModelSettings, 'apiKey'> {
  tenantId: string;
  sealedKey: string | null;
}

/** Where a tenant's key belongs: text sealed for one tenant can’t be opened for another. */
export function modelKeyPlace(tenantId: string): string {
  return `${tenantId}/model`;
}

/**
 * The model that a tenant chose.
 *
 * @param secrets opens keys that were sealed for this process
 * @throws EndpointError, ModelSettingsError, SecretError; none of them holds a key
 */
export function tenantModel({ tenantId, sealedKey, ...settings }: StoredModel, secrets: Pick<Secrets, 'open'>, innerHosts: readonly string[]): Model {
  // Without a key of its own a tenant would be served with whatever the vendor's endpoint lets anybody have: nothing.
  if (sealedKey === null && settings.baseUrl === null) throw new ModelSettingsError('the model has neither a key nor a base URL');
  return createModel({ ...settings, apiKey: sealedKey === null ? null : secrets.open(sealedKey, modelKeyPlace(tenantId)) }, { innerHosts });
}
