import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { jsonFile, mainFile, temporaryFolder } from './lumenloom.ts';

/** 657 to 688 MB were measured; up to 1,431 MB when the spectra of single passes were kept. */
const MOST_BYTES = 800e6;

/** Prints the peak of the resident memory of its process, in bytes, as the last line. */
const sayPeak = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.error(process.resourceUsage().maxRSS * 1024))",
)}`;

test('a picture of 12 megapixels takes at most 800 MB', async () => {
  const folder = await temporaryFolder();
  const recipe = await jsonFile(folder, 'recipe.json', {
    scene: 'Macbeth',
    macbethParams: { hfov: 28 },
    illuminant: 'D65',
    optics: 'Double-Gauss',
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 3000, cols: 4000 },
    isp: 'Fast-openISP',
  });
  const { stderr } = await promisify(execFile)(process.execPath, [
    ...['--import', sayPeak, mainFile],
    ...['simulate', recipe, '--out', folder],
  ]);
  const peak = Number(stderr.trimEnd().split('\n').at(-1));
  expect(peak).toBeGreaterThan(100e6);
  expect(peak).toBeLessThanOrEqual(MOST_BYTES);
});
