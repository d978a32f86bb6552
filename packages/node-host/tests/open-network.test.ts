import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_NETWORK } from '@lumenloom/engine/catalogue';
import {
  EXAMPLE_NETWORK_FILE,
  THREAD_ARGUMENTS,
  describeNetwork,
  openNetwork,
} from '../src/index.ts';
import { ENDLESS, leftOf, networksUnder } from './network-processes.ts';
import golden from './vision-networks/networks.json' with { type: 'json' };

/**
 * Tiny networks of every family, whose findings were written down by the script that made them
 * (golden vision/networks, specification vision V2), and files that are refused.
 */

const folder = fileURLToPath(new URL('./vision-networks/', import.meta.url));
const quiet = { stopped: () => false };
/** Outputs are 32-bit numbers. */
const TOLERANCE_DIGITS = 4;
const CLASSES = ['bolt', 'nut', 'washer'];

interface Case {
  readonly says: Readonly<Record<string, unknown>>;
  readonly picture: readonly number[] | null;
  readonly findings: readonly { class: string; score: number; box?: number[] }[] | null;
}
const cases = Object.entries(golden.networks as unknown as Readonly<Record<string, Case>>);
const grey = (rows = 48, columns = 60) => ({
  rows,
  columns,
  rgb: new Uint8Array(rows * columns * 3).fill(90),
});

describe.each(cases)('%s', (name, { says: expected, picture, findings }) => {
  test('is recognised, and finds what its maker wrote down', async () => {
    const labelled = expected['labels'] ? undefined : CLASSES;
    const network = await openNetwork(`${folder}${name}.onnx`, { labels: labelled, watch: quiet });
    try {
      const { task, labels, input, output, background } = network.descriptor;
      const recognised = {
        family: output.kind,
        task,
        labels: labelled ? null : labels,
        background,
        second: input.second,
        layout: input.layout,
        type: input.type,
        input,
      };
      const { problem, masks, ...rest } = expected;
      expect(recognised).toMatchObject(rest);
      if (problem === 'inverse') expect(network.problems.join()).toContain('inverse');
      const finding = await network.find(grey(...(picture ?? [])), quiet, { threshold: 'scoring' });
      if (!findings) return;
      if (finding.kind === 'classes') {
        expect(finding.scores[labels!.indexOf(findings[0]!.class)]).toBeCloseTo(
          findings[0]!.score,
          TOLERANCE_DIGITS,
        );
        return;
      }
      if (finding.kind !== 'boxes') throw new Error('boxes are expected');
      const close = (value: number) => expect.closeTo(value, TOLERANCE_DIGITS) as number;
      expect(
        finding.boxes.map(({ box, score, label }) => ({ class: labels![label], score, box })),
      ).toEqual(
        findings.map(({ class: found, score, box }) => ({
          class: found,
          score: close(score),
          box: box!.map(close),
        })),
      );
      for (const { mask } of finding.boxes) {
        expect(mask !== undefined).toBe(masks === true);
        if (mask) expect(mask.counts.reduce((sum, run) => sum + run, 0)).toBe(96 * 128);
      }
    } finally {
      network.close();
    }
  });
});

test('the network of the examples is what recipes say of it', async () => {
  const { file, ...known } = EXAMPLE_NETWORK;
  expect(await describeNetwork(EXAMPLE_NETWORK_FILE, { watch: quiet })).toEqual({
    ...known,
    file: EXAMPLE_NETWORK_FILE,
  });
  expect(file).toBe('example:marks');
});

test('labels that are not in the file are a problem', async () => {
  const unlabelled = cases.filter(([, one]) => one.says['problem'] === 'labels');
  expect(unlabelled.length).toBeGreaterThan(3);
  for (const [name] of unlabelled) {
    const network = await openNetwork(`${folder}${name}.onnx`, { watch: quiet });
    network.close();
    expect(network.descriptor.labels, name).toBeNull();
    expect(network.problems, name).toContain('labels are not in the file: give --labels');
  }
});

test('every file that must be refused has its sentence', async () => {
  const refused = golden.refused as Readonly<Record<string, { sentenceHas: string }>>;
  expect(readdirSync(`${folder}refused`)).toHaveLength(Object.keys(refused).length);
  for (const [name, { sentenceHas }] of Object.entries(refused))
    await expect(
      openNetwork(`${folder}refused/${name}.onnx`, { watch: quiet }),
      name,
    ).rejects.toMatchObject({
      code: 'bad-model',
      message: expect.stringMatching(new RegExp(`${sentenceHas}.*\\.$`)) as string,
    });
});

test('limits of memory and of time end with a sentence, and the next picture is found', async () => {
  const file = `${folder}marks.onnx`;
  await expect(
    openNetwork(file, { limits: { bytes: 30e6, seconds: 60 }, watch: quiet }),
  ).rejects.toMatchObject({
    code: 'bad-model',
    message: expect.stringContaining('it may take 30 MB') as string,
  });
  const network = await openNetwork(file, { watch: quiet });
  let asked = 0;
  // Large enough to be stopped in the middle of the run, which ends the process.
  const soon = { stopped: () => (asked += 1) > 1 };
  await expect(
    network.find(grey(3000, 4000), soon, { threshold: 'scoring' }),
  ).rejects.toMatchObject({ code: 'cancelled' });
  expect(await network.find(grey(), quiet, { threshold: 'scoring' })).toEqual({
    kind: 'boxes',
    boxes: [],
  });
  network.close();
  expect(readFileSync(file).length).toBe(golden.networks.marks.bytes);
});

describe.skipIf(process.platform !== 'linux')('a network that never returns', () => {
  test('ends with the thread that runs it', async () => {
    const earlier = networksUnder(process.pid, 0);
    const begun = () => networksUnder(process.pid).filter((pid) => !earlier.includes(pid));
    const thread = new Worker(
      `import(${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)}).then(
        async ({ openNetwork }) => {
          const watch = { stopped: () => false };
          const network = await openNetwork(${JSON.stringify(ENDLESS)}, { watch });
          const picture = { rows: 8, columns: 8, rgb: new Uint8Array(192) };
          await network.find(picture, watch, { threshold: 'scoring' });
        },
      )`,
      { eval: true, execArgv: [...THREAD_ARGUMENTS] },
    );
    await expect.poll(begun).toHaveLength(1);
    const pids = begun();
    await thread.terminate();
    await expect.poll(() => leftOf(pids), { interval: 20 }).toEqual([]);
  });

  test('ends after its processor time where nobody ends it', async () => {
    const program = fileURLToPath(new URL('../dist/network-process.js', import.meta.url));
    const child = fork(program, ['1e9', '0.8'], {
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    child.send({ id: 1, type: 'load', file: ENDLESS, threads: 1 });
    const [loaded] = (await once(child, 'message')) as [object];
    expect(loaded).toHaveProperty('inputs');
    const x = { shape: [1, 3, 32, 32], data: new Float32Array(3072) };
    child.send({ id: 2, type: 'run', inputs: { x } });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  });
});
