import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import prediction from '../app/pages/prediction/prediction.json' with { type: 'json' };
import validation from '../../../packages/engine/references/validation.json' with { type: 'json' };
import { describeSite } from './browser.ts';
import {
  expectNoSidewaysScroll,
  expectPath,
  expectThereAndBack,
  goTo,
  openInWindows,
  seePictures,
} from './site-page.ts';
import { expectAccessible, shots } from './workbench-page.ts';

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string, level: number) =>
  main(page).getByRole('heading', { name, level, exact: true });

/** Research question of each path (specification S-258 to S-262). */
const RESEARCH = {
  '/illuminant': 'Active Illumination Methods',
  '/optics': 'Lens Design Optimization for Downstream Tasks',
  '/sensor': 'Physical Sensor Simulation',
  '/isp': 'AI-Based ISP Automation',
  '/qpu': 'QPU-Based Optimization',
} as const;
const ARTICLES = {
  '/blog/cv': { title: 'The Future of Computer Vision Design', date: 'April 2, 2025' },
  '/blog/founding_story': { title: 'The Story Behind Our Beginning', date: 'March 5, 2025' },
} as const;
const ROLES = ['Optical Engineer', 'Sensor Engineer', 'Software Engineer'] as const;

/** How many pictures of the content are there and have arrived. */
async function picturesShown(page: Page): Promise<number> {
  await seePictures(page);
  return main(page)
    .locator('img')
    .evaluateAll(
      (pictures) =>
        (pictures as HTMLImageElement[]).filter(
          ({ naturalWidth, alt }) => naturalWidth > 0 && alt !== '',
        ).length,
    );
}

describeSite('research (specification S-250 to S-263)', (site) => {
  test('the overview has a picture, four topics in detail that lead to their questions, QPU in its text, and the two closing sections', async () => {
    const page = await openInWindows(site(), '/research');
    await heading(page, 'Research', 1).waitFor();
    for (const name of [
      'Illuminant',
      'Optics',
      'Sensor',
      'ISP',
      'Why Our Research Matters',
      'Collaborate With Us',
    ])
      await heading(page, name, 2).waitFor();
    expect(await picturesShown(page)).toBe(5);
    const links = main(page).getByRole('link', { name: 'View in detail' });
    expect(await links.allInnerTexts()).toEqual(Array(4).fill('View in detail'));
    expect(
      await links.evaluateAll((found) => found.map((link) => link.getAttribute('href'))),
    ).toEqual(['/illuminant', '/optics', '/sensor', '/isp']);
    expect(
      await main(page).getByRole('link', { name: RESEARCH['/qpu'] }).getAttribute('href'),
    ).toBe('/qpu');

    // On narrow screens the topics stand below one another, each picture above its text.
    for (const width of [375, 767]) {
      await page.setViewportSize({ width, height: 800 });
      const topics = await main(page)
        .locator('section[aria-labelledby] > figure')
        .evaluateAll((figures) =>
          figures.map((figure) => {
            const [picture, words] = [
              figure.getBoundingClientRect(),
              figure.nextElementSibling!.getBoundingClientRect(),
            ];
            return { isAbove: picture.bottom <= words.top, isAligned: picture.left === words.left };
          }),
        );
      expect(topics).toEqual(Array(4).fill({ isAbove: true, isAligned: true }));
    }
    await page.setViewportSize({ width: 1280, height: 800 });

    // View in detail of each topic leads to its question, Contact Us to the form.
    for (const topic of ['Illuminant', 'Optics', 'Sensor', 'ISP']) {
      const path = `/${topic.toLowerCase()}` as keyof typeof RESEARCH;
      const link = main(page).getByRole('link', { name: `View in detail: ${topic}` });
      await expectThereAndBack(page, link, path, () => heading(page, RESEARCH[path], 1).waitFor());
    }
    await main(page).getByRole('link', { name: 'Contact Us' }).click();
    await expectPath(page, '/contact');
  });

  test.each(Object.entries(RESEARCH))(
    '%s is titled "%s" and has a bullet list and a picture',
    async (path, title) => {
      const page = await openInWindows(site(), path);
      await heading(page, title, 1).waitFor();
      expect(await page.title()).toContain(title);
      expect(
        await main(page)
          .locator('ul')
          .first()
          .evaluate((list) => [getComputedStyle(list).listStyleType, list.children.length >= 3]),
      ).toEqual(['disc', true]);
      // Lenses and sensors have a workspace, which their pages show besides.
      expect(await picturesShown(page)).toBe(['/optics', '/sensor'].includes(path) ? 2 : 1);
    },
  );
});

