import { readFileSync } from 'node:fs';
import { optimiseLens, readLensStudy, type LensStudy } from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { describe, expect, test } from 'vitest';
import { searchLens } from './search-lens.ts';

interface Golden {
  readonly cases: readonly {
    readonly document: {
      readonly name: string;
      readonly vary: readonly { readonly path: string }[];
    };
    readonly optimum: { readonly after: number; readonly peerAfter: number };
  }[];
}
/** Lens problems and optima of reference code and of scipy. */
const golden = JSON.parse(
  readFileSync(
    new URL('../../../../engine/references/optimise/lens.json', import.meta.url),
    'utf8',
  ),
) as Golden;
const { document, optimum } = golden.cases.find(
  ({ document: one }) => one.name === 'Cooke, 10 % off',
)!;
/** As for the least squares: 2 % of the larger of both optima. */
const LARGEST_MERIT = 1.02 * Math.max(optimum.after, optimum.peerAfter);

/** Room around triplets of 50 mm, per mm and mm. */
const BOUNDS: readonly (readonly [string, number, number])[] = [
  ['surfaces[0].curvature', 0.03, 0.07],
  ['surfaces[1].curvature', -0.02, 0.02],
  ['surfaces[2].curvature', -0.07, -0.03],
  ['surfaces[3].curvature', 0.03, 0.07],
  ['surfaces[4].curvature', 0, 0.04],
  ['surfaces[5].curvature', -0.07, -0.03],
  ['surfaces[1].thickness', 4, 8],
  ['surfaces[3].thickness', 3, 6],
  ['surfaces[5].thickness', 38, 50],
];
const vary = BOUNDS.map(([path, from, to]) => ({ path: `lens.${path}`, from, to }));
const studyOf = (changes: object): LensStudy => readLensStudy({ ...document, vary, ...changes });
const search = (study: LensStudy) => searchLens(study, () => false).then((found) => found!);

/** What least squares alone make of the lens that a search has found. */
async function polished(changes: object): Promise<number> {
  const { begin } = await search(studyOf(changes));
  const begun = studyOf({ vary: vary.map((entry, at) => ({ ...entry, start: begin[at]! })) });
  return (await optimiseLens(begun, 300, nodeHost(1), { stopped: () => false })).best.merit;
}

describe('the search of a lens between bounds', () => {
  const cmaEs = { algorithm: { name: 'cma-es' }, budget: { runs: 5000 } };

  test('cma-es alone reaches the golden optimum of the triplet', async () => {
    const { merit, runs, trail } = await search(studyOf(cmaEs));
    expect(merit).toBeLessThan(LARGEST_MERIT);
    expect(runs).toBe(5000);
    expect(trail[0]).toMatchObject({ run: 0 });
  });

  test.each([
    ['cma-es', 1, 500],
    ['de', 2, 1000],
  ])('least squares finish what %s with seed %d has found in %d runs', async (name, seed, runs) => {
    const changes = { algorithm: { name }, budget: { runs }, seed };
    expect(await polished(changes)).toBeLessThan(LARGEST_MERIT);
  });

  test('depends on the seed, and not on the order of its numbers', async () => {
    const short = { ...cmaEs, budget: { runs: 200 } };
    const first = await search(studyOf(short));
    const again = await search(studyOf({ ...short, vary: vary.toReversed() }));
    expect(again.trail).toEqual(first.trail);
    expect([...again.begin].toReversed()).toEqual([...first.begin]);
    expect((await search(studyOf({ ...short, seed: 2 }))).trail).not.toEqual(first.trail);
  });

  test('a lens whose number starts outside the bounds is refused', async () => {
    const [, ...others] = vary;
    const study = studyOf({
      ...cmaEs,
      vary: [{ path: 'lens.surfaces[0].curvature', from: 0.06, to: 0.07 }, ...others],
    });
    await expect(search(study)).rejects.toThrow(
      /^lens\.surfaces\[0\]\.curvature is 0\.0\d+ in the lens, and not from 0\.06 to 0\.07: give it a start\.$/,
    );
  });
});
