import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PASSED,
  filesOnPage,
  linesAddedOnPage,
  makeScratchCopy,
  type ScratchCopy,
} from './scratch-copy.ts';

/**
 * The example of docs/adding-a-lens.md, added to a copy of the engine: one file and one line, all
 * checks pass, and it is traced.
 */

const PAGE = 'adding-a-lens.md';
const optics = 'packages/engine/src/optics';
/** Four programs that need twenty seconds on a quiet machine, and more beside other tests. */
const LIMIT = 300_000;
let copy: ScratchCopy;

beforeAll(async () => {
  copy = await makeScratchCopy();
  for (const [path, text] of await filesOnPage(PAGE)) await copy.write(`${optics}/${path}`, text);
});
afterAll(() => copy.remove());

test('a file that is missing in the list fails', async () => {
  const { status, output } = await copy.unitTests(`${optics}/load-lens-file.test.ts`);
  expect(status).toBe(1);
  expect(output).toContain('lenses/singlet.json has its line in list.ts');
});

test('a label that is not the name in the file fails', async () => {
  const list = await copy.read(`${optics}/list.ts`);
  await copy.write(
    `${optics}/list.ts`,
    list.replace('\n} as', "\n  singlet: { label: 'Duplet' },\n} as"),
  );
  const { status, output } = await copy.unitTests(`${optics}/load-lens-file.test.ts`);
  await copy.write(`${optics}/list.ts`, list);
  expect(status).toBe(1);
  expect(output).toContain("expected 'Singlet' to be 'Duplet'");
});

test(
  'with its line, types, format, lint and tests pass',
  async () => {
    const added = await linesAddedOnPage(PAGE);
    expect(added).toHaveLength(1);
    const list = await copy.read(`${optics}/list.ts`);
    await copy.write(`${optics}/list.ts`, list.replace('\n} as', `\n${added[0]!}\n} as`));
    expect(await copy.check(`${optics}/list.ts`)).toEqual(PASSED);
    // The other lenses are tested without a copy.
    const { status, output } = await copy.unitTests(
      '--testNamePattern=[Ss]inglet',
      `${optics}/load-lens-file.test.ts`,
      `${optics}/lens-figures.test.ts`,
    );
    expect(output).toMatch(/Test Files +2 passed/);
    expect(status, output).toBe(0);
  },
  LIMIT,
);

test('the command line knows and traces it', async () => {
  const { status, output } = await copy.lumenloom('lens', 'singlet', '--json');
  expect(status, output).toBe(0);
  const { firstOrder } = JSON.parse(output) as { firstOrder: { eflMm: number }[] };
  expect(firstOrder[1]!.eflMm).toBeCloseTo(8.2, 9);
  const { output: help } = await copy.lumenloom('lens', '--help');
  expect(help.replaceAll(/\s+/g, ' ')).toContain('fisheye, singlet or a lens file');
});

test('a recipe may name it', async () => {
  await copy.write('recipe.json', JSON.stringify({ scene: 'Macbeth', optics: 'Singlet' }));
  const { status, output } = await copy.lumenloom('fov', 'recipe.json');
  expect(status, output).toBe(0);
  expect(output).toContain('Singlet');
});