describeSite('blog and news (specification S-270 to S-277)', (site) => {
  test('the blog lists both articles, newest first, each with date, picture, excerpt and a link to it', async () => {
    const page = await openInWindows(site(), '/blog');
    const posts = main(page).getByRole('article');
    expect(await posts.getByRole('heading').allInnerTexts()).toEqual(
      Object.values(ARTICLES).map(({ title }) => title),
    );
    expect(await posts.locator('time').allInnerTexts()).toEqual(
      Object.values(ARTICLES).map(({ date }) => date),
    );
    expect(
      await posts
        .locator('time')
        .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime)),
    ).toEqual(['2025-04-02', '2025-03-05']);
    for (const excerpt of await posts.locator('p').allInnerTexts())
      expect(excerpt.length).toBeGreaterThan(60);
    expect(await posts.locator('p').count()).toBe(2);
    expect(await picturesShown(page)).toBe(2);
    expect(await posts.getByRole('link').getByText('Read More', { exact: true }).count()).toBe(2);

    for (const [path, { title }] of Object.entries(ARTICLES)) {
      const link = main(page).getByRole('link', { name: `Read More of ${title}` });
      await expectThereAndBack(page, link, path, () => heading(page, title, 1).waitFor());
    }
  });

  test.each(Object.entries(ARTICLES))(
    'the content of %s is HTML and not its source text',
    async (path, { title, date }) => {
      const page = await openInWindows(site(), path);
      await heading(page, title, 1).waitFor();
      const article = main(page).getByRole('article');
      expect(await article.locator('time').innerText()).toBe(date);
      expect(await article.locator('h2').count()).toBeGreaterThanOrEqual(3);
      expect(await article.locator('script, style').count()).toBe(0);
      const text = await article.innerText();
      expect(text).not.toMatch(/<\/?[a-z]|&[a-z]+;/i);
      expect(text.split(/\s+/).length).toBeGreaterThanOrEqual(600);
    },
  );

  test('each article describes itself to search engines', async () => {
    for (const [path, { title }] of Object.entries(ARTICLES)) {
      const html = await (await fetch(site().address + path)).text();
      expect(
        JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!),
      ).toMatchObject({
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: title,
      });
    }
  });

  test('the news list one article, to be read elsewhere', async () => {
    const page = await openInWindows(site(), '/news');
    await heading(page, 'News', 1).waitFor();
    const news = main(page).getByRole('article');
    expect(await news.count()).toBe(1);
    expect(await news.locator('time').innerText()).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
    expect(await news.getByRole('heading').innerText()).not.toBe('');
    expect((await news.locator('p').innerText()).length).toBeGreaterThan(60);
    expect(await picturesShown(page)).toBe(1);
    const link = news.getByRole('link', { name: 'Read More' });
    await link.getByText('Read More', { exact: true }).waitFor();
    expect(
      await link.evaluate((found: HTMLAnchorElement) => [
        found.protocol,
        found.host !== window.location.host,
        found.target,
        found.relList.contains('noopener'),
      ]),
    ).toEqual(['https:', true, '_blank', true]);
  });
});

describeSite('company (specification S-280 to S-283)', (site) => {
  test('says its mission and five values, each with picture and description', async () => {
    const page = await openInWindows(site(), '/company');
    await heading(page, 'Shaping the Future', 1).waitFor();
    await heading(page, 'Our mission', 2).waitFor();
    const values = main(page).getByRole('listitem');
    expect(await values.getByRole('heading').allInnerTexts()).toEqual([
      'Team collaboration',
      'First principle thinking',
      'Intellectual honesty',
      'Customer-oriented',
      'Openness and adaptability',
    ]);
    for (const description of await values.locator('h3 + p').allInnerTexts())
      expect(description.length).toBeGreaterThan(60);
    expect(await picturesShown(page)).toBe(5);
  });
});

