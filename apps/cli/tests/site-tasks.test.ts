import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import inspection from '../../web/app/pages/tasks/inspection-facts.json' with { type: 'json' };
import facts from '../../web/app/pages/tasks/task-facts.json' with { type: 'json' };
import { mainFile, temporaryFolder } from './lumenloom.ts';

/** The commands of the page /what_engineers_do that take seconds; `npm run media` runs all. */
test.each(['task-lens', 'task-sharpness', 'task-sensor', 'task-calibration'] as const)(
  '%s: the command of the site prints the figure beside it',
  async (name) => {
    const { command, figure } = facts[name];
    const lines = command.replaceAll(
      'npm run -s lumenloom --',
      `'${process.execPath}' '${mainFile}'`,
    );
    const { stdout, stderr } = await promisify(execFile)('sh', ['-ec', lines], {
      cwd: await temporaryFolder(),
    });
    for (const [number] of figure.matchAll(/\d+\.\d+/g)) expect(stdout + stderr).toContain(number);
  },
);

test('pairs of sensor and lens on the site are those of the guide', async () => {
  const guide = new URL('../../../docs/which-camera-reads-it.md', import.meta.url);
  const text = await readFile(guide, 'utf8');
  expect(text).toContain(inspection.command);
  for (const [sensor, lens, ...figures] of inspection.pairs)
    expect(text).toContain(`| ${[`${sensor}, ${lens}`, ...figures].join(' | ')} |`);
});
