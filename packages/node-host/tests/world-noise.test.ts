/** Noise decides on the paths of a world (docs/reference/world.md#w7). */
import { toPlan } from '@lumenloom/contract';
import { withWorld } from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { expect, test } from 'vitest';

const host = nodeHost(1);
const quiet = { stopped: () => false, progress: () => undefined };

/** A wall before the camera, lit by a lamp beside it. */
const world = {
  version: 1,
  materials: { white: { model: 'diffuse', reflectance: 0.6 } },
  objects: [
    {
      name: 'floor',
      shape: { plane: { size: [4, 4] } },
      position: [0, 0, -1],
      material: 'white',
    },
  ],
  lights: [{ name: 'lamp', type: 'rectangle', size: [1, 1], lumens: 300, position: [0, 0.6, 0] }],
};

async function photographed(worldParams: object, document: object = world) {
  const decoded = toPlan({
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 16, cols: 16, pixel_size: 30 },
    world: document,
    worldParams: { sampling: 1, ...worldParams },
  });
  if (!decoded.ok) throw new Error(decoded.problems[0]!.message);
  const { world: found } = await withWorld(decoded.value.plan!, host, quiet);
  return found!.rendered!.facts;
}

test('a rendering has the noise that is asked for, and paths as it needs them', async () => {
  const few = await photographed({ noise: { relative: 0.02 } });
  const more = await photographed({ noise: { relative: 0.006 } });
  expect(few.samplesMean).toBe(64);
  expect(more.samplesMean).toBeGreaterThan(64);
  expect(more.standardErrorPercent!).toBeLessThan(0.6 * 1.3);
  const loose = await photographed({ noise: { ofShot: 10 } });
  expect(loose.samplesMean).toBe(64);
  const strict = await photographed({ noise: { ofShot: 0.02 }, maxSamples: 128 });
  expect(strict.samplesMean).toBe(128);
});

test('a document may ask for its noise, and paths of the recipe go before it', async () => {
  const asking = { ...world, render: { noise: { relative: 0.006 } } };
  const own = await photographed({}, asking);
  expect(own.samplesMean).toBeGreaterThan(64);
  expect((await photographed({ samples: 16 }, asking)).samplesMean).toBe(16);
});

test.each([
  [{ noise: {} }, 'worldParams.noise needs one of relative and ofShot.'],
  [
    { noise: { relative: 0.1 }, samples: 4 },
    'worldParams.samples and worldParams.noise are both given: give one.',
  ],
] as const)('refuses %j', async (params, sentence) => {
  await expect(photographed(params)).rejects.toThrow(sentence);
});
