import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import facts from '../app/pages/home/hero-facts.json' with { type: 'json' };
import { publicPaths } from '../app/routes.ts';
import { describeSite, type Site } from './browser.ts';
import { expectNoSidewaysScroll, seePictures } from './site-page.ts';
import { expectAccessible } from './workbench-page.ts';

const main = (page: Page) => page.getByRole('main');
const PAGES = publicPaths.filter(
  (path) => !['/simulate', '/spectrum', '/dashboard'].includes(path),
);

/** What each page has without scripts: its markup from the body on. */
const bodies = (site: Site): Promise<(readonly [path: string, html: string])[]> =>
  Promise.all(
    PAGES.map(async (path) => {
      const html = await (await fetch(site.address + path)).text();
      return [
        path,
        html.replace(/^[\s\S]*<body/, '<body').replace(/<(script|style)[\s\S]*?<\/\1>/g, ''),
      ] as const;
    }),
  );

/** Where a pattern is found, in the words of each page and of what pictures are called. */
const found = (all: readonly (readonly [string, string])[], pattern: RegExp): string[] =>
  all.flatMap(([path, html]) =>
    [...html.replace(/<(?!img|video)[^>]*>/g, ' ').matchAll(pattern)].map(
      ([text]) => `${path}: ${text}`,
    ),
  );

describeSite('the hero proves what it says (issue 16)', (site) => {
  const HEROES = ['hero-double-gauss', 'hero-cooke-triplet', 'hero-fisheye'] as const;

  test('one scene through three lenses, each with the figures that the engine gave', async () => {
    const page = await site().open('/');
    const rows = page.locator('section').first().locator('figure > div');
    expect(await rows.locator('strong').allInnerTexts()).toEqual([
      'Double-Gauss',
      'Cooke Triplet',
      'Fisheye',
    ]);
    expect(
      await rows
        .locator('dl')
        .evaluateAll((lists) =>
          lists.map((list) =>
            [...list.querySelectorAll('dd')].map(({ textContent }) => textContent),
          ),
        ),
    ).toEqual(
      HEROES.map((name) => {
        const { corner, distortion, light } = facts[name];
        return [corner, distortion, light];
      }),
    );
  });

  test('distortion and falloff are large enough to be seen', () => {
    const number = (text: string): number => Number.parseFloat(text.replace('−', '-'));
    expect(number(facts['hero-fisheye'].distortion)).toBeLessThan(-30);
    expect(number(facts['hero-double-gauss'].light)).toBeLessThan(75);
    expect(number(facts['hero-cooke-triplet'].light)).toBeLessThan(75);
  });

  test('each corner is shown pixel by pixel', async () => {
    const page = await site().open('/');
    await seePictures(page);
    const corners = await page
      .locator('img[src*="-corner-"]')
      .evaluateAll((images) =>
        (images as HTMLImageElement[]).map(({ width, height, naturalWidth, naturalHeight }) => [
          width / naturalWidth,
          height / naturalHeight,
        ]),
      );
    expect(corners).toEqual(Array(3).fill([1, 1]));
  });

  test('at 1280 x 800 the caption is whole', async () => {
    const page = await site().open('/', 1280, 800);
    const caption = (await page.locator('section').first().locator('figcaption').boundingBox())!;
    expect(caption.y + caption.height).toBeLessThanOrEqual(800);
  });

  test('the lens is a Cooke Triplet on every page', async () => {
    expect(
      found(await bodies(site()), /cooke triplet/gi).filter(
        (text) => !text.endsWith('Cooke Triplet'),
      ),
    ).toEqual([]);
  });
});

describeSite('pictures (issue 16)', (site) => {
  test('videos, demo, research and the pipeline show the street, gears and a room instead of the apple', async () => {
    const shown = found(await bodies(site()), /(?:alt|aria-label)="[^"]*"/g);
    for (const [path, scene] of [
      ['/', /gear|parts/],
      ['/product_features', /street/],
      ['/product_features', /room/],
      ['/product_features', /parts/],
      ['/demo', /street/],
      ['/research', /street/],
      ['/research', /gear/],
    ] as const)
      expect(
        shown.filter((text) => text.startsWith(`${path}: `) && scene.test(text)).length,
        `${path} ${String(scene)}`,
      ).toBeGreaterThan(0);
    // The blog tells of it, and one of the commands names apple.jpg, with its result.
    expect(
      shown.filter(
        (text) => /\bapple\b(?!\.jpg)/.test(text) && !/^\/(blog|what_engineers_do)/.test(text),
      ),
    ).toEqual([]);
  });

  test('the spot diagram is shown once', async () => {
    const pages = await bodies(site());
    expect(
      pages.filter(([, html]) => html.includes('/media/career-')).map(([path]) => path),
    ).toEqual(['/']);
  });

  test('the picture of the research page is one result, as wide as the page', async () => {
    const page = await site().open('/research');
    const picture = main(page).getByAltText(/^One shot of a street in four quarters/);
    expect((await picture.boundingBox())!.width).toBeGreaterThanOrEqual(1180);
  });
});

