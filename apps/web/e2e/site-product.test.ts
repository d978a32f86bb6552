import { PRICED_PLANS } from '@lumenloom/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import { expectNoSidewaysScroll, expectPath, logIn } from './site-page.ts';
import { expectAccessible } from './workbench-page.ts';

const main = (page: Page) => page.getByRole('main');

describeSite('product features (specification S-170 to S-179)', (site) => {
  test('has six features in the order of the pipeline, each with tagline, article and video; at 375, 768 and 1280 px is accessible and fits the window', async () => {
    const page = await site().open('/product_features', 375);
    for (const width of [375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    expect(site().pageErrors).toEqual([]);
    await page.getByRole('heading', { name: 'Product', exact: true, level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Main Features', exact: true }).waitFor();
    const features = main(page).getByRole('article');
    expect(await features.getByRole('heading').allInnerTexts()).toEqual([
      'Illuminants',
      'Scenes and image import',
      'Optical performance',
      'Sensor response and noise',
      'The full ISP pipeline',
      'Benchmarking AI algorithms',
    ]);
    expect(
      await features
        .locator('h3 + p')
        .evaluateAll((taglines) => taglines.map((tagline) => getComputedStyle(tagline).fontStyle)),
    ).toEqual(Array(6).fill('italic'));
    const links = await features
      .getByRole('link', { name: 'Learn More' })
      .evaluateAll((found) =>
        (found as HTMLAnchorElement[]).map(({ firstElementChild, hostname, target, rel }) => [
          firstElementChild!.textContent,
          hostname === window.location.hostname,
          target,
          rel,
        ]),
      );
    expect(links).toEqual(Array(6).fill(['Learn More', false, '_blank', 'noopener']));

    // Every video and poster is there, and plays.
    const addresses = await page
      .locator('video')
      .evaluateAll((found) =>
        (found as HTMLVideoElement[]).flatMap((video) => [
          video.poster,
          ...[...video.querySelectorAll('source')].map(({ src }) => src),
        ]),
      );
    expect(addresses.length).toBe(18);
    for (const address of addresses)
      expect((await fetch(address, { method: 'HEAD' })).status, address).toBe(200);
    const first = page.locator('video').first();
    await first.evaluate((video: HTMLVideoElement) => video.play());
    await expect
      .poll(() => first.evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0);
  });

  test.each(['opened directly', 'reached from another page'])(
    '%s, its videos are muted, have controls and a poster, and do not start or repeat by themselves',
    async (way) => {
      const page = await site().open(way === 'opened directly' ? '/product_features' : '/demo');
      if (way !== 'opened directly')
        await main(page).getByRole('link', { name: 'See all product features' }).click();
      await expectPath(page, '/product_features');
      await expect.poll(() => page.locator('video[muted][controls][poster]').count()).toBe(6);
      expect(await page.locator('video:is([autoplay], [loop])').count()).toBe(0);
      const videos = await page
        .locator('video')
        .evaluateAll((found) =>
          (found as HTMLVideoElement[]).map((video) => [video.muted, video.textContent]),
        );
      expect(videos).toEqual(Array(6).fill([true, 'Your browser does not support the video tag.']));
    },
  );
});

describeSite('pricing (specification S-190 to S-211)', (site) => {
  const card = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true });

  test('has five plans with their prices and contents; at 375, 768, 992 and 1280 px the tax note above the Trial card, is accessible and fits the window', async () => {
    const page = await site().open('/product_pricing', 375);
    for (const width of [375, 768, 992, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const note = (await main(page)
        .getByText('*Price does not include taxes', { exact: true })
        .boundingBox())!;
      const trialCard = (await card(page, 'Trial').boundingBox())!;
      expect(note.y + note.height).toBeLessThanOrEqual(trialCard.y);
      expect(note.x).toBe(trialCard.x);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    expect(site().pageErrors).toEqual([]);
    await page.getByRole('heading', { name: 'Pricings', exact: true, level: 1 }).waitFor();
    expect(await main(page).getByRole('article').getByRole('heading').allInnerTexts()).toEqual([
      'Trial',
      'Basic',
      'Pro',
      'Enterprise',
      'Education',
    ]);
    for (const { name, price, features, buttonText } of PRICED_PLANS) {
      const text = await card(page, name).innerText();
      for (const said of [price, ...features, buttonText]) expect(text, name).toContain(said);
    }
    expect(await main(page).getByText('Top Choice').count()).toBe(1);
    await card(page, 'Pro').getByText('Top Choice').waitFor();
    expect(await main(page).getByText('Contact Sales', { exact: true }).count()).toBe(4);
  });

  test('Start Free Trial leads to the login or the workbench, Contact Sales of each plan takes its name along', async () => {
    const page = await site().open('/product_pricing');
    const expectTrial = async (width: number, path: string): Promise<void> => {
      await page.setViewportSize({ width, height: 800 });
      await card(page, 'Trial').getByRole('button', { name: 'Start Free Trial' }).click();
      await expectPath(page, path);
      await page.goBack();
      await expectPath(page, '/product_pricing');
    };
    for (const width of [500, 1280]) await expectTrial(width, '/login');
    for (const planName of ['Basic', 'Pro', 'Enterprise', 'Education']) {
      await card(page, planName).getByText('Contact Sales', { exact: true }).click();
      await expectPath(page, '/contact_sales');
      expect(await page.evaluate(() => (window.history.state as { usr: unknown }).usr)).toEqual({
        planName,
      });
      await page.goBack();
      await expectPath(page, '/product_pricing');
    }
    await logIn(page);
    for (const width of [500, 1280]) await expectTrial(width, '/simulate');
  });
});
