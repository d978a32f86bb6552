import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import plots from './validation-plots.json' with { type: 'json' };
import validation from './validation.json' with { type: 'json' };

const RECORD = process.env['VALIDATION_RECORD'];
/**
 * Node versions compute transcendental functions with different last digits; deviations of rounding
 * change with them.
 */
const OTHER_LAST_DIGITS = 1.1;

const rows = new Map(validation.groups.flatMap((group) => group.rows).map((row) => [row.id, row]));

/**
 * Holds a deviation from an independent tool: within its tolerance, and not above what
 * validation.json says to readers of the site and of docs/validation.md.
 * `npm run validation` measures anew what is said.
 *
 * @param id row of validation.json.
 * @param deviation in the row's unit.
 * @param allowed as the reference came with it, in the same unit.
 */
export function expectHeld(id: string, deviation: number, allowed: number): void {
  expect(deviation, id).toBeLessThanOrEqual(allowed);
  if (RECORD !== undefined) {
    record({ id, deviation, allowed });
    return;
  }
  const stated = rows.get(id);
  if (stated?.ours === undefined) throw new Error(`validation.json has no figure ${id}.`);
  expect(allowed, `${id}: the tolerance that is stated`).toBeLessThanOrEqual(stated.allowed);
  expect(deviation, `${id}: the deviation that is stated`).toBeLessThanOrEqual(
    stated.ours * OTHER_LAST_DIGITS,
  );
}

/** Keeps points of a plot of the validation page while `npm run validation` measures. */
export function recordPoints(plot: keyof typeof plots, points: readonly object[]): void {
  if (RECORD !== undefined) record({ plot, points });
}

const record = (line: object): void => {
  appendFileSync(RECORD!, `${JSON.stringify(line)}\n`);
};
