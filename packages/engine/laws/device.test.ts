/** What a run on a compute device says of it, and what a run does when the device fails. */
import { describe, expect, test } from 'vitest';
import { DeviceError, type Device } from '../src/accelerate.ts';
import { stageMemory, type Host } from '../src/index.ts';
import { planOf, run } from './run.ts';
import { testHost } from './test-host.ts';

const device: Device = {
  facts: { name: 'Test GPU', kind: 'hardware', tolerance: 1e-5 },
  largest: 2 ** 27,
  compute: () => undefined,
};
const plan = planOf({ sensorParameters: { rows: 60, cols: 90 } });

/** A host whose device is lost when work has begun `after` times. */
function losing(after: number): Host {
  const host = testHost();
  let begun = 0;
  return {
    ...host,
    device,
    memory: stageMemory(64e6),
    parallel: async (...work) => {
      begun += 1;
      if (begun === after) throw new DeviceError('The GPU was lost: unplugged.');
      return host.parallel(...work);
    },
  };
}

test('report and log name the device; a run on the processor names none', async () => {
  const { report, log } = await run(plan, { ...testHost(), device });
  expect(report.device).toEqual(device.facts);
  expect(log.find((line) => line.startsWith('Time:'))).toContain('GPU path on Test GPU');
  const plain = await run(plan);
  expect(plain.report).not.toHaveProperty('device');
  expect(plain.log.join('\n')).not.toContain('GPU');
});

describe.each([1, 2])('a device that is lost at work number %i', (after) => {
  test('gives the picture of the processor, with a line that says so', async () => {
    const { image, raw, report, log, progress } = await run(plan, losing(after));
    const plain = await run(plan);
    expect(image.data).toEqual(plain.image.data);
    expect(raw).toEqual(plain.raw);
    expect(report).not.toHaveProperty('device');
    expect(log).toContain(
      'The GPU was lost: unplugged. It is computed again from the start, on the processor.',
    );
    const repeated = log.filter((line, at) => log.indexOf(line) !== at);
    expect(repeated).toEqual(plain.log.filter((line, at) => plain.log.indexOf(line) !== at));
    expect(progress.every((share, at) => at === 0 || share >= progress[at - 1]!)).toBe(true);
    expect(progress.at(-1)).toBe(1);
  });
});

test('results in memory of a device and of the processor are kept apart', async () => {
  const host = { ...testHost(), memory: stageMemory(64e6) };
  const first = await run(plan, { ...host, device });
  const onProcessor = await run(plan, host);
  const again = await run(plan, { ...host, device });
  const kept = ({ report }: typeof first) => report.stages.map(({ fromMemory }) => fromMemory);
  expect(kept(onProcessor)).toEqual([undefined, undefined, undefined]);
  expect(kept(again)).toEqual(['all', 'all', 'all']);
});
