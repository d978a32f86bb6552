import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PASSED,
  filesOnPage,
  linesAddedOnPage,
  makeScratchCopy,
  type ScratchCopy,
} from './scratch-copy.ts';

/**
 * The example of docs/adding-a-workbench-feature.md, added to a copy of the web app: one folder,
 * one line with its import, and a switch.
 */

const PAGE = 'adding-a-workbench-feature.md';
const workbench = 'apps/web/app/workbench';
const deployment = 'packages/contract/src/deployment.ts';
let copy: ScratchCopy;

beforeAll(async () => {
  copy = await makeScratchCopy(
    ...['apps/web/app', 'apps/web/package.json', 'apps/web/tsconfig.json'],
    ...['.dependency-cruiser.cjs', 'examples'],
  );
  for (const [path, text] of await filesOnPage(PAGE))
    await copy.write(`${workbench}/features/${path}`, text);
  const switches = await copy.read(deployment);
  await copy.write(deployment, switches.replace('\n] as const;', "\n  'thirds',\n] as const;"));
});
afterAll(() => copy.remove());

test('a folder that is missing in the list fails', async () => {
  const { status, output } = await copy.unitTests(`${workbench}/features.test.ts`);
  expect(status).toBe(1);
  expect(output).toContain('each folder of a feature has its line, and the name of the feature');
});

test('with its line and the import, types, format, lint, layers and tests pass', async () => {
  const added = await linesAddedOnPage(PAGE);
  expect(added).toHaveLength(2);
  const list = await copy.read(`${workbench}/features.ts`);
  await copy.write(
    `${workbench}/features.ts`,
    `${added[0]!}\n${list.replace('\n];', `\n${added[1]!}\n];`)}`,
  );
  const [checked, tested, layers] = await Promise.all([
    copy.checkFiles(`${workbench}/features/thirds`),
    copy.unitTests(`${workbench}/features.test.ts`, `${workbench}/features/thirds`),
    copy.program(
      ...['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', workbench],
      ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
    ),
  ]);
  expect(checked).toEqual(PASSED);
  expect(tested.status, tested.output).toBe(0);
  expect(tested.output).toContain('thirds alone');
  expect(layers.status, layers.output).toBe(0);
});
