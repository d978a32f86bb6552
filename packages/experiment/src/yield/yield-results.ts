import type { PlannedYield } from './plan-yield.ts';
import { yieldSentence, type YieldFindings } from './run-yield.ts';

/** What a yield has found, as results.json has it; the keys are published. */
export type YieldResults = ReturnType<typeof yieldResults>;

export function yieldResults({ document, valuesOf }: PlannedYield, findings: YieldFindings) {
  const { values, worst, ...rest } = findings;
  return {
    version: 1,
    name: document.name,
    ...rest,
    worst: worst.map((one) => ({ values: valuesOf(one), value: one.value })),
    values: values.map(({ value }) => value),
    stopped: 'runs',
    sentence: yieldSentence(findings, document),
  };
}
