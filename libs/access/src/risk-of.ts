import type { Candidate, Caps, Estimate, OutputMode, Risk } from '@countersign/contracts';

export interface RiskInput {
  origin: Candidate['origin'];
  estimate: Estimate;
  caps: Caps;
  outputMode: OutputMode;
  /** Personal columns the query uses, anywhere in it; names as shown to the approver. */
  personal: readonly string[];
  /** Rows of entities are listed one by one rather than aggregated. */
  listsRows: boolean;
  /** Nothing of this shape was approved before on this data source. */
  firstUse: boolean;
  /** Aggregates that are no declared metric. */
  undeclaredMetrics?: readonly string[];
  /** Approval rules that could not be evaluated. */
  brokenRules?: readonly string[];
}

type Level = Risk['level'];
interface Reason {
  level: Level;
  code: string;
  params?: Record<string, string>;
}
const LEVELS: readonly Level[] = ['low', 'medium', 'high'];
/** Share of a cap from which an estimate is worth the approver's eye. */
const NEAR_CAP = 0.5;

/**
 * How carefully a read must be looked at, and why. The level is the highest of its reasons; each reason is a code with
 * parameters, worded by the console.
 *
 * @example riskOf({ origin: 'person', … }).reasons // [{ code: 'written-by-person', params: {} }]
 */
export function riskOf(input: RiskInput): Risk {
  const reasons = [...contentReasons(input), ...costReasons(input)];
  const level = reasons.reduce<Level>((worst, reason) => (LEVELS.indexOf(reason.level) > LEVELS.indexOf(worst) ? reason.level : worst), 'low');
  return { level, reasons: reasons.map(({ code, params }) => ({ code, params: params ?? {} })) };
}

function contentReasons(input: RiskInput): Reason[] {
  const reasons: Reason[] = [];
  if (input.personal.length > 0) reasons.push({ level: 'high', code: 'personal-columns', params: { columns: [...input.personal].sort().join(', ') } });
  if (input.brokenRules?.length) reasons.push({ level: 'high', code: 'rule-not-evaluated', params: { rules: input.brokenRules.join(', ') } });
  if (input.outputMode === 'export') reasons.push({ level: 'medium', code: 'export' });
  if (input.origin === 'sql' || input.origin === 'person') reasons.push({ level: 'medium', code: 'written-by-person' });
  if (input.origin === 'model') reasons.push({ level: 'medium', code: 'written-by-model' });
  if (input.undeclaredMetrics?.length) reasons.push({ level: 'medium', code: 'undeclared-metric', params: { metrics: input.undeclaredMetrics.join(', ') } });
  if (input.listsRows) reasons.push({ level: 'medium', code: 'lists-rows' });
  if (input.firstUse) reasons.push({ level: 'low', code: 'first-use' });
  return reasons;
}

function costReasons({ estimate, caps }: RiskInput): Reason[] {
  if (!estimate.available) return [{ level: 'medium', code: 'no-estimate' }];
  const reasons: Reason[] = [];
  for (const [what, value, cap] of [['cost', estimate.cost, caps.maxCost], ['rows', estimate.rows, caps.maxEstimatedRows]] as const) {
    if (cap === null) continue;
    if (value === null) reasons.push({ level: 'medium', code: 'no-estimate', params: { what } });
    else if (value > cap) reasons.push({ level: 'high', code: 'estimate-over-cap', params: { what, estimate: String(value), cap: String(cap) } });
    else if (value > cap * NEAR_CAP) reasons.push({ level: 'medium', code: 'estimate-near-cap', params: { what, estimate: String(value), cap: String(cap) } });
  }
  return reasons;
}
