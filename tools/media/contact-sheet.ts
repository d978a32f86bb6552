/**
 * `npm run contact-sheet`: every scene through every lens, all defaults, to
 * docs/media/contact-sheet.webp.
 */
import { fileURLToPath } from 'node:url';
import sharp, { type OverlayOptions } from 'sharp';
import { toPlan } from '@lumenloom/contract';
import { simulate } from '@lumenloom/engine';
import { optics, scenes } from '@lumenloom/engine/catalogue';
import { encodePng, endParallel, nodeHost } from '@lumenloom/node-host';
import { palette } from '../../apps/web/app/palette.ts';

const output = fileURLToPath(new URL('../../docs/media/contact-sheet.webp', import.meta.url));
const [WIDTH, HEIGHT, GAP] = [325, 225, 6];
/** The fisheye sees 10 degrees small: a second row of it fills the sensor. */
const rows = [
  ...Object.values(optics).map(({ label }) => ({ label, hfov: 10 })),
  { label: optics.fisheye.label, hfov: 40 },
];
const host = nodeHost();
const quiet = {
  stopped: () => false,
  log: () => undefined,
  progress: () => undefined,
  stage: () => undefined,
};

async function picture(
  scene: (typeof scenes)[keyof typeof scenes],
  lens: string,
  hfov: number,
): Promise<Buffer> {
  const decoded = toPlan({
    illuminant: 'D65',
    scene: scene.label,
    optics: lens,
    sensor: 'Bayer-grbg',
    isp: 'Fast-openISP',
    [scene.wireKey]: { hfov },
  });
  if (!decoded.ok || !decoded.value.plan) throw new Error(JSON.stringify(decoded));
  const { image } = await simulate(decoded.value.plan, host, quiet);
  return sharp(await encodePng(image))
    .resize(WIDTH, HEIGHT)
    .png()
    .toBuffer();
}

/** The scenes that every deployment offers. */
const charts = Object.values(scenes).filter((scene) => !('feature' in scene));

const cells: OverlayOptions[] = [];
for (const [row, { label, hfov }] of rows.entries()) {
  for (const [column, scene] of charts.entries()) {
    cells.push({
      input: await picture(scene, label, hfov),
      left: column * (WIDTH + GAP),
      top: row * (HEIGHT + GAP),
    });
  }
}
const [width, height] = [charts.length * (WIDTH + GAP) - GAP, rows.length * (HEIGHT + GAP) - GAP];
await sharp({ create: { width, height, channels: 3, background: palette.workbench.panel } })
  .composite(cells)
  .webp({ quality: 86 })
  .toFile(output);
await endParallel();
console.log(`Wrote ${output}.`);
