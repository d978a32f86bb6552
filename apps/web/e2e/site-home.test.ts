import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import {
  expectNoSidewaysScroll,
  expectPath,
  goTo,
  logIn,
  reload,
  seePictures,
} from './site-page.ts';
import { expectAccessible } from './workbench-page.ts';

const main = (page: Page) => page.getByRole('main');
const trial = (page: Page) => main(page).getByRole('button', { name: 'Start Free Trial' });

/** Counts the circles between one clearing of a canvas and the next. */
function countCircles(): void {
  let circles = 0;
  const drawing = OffscreenCanvasRenderingContext2D.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- each is called on the context that it was meant for
  const { arc, clearRect } = drawing;
  drawing.arc = function (...shape) {
    circles += 1;
    arc.apply(this, shape);
  };
  drawing.clearRect = function (...area) {
    if (circles > 0) Object.assign(window, { circlesOfLastFrame: circles });
    circles = 0;
    clearRect.apply(this, area);
  };
}
const particleCount = (page: Page) =>
  page.evaluate(() => (window as { circlesOfLastFrame?: number }).circlesOfLastFrame);

/** Pictures of the home page, each there once. */
const ONCE = [
  ...['stage-illuminant', 'stage-scene', 'stage-optics', 'stage-sensor', 'stage-isp'],
  ...['stage-algorithms', 'use-autonomous', 'use-manufacturing', 'use-ar-vr', 'career'],
];

