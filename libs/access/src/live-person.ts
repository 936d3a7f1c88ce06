import type { Role } from '@countersign/contracts';

/** A person as the tenant knows them now. */
export interface LivePerson {
  personId: string;
  name: string;
  roles: Role[];
  groups: string[];
}
