import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readStudyDocument } from '@lumenloom/contract';
import { describe, expect, it } from 'vitest';
import { compileStudy, type Outcome } from './compile.ts';
import { hypervolume } from '../decide/pareto.ts';
import { isFeasible } from '../decide/ranking.ts';
import { expressionOutcome } from './run-expressions.ts';
import { startOf, StudySearch, type Proposal } from './search-study.ts';

interface Golden {
  readonly single: readonly {
    readonly document: { readonly name: string };
    readonly target: number;
  }[];
  readonly multi: readonly {
    readonly document: { readonly name: string; readonly hypervolumeReference: readonly number[] };
    readonly nsga2: { readonly median: number };
  }[];
  readonly hypervolume: readonly {
    readonly points: readonly (readonly number[])[];
    readonly reference: readonly number[];
    readonly value: number;
  }[];
}
/** Test functions and figures of reference optimisers in numpy. */
const golden = JSON.parse(
  readFileSync(new URL('../../references/functions.json', import.meta.url), 'utf8'),
) as Golden;

function searchOf(content: object): StudySearch {
  const read = readStudyDocument(content);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const compiled = compileStudy(read.value);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return new StudySearch(
    compiled.value,
    startOf(compiled.value, () => undefined),
  );
}

/** Runs a study with as many workers as it takes; `pick` chooses which ends next. */
function ended(search: StudySearch, pick: (busy: number) => number = () => 0): StudySearch {
  const busy: Proposal[] = [];
  for (;;) {
    for (let next = search.ask(); next; next = search.ask()) {
      busy.push(next);
      if (busy.length === search.batch) break;
    }
    if (busy.length === 0) return search;
    const [proposal] = busy.splice(pick(busy.length), 1);
    search.tell(proposal!, outcomeFor(search, proposal!));
  }
}
const outcomeFor = (search: StudySearch, { values }: Proposal): Outcome =>
  expressionOutcome(search.study, values);

const rowsOf = (search: StudySearch) => search.results.map(({ run }) => search.ended(run));
const valuesOf = (search: StudySearch) => rowsOf(search).map(({ values }) => values);

describe('targets', () => {
  const cases = golden.single.flatMap(({ document, target }) =>
    [1, 2, 3].map((seed) => ({ name: document.name, seed, document, target })),
  );
  it.each(cases)('reaches the target of $name with seed $seed', ({ document, target, seed }) => {
    const search = ended(searchOf({ ...document, seed, target }));
    expect(search.stopped?.reason).toBe('target');
  });

  it.each([1, 2, 3, 4])('reaches the mixed problem with tpe and seed %d', (seed) => {
    const { document, target } = golden.single.find((one) => one.document.name === 'mixed')!;
    const search = ended(searchOf({ ...document, seed, target, algorithm: { name: 'tpe' } }));
    expect(search.stopped?.reason).toBe('target');
  });

  it.each([
    // Three times the median runs of reference optimisers.
    ['de', 3 * 417],
    ['cma-es', 3 * 138],
  ])('finds the minimum of Branin with %s', (name, runs) => {
    const search = ended(
      searchOf({
        name: 'Branin',
        vary: [
          { name: 'x', from: -5, to: 10 },
          { name: 'y', from: 0, to: 15 },
        ],
        objectives: [
          {
            expression: '(y - 5.1*x**2/(4*pi**2) + 5*x/pi - 6)**2 + 10*(1 - 1/(8*pi))*cos(x) + 10',
            goal: 'minimise',
          },
        ],
        algorithm: { name },
        budget: { runs },
        target: 0.4079,
      }),
    );
    expect(search.stopped?.reason).toBe('target');
  });

  it.each(
    golden.multi.flatMap(({ document, nsga2 }) =>
      [1, 2].map((seed) => ({ name: document.name, seed, document, nsga2 })),
    ),
  )('covers the front of $name with seed $seed', ({ document, nsga2, seed }) => {
    const search = ended(searchOf({ ...document, seed }));
    const points = search.results.filter(isFeasible).map(({ objectives }) => objectives);
    expect(hypervolume(points, document.hypervolumeReference)).toBeGreaterThan(0.9 * nsga2.median);
  });

  it.each(golden.hypervolume)('computes a hypervolume exactly', ({ points, reference, value }) => {
    expect(hypervolume(points, reference)).toBeCloseTo(value, 12);
  });
});

