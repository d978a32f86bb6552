import { CAMERA_PARTS } from '@lumenloom/engine';
import type { Figures, Rung } from '@lumenloom/report/page-text';
import { columnOf } from './column-of.ts';
import type { Column, Ground } from './columns.ts';
import type { DoneLine } from './picture-lines.ts';
import { FRAMING, STAGES, SUBSET_OF_STAGE, WHOLE, shapleyLosses, type Subset } from './rungs.ts';

/** A camera whose parts are switched on one after the other. */
interface Climbed {
  readonly lines: readonly DoneLine[];
  readonly whole: Column;
  readonly framing?: Column;
}

/** Figures of `before` minus those of `after`; null where one of them is. */
export const lossOf = (before: Figures, after: Figures): Figures =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const from = before[name] ?? null;
      return [name, from === null || value === null ? null : from - value];
    }),
  );

/**
 * What each part of a camera costs. In order each part is switched on after those before it; by
 * Shapley the loss of a part is its mean over all orders, and the figures are what is left after
 * it.
 */
export function ladderOf(
  ground: Ground,
  source: Column,
  { lines, whole, framing }: Climbed,
): readonly Rung[] {
  const known = new Map<Subset, Figures>([
    [WHOLE, whole.figures],
    ...(framing ? [[FRAMING, framing.figures] as const] : []),
  ]);
  const figuresOf = (subset: Subset): Figures => {
    const figures = known.get(subset) ?? columnOf(ground, lines, subset).figures;
    known.set(subset, figures);
    return figures;
  };
  const first = source.figures;
  const rungs: Rung[] = [
    { stage: 'source', figures: first, loss: lossOf(first, first) },
    { stage: 'framing', figures: figuresOf(FRAMING), loss: lossOf(first, figuresOf(FRAMING)) },
  ];
  if (ground.document.ladder !== 'shapley') {
    for (const stage of STAGES.slice(1)) {
      const figures = figuresOf(SUBSET_OF_STAGE[stage]);
      rungs.push({ stage, figures, loss: lossOf(rungs.at(-1)!.figures, figures) });
    }
    return rungs;
  }
  const losses = Object.fromEntries(
    Object.keys(first).map((name) => [
      name,
      shapleyLosses((subset) => figuresOf(subset)[name] ?? NaN),
    ]),
  );
  for (const [at, part] of CAMERA_PARTS.entries()) {
    const loss = Object.fromEntries(
      Object.entries(losses).map(([name, shares]) => [
        name,
        Number.isFinite(shares[part]) ? shares[part] : null,
      ]),
    );
    rungs.push({
      stage: STAGES[at + 1]!,
      figures: lossOf(rungs.at(-1)!.figures, loss),
      loss,
    });
  }
  return rungs.map((rung) => ({
    ...rung,
    figures: Object.fromEntries(
      Object.keys(first).map((name) => [name, rung.figures[name] ?? null]),
    ),
  }));
}
