import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const FONTS = [
  ['Inter', 'inter/files/inter-latin-wght-normal.woff2'],
  ['Inter', 'inter/files/inter-latin-ext-wght-normal.woff2'],
  ['Inter', 'inter/files/inter-greek-wght-normal.woff2'],
  ['JetBrains Mono', 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'],
  ['JetBrains Mono', 'jetbrains-mono/files/jetbrains-mono-greek-wght-normal.woff2'],
] as const;
const RANGES: Readonly<Record<string, string>> = {
  'latin-ext': 'U+0100-02BA,U+2070-209F,U+20A0-20CF',
  greek: 'U+0370-03FF',
};

let opened: Promise<{ browser: Browser; page: Page }> | undefined;

/** Chromium with the site's own fonts: what turns figures into pixels. */
async function open(): Promise<{ browser: Browser; page: Page }> {
  if (!existsSync(CHROMIUM))
    throw new Error(
      `Figures are drawn by Chromium, which is not at ${CHROMIUM}: install it with "apt-get install chromium".`,
    );
  const faces = await Promise.all(
    FONTS.map(async ([family, path]) => {
      const file = await readFile(
        fileURLToPath(
          new URL(`../../../node_modules/@fontsource-variable/${path}`, import.meta.url),
        ),
      );
      const range = Object.entries(RANGES).find(([subset]) => path.includes(`-${subset}-`))?.[1];
      return `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${file.toString('base64')});${range ? `unicode-range:${range}` : ''}}`;
    }),
  );
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
  });
  const page = await browser.newPage();
  await page.setContent(
    `<style>${faces.join('')} body{margin:0} svg{display:block}</style><main></main>`,
  );
  return { browser, page };
}

/** An SVG document, or HTML, of that size as a PNG; what it leaves open is transparent. */
export async function rasterise(svg: string, width: number, height: number): Promise<Buffer> {
  const { page } = await (opened ??= open());
  await page.setViewportSize({ width, height });
  await page.locator('main').evaluate(async (main, content) => {
    main.innerHTML = content;
    await Promise.all(
      ['16px Inter', '600 16px Inter', '16px "JetBrains Mono"'].map((font) =>
        document.fonts.load(font, 'Aµ⁻'),
      ),
    );
    await Promise.all(
      Array.from(main.querySelectorAll('image'), (image) => {
        const loader = new Image();
        loader.src = image.getAttribute('href') ?? '';
        return loader.decode().catch(() => undefined);
      }),
    );
  }, svg);
  return page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width, height } });
}

/** A page as it is after some steps, as a PNG of that size. @param before it is opened. */
export async function photographed(
  address: string,
  { width, height }: { readonly width: number; readonly height: number },
  prepare: (page: Page) => Promise<unknown>,
  before: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Buffer> {
  const { browser } = await (opened ??= open());
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  await before(page);
  await page.goto(address);
  await prepare(page);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

/** A page from the heading of that name on, as a PNG. */
export const screenshot = (
  address: string,
  heading: string,
  width: number,
  height: number,
): Promise<Buffer> =>
  photographed(address, { width, height }, (page) =>
    page
      .getByRole('heading', { name: heading, exact: true })
      .evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 8)),
  );

/** Ends the browser, so that the program can exit. */
export async function endRasteriser(): Promise<void> {
  await (await opened)?.browser.close();
  opened = undefined;
}