const numbers = [
  { name: 'a', from: 1, to: 5 },
  { name: 'b', from: 0.1, to: 30, scale: 'log' },
  { name: 'c', from: 2, to: 9, whole: true },
];
const choice = { name: 'd', values: ['p', 'q', 'r'] };
const variables = [...numbers, choice];
const base = {
  name: 'Laws',
  vary: variables,
  objectives: [
    {
      expression: "(a - 2)**2 + (log(b) - 1)**2 + (c - 4)**2/9 + (d == 'q' ? 0 : 1)",
      goal: 'minimise',
    },
  ],
  constraints: [{ expression: 'a + b', min: 3 }],
  budget: { runs: 60 },
};
const SINGLE = ['cma-es', 'tpe', 'de', 'random', 'latin-hypercube'];

describe('laws', () => {
  it.each(SINGLE)('%s: permuted variables give the permuted study', (name) => {
    const first = valuesOf(ended(searchOf({ ...base, algorithm: { name } })));
    fc.assert(
      fc.property(fc.shuffledSubarray(variables, { minLength: 4 }), (vary) => {
        expect(valuesOf(ended(searchOf({ ...base, vary, algorithm: { name } })))).toEqual(first);
      }),
      { numRuns: 4 },
    );
  });

  it.each(SINGLE)('%s: a scaled objective gives the same study', (name) => {
    const first = valuesOf(ended(searchOf({ ...base, algorithm: { name } })));
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (factor) => {
        const objectives = [
          { ...base.objectives[0]!, expression: `${factor}*(${base.objectives[0]!.expression})` },
        ];
        expect(valuesOf(ended(searchOf({ ...base, objectives, algorithm: { name } })))).toEqual(
          first,
        );
      }),
      { numRuns: 4 },
    );
  });

  it.each(SINGLE)('%s: a maximised negative gives the same study', (name) => {
    const objectives = [{ expression: `-(${base.objectives[0]!.expression})`, goal: 'maximise' }];
    expect(valuesOf(ended(searchOf({ ...base, objectives, algorithm: { name } })))).toEqual(
      valuesOf(ended(searchOf({ ...base, algorithm: { name } }))),
    );
  });

  it.each(SINGLE)('%s: mirrored bounds give the mirrored study', (name) => {
    const mirroredVariables = [
      ...numbers.map((one) => ({ ...one, from: -one.to, to: -one.from })),
      choice,
    ];
    const text = base.objectives[0]!.expression.replaceAll(/\b([abc])\b/g, '(-$1)');
    const mirrored = valuesOf(
      ended(
        searchOf({
          ...base,
          vary: mirroredVariables,
          algorithm: { name },
          objectives: [{ expression: text, goal: 'minimise' }],
          constraints: [{ expression: '-a - b', min: 3 }],
        }),
      ),
    );
    expect(
      mirrored.map(({ a, b, c, d }) => ({
        a: -(a as number),
        b: -(b as number),
        c: -(c as number),
        d,
      })),
    ).toEqual(valuesOf(ended(searchOf({ ...base, algorithm: { name } }))));
  });

  it('nsga-2: permuted variables and scaled objectives give the same study', () => {
    const document = {
      ...base,
      objectives: [
        { expression: 'a', goal: 'minimise' },
        { expression: '(1 + c)*(1 - sqrt(a/5)) + b', goal: 'maximise' },
      ],
      algorithm: { name: 'nsga-2', population: 12 },
      budget: { runs: 72 },
    };
    const first = valuesOf(ended(searchOf(document)));
    const permuted = searchOf({ ...document, vary: variables.toReversed() });
    expect(valuesOf(ended(permuted))).toEqual(first);
    // A power of two, because the room of a point is a sum of quotients that other factors round.
    const objectives = document.objectives.map((objective) => ({
      ...objective,
      expression: `8*(${objective.expression})`,
    }));
    expect(valuesOf(ended(searchOf({ ...document, objectives })))).toEqual(first);
  });
});

