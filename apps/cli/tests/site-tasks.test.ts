import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
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
