/** A confidence and what became of it. */
export interface Judged {
  confidence: number;
  correct: boolean;
}

export interface ReliabilityBin {
  from: number;
  to: number;
  n: number;
  /** Mean confidence, and the share that was right. */
  said: number;
  held: number;
}

export interface Reliability {
  n: number;
  bins: ReliabilityBin[];
  /** Expected calibration error over bins of equal numbers. */
  ece: number;
  brier: number;
  /** The chance that a right answer has more confidence than a wrong one; `null` when there are not both. */
  auroc: number | null;
  /** Area under the risk–coverage curve: mean share wrong when the most confident are answered first. */
  aurc: number;
}

export interface CoveragePoint {
  /** Share of the cases that is answered, the most confident first. */
  coverage: number;
  threshold: number;
  /** Share of the answered that is wrong. */
  risk: number;
}

/**
 * How far confidence can be believed.
 *
 * @param bins as many bins as there are, each with as many cases (equal confidences are not torn apart)
 * @example reliability([{ confidence: 0.9, correct: true }], 10).ece // 0.1
 */
export function reliability(cases: readonly Judged[], bins: number): Reliability {
  const table = binned(cases, bins);
  const n = cases.length;
  return {
    n, bins: table,
    ece: n === 0 ? 0 : table.reduce((sum, bin) => sum + (bin.n / n) * Math.abs(bin.said - bin.held), 0),
    brier: mean(cases.map(({ confidence, correct }) => (confidence - (correct ? 1 : 0)) ** 2)),
    auroc: auroc(cases),
    aurc: aurc(cases),
  };
}

/**
 * Risk at each of these shares answered; equal confidences are answered together, so coverage can be more than asked for.
 *
 * @example riskCoverage(cases, [0.5, 1])
 */
export function riskCoverage(cases: readonly Judged[], shares: readonly number[]): CoveragePoint[] {
  const sorted = mostConfidentFirst(cases);
  return shares.flatMap((share) => {
    const last = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
    if (!last) return [];
    const answered = sorted.filter(({ confidence }) => confidence >= last.confidence);
    return [{ coverage: answered.length / sorted.length, threshold: last.confidence, risk: wrongIn(answered) / answered.length }];
  });
}

const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length);
const wrongIn = (cases: readonly Judged[]): number => cases.filter(({ correct }) => !correct).length;
const mostConfidentFirst = (cases: readonly Judged[]): Judged[] => [...cases].sort((a, b) => b.confidence - a.confidence);

function binned(cases: readonly Judged[], bins: number): ReliabilityBin[] {
  const sorted = [...cases].sort((a, b) => a.confidence - b.confidence);
  const size = Math.max(1, Math.ceil(sorted.length / bins));
  const found: ReliabilityBin[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = Math.min(sorted.length, start + size);
    while (end < sorted.length && sorted[end]?.confidence === sorted[end - 1]?.confidence) end++;
    const part = sorted.slice(start, end);
    found.push({ from: part[0]?.confidence ?? 0, to: part.at(-1)?.confidence ?? 0, n: part.length, said: mean(part.map(({ confidence }) => confidence)), held: 1 - wrongIn(part) / part.length });
    start = end;
  }
  return found;
}

/** Mann–Whitney, half a point for equal confidences. */
function auroc(cases: readonly Judged[]): number | null {
  const sorted = [...cases].sort((a, b) => a.confidence - b.confidence);
  let [ranks, right] = [0, 0];
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    while (end < sorted.length && sorted[end]?.confidence === sorted[start]?.confidence) end++;
    const here = sorted.slice(start, end).filter(({ correct }) => correct).length;
    ranks += here * ((start + 1 + end) / 2);
    right += here;
    start = end;
  }
  const wrong = sorted.length - right;
  return right === 0 || wrong === 0 ? null : (ranks - (right * (right + 1)) / 2) / (right * wrong);
}

/** Cases of equal confidence come in no order: each counts as wrong as they are together. */
function aurc(cases: readonly Judged[]): number {
  const sorted = mostConfidentFirst(cases);
  let [errors, total] = [0, 0];
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    while (end < sorted.length && sorted[end]?.confidence === sorted[start]?.confidence) end++;
    const share = wrongIn(sorted.slice(start, end)) / (end - start);
    for (let i = start; i < end; i++) total += (errors += share) / (i + 1);
    start = end;
  }
  return sorted.length === 0 ? 0 : total / sorted.length;
}
