import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPicture } from '../../../packages/datasets/src/test-files.ts';
import {
  ENDLESS,
  LONGEST_MS,
  leftOf,
  networksUnder,
} from '../../../packages/node-host/tests/network-processes.ts';
import { jsonFile, mainFile, temporaryFolder } from './lumenloom.ts';

const SMALL = { sensor: 'Bayer-grbg', sensorParams: { rows: 16, cols: 24 } };
const LABELS = ['a', 'b', 'c'];
const notLinux = process.platform === 'linux' ? '' : ' (skipped: it looks into /proc)';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  for (const label of LABELS) {
    await mkdir(join(folder, 'set', label), { recursive: true });
    await writeFile(join(folder, 'set', label, 'p.png'), await testPicture(32, 32));
  }
});
afterAll(() => rm(folder, { recursive: true }));

describe.skipIf(notLinux)(`a network that never returns${notLinux}`, () => {
  test('ends with the command that runs it: after Ctrl+C, and after kill -9', async () => {
    const plan = await jsonFile(folder, 'plan.json', {
      dataset: join(folder, 'set'),
      network: ENDLESS,
      // Its kind is given, so that no trial runs before the pictures.
      descriptor: { labels: LABELS, output: { kind: 'logits' } },
      scene: { hfov: 10 },
      cameras: { small: SMALL },
    });
    const evaluate = (out: string) => ['evaluate', plan, '--jobs', '1', '--out', out];
    const inspect = ['network', 'inspect', ENDLESS, '--picture', join(folder, 'set', 'a', 'p.png')];
    const recipe = await jsonFile(folder, 'recipe.json', { scene: 'Macbeth', ...SMALL });
    const simulate = ['simulate', recipe, '--network-file', ENDLESS, '--out', join(folder, 'one')];
    const [stopped, killed] = [join(folder, 'stopped'), join(folder, 'killed')];
    const outcomes = await Promise.all([
      ended(evaluate(stopped), 'SIGINT'),
      ended(evaluate(killed), 'SIGKILL'),
      ended(inspect, 'SIGINT'),
      ended(simulate, 'SIGINT'),
    ]);
    expect(outcomes).toEqual([130, 'SIGKILL', 130, 130]);
    // The picture is computed again by --resume, so it has not failed; a network may have been at
    // work before there was a journal.
    const journal = await readFile(join(stopped, 'images.ndjson'), 'utf8').catch(() => '');
    expect(journal).not.toContain('failed');
  });
});

/** Starts a command and ends it while its network computes. @returns its status, or the signal. */
async function ended(args: readonly string[], signal: NodeJS.Signals): Promise<unknown> {
  const child = spawn(process.execPath, [mainFile, ...args], { detached: true, stdio: 'ignore' });
  const closed = once(child, 'close');
  await expect.poll(() => networksUnder(child.pid!)).not.toEqual([]);
  const pids = networksUnder(child.pid!);
  // The negative number is the group, which is what gets Ctrl+C.
  process.kill(signal === 'SIGINT' ? -child.pid! : child.pid!, signal);
  const start = performance.now();
  await expect.poll(() => leftOf(pids), { interval: 20 }).toEqual([]);
  expect(performance.now() - start).toBeLessThan(LONGEST_MS);
  const [status, killer] = (await closed) as [number | null, string | null];
  return status ?? killer;
}
