/* oxlint-disable no-console -- a program for the shell */
/**
 * `npm run bench -- live`: times the way from an input to its picture while live is on, in headless
 * Chromium, with and without threads, and a plain Run for comparison. 650 x 450, Macbeth,
 * Double-Gauss, Fast-openISP; lens tables warm, every value new.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { medianOf } from '@lumenloom/engine/measuring';
import { chromium, type Browser, type Page } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const serverFile = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const REPEATS = 7;
const WARM_UP = 2;

/** A change that shows no picture within this time ends the benchmark, ms. */
const PATIENCE_MS = 30_000;

/**
 * One change of the recipe, never to the value that is there: opens its dialog, or none, and gives
 * the field and the value of each repeat.
 */
interface Change {
  readonly name: string;
  readonly dialog?: string;
  readonly field: string;
  readonly value: (repeat: number) => string;
  /** Choices that are made before, and not timed. */
  readonly before?: Readonly<Record<string, (repeat: number) => string>>;
  /** How often there is a new value; else as often as wanted. */
  readonly times?: number;
}

/** What there is besides the scene of the benchmark. */
const SCENES = ['Slanted Edge', 'Point Array', 'Gridlines', 'Rings Rays', 'apple.jpg'];

const SPECTRA = ['D50', 'Tungsten', 'D75', 'Fluorescent', 'D55', 'Illuminant A', 'Illuminant C'];
const changes: readonly Change[] = [
  { name: 'ISP field', dialog: 'ISP Params', field: 'contrast gain', value: (i) => `${260 + i}` },
  {
    name: 'sensor field',
    dialog: 'Sensor Params',
    field: 'Read Noise',
    value: (i) => `${1 + i / 10}`,
  },
  { name: 'luminance', dialog: 'Brightness', field: 'Luminance', value: (i) => `${60 + i}` },
  { name: 'another spectrum', field: 'Illuminant', value: (i) => SPECTRA[i % SPECTRA.length]! },
  { name: 'rows', dialog: 'Sensor Params', field: 'Rows', value: (i) => `${448 - 2 * i}` },
  { name: 'scene', field: 'Scene', value: (i) => SCENES[i % SCENES.length]!, times: SCENES.length },
  // After another scene each time, so that nothing of it is in memory.
  {
    name: 'lens',
    field: 'Optics',
    value: (i) => ['Cooke Triplet', 'Double-Gauss'][i % 2]!,
    before: { Scene: (i) => SCENES[SCENES.length - 1 - i]! },
    times: SCENES.length,
  },
];

interface Times {
  /** From the input to the first picture, a preview or not, and to the full picture, ms. */
  readonly first: number;
  readonly full: number;
  /** Longest time that the page's own thread was busy meanwhile, ms. */
  readonly blocked: number;
}

async function start(): Promise<{ address: string; server: ChildProcess; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-live-'));
  const server = spawn(process.execPath, [serverFile, '--no-demo'], {
    env: {
      ...process.env,
      WORKBENCH_FEATURES: 'live,history',
      COMPUTE_AUTH: 'open',
      PORT: '0',
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve) => {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /site\s+(http:\/\/\S+?)\/\s/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  return { address, server, folder };
}

/**
 * A link to a recipe with a seed: without one each recipe has noise of its own, so that a change of
 * the ISP is read out anew.
 */
const WITH_SEED = `#r1=${deflateSync(JSON.stringify({ seed: 3 })).toString('base64url')}`;

/** A workbench with the camera of the benchmark. */
async function open(
  browser: Browser,
  address: string,
  isShared: boolean,
  link = '',
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => localStorage.setItem('isLoggedIn', 'true'));
  // tsx names functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (value) => value');
  if (!isShared)
    await page.route('**/simulate', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      const headers = { ...response.headers() };
      delete headers['cross-origin-embedder-policy'];
      return route.fulfill({ response, headers });
    });
  await page.goto(`${address}/simulate${link}`);
  await page.locator('[role=log] > *').first().waitFor();
  const choices = {
    Illuminant: 'D65',
    Scene: 'Macbeth',
    Optics: 'Double-Gauss',
    Sensor: 'Bayer-grbg',
    ISP: 'Fast-openISP',
  };
  for (const [label, option] of Object.entries(choices))
    await page.getByLabel(label, { exact: true }).selectOption(option);
  return page;
}

/** Waits for a full picture after which nothing is computed. */
const settled = (page: Page): Promise<void> =>
  page.locator('output[aria-label="Live"][aria-busy="false"]', { hasText: / ms$/ }).waitFor();

/** Puts a value into the field that has the focus, or the list, and waits for the pictures. */
const timeOf = (page: Page, selector: string, value: string): Promise<Times> =>
  page.evaluate(
    async ({ selector, value, patience }) => {
      const input = document.querySelector<HTMLInputElement>(selector)!;
      const output = document.querySelector('output[aria-label="Live"]')!;
      // A message sent in a frame's callback arrives when that frame has been painted.
      const { port1, port2 } = new MessageChannel();
      const painted = () =>
        new Promise<number>((resolve) => {
          port1.onmessage = () => {
            resolve(performance.now());
          };
          requestAnimationFrame(() => {
            port2.postMessage(undefined);
          });
        });
      let [last, blocked, isOver] = [performance.now(), 0, false];
      const tick = (): void => {
        const now = performance.now();
        blocked = Math.max(blocked, now - last);
        last = now;
        if (!isOver) setTimeout(tick, 0);
      };
      const picture = () =>
        document.querySelector<HTMLImageElement>('img[alt="Simulation result"]');
      const before = picture()?.src;
      const prototype = Object.getPrototypeOf(input) as object;
      const began = performance.now();
      Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, value);
      input.dispatchEvent(
        new Event(input.matches('select') ? 'change' : 'input', { bubbles: true }),
      );
      tick();
      let first: number | undefined;
      const full = await new Promise<number>((resolve, reject) => {
        setTimeout(() => {
          reject(new Error(`no full picture after ${selector} became ${value}`));
        }, patience);
        const look = async (): Promise<void> => {
          if (picture()?.src !== before && picture()?.complete) {
            const isFull = /ms$/.test(output.textContent);
            const at = (await painted()) - began;
            first ??= at;
            if (isFull) {
              resolve(at);
              return;
            }
          }
          setTimeout(() => void look(), 1);
        };
        void look();
      });
      isOver = true;
      return { first: first!, full, blocked };
    },
    { selector, value, patience: PATIENCE_MS },
  );

