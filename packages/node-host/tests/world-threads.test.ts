import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { SimulationError, sharedFloat32, sharedUint16 } from '@lumenloom/engine';
import {
  LitWorld,
  PartRenderer,
  cameraOf,
  renderPicture,
  type PictureSettings,
  type WorldPicture,
} from '@lumenloom/world';
import {
  endParallel,
  exampleWorld,
  openedWorld,
  probedWorld,
  renderHelpers,
} from '../src/index.ts';

afterAll(endParallel);

/** A desk of so many columns, on threads. */
async function rendered(threads: number, stopped: () => boolean = () => false) {
  const { world, folder } = (await exampleWorld('example:desk'))!;
  const opened = { document: world as object, folder };
  const light = await openedWorld(opened);
  const lit = new LitWorld(light);
  const camera = cameraOf(light.world, lit.posed.poses, { columns: 24, rows: 16 });
  const shares: number[] = [];
  const settings: PictureSettings = {
    samples: 64,
    seed: 3,
    rate: 1,
    hidden: { farther: 1.02 },
    helpers: renderHelpers(opened, threads),
    stopped,
    pause: () => setImmediate(),
    reach: (share) => {
      shares.push(share);
    },
  };
  return { light, camera, shares, picture: await renderPicture(lit, camera, settings) };
}

const bytesOf = (picture: WorldPicture): unknown =>
  Object.values({ ...picture, ...picture.hidden, radiance: picture.radiance[0] })
    .filter((value) => ArrayBuffer.isView(value))
    .map(({ buffer }) => Buffer.from(new Uint8Array(buffer)).toString('base64'));

test('a picture is the same to the bit on any number of threads', async () => {
  const [one, three] = [await rendered(1), await rendered(3)];
  expect(bytesOf(three.picture)).toEqual(bytesOf(one.picture));
  expect(three.picture.fireflies).toBe(one.picture.fireflies);
  expect(three.shares.at(-1)).toBe(1);
  expect(three.shares).toEqual(three.shares.toSorted((a, b) => a - b));
}, 90_000);

test('the parts of a picture may be rendered in any order', async () => {
  const { light, camera, picture } = await rendered(1);
  const pixels = camera.columns * camera.rows;
  const planes = {
    radiance: picture.groups.map(() => sharedFloat32(31 * pixels)),
    depth: sharedFloat32(pixels),
    ids: sharedUint16(pixels),
    materials: sharedUint16(pixels),
    normals: sharedFloat32(3 * pixels),
    motion: sharedFloat32(2 * pixels),
    luminance: sharedFloat32(pixels),
    error: sharedFloat32(pixels),
    hidden: undefined,
  };
  const task = { seconds: 0, camera, samples: 64, seed: 3, rate: 1, hidden: undefined, planes };
  const renderer = new PartRenderer(light);
  for (let last = pixels; last > 0; last -= 48)
    renderer.render({ task, pass: 'light', first: last - 48, last });
  expect(planes.luminance).toEqual(picture.luminance);
  expect(planes.radiance).toEqual(picture.radiance);
  expect(planes.error).toEqual(picture.error);
}, 90_000);

test('a rendering on threads ends soon after it is stopped', async () => {
  let asked = 0;
  await expect(rendered(2, () => (asked += 1) > 2)).rejects.toThrow(SimulationError);
  expect(asked).toBeLessThan(6);
}, 90_000);

test('rays have the same answers on any number of threads', async () => {
  const { world, folder } = (await exampleWorld('example:desk'))!;
  const rays = Array.from({ length: 9 }, (_, at) => ({
    column: 20 * at,
    row: 100,
    seconds: at % 2,
  }));
  const answers = (threads: number) =>
    probedWorld({ document: world as object, folder }, rays, { samples: 2048, seed: 5, threads });
  expect(await answers(3)).toEqual(await answers(1));
}, 90_000);

test('a pixel outside the picture is refused before a ray is sent', async () => {
  const { world, folder } = (await exampleWorld('example:desk'))!;
  const rays = [
    { column: 0, row: 0 },
    { column: 650, row: 0 },
  ];
  await expect(
    probedWorld({ document: world as object, folder }, rays, { samples: 1, seed: 5 }),
  ).rejects.toThrow(/^rays\[1\]\.column is 650: the picture of the camera has 0 to \d+\.$/);
});