describeSite('careers (specification S-284 to S-289, S-292)', (site) => {
  const row = (page: Page, role: string) => main(page).locator('summary').filter({ hasText: role });
  const openRoles = async (page: Page): Promise<string[]> => {
    const rows = await main(page)
      .locator('details')
      .evaluateAll((rows) =>
        (rows as HTMLDetailsElement[]).map((row) => ({
          role: row.querySelector('h3')!.textContent,
          isOpen: row.open,
          isShown: row
            .querySelector('summary + div')!
            .checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }),
        })),
      );
    for (const { role, isOpen, isShown } of rows) expect(isShown, role).toBe(isOpen);
    return rows.filter(({ isOpen }) => isOpen).map(({ role }) => role);
  };

  test('lists three positions in Seoul, closed at first; a click or key opens, the next closes, only one is open; Apply now leads to the application', async () => {
    const page = await openInWindows(site(), '/careers');
    for (const role of ROLES)
      expect(await row(page, role).innerText()).toMatch(
        new RegExp(`^${role}\\s+Seoul, South Korea$`),
      );
    expect(await main(page).locator('details > summary').count()).toBe(3);
    expect(await openRoles(page)).toEqual([]);
    for (const role of ROLES) {
      await row(page, role).click();
      expect(await openRoles(page)).toEqual([role]);
      expect(await main(page).getByText('3+ years').count()).toBe(3);
      await main(page).getByText('3+ years').nth(ROLES.indexOf(role)).waitFor({ state: 'visible' });
    }
    await row(page, 'Software Engineer').click();
    expect(await openRoles(page)).toEqual([]);

    // By keyboard: rows and links in order, Enter and Space toggle.
    await row(page, 'Optical Engineer').focus();
    await page.keyboard.press('Enter');
    expect(await openRoles(page)).toEqual(['Optical Engineer']);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.getAttribute('aria-label'))).toBe(
      'Apply now: Optical Engineer',
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await openRoles(page)).toEqual(['Sensor Engineer']);
    await page.keyboard.press('Space');
    expect(await openRoles(page)).toEqual([]);

    // With a row open nothing overflows, and axe finds nothing.
    await row(page, 'Sensor Engineer').click();
    for (const width of [375, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 1280, height: 800 });

    // Apply now leads from each role to the application.
    for (const role of ROLES) {
      const link = main(page).getByRole('link', { name: `Apply now: ${role}` });
      await expectThereAndBack(page, link, '/apply');
    }
  });

  test('the whole text stands in the page without JavaScript, and for search engines', async () => {
    const html = await (await fetch(`${site().address}/careers`)).text();
    const { '@graph': postings } = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!,
    ) as { '@graph': readonly Record<string, string>[] };
    expect(postings.map((posting) => [posting['@type'], posting['title']])).toEqual(
      ROLES.map((role) => ['JobPosting', role]),
    );
    for (const posting of postings)
      expect(posting['description']).toContain('3+ years of experience');
    expect(
      html.replace(/<script[\s\S]*?<\/script>/g, '').match(/3\+ years of experience/g),
    ).toHaveLength(3);
  });
});

describeSite('legal pages (specification S-370 to S-375)', (site) => {
  test.each([
    ['/terms', 'Terms of Use', 10],
    ['/privacy', 'Privacy Policy', 11],
  ] as const)(
    '%s is "%s" in %i numbered sections that its contents lead to',
    async (path, title, sections) => {
      const page = await openInWindows(site(), path);
      await heading(page, title, 1).waitFor();
      await main(page).getByText('Last updated April 2025').waitFor();
      const headings = await main(page).locator('section h2:not(#contents)').allInnerTexts();
      expect(headings.map((text) => Number.parseInt(text, 10))).toEqual(
        Array.from({ length: sections }, (_, index) => index + 1),
      );
      const contents = main(page).getByRole('navigation', { name: 'Contents' }).getByRole('link');
      expect(
        (await contents.allInnerTexts()).map((text, index) => `${index + 1}. ${text}`),
      ).toEqual(headings);
      await contents.last().click();
      await expect
        .poll(() =>
          page
            .getByRole('heading', { name: headings.at(-1)! })
            .evaluate((last) => last.getBoundingClientRect().top),
        )
        .toBeLessThan(800);
      expect(await main(page).locator('a[href^="mailto:"]').first().innerText()).toMatch(
        /^[^\s@]+@[^\s@]+\.[a-z]+$/,
      );
    },
  );
});

describeSite('what engineers do with it', (site) => {
  test('has seven tasks with picture, figure and command, and leads to tokens and calls', async () => {
    const page = await openInWindows(site(), '/what_engineers_do');
    const rows = main(page).getByRole('article');
    await expect.poll(() => rows.count()).toBe(7);
    expect(await picturesShown(page)).toBe(7);
    for (const row of await rows.all()) {
      expect(await row.locator('p').last().innerText()).toMatch(/\d.* \p{L}/u);
      expect(await row.locator('pre').innerText()).toMatch(/npm run -s lumenloom -- [a-z]/);
    }
    for (const path of ['/account/tokens', '/docs'])
      expect(await main(page).locator(`a[href="${path}"]`).count(), path).toBe(1);
  });
});

