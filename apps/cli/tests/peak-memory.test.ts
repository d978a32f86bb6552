import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { jsonFile, mainFile, temporaryFolder } from './lumenloom.ts';

/** 657 to 688 MB were measured; up to 1,431 MB when the spectra of single passes were kept. */
const MOST_BYTES = 800e6;
/** The collector frees an array later where other work takes the processors. */
const TRIES = 3;

/**
 * Prints the peak of the resident memory of its process, in kilobytes, as the last line. The peak
 * of `process.resourceUsage()` would begin at the peak of this test's process.
 */
const sayPeak = `data:text/javascript,${encodeURIComponent(
  `import { readFileSync } from 'node:fs';
   process.on('exit', () =>
     console.error(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]));`,
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
  const peak = async (): Promise<number> => {
    const { stderr } = await promisify(execFile)(process.execPath, [
      ...['--import', sayPeak, mainFile],
      ...['simulate', recipe, '--out', folder],
    ]);
    return Number(stderr.trimEnd().split('\n').at(-1)) * 1024;
  };
  const peaks = [await peak()];
  while (peaks.length < TRIES && Math.min(...peaks) > MOST_BYTES) peaks.push(await peak());
  expect(peaks[0]).toBeGreaterThan(100e6);
  expect(Math.min(...peaks), `peaks ${peaks.join()}`).toBeLessThanOrEqual(MOST_BYTES);
});

/** With numbers alone kept of each result 500 pictures more took 38 MB; with objects, 186 MB. */
const MOST_GROWTH = 80e6;
/** The limit of Node 20. Under newer ones short-lived objects take more, which is no growth. */
const YOUNG_MEGABYTES = 16;

/** The peak of a process that scores so many pictures with 100 results each, made when read. */
function scoringPeak(pictures: number): number {
  const url = (name: string) =>
    JSON.stringify(new URL(`../../../packages/${name}.js`, import.meta.url).href);
  const script = `
    const [{ columnsOf, resultsOf }, { chosenGalleries }, { peakRssBytes }] = await Promise.all(
      [${['experiment/dist/evaluate/dataset/results', 'experiment/dist/evaluate/dataset/galleries', 'node-host/dist/index'].map(url).join()}]
        .map((name) => import(name)));
    const placed = (at) => ({ category_id: 1, bbox: [9 * at, at, 20, 20], sourceArea: 400, fieldShare: .5 });
    const listOf = (count, more) => Array.from({ length: count }, (_, at) => ({ ...placed(at), ...more(at) }));
    const content = () => ({
      truth: { task: 'detection', objects: listOf(5, (id) => ({ id, area: 400, iscrowd: 0 })) },
      found: { 'lens+pixel+noise+isp': { task: 'detection', objects: listOf(100, () => ({ score: Math.random() })) } },
    });
    const names = Array.from({ length: ${pictures} }, (_, at) => at + '.png');
    const lines = names.flatMap((image) => [null, 'one'].map((camera) =>
      ({ image, camera, condition: '', status: 'done', width: 999, height: 99, warnings: [], content })));
    const document = { cameras: { one: {} }, scene: { hfov: 30 }, conditions: [], ladder: false, score: { iouType: 'bbox' }, bootstrap: { draws: 3, seed: 1 } };
    const columns = columnsOf({ document, categories: [{ id: 1, name: 'one' }], isAgreement: false, threshold: 0.25, pictureConditions: new Map() }, names, lines, { notes: [], skipped: [] });
    const [, alarms] = chosenGalleries(columns);
    if (resultsOf(columns).images !== ${pictures} || alarms.entries.length !== 6) throw new Error();
    console.log(peakRssBytes());`;
  const flags = [`--max-semi-space-size=${YOUNG_MEGABYTES}`, '--input-type=module'];
  return Number(execFileSync(process.execPath, [...flags, '-e', script]));
}

test('scores of many pictures take little more memory than those of few', () => {
  const [few, many] = [scoringPeak(50), scoringPeak(550)] as const;
  expect(few).toBeGreaterThan(30e6);
  expect(many - few).toBeLessThan(MOST_GROWTH);
});
