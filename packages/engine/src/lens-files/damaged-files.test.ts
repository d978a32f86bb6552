import { expect, it } from 'vitest';
import golden from '../../references/optics/surfaces/files.json' with { type: 'json' };
import { SimulationError } from '../simulation-error.ts';
import { loadGlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import { readLens } from './read-lens.ts';

const catalogue = await loadGlassCatalogue();
/** Files of a run of the tests, and milliseconds that each may take on a busy machine. */
const [FILES, LONGEST] = [150, 3000];
/** The same numbers every time: a multiplicative congruential generator. */
let state = 20261129;
const below = (limit: number): number => {
  state = (state * 48271) % 2147483647;
  return state % limit;
};
const NUMBERS = ['0', '-1', '1e308', 'NaN', '-1e-300', '7', '1e9', 'INFINITY', '', '"'];

function damaged(text: string): string {
  const lines = text.split('\n');
  for (let i = 0; i <= below(3); i += 1) {
    const at = below(lines.length);
    const line = lines[at] ?? '';
    const kind = below(4);
    if (kind === 0) lines.splice(at, 1);
    else if (kind === 1) lines.splice(at, 0, line);
    else if (kind === 2) lines[at] = line.slice(0, below(line.length + 1));
    else {
      const numbers = line.match(/-?\d+(\.\d+)?(e[-+]?\d+)?/gi) ?? [];
      if (numbers.length > 0)
        lines[at] = line.replace(numbers[below(numbers.length)]!, NUMBERS[below(NUMBERS.length)]!);
    }
  }
  return lines.join('\n');
}

it(`${FILES} damaged files are read or refused with a sentence, in time`, () => {
  let [refused, read] = [0, 0];
  for (let i = 0; i < FILES; i += 1) {
    const { text, kind } = golden.cases[i % golden.cases.length]!;
    const broken = damaged(text);
    const start = performance.now();
    try {
      const { file } = readLens(new TextEncoder().encode(broken), `a.${kind}`, {
        catalogue,
        keepFocus: false,
      });
      expect(file.surfaces.length).toBeGreaterThan(0);
      read += 1;
    } catch (error) {
      if (!(error instanceof SimulationError)) throw new Error(broken, { cause: error });
      expect(error.message).toMatch(/^[^\n]{10,1500}[.?]$/);
      refused += 1;
    }
    expect(performance.now() - start, broken).toBeLessThan(LONGEST);
  }
  expect(refused).toBeGreaterThan(FILES / 10);
  expect(read).toBeGreaterThan(FILES / 10);
});