async function measure(
  page: Page,
  { dialog, field, value, before = {}, times: most = Infinity }: Change,
): Promise<Times> {
  let selector = `select[name="${field.toLowerCase()}"]`;
  if (dialog) {
    await page.getByRole('button', { name: dialog, exact: true }).click();
    const input = page.getByRole('dialog').getByLabel(field).first();
    await input.waitFor();
    selector = `#${CSS_ESCAPE(await input.evaluate(({ id }) => id))}`;
  }
  const times: Times[] = [];
  for (let repeat = 0; repeat < Math.min(WARM_UP + REPEATS, most); repeat += 1) {
    for (const [label, chosen] of Object.entries(before)) {
      await page.getByLabel(label, { exact: true }).selectOption(chosen(repeat));
      await settled(page);
    }
    times.push(await timeOf(page, selector, value(repeat)));
  }
  if (dialog) await page.keyboard.press('Escape');
  const counted = times.slice(WARM_UP);
  return {
    first: medianOf(counted.map(({ first }) => first)),
    full: medianOf(counted.map(({ full }) => full)),
    blocked: medianOf(counted.map(({ blocked }) => blocked)),
  };
}

/** Identifiers that React makes have characters that selectors must escape. */
const CSS_ESCAPE = (id: string): string => id.replaceAll(/[^\w-]/g, '\\$&');

/** The plain Run of the same camera, from the press to the picture; nothing from memory. */
async function plainRun(page: Page): Promise<number> {
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    await page
      .getByLabel('Illuminant', { exact: true })
      .selectOption(SPECTRA[repeat % SPECTRA.length]!);
    times.push(
      await page.evaluate(async () => {
        const run = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Run',
        )!;
        const began = performance.now();
        run.click();
        while (document.querySelector('img[alt="Simulation result"]'))
          await new Promise((resolve) => setTimeout(resolve, 1));
        while (!document.querySelector<HTMLImageElement>('img[alt="Simulation result"]')?.complete)
          await new Promise((resolve) => setTimeout(resolve, 1));
        return performance.now() - began;
      }),
    );
    await page
      .getByRole('button', { name: 'Run', exact: true })
      .and(page.locator(':enabled'))
      .waitFor();
  }
  return medianOf(times);
}

const { address, server, folder } = await start();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu'],
});
const ms = (value: number): string => `${value.toFixed(0)} ms`.padStart(11);
try {
  console.log(
    `${'live, 650x450, Macbeth, Double-Gauss'.padEnd(44)}${'first'.padStart(11)}${'full'.padStart(11)}${'page busy'.padStart(11)}`,
  );
  const live = async (page: Page, measured: readonly Change[], how: string): Promise<void> => {
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await settled(page);
    for (const change of measured) {
      const { first, full, blocked } = await measure(page, change);
      console.log(`${`${change.name}, ${how}`.padEnd(44)}${ms(first)}${ms(full)}${ms(blocked)}`);
    }
    await page.close();
  };
  const page = await open(browser, address, true);
  console.log(`${'plain Run'.padEnd(44)}${ms(await plainRun(page)).padStart(22)}`);
  await live(page, changes, 'threads');
  const [ofIsp] = changes;
  await live(await open(browser, address, true, WITH_SEED), [ofIsp!], 'with a seed, threads');
  await live(await open(browser, address, false), changes, 'one thread');
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await new Promise((resolve) => {
    server.once('exit', resolve);
  });
  await rm(folder, { recursive: true, force: true });
}