describe('a study', () => {
  const names = [...SINGLE, 'nsga-2'];
  const previewed = { recipe: { scene: 'Macbeth' }, preview: { recipe: {}, share: 0.25 } };
  it.each([
    ...names.map((name) => [name, 'without previews', {}] as const),
    ...names.map((name) => [name, 'with previews', previewed] as const),
  ])('%s %s does not depend on the order in which runs end', (name, _, changes) => {
    const objectives =
      name === 'nsga-2'
        ? [...base.objectives, { expression: 'a*c', goal: 'maximise' }]
        : base.objectives;
    const document = {
      ...base,
      ...changes,
      objectives,
      algorithm: { name },
      budget: { runs: 150 },
    };
    const first = rowsOf(ended(searchOf(document)));
    expect(first).toHaveLength(150);
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (stream) => {
        const pick = (busy: number): number => stream.next().value % busy;
        expect(rowsOf(ended(searchOf(document), pick))).toEqual(first);
      }),
      { numRuns: 5 },
    );
  });

  it.each(names)('%s begins at the start, or in the middle of free variables', (name) => {
    const vary = [{ ...numbers[0]!, start: 4 }, ...variables.slice(1)];
    const objectives =
      name === 'nsga-2'
        ? [...base.objectives, { expression: 'a*c', goal: 'maximise' }]
        : base.objectives;
    const search = searchOf({ ...base, vary, objectives, algorithm: { name } });
    expect(valuesOf(ended(search))[0]).toEqual({
      a: 4,
      c: 6,
      d: 'p',
      b: expect.closeTo(Math.sqrt(3), 12) as number,
    });
  });

  it('runs equal points once', () => {
    const search = searchOf({
      ...base,
      constraints: [],
      budget: { runs: 40 },
      algorithm: { name: 'random' },
      vary: [{ name: 'c', from: 1, to: 4, whole: true }],
      objectives: [{ expression: 'c', goal: 'minimise' }],
    });
    let asked = 0;
    for (let next = search.ask(); next; next = search.ask()) {
      asked += 1;
      search.tell(next, outcomeFor(search, next));
    }
    expect(asked).toBe(4);
    const rows = rowsOf(search);
    expect(rows).toHaveLength(40);
    expect(
      rows.every(({ values, outcome }) => outcome.figures['objective 1'] === values['c']),
    ).toBe(true);
    expect(rows.at(-1)!.outcome.message).toMatch(/^The same as run \d\.$/);
  });

  it('goes on after failed runs, and is refused when the first 21 fail', () => {
    const document = {
      ...base,
      vary: variables.slice(0, 2),
      constraints: [],
      budget: { runs: 60 },
      objectives: [{ expression: 'log(a - 3.5)', goal: 'minimise' }],
    };
    const some = rowsOf(ended(searchOf(document)));
    expect(new Set(some.map(({ outcome }) => outcome.status))).toEqual(new Set(['done', 'failed']));
    expect(some.find(({ outcome }) => outcome.status === 'failed')!.outcome.message).toBe(
      'objectives[0].expression: it gives no number.',
    );
    const none = ended(
      searchOf({ ...document, objectives: [{ expression: 'log(-a)', goal: 'minimise' }] }),
    );
    expect(none.stopped).toEqual({
      reason: 'failed',
      message:
        'All of the first 21 runs failed; the last one because of objectives[0].expression: it gives no number.',
    });
  });

  it('sums up weighted objectives from the start', () => {
    const search = ended(
      searchOf({
        ...base,
        constraints: [],
        budget: { runs: 30 },
        objectives: [
          { expression: 'a', goal: 'minimise', weight: 2 },
          { expression: 'b', goal: 'maximise', weight: 1 },
        ],
      }),
    );
    const [start, ...others] = rowsOf(search);
    const figureOf = (row: typeof start, name: string): number => row!.outcome.figures[name]!;
    for (const [at, row] of others.entries()) {
      const sum =
        (2 * (figureOf(row, 'objective 1') - figureOf(start, 'objective 1'))) /
          figureOf(start, 'objective 1') -
        (figureOf(row, 'objective 2') - figureOf(start, 'objective 2')) /
          figureOf(start, 'objective 2');
      expect(search.results[at + 1]!.objectives[0]).toBeCloseTo(sum, 12);
    }
  });

  it('computes only the best share of each batch in full where it has a preview', () => {
    const search = searchOf({
      ...base,
      constraints: [],
      budget: { runs: 33 },
      recipe: { scene: 'Macbeth' },
      preview: { recipe: {}, share: 0.25 },
      algorithm: { name: 'tpe' },
    });
    const counts = { previews: 0, full: 0 };
    for (let next = search.ask(); next; next = search.ask()) {
      counts[next.isPreview ? 'previews' : 'full'] += 1;
      search.tell(next, outcomeFor(search, next));
    }
    const rows = rowsOf(search);
    const done = rows.filter(({ outcome }) => outcome.status === 'done').length;
    expect(rows).toHaveLength(33);
    expect(counts).toEqual({ previews: 33, full: done });
    expect(done).toBeLessThan(12);
    expect(rows[0]!.outcome.status).toBe('done');
    for (const { outcome } of rows)
      if (outcome.status === 'preview') expect(outcome.figures).toEqual({});
  });
});
