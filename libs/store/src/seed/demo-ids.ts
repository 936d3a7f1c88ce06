import { createHash } from 'node:crypto';

/** A UUID (version 8) that is always the same for a name: seeding again finds what it seeded before. */
export function namedUuid(name: string): string {
  const hex = createHash('sha256').update(`countersign demo ${name}`).digest('hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const PEOPLE = [
  { key: 'analyst', name: 'Analyst', role: 'analyst' },
  { key: 'analyst2', name: 'Second analyst', role: 'analyst' },
  { key: 'approver', name: 'Approver', role: 'approver' },
  { key: 'approver2', name: 'Second approver', role: 'approver' },
  { key: 'admin', name: 'Admin', role: 'admin' },
  { key: 'auditor', name: 'Auditor', role: 'auditor' },
] as const;

export type DemoPersonKey = (typeof PEOPLE)[number]['key'];

function organization(slug: 'hanbit' | 'northwind', name: string, locale: 'en' | 'ko') {
  const id = (what: string): string => namedUuid(`${slug}/${what}`);
  return {
    id: id('tenant'), slug, name, locale,
    dataSourceId: id('source/commerce'),
    groups: { analysts: { id: id('group/analysts'), name: 'Analysts' }, approvers: { id: id('group/approvers'), name: 'Finance approvers' } },
    grantIds: { analysts: id('grant/analysts'), approver: id('grant/approver') },
    policyId: id('policy/review'),
    people: PEOPLE.map((person) => ({ ...person, id: id(`person/${person.key}`), email: `${person.key}@${slug}.example` })),
  };
}

/** The two demo organizations and their fixed ids. People are called by their role: there are no invented persons. */
export const DEMO = {
  hanbit: organization('hanbit', 'Hanbit Retail', 'ko'),
  northwind: organization('northwind', 'Northwind Supply', 'en'),
};

export type DemoTenant = (typeof DEMO)['hanbit'];
