import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crowding, frontOf, frontsOf, hypervolume } from './pareto.ts';
import { isBetter } from './ranking.ts';

const pointsOf = (dimensions: number, most: number) =>
  fc.array(
    fc.array(fc.integer({ min: 0, max: 6 }), { minLength: dimensions, maxLength: dimensions }),
    {
      minLength: 1,
      maxLength: most,
    },
  );

describe('hypervolume', () => {
  it.each([2, 3, 4])(
    'of %d objectives is the number of cells that points dominate',
    (dimensions) => {
      fc.assert(
        fc.property(pointsOf(dimensions, 8), (points) => {
          let cells = 0;
          for (let cell = 0; cell < 6 ** dimensions; cell += 1) {
            const place = Array.from(
              { length: dimensions },
              (_, at) => Math.floor(cell / 6 ** at) % 6,
            );
            if (points.some((point) => point.every((value, at) => value <= place[at]!))) cells += 1;
          }
          expect(hypervolume(points, new Array<number>(dimensions).fill(6))).toBe(cells);
        }),
        { numRuns: 40 },
      );
    },
  );
});

describe('fronts', () => {
  it('no run of a front beats another, and each of a later one is beaten by the one before', () => {
    fc.assert(
      fc.property(pointsOf(3, 20), (points) => {
        const fronts = frontsOf(points, isBetter);
        expect(fronts.flat()).toHaveLength(points.length);
        for (const [at, front] of fronts.entries())
          for (const point of front) {
            expect(front.some((other) => isBetter(other, point))).toBe(false);
            if (at > 0) expect(fronts[at - 1]!.some((other) => isBetter(other, point))).toBe(true);
          }
      }),
    );
  });

  it('a front that grows is the first of all fronts, without equal points', () => {
    fc.assert(
      fc.property(pointsOf(2, 20), (points) => {
        const runs = points.map((objectives, run) => ({ run, objectives }));
        const grown = frontOf(runs).map((run) => points[run]!.join(' '));
        const first = frontsOf(points, isBetter)[0]!.map((point) => point.join(' '));
        expect(new Set(grown)).toEqual(new Set(first));
        expect(grown).toHaveLength(new Set(first).size);
      }),
    );
  });

  it('ends have endless room, and others the gaps to their neighbours in ranges', () => {
    expect(
      crowding([
        [0, 4],
        [1, 2],
        [4, 0],
      ]),
    ).toEqual([Infinity, 2, Infinity]);
  });
});
