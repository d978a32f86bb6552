import {
  drawLens,
  lensDesign,
  loadGlassCatalogue,
  npyHeader,
  readLens,
  simulate,
  type SimulationPlan,
} from '@lumenloom/engine';
import sharp from 'sharp';
import { asZemax } from '../../engine/references/optics/written-lens.ts';
import { lensFiles } from '../../engine/references/optics/lens-files.ts';
import { nodeHost } from '../src/index.ts';
import { readSceneFile, type SceneReading } from '../src/scene-files/read-scene-file.ts';
import type { Benchmark } from './benchmark.ts';
import { planOf, quiet } from './recipes.ts';

/** From the text of a Zemax file to the drawing. */
async function zemaxToDrawing(): Promise<Benchmark> {
  const text = Buffer.from(asZemax(lensFiles['double-gauss']));
  const catalogue = await loadGlassCatalogue([]);
  return {
    name: 'own-files: .zmx to drawing, double-gauss',
    runs: 9,
    fast: () => () => {
      const { file } = readLens(text, 'a.zmx', { catalogue, keepFocus: false });
      drawLens(lensDesign(file), 550, [0, 0.7, 1]);
    },
  };
}

/**
 * From the bytes of a scene file to the picture, through the Double-Gauss, whose tables are warm.
 */
function sceneToPicture(
  name: string,
  bytes: () => Promise<readonly [Uint8Array, string, SceneReading]>,
  size: readonly [columns: number, rows: number],
): Benchmark {
  return {
    name: `own-files: ${name} to ${size.join(' x ')}, double-gauss, warm`,
    runs: 3,
    ownProcess: true,
    fast: async () => {
      const host = nodeHost();
      const file = await bytes();
      const run = async (): Promise<void> => {
        const { scene } = await readSceneFile(...file);
        const plan = planOf(
          { scene: 'apple.jpg', optics: 'Double-Gauss', isp: 'Fast-openISP' },
          ...size,
          10,
        );
        const own: SimulationPlan = {
          ...plan,
          scene: { ...scene, id: 'own', parameters: { hfov: plan.scene.parameters.hfov } },
        };
        await simulate(own, host, quiet);
      };
      await run();
      return run;
    },
  };
}

/** A picture of 12 megapixels with detail everywhere. */
async function jpeg(): Promise<readonly [Uint8Array, string, SceneReading]> {
  const [width, height] = [4000, 3000];
  const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * 2654435761) >>> 24);
  const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(1.5)
    .jpeg({ quality: 90 })
    .toBuffer();
  return [bytes, 'a.jpg', {}];
}

/** A cube of smooth reflectances: mixtures of three spectra. */
function cube(): readonly [Uint8Array, string, SceneReading] {
  const [bands, side] = [31, 1024];
  const values = new Float32Array(bands * side * side);
  for (let band = 0, at = 0; band < bands; band += 1)
    for (let row = 0; row < side; row += 1)
      for (let column = 0; column < side; column += 1, at += 1)
        values[at] =
          0.1 +
          0.3 * Math.abs(Math.sin(row / 40)) * Math.exp(-(((band - 6) / 6) ** 2)) +
          0.3 * Math.abs(Math.sin(column / 30)) * Math.exp(-(((band - 16) / 6) ** 2)) +
          0.3 * Math.abs(Math.cos((row + column) / 50)) * Math.exp(-(((band - 25) / 6) ** 2));
  return [
    Buffer.concat([npyHeader('float32', [bands, side, side]), new Uint8Array(values.buffer)]),
    'a.npy',
    { wavelengths: Array.from({ length: bands }, (_, band) => 400 + 10 * band) },
  ];
}

export const ownFiles: readonly Benchmark[] = [
  await zemaxToDrawing(),
  sceneToPicture('JPEG of 12 megapixels', jpeg, [650, 450]),
  sceneToPicture('JPEG of 12 megapixels', jpeg, [4000, 3000]),
  sceneToPicture('cube of 31 x 1024 x 1024', () => Promise.resolve(cube()), [650, 450]),
];
