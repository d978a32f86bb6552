import type { LoadedIsp } from './load-isp.ts';
import type { LoadedStep } from './order.ts';
import { PLANES, type PlaneName } from './planes.ts';

/** One step, or several that a fused kernel runs together. */
export interface Pass {
  /** Id of the step or of the fusion. */
  readonly id: string;
  /** In order. */
  readonly steps: readonly [LoadedStep, ...LoadedStep[]];
}

/**
 * Divides steps into passes: one pass per step, or one for several steps that a loaded kernel
 * fuses.
 *
 * @param chain ids of the steps, in order.
 * @param keepsArrays true when the arrays of every step are wanted, so that steps cannot be fused.
 */
export function passesOf(chain: readonly string[], isp: LoadedIsp, keepsArrays: boolean): Pass[] {
  const fusions = keepsArrays ? [] : isp.fusions;
  const passes: Pass[] = [];
  for (let index = 0; index < chain.length;) {
    const rest = chain.slice(index);
    const joint = fusions
      .map((fusion) => ({ id: fusion.id, count: sharedSteps(fusion, rest) }))
      .find(({ count }) => count > 1);
    const ids = rest.slice(0, joint?.count ?? 1);
    const [first, ...others] = ids.map((id) => isp.steps.get(id)!);
    passes.push({ id: joint?.id ?? first!.step.id, steps: [first!, ...others] });
    index += ids.length;
  }
  return passes;
}

/** How many steps at the beginning of a chain a fusion can run; 0 when it does not fit. */
function sharedSteps(
  { steps, partly }: LoadedIsp['fusions'][number],
  chain: readonly string[],
): number {
  let [count, next] = [0, 0];
  for (const id of chain) {
    const place = steps.findIndex((candidate, index) => index >= next && candidate === id);
    if (place < 0) break;
    next = place + 1;
    count += 1;
  }
  return next === steps.length && (partly || count === steps.length) ? count : 0;
}

/**
 * The planes that a pass reads from the picture: the planes that its steps read, except those that
 * earlier steps of the pass make.
 */
export function planesReadBy({ steps }: Pass): PlaneName[] {
  const made = new Set<PlaneName>();
  const reads = new Set<PlaneName>();
  for (const { step } of steps) {
    for (const name of step.reads) if (!made.has(name)) reads.add(name);
    for (const name of step.replaces) made.add(name);
  }
  return [...reads];
}

/**
 * The planes that a pass writes: those that belong to the form of the picture after its last step.
 */
export function planesReplacedBy({ steps }: Pass): PlaneName[] {
  const made = new Set(steps.flatMap(({ step }) => step.replaces));
  const forms = steps.at(-1)!.step.replaces.map((name) => PLANES[name].form);
  return [...made].filter((name) => forms.includes(PLANES[name].form));
}
