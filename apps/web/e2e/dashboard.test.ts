import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { expectGood, WIDTHS } from './form-page.ts';
import { goTo } from './site-page.ts';
import { isAtRest, json } from './workbench-page.ts';

const DAY = 24 * 60 * 60 * 1000;
const LABELS = [
  'Total Users',
  'DAU (Daily Active Users)',
  'MAU (Monthly Active Users)',
  'Stickiness',
];
/** The page's clock stands still, so that no day ends between the answer and the page. */
const TODAY = new Date('2025-06-15T12:00:00Z');
const dayAgo = (days: number): string =>
  new Date(TODAY.getTime() - days * DAY).toISOString().slice(0, 10);

/** What the cards show, by label. */
const cards = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .locator('main dl > div')
      .evaluateAll((all) =>
        all.map((card) => [
          card.querySelector('dt')!.textContent,
          card.querySelector('dd')!.textContent,
        ]),
      ),
  );
const chart = (page: Page, title: string) =>
  page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const counts = (page: Page, title: string): Promise<string[]> =>
  chart(page, title).locator('tbody td:last-child').allTextContents();
const zeros = Object.fromEntries(
  LABELS.map((label) => [label, label === 'Stickiness' ? '0%' : '0']),
);

describeSite('dashboard', (site) => {
  /**
   * The server's own figures do not matter here: the page is asked again with an answer of ours.
   */
  async function open(
    answer: ReturnType<typeof json> | null,
  ): Promise<{ readonly page: Page; readonly errors: string[] }> {
    const page = await site().open('/desktop-info');
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.route('**/api/dashboard', (route) =>
      answer ? route.fulfill(answer) : route.abort(),
    );
    await page.clock.setFixedTime(TODAY);
    await goTo(page, `${site().address}/dashboard`);
    return { page, errors };
  }
  const history = [400, 200, 60, 20, 3, 0].map((days) => ({
    date: dayAgo(days),
    count: days + 1,
  }));
  const metrics = json({
    totalUsers: 1234,
    dau: 87,
    mau: 456,
    stickiness: 19.0789,
    signups: history,
    logins: history.map(({ date }) => ({ date, count: 7 })),
  });

  test('shows four figures and two courses', async () => {
    const { page, errors } = await open(metrics);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await expect
      .poll(() => cards(page))
      .toEqual({
        [LABELS[0]!]: '1234',
        [LABELS[1]!]: '87',
        [LABELS[2]!]: '456',
        [LABELS[3]!]: '19.08%',
      });
    for (const [width, title] of WIDTHS.flatMap((at) =>
      ['Signups', 'Logins'].map((name) => [at, name] as const),
    )) {
      await page.setViewportSize({ width, height: 800 });
      await isAtRest(page);
      const svg = chart(page, title).getByRole('img');
      await svg.waitFor();
      const { width: across, height: down } = (await svg.boundingBox())!;
      expect(across / down).toBeCloseTo(2, 1);
      // Bent (tension 0.3) and in its colour; the axis begins at 0; its name stands above, at the
      // end.
      const [bent, label, names] = await Promise.all([
        svg.locator('path[d*="C"]').getAttribute('stroke'),
        svg.locator('text', { hasText: title }).boundingBox(),
        svg.locator('text').allTextContents(),
      ]);
      expect(bent).toBe(title === 'Signups' ? '#0B8F7C' : '#1F5EFF');
      expect(names).toContain('0');
      const box = (await svg.boundingBox())!;
      expect(label!.y - box.y).toBeLessThan(0.2 * down);
      expect(label!.x + label!.width).toBeGreaterThan(box.x + 0.85 * across);
      expect(names.filter((name) => /^[A-Z][a-z]{2} \d+$/.test(name)).length).toBeLessThanOrEqual(
        10,
      );
    }
    await chart(page, 'Signups')
      .getByRole('img', { name: 'Signups, last 7 days: 5 in total' })
      .waitFor();
    await expectGood(page, WIDTHS);
    expect(errors).toEqual([]);
  });

  test('has one period, chosen at either course', async () => {
    const { page } = await open(metrics);
    const selectors = page.getByRole('combobox');
    expect(await selectors.count()).toBe(2);
    expect(
      await selectors
        .first()
        .locator('option')
        .evaluateAll((options) =>
          options.map((option) => [(option as HTMLOptionElement).value, option.textContent]),
        ),
    ).toEqual([
      ['1d', 'Last 24 hours'],
      ['7d', 'Last 7 days'],
      ['1m', 'Last 1 month'],
      ['3m', 'Last 3 months'],
      ['1y', 'Last 1 year'],
    ]);
    await expect.poll(() => counts(page, 'Signups')).toEqual(['4', '1']);
    for (const [at, period, shown] of [
      [0, '1d', ['1']],
      [1, '1m', ['21', '4', '1']],
      [0, '3m', ['61', '21', '4', '1']],
      [1, '1y', ['201', '61', '21', '4', '1']],
    ] as const) {
      await selectors.nth(at).selectOption(period);
      expect(await selectors.nth(1 - at).inputValue()).toBe(period);
      expect([await counts(page, 'Signups'), await counts(page, 'Logins')]).toEqual([
        shown,
        shown.map(() => '7'),
      ]);
    }
  });

  test.each([
    ['a refusal', json({ message: 'no' }, 503), 'HTTP error. status: 503'],
    ['no connection', null, 'Failed to fetch'],
  ])('%s leaves zeros and a line on the console', async (_, answer, cause) => {
    const { page, errors } = await open(answer);
    await expect
      .poll(() =>
        errors.some(
          (text) => text.startsWith('Error fetching dashboard metrics') && text.includes(cause),
        ),
      )
      .toBe(true);
    expect(await cards(page)).toEqual(zeros);
    expect(await page.getByRole('alert').count()).toBe(0);
    await expectGood(page);
  });
});
