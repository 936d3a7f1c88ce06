export interface Logistic {
  bias: number;
  weights: number[];
}

/** Draws weights towards 0: with few labels, few extremes. */
const USUAL_L2 = 1;
const MOST_STEPS = 50;

/**
 * Platt scaling over several features: logistic regression by Newton's method (IRLS) on Platt's softened targets, with an L2
 * penalty on the weights. Without both outcomes among the labels the weights stay 0.
 *
 * @param features one row a case, all of one length
 * @example fitLogistic([[0], [1]], [false, true])
 */
export function fitLogistic(features: readonly (readonly number[])[], labels: readonly boolean[], l2 = USUAL_L2): Logistic {
  const right = labels.filter(Boolean).length;
  const [high, low] = [(right + 1) / (right + 2), 1 / (labels.length - right + 2)];
  const size = (features[0]?.length ?? 0) + 1;
  let theta = Array<number>(size).fill(0);
  if (right === 0 || right === labels.length) return { bias: Math.log((right + 1) / (labels.length - right + 1)), weights: theta.slice(1) };
  const rows = features.map((row) => [1, ...row]);
  const targets = labels.map((label) => (label ? high : low));
  for (let step = 0; step < MOST_STEPS; step++) {
    const { gradient, hessian } = slope(rows, targets, theta, l2);
    const change = solve(hessian, gradient);
    theta = theta.map((value, i) => value + Math.max(-5, Math.min(5, change[i] ?? 0)));
    if (change.every((value) => Math.abs(value) < 1e-9)) break;
  }
  const [bias = 0, ...weights] = theta;
  return { bias, weights };
}

/**
 * The probability for one row of features.
 *
 * @example applyLogistic({ bias: 0, weights: [2] }, [0.5]) // 0.731…
 */
export function applyLogistic({ bias, weights }: Logistic, features: readonly number[]): number {
  return sigmoid(weights.reduce((sum, weight, i) => sum + weight * (features[i] ?? 0), bias));
}

const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z));

function slope(rows: readonly number[][], targets: readonly number[], theta: readonly number[], l2: number): { gradient: number[]; hessian: number[][] } {
  const size = theta.length;
  const gradient = theta.map((value, i) => (i === 0 ? 0 : -l2 * value));
  const hessian = theta.map((_, i) => theta.map((__, j) => (i === j ? (i === 0 ? 1e-9 : l2) : 0)));
  rows.forEach((row, at) => {
    const p = sigmoid(row.reduce((sum, value, i) => sum + value * (theta[i] ?? 0), 0));
    const [miss, curve] = [(targets[at] ?? 0) - p, Math.max(p * (1 - p), 1e-9)];
    for (let i = 0; i < size; i++) {
      const value = row[i] ?? 0;
      gradient[i] = (gradient[i] ?? 0) + value * miss;
      const line = hessian[i] ?? [];
      for (let j = 0; j < size; j++) line[j] = (line[j] ?? 0) + value * (row[j] ?? 0) * curve;
    }
  });
  return { gradient, hessian };
}

/** Gauss with pivots; small, symmetric, positive definite systems. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const order = rows.slice(column).sort((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0));
    rows.splice(column, order.length, ...order);
    const pivot = rows[column] ?? [];
    for (let other = 0; other < size; other++) {
      const line = rows[other] ?? [];
      const factor = other === column ? 0 : (line[column] ?? 0) / (pivot[column] ?? 1);
      if (factor !== 0) for (let i = column; i <= size; i++) line[i] = (line[i] ?? 0) - factor * (pivot[i] ?? 0);
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}
