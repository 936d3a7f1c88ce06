import type { ExportFormat, Policy } from '@countersign/contracts';

export type Rule = Policy['rule'];
export type RuleKind = Rule['kind'];
type Form = Extract<Rule, { kind: 'mask' }>['form'];

export const KINDS = ['row-filter', 'mask', 'export', 'approvers', 'auto-approval'] as const satisfies readonly RuleKind[];
export const FORMS = ['null', 'fixed', 'hash', 'last', 'first', 'year', 'month', 'bucket', 'expression'] as const satisfies readonly Form['kind'][];
export const ORIGINS = ['planner', 'verified', 'sql'] as const;

/** What the form holds: the members of every kind of rule side by side, so that changing the kind loses nothing. */
export interface PolicyDraft {
  name: string;
  kind: RuleKind;
  table: string;
  predicate: string;
  column: string;
  form: Form['kind'];
  /** Of a form that takes a text or a number. */
  formText: string;
  formNumber: number;
  groups: string[];
  roles: Extract<Rule, { kind: 'mask' }>['roles'];
  formats: ExportFormat[];
  groupId: string;
  when: 'always' | 'high-risk';
  approvals: 1 | 2;
  origins: (typeof ORIGINS)[number][];
  maxCost: number;
  maxEstimatedRows: number;
  dataSourceIds: string[];
}

export const EMPTY_POLICY: PolicyDraft = {
  name: '', kind: 'row-filter', table: '', predicate: '', column: '', form: 'null', formText: '', formNumber: 4, groups: [], roles: [], formats: ['csv'],
  groupId: '', when: 'high-risk', approvals: 1, origins: ['verified'], maxCost: 10_000, maxEstimatedRows: 100_000, dataSourceIds: [],
};

/** A policy as the form shows it, to be put otherwise. */
export function draftOf({ name, rule }: Policy): PolicyDraft {
  const draft = { ...EMPTY_POLICY, name, kind: rule.kind };
  switch (rule.kind) {
    case 'row-filter': return { ...draft, table: rule.table, predicate: rule.predicate, groups: rule.groups };
    case 'mask': return { ...draft, table: rule.table, column: rule.column, form: rule.form.kind, ...formOf(rule.form), groups: rule.groups, roles: rule.roles };
    case 'export': return { ...draft, formats: rule.formats, groups: rule.groups, roles: rule.roles };
    case 'approvers': return { ...draft, groupId: rule.groupId, when: rule.when, approvals: rule.approvals === 2 ? 2 : 1 };
    case 'auto-approval': return { ...draft, ...rule.when };
  }
}

function formOf(form: Form): Partial<PolicyDraft> {
  switch (form.kind) {
    case 'fixed': return { formText: form.text };
    case 'expression': return { formText: form.expression };
    case 'first': case 'last': return { formNumber: form.keep };
    case 'bucket': return { formNumber: form.size };
    default: return {};
  }
}

/** The rule that a form says. */
export function ruleOf(draft: PolicyDraft): Rule {
  const { kind, groups, roles } = draft;
  const table = draft.table.trim();
  switch (kind) {
    case 'row-filter': return { kind, table, predicate: draft.predicate.trim(), groups };
    case 'mask': return { kind, table, column: draft.column.trim(), form: maskForm(draft), groups, roles };
    case 'export': return { kind, formats: draft.formats, groups, roles };
    case 'approvers': return { kind, groupId: draft.groupId, when: draft.when, approvals: draft.approvals };
    case 'auto-approval': return { kind, when: { origins: draft.origins, maxCost: draft.maxCost, maxEstimatedRows: draft.maxEstimatedRows, dataSourceIds: draft.dataSourceIds } };
  }
}

function maskForm({ form, formText, formNumber }: PolicyDraft): Form {
  switch (form) {
    case 'fixed': return { kind: form, text: formText };
    case 'expression': return { kind: form, expression: formText };
    case 'first': case 'last': return { kind: form, keep: formNumber };
    case 'bucket': return { kind: form, size: formNumber };
    default: return { kind: form };
  }
}

/** Members of the form that have to be filled in for its kind of rule. */
export function missingIn(draft: PolicyDraft): (keyof PolicyDraft)[] {
  const needed: Record<RuleKind, (keyof PolicyDraft)[]> = {
    'row-filter': ['table', 'predicate'],
    mask: ['table', 'column', ...(draft.form === 'expression' || draft.form === 'fixed' ? (['formText'] as const) : [])],
    // No form at all: then nothing leaves.
    export: [],
    approvers: ['groupId'],
    'auto-approval': ['origins', 'dataSourceIds'],
  };
  const empty = (value: PolicyDraft[keyof PolicyDraft]): boolean => (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0);
  return (['name', ...needed[draft.kind]] as (keyof PolicyDraft)[]).filter((field) => empty(draft[field]));
}
