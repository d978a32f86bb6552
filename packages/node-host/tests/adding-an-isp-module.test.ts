import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PASSED,
  filesOnPage,
  linesAddedOnPage,
  makeScratchCopy,
  type ScratchCopy,
} from './scratch-copy.ts';

/**
 * The example of docs/adding-an-isp-module.md, added to a copy of the engine: one folder and one
 * line, and all checks pass.
 */

const PAGE = 'adding-an-isp-module.md';
const isp = 'packages/engine/src/isp';
/** Four programs that need twenty seconds on a quiet machine, and more beside other tests. */
const LIMIT = 300_000;
let copy: ScratchCopy;

beforeAll(async () => {
  copy = await makeScratchCopy();
  for (const [path, text] of await filesOnPage(PAGE)) await copy.write(`${isp}/${path}`, text);
});
afterAll(() => copy.remove());

test('a folder that is missing in the list fails', async () => {
  const { status, output } = await copy.unitTests(`${isp}/modules.test.ts`);
  expect(status).toBe(1);
  expect(output).toContain('modules/lsc/ has its line in order.ts, and all its files');
});

test(
  'with its line and the import, types, format, lint and tests pass',
  async () => {
    const added = await linesAddedOnPage(PAGE);
    expect(added).toHaveLength(2);
    const list = await copy.read(`${isp}/order.ts`);
    const withLine = list.replace('  blc,\n', `  blc,\n${added[1]!}\n`);
    await copy.write(`${isp}/order.ts`, `${added[0]!}\n${withLine}`);
    expect(await copy.check(`${isp}/modules/lsc`)).toEqual(PASSED);
    const { status, output } = await copy.unitTests(
      `${isp}/modules`,
      'packages/contract/src/simulation/isp-parameters.test.ts',
    );
    expect(output).toContain('modules/lsc/apply.test.ts');
    expect(status, output).toBe(0);
  },
  LIMIT,
);