describeSite('pages for one task (issue 16)', (site) => {
  test.each(['/login', '/signup', '/download'])(
    '%s says beside the card what comes of it, with a picture',
    async (path) => {
      const page = await site().open(path, 1280);
      await seePictures(page);
      const beside = page.getByRole('complementary');
      expect((await beside.getByRole('heading', { level: 2 }).innerText()).length).toBeGreaterThan(
        10,
      );
      expect(await beside.getByRole('listitem').count()).toBeGreaterThanOrEqual(2);
      expect(
        await beside.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
      ).toBeGreaterThan(0);
      const [card, side] = [(await main(page).boundingBox())!, (await beside.boundingBox())!];
      expect(side.x).toBeGreaterThanOrEqual(card.x + card.width);
      for (const width of [768, 375]) {
        await page.setViewportSize({ width, height: 800 });
        expect((await beside.boundingBox())!.y).toBeGreaterThanOrEqual(
          (await main(page).boundingBox())!.y,
        );
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
    },
  );

  test.each([
    ['/contact', ['What to send', 'Who answers']],
    ['/contact_sales', ['What helps us to quote', 'Who answers']],
  ] as const)('%s says beside the form what to send and who answers', async (path, headings) => {
    const page = await site().open(path, 1280);
    const form = (await main(page).locator('form').boundingBox())!;
    for (const name of headings) {
      const heading = (await main(page).getByRole('heading', { name }).boundingBox())!;
      expect(heading.x + heading.width).toBeLessThanOrEqual(form.x);
    }
  });
});

describeSite('words (issue 16)', (site) => {
  test('phrases that made readers stop are gone', async () => {
    const pages = await bodies(site());
    for (const phrase of [
      'Go on with the plan that fits',
      'stays in the house',
      'must be told apart',
      'what the last one makes of it',
      'the simulator comes to it',
      'Nobody of ours',
      'as much as the simulator is right',
      'as set by the mean of the scene',
      'the chain obeys',
      'we shall say so',
      'seven free days',
    ])
      expect(
        pages.filter(([, html]) => html.includes(phrase)).map(([path]) => `${path}: ${phrase}`),
      ).toEqual([]);
  });

  test('nothing is promised that does not exist: a picture or lens of your own in the workbench', async () => {
    expect(
      found(
        await bodies(site()),
        /a picture of yours|load your own lens, spectrum or raw|0\.28 seconds/gi,
      ),
    ).toEqual([]);
  });

  test('figure and percent sign are parted by a no-break space', async () => {
    expect(
      found(await bodies(site()), /\d+(?: |&nbsp;)?%/g).filter((text) => !text.includes('\u00a0%')),
    ).toEqual([]);
  });
});

describeSite('the Korean line of the footer (issue 16)', (site) => {
  test('is set in the fonts that come with the site', async () => {
    const page = await site().open('/stories');
    const strip = page.locator('footer address');
    await strip.scrollIntoViewIfNeeded();
    await page.evaluate(() => document.fonts.ready);
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    // The browser names the fonts of an element's own text only.
    const { nodeIds } = await session.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: 'footer address :is(dt, dd, a)',
    });
    await expect
      .poll(async () => {
        const answers = await Promise.all(
          nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })),
        );
        const names = answers.flatMap(({ fonts }) =>
          fonts.map(
            ({ familyName, isCustomFont }) =>
              `${familyName} ${isCustomFont ? 'of the site' : 'of the system'}`,
          ),
        );
        return [...new Set(names)].sort();
      })
      .toEqual([
        expect.stringMatching(/^Inter.* of the site$/),
        expect.stringMatching(/^Noto Sans KR.* of the site$/),
      ]);
  });
});