describeSite('home (specification S-130 to S-160)', (site) => {
  test('says what it has to say, breaks its headlines below 768 px, and leads on', async () => {
    const page = await site().open('/');
    expect((await page.getByRole('heading', { level: 1 }).innerText()).replace(/\s+/g, ' ')).toBe(
      'Simulate Your Vision',
    );
    expect(await page.title()).toContain('Lumenloom');
    const text = (await main(page).innerText()).replace(/\s+/g, ' ');
    for (const said of [
      'powers the Physical AI revolution with next-generation computer vision simulation',
      'about 10x faster',
      '1/10',
      'virtual simulation, with no physical prototypes',
      'Optimizing size, cost and performance',
      'World class accuracy',
      'Customizable to any vision hardware',
      'Secure and private',
      'On-premise deployment keeps data and IP in your infrastructure',
      'illuminant, scene, optics, sensor, ISP and algorithms',
      'Autonomous systems',
      'Validate AI algorithms on virtual hardware',
      'Visual inspection in manufacturing',
      'Test inspection algorithms across cameras and lighting',
      'Augmented and virtual reality',
      'Find the best hardware for an algorithm',
      'deep-learning-based optimization of computer vision systems',
      'optics, sensor, image signal processing and AI algorithms',
    ])
      expect(text).toContain(said);
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
      expect.arrayContaining([
        'Product',
        'Use Cases',
        'Strengths',
        'Research',
        'Careers',
        'Contact Us',
      ]),
    );
    expect(await main(page).getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Product',
      'Use Cases',
      'Strengths',
      'Research',
      'Careers',
      'Contact Us',
    ]);

    // Headlines break differently below 768 px.
    const linesAt = async (width: number): Promise<number[]> => {
      await page.setViewportSize({ width, height: 800 });
      return page
        .locator('h1, h2 + p')
        .evaluateAll((headlines) =>
          headlines.map((headline) =>
            Math.round(
              headline.getBoundingClientRect().height /
                Number.parseFloat(getComputedStyle(headline).lineHeight),
            ),
          ),
        );
    };
    expect(await linesAt(768)).toEqual([2, 2, 2, 2, 2, 2, 2]);
    expect(await linesAt(767)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    await page.setViewportSize({ width: 1280, height: 800 });

    // Its links lead to demo, features, research, careers and contact.
    for (const [name, path] of [
      ['Enterprise Demo', '/demo'],
      ['All product features', '/product_features'],
      ['Explore our research', '/research'],
      ['See open positions', '/careers'],
      ['Contact Us', '/contact'],
    ] as const) {
      await main(page).getByRole('link', { name, exact: true }).click();
      await expectPath(page, path);
      await page.goBack();
      await expectPath(page, '/');
    }
  });

  test('at 375, 768, 992 and 1280 px is accessible, fits the window, and shows every picture', async () => {
    const page = await site().open('/', 375);
    for (const width of [375, 768, 992, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await seePictures(page);
      // A picture that takes another file for the new width has it a moment later.
      const shown = (): Promise<readonly string[]> =>
        page
          .locator('main img')
          .evaluateAll((pictures) =>
            pictures.map((picture) =>
              (picture as HTMLImageElement).naturalWidth > 0
                ? (picture as HTMLImageElement).currentSrc
                : 'missing',
            ),
          );
      await expect.poll(shown).not.toContain('missing');
      const counts = async () => {
        const all = await shown();
        return ONCE.map((name) => [
          name,
          all.filter((one) => one.includes(`/media/${name}-`)).length,
        ]);
      };
      await expect.poll(counts).toEqual(ONCE.map((name) => [name, 1]));
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    expect(site().pageErrors).toEqual([]);
  });

  test('is complete without JavaScript', async () => {
    const html = await (await fetch(`${site().address}/`)).text();
    for (const said of [
      'Use Cases',
      'World class accuracy',
      'All Rights Reserved',
      'href="/product_features"',
    ])
      expect(html).toContain(said);
  });

  test('Start Free Trial leads to the login, the workbench or the notice for narrow screens', async () => {
    const page = await site().open('/');
    const expectTrial = async (width: number, path: string): Promise<void> => {
      await page.setViewportSize({ width, height: 800 });
      await trial(page).click();
      await expectPath(page, path);
      await page.goBack();
      await expectPath(page, '/');
    };
    // The width counts at the moment of the click.
    await expectTrial(768, '/desktop-info');
    await expectTrial(769, '/login');
    await logIn(page);
    await expectTrial(375, '/desktop-info');
    await expectTrial(768, '/desktop-info');
    await expectTrial(769, '/simulate');
  });

  test.each(['/', '/product_features'])(
    '%s begins at its top, also after a reload further down',
    async (path) => {
      const page = await site().open('/', 1280, 700);
      await page.evaluate(() => {
        window.scrollTo(0, 1500);
      });
      await goTo(page, site().address + path);
      await page.evaluate(() => {
        window.scrollTo(0, 1200);
      });
      await reload(page);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    },
  );
});

describeSite('particles of the hero (specification S-147 to S-149)', (site) => {
  test('50 of them; a click adds 4', async () => {
    const page = await site().open('/stories');
    await page.evaluate(countCircles);
    await page.getByRole('banner').getByRole('link', { name: 'Lumenloom' }).click();
    await expectPath(page, '/');
    await expect.poll(() => particleCount(page)).toBe(50);
    const hero = page.locator('section').first();
    const canvas = (await hero.locator('canvas').boundingBox())!;
    expect(canvas).toMatchObject({ width: 1280, height: (await hero.boundingBox())!.height });
    await page.mouse.move(300, 600);
    await page.mouse.click(320, 620);
    await expect.poll(() => particleCount(page)).toBe(54);
  });

  test('are fetched after a while, but never for those who wish for less motion', async () => {
    const page = await site().open('/stories');
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).pathname));
    await page.clock.install();
    for (const [reducedMotion, times] of [
      ['reduce', 0],
      ['no-preference', 1],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      asked.clear();
      await goTo(page, `${site().address}/`);
      // All that the page has put off happens now, before it asks for this.
      await page.clock.runFor('01:00');
      await page.evaluate(() => fetch('/readyz'));
      await expect.poll(() => asked).toContain('/readyz');
      await expect
        .poll(() => [...asked].filter((path) => /hero-particles.*\.js$/.test(path)))
        .toHaveLength(times);
    }
  });

  test('an ornament that does not load is no error of the page', async () => {
    const page = await site().open('/stories');
    let failures = 0;
    await page.route('**/hero-particles*', (route) => {
      failures += 1;
      return route.abort();
    });
    await goTo(page, `${site().address}/`);
    await expect.poll(() => failures).toBeGreaterThan(0);
    await trial(page).waitFor();
    expect(await page.getByText('Unexpected Application Error!').count()).toBe(0);
  });
});