/** Where pages lead, by the title of what opens there. */
const LEADS = {
  '/': { '/what_engineers_do': 'What engineers do with it', '/documentation': 'Documentation' },
  '/product_features': {
    '/what_engineers_do': 'What engineers do with it',
    '/research/validation': 'Validation',
    '/documentation': 'Documentation',
  },
  '/research': { '/research/validation': 'Validation' },
  '/research/validation': { '/research/prediction': 'Which figure predicts' },
} as const;

describeSite('documentation', (site) => {
  test.each(Object.entries(LEADS))(
    '%s leads to its pages, and so does the footer',
    async (path, leads) => {
      const page = await site().open(path);
      for (const [to, title] of Object.entries(leads)) {
        if (!to.startsWith('/research/'))
          await page.getByRole('contentinfo').locator(`a[href="${to}"]`).waitFor();
        const link = main(page).locator(`a[href="${to}"]`).first();
        await expectThereAndBack(page, link, to, () => heading(page, title, 1).waitFor());
      }
    },
  );

  // Their own tests look at them in other windows.
  test.each(['/', '/product_features'])('%s shows the workbench, at 767 px too', async (path) => {
    const page = await site().open(path, 767);
    await expectNoSidewaysScroll(page);
    const workbench = main(page).getByRole('img', { name: /^The workbench:/ });
    await workbench.scrollIntoViewIfNeeded();
    await expect
      .poll(() => workbench.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(site().pageErrors).toEqual([]);
  });

  test('its documents open, as pages and as text', async () => {
    const page = await site().open('/documentation');
    const addresses = await main(page)
      .locator('a[href^="/documentation/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    expect(addresses.length).toBeGreaterThan(15);
    await Promise.all(
      addresses.map(async (address) => {
        expect((await fetch(site().address + address)).status, address).toBe(200);
        const text = await fetch(
          `${site().address}${address.replace('/documentation/', '/documents/')}.txt`,
        );
        expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
        expect(await text.text()).toMatch(/^# /);
      }),
    );
  });

  test('a document is a page: it reads at each width, and leads to others and to its pictures', async () => {
    const page = await site().open('/documentation');
    await main(page).getByRole('link', { name: 'The lenses', exact: true }).click();
    await heading(page, 'The lenses', 1).waitFor();
    await seePictures(page);
    expect(
      await main(page)
        .locator('img')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth)),
    ).not.toContain(0);
    for (const path of ['/documentation/optics', '/documentation/command-line'])
      for (const width of [375, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await goTo(page, site().address + path);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
    await main(page).getByRole('navigation').getByRole('link', { name: 'Plain text' }).click();
    await page.waitForURL('**/documents/command-line.txt');
  });

  test('a document that is not there is not found, by its address and by a link', async () => {
    expect((await fetch(`${site().address}/documentation/claims`)).status).toBe(404);
    expect((await fetch(`${site().address}/documentation/none`)).status).toBe(404);
    const page = await site().open('/documentation/none');
    await page.getByText('Page not found').waitFor();
  });
});

describeSite('prediction', (site) => {
  test('every figure has its row, and the page says what the answer holds for', async () => {
    const page = await openInWindows(site(), '/research/prediction');
    const table = main(page).getByRole('region', { name: 'Figures', exact: true });
    await expect.poll(() => table.locator('tbody tr').count()).toBe(prediction.figures.length);
    for (const { label } of prediction.figures)
      await table.getByRole('rowheader', { name: label, exact: true }).waitFor();
    await main(page)
      .getByText('Measured on these scenes, this network and these cameras only.')
      .waitFor();
    expect(await main(page).innerText()).not.toMatch(/[-−]0\.000/);
    await expectAccessible(page);
    await shots(page, 'prediction');
  });
});

describeSite('validation', (site) => {
  test('every comparison of the record has its row, and three kinds of plots are drawn', async () => {
    const page = await openInWindows(site(), '/research/validation');
    const rows = validation.groups.flatMap((group) => group.rows);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(rows.length);
    const shown = await page.locator('tbody tr').allInnerTexts();
    for (const [i, { what, ours }] of rows.entries()) {
      expect(shown[i]).toContain(what);
      expect(shown[i]).toContain(
        ours === undefined
          ? 'every bit agrees'
          : ours < 1e-3
            ? `${ours.toExponential().split('e')[0]!}\u00a0×\u00a010⁻`
            : `${ours}`,
      );
    }
    for (const [name, plots] of [
      [/^MTF of the/, 3],
      [/^MTF50 over the field/, 4],
      [/^Histogram/, 1],
    ] as const)
      await expect.poll(() => main(page).getByRole('img', { name }).count()).toBe(plots);
  });
});
