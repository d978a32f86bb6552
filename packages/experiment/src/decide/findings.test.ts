import { readStudyDocument } from '@lumenloom/contract';
import { describe, expect, it } from 'vitest';
import { compileStudy } from '../propose/compile.ts';
import { findingsOf, runsOf } from './findings.ts';
import { expressionOutcome } from '../propose/run-expressions.ts';
import { startOf, StudySearch } from '../propose/search-study.ts';

function ended(content: object): StudySearch {
  const read = readStudyDocument(content);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const compiled = compileStudy(read.value);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const search = new StudySearch(
    compiled.value,
    startOf(compiled.value, () => undefined),
  );
  for (let next = search.ask(); next; next = search.ask())
    search.tell(next, expressionOutcome(search.study, next.values));
  return search;
}

const names = ['a', 'b', 'c', 'd'];
const vary = names.map((name) => ({ name, from: -1, to: 1 }));

describe('findings of a study', () => {
  it('gives the importance of the golden function', () => {
    const search = ended({
      name: 'Importance',
      vary,
      objectives: [
        { name: 'y', expression: '8*(a - .2)**2 + 2*(b + .1)**2 + .5*c**2', goal: 'minimise' },
      ],
      algorithm: { name: 'random' },
      budget: { runs: 2000 },
    });
    const { y } = findingsOf(search).importance!;
    // Exact: .955, .043, .002 and 0; a forest smooths what is small.
    expect(y!['a']!.first).toBeGreaterThan(0.9);
    expect(y!['a']!.total).toBeGreaterThan(0.9);
    expect(y!['b']!.total).toBeGreaterThan(0.015);
    expect(y!['b']!.total).toBeLessThan(0.08);
    expect(y!['c']!.total).toBeLessThan(0.01);
    expect(y!['d']!.total).toBeLessThan(0.005);
  });

  it('gives no importance below 30 runs', () => {
    const objectives = [{ expression: 'a', goal: 'minimise' }];
    const document = { name: 'Few', vary, objectives, algorithm: { name: 'random' } };
    expect(findingsOf(ended({ ...document, budget: { runs: 29 } })).importance).toBeNull();
    expect(findingsOf(ended({ ...document, budget: { runs: 30 } })).importance).not.toBeNull();
  });

  it('warns of a best at a bound where nothing limits what that costs', () => {
    const document = {
      name: 'Bound',
      vary: [{ name: 'sharpness', from: 0, to: 3 }],
      objectives: [{ expression: 'sharpness', goal: 'maximise' }],
      budget: { runs: 60 },
    };
    expect(findingsOf(ended(document)).notes.at(-1)).toMatch(
      /^sharpness of the best lies at its bound (3|2\.99\d*), and no constraint limits what that costs/,
    );
    const constraints = [{ expression: 'sharpness', max: 2.9 }];
    const limited = findingsOf(ended({ ...document, constraints }));
    expect(limited.notes.join(' ')).not.toContain('bound');
    expect(limited.best!.figures['constraint 1']).toBeLessThanOrEqual(2.9);
  });

  it('has no best where no run keeps the constraints', () => {
    const { best, front, notes } = findingsOf(
      ended({
        name: 'None',
        vary,
        objectives: [{ expression: 'a', goal: 'minimise' }],
        constraints: [{ expression: 'b', min: 2 }],
        budget: { runs: 40 },
      }),
    );
    expect({ best, front }).toEqual({ best: null, front: [] });
    expect(notes).toContain('No run keeps all constraints, so there is no best.');
  });

  it('of two objectives: a front by the first, its growing volume, its ends and its knee', () => {
    const search = ended({
      name: 'Front',
      vary: [
        { name: 'x', from: 0, to: 1 },
        { name: 'y', from: 0, to: 1 },
      ],
      objectives: [
        { name: 'low', expression: 'x + y', goal: 'minimise' },
        { name: 'high', expression: 'sqrt(x) - y', goal: 'maximise' },
      ],
      algorithm: { name: 'nsga-2', population: 20 },
      budget: { runs: 400 },
    });
    const { front, hypervolume, representatives } = findingsOf(search);
    const runs = runsOf(search, 1);
    const lows = front.map((run) => runs[run]!.figures['low']!);
    expect(lows).toEqual(lows.toSorted((a, b) => a - b));
    const volumes = hypervolume.map(({ value }) => value);
    expect(hypervolume.at(-1)!.runs).toBe(400);
    expect(volumes).toEqual(volumes.toSorted((a, b) => a - b));
    const [first, last, knee] = representatives;
    expect([first, last]).toEqual([front[0], front.at(-1)]);
    expect(runs[knee!]!.values['x']).toBeGreaterThan(0.05);
    expect(runs[knee!]!.values['x']).toBeLessThan(0.8);
  });

  it('reaches a target value from both sides', () => {
    const { best } = findingsOf(
      ended({
        name: 'Target',
        vary: [{ name: 'x', from: 0, to: 10 }],
        objectives: [{ name: 'square', expression: 'x**2', goal: 'target', value: 20 }],
        budget: { runs: 200 },
        target: 1e-6,
      }),
    );
    expect(best!.figures['square']).toBeCloseTo(20, 5);
  });
});
