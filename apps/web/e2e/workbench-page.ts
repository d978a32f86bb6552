import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import type axe from 'axe-core';
import type { Download, Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

export const log = (page: Page): Locator => page.getByRole('log', { name: 'Log' });
export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
export const dialog = (page: Page): Locator => page.getByRole('dialog');
/** Waits for a picture with all that stands round it: its code comes with the first one. */
export async function pictureShown(page: Page): Promise<void> {
  await button(page, 'Download PNG').waitFor();
  await page.getByText(/^\d+ × \d+ px$/).waitFor();
}
export const list = (page: Page, label: string): Locator =>
  page.getByRole('combobox', { name: label, exact: true });

export async function choose(page: Page, choices: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, option] of Object.entries(choices))
    await list(page, label).selectOption(option);
}

/** Opens a dialog by its button; its first field has the focus then, and keys reach it. */
export async function openDialog(page: Page, name: string): Promise<Locator> {
  await button(page, name).click();
  await dialog(page).locator(':focus').waitFor();
  return dialog(page);
}

export type Body = Readonly<Record<string, unknown>>;

/** What a faked call answers. */
export interface FakedAnswer {
  readonly status?: number;
  readonly contentType?: string;
  readonly body: string;
}
export const ndjson = (...events: readonly object[]): FakedAnswer => ({
  contentType: 'application/x-ndjson',
  body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
});
export const json = (value: unknown, status = 200): FakedAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});

/**
 * Answers a call in the server's place; the bodies that were sent gather in the list that is
 * returned. `null` breaks the connection.
 */
export async function fake(page: Page, path: string, answer: FakedAnswer | null): Promise<Body[]> {
  const bodies: Body[] = [];
  await page.route(`**${path}`, async (route) => {
    const request: Request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    bodies.push((request.postDataJSON() ?? {}) as Body);
    return answer ? route.fulfill(answer) : route.abort();
  });
  return bodies;
}

/** Drops a file; what stands there takes it, so that the browser does not leave the page for it. */
export async function dropFile(
  page: Page,
  target: Locator,
  name: string,
  content: string,
): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([called, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], called));
      return data;
    },
    [name, content] as const,
  );
  for (const type of ['dragover', 'drop'])
    expect(
      await target.evaluate(
        (element, [kind, data]) =>
          element.dispatchEvent(
            new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }),
          ),
        [type, dataTransfer] as const,
      ),
    ).toBe(false);
}

/** What Run would send now. */
export async function runBody(page: Page): Promise<Body> {
  const bodies = await fake(page, '/simulate', ndjson({ type: 'log', content: 'done' }));
  await button(page, 'Run').click();
  await expect.poll(() => bodies.length).toBe(1);
  await button(page, 'Run').and(page.locator(':enabled')).waitFor();
  await page.unroute('**/simulate');
  return bodies[0]!;
}

/**
 * The runs that the page keeps over a reload, as JSON: it stores them after their end. The test
 * makes no database in the place of the page.
 */
export const keptRuns = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('kept-work');
        opening.onupgradeneeded = () => opening.transaction!.abort();
        opening.onerror = () => resolve([]);
        opening.onsuccess = () => {
          const all = opening.result.transaction('tabs').objectStore('tabs').getAll();
          all.onerror = () => reject(all.error!);
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result.map((run) => JSON.stringify(run)));
          };
        };
      }),
  );

/** A third of the size of what the module gives as its source. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Waits for the end of what moves: a change of the window may start that some frames later. */
export const isAtRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const running = (): Animation[] =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    // Some pages always have the next one.
    for (let round = 0; round === 0 || (round < 5 && running().length > 0); round += 1) {
      await Promise.allSettled(running().map(({ finished }) => finished));
      for (let frames = 0; frames < 3; frames += 1) await frame();
    }
  });

/**
 * Nothing to be found by axe once what appears has appeared: half-transparent text would be too
 * pale.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await isAtRest(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const findings = await page.evaluate(async () =>
    (
      await (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] })
    ).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
  );
  expect(findings).toEqual([]);
}

/**
 * Looks at the page in windows of several sizes: it fits each, without a scroll bar for its width,
 * axe finds nothing in the narrowest, where most is scrolled, and `look` finds what it wants. The
 * size that it had comes back.
 */
export async function inSizes(
  page: Page,
  sizes: readonly (readonly [width: number, height: number])[],
  look?: (width: number) => Promise<void>,
): Promise<void> {
  const before = page.viewportSize()!;
  const narrowest = Math.min(...sizes.map(([width]) => width));
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await (width === narrowest ? expectAccessible : isAtRest)(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await look?.(width);
  }
  await page.setViewportSize(before);
}

/** The two windows that the workbench is drawn for. */
export const DRAWN_FOR = [
  [1024, 768],
  [1440, 900],
] as const;

/** A 2 x 2 PNG: red, green, blue, white. */
export const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGP4z8DAAMIM/4EAAB/uBfsL2WiLAAAAAElFTkSuQmCC';

/**
 * The bytes of a file that the page has saved; the browser is another process's, which has no path
 * for them.
 */
export const contentOf = async (download: Download): Promise<Buffer> =>
  buffer(await download.createReadStream());

/** Red, green and blue of every pixel of the picture that an element shows. */
export const shownPixels = (image: Locator): Promise<Uint8Array> =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode().catch(() => undefined);
    const canvas = new OffscreenCanvas(element.naturalWidth, element.naturalHeight);
    const context = canvas.getContext('2d')!;
    context.drawImage(element, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    // A list of numbers would come value by value.
    return new Uint8Array(data.filter((_, at) => at % 4 !== 3));
  });

/** Where `SCREENSHOTS` says, pictures of the page for people to look at. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

/** The same at the two widths that the workbench is drawn for. */
export async function shots(page: Page, name: string): Promise<void> {
  if (!process.env['SCREENSHOTS']) return;
  const before = page.viewportSize()!;
  for (const [width, height] of DRAWN_FOR) {
    await page.setViewportSize({ width, height });
    await shot(page, `${name}-${width}`);
  }
  await page.setViewportSize(before);
}
