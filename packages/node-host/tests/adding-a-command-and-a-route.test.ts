import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSED, filesOnPage, makeScratchCopy, type ScratchCopy } from './scratch-copy.ts';

/**
 * The examples of docs/adding-a-command.md and docs/adding-a-route.md, added to one copy of the
 * packages: all checks pass, and so do their tests and those that hold every command and call.
 */

const commands = 'apps/cli/src/commands/list.ts';
const routes = 'apps/server/src/simulation/simulation.ts';
const examples = 'apps/server/src/plugins/call-examples.ts';
const server = ['src', 'data', 'tests', 'package.json'];
let copy: ScratchCopy;
const written: string[] = [];

beforeAll(async () => {
  copy = await makeScratchCopy(
    ...['apps/cli/tests', ...server.map((part) => `apps/server/${part}`)],
    ...['docs/reference/optics.md', 'examples'],
  );
  for (const page of ['adding-a-command.md', 'adding-a-route.md']) {
    for (const [path, text] of await filesOnPage(page)) {
      await copy.write(path, text);
      written.push(path);
    }
    await copy.change(page);
  }
});
afterAll(() => copy.remove());

test('files and lines pass format, types, lint and tests', async () => {
  expect(written).toHaveLength(4);
  const changed = [...written, commands, routes, examples];
  const isTest = (path: string) => path.endsWith('.test.ts');
  const [checked, tested] = await Promise.all([
    copy.checkFiles(...changed),
    copy.programTests(
      changed.filter((path) => !isTest(path)),
      '--testNamePattern=airy|overview|diffraction-limit|the calls that GET /docs describes',
      ...written.filter(isTest),
      ...['apps/cli/tests/help.test.ts', 'apps/server/tests/calls.test.ts'],
    ),
  ]);
  expect(checked).toEqual(PASSED);
  expect(tested.output).toMatch(/Test Files +4 passed/);
  expect(tested.status, tested.output).toBe(0);
});

test('the overview names the command', async () => {
  const { status, output } = await copy.lumenloom();
  expect(status, output).toBe(0);
  expect(output).toMatch(/^ {2}airy +the blur of diffraction alone$/m);
});
