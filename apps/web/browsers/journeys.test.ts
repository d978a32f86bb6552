import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeFor } from '../../server/tests/people.ts';
import { askFor } from '../e2e/browser.ts';
import type { SharedSite } from '../e2e/shared-site.ts';
import { anything, button, DrivenPage, field, image, KEYS, type Named } from './driven-page.ts';
import { BROWSERS, whyNot, type Driver } from './webdriver.ts';

const PASSWORD = 'Loom1!loom';
const PICTURE = image('Simulation result*');
const link = (name: string): Named => ({ selector: 'a', name });
const tab = (name: string): Named => ({ selector: '[role=tab]', name });
const heading = (name: string): Named => ({ selector: 'h1, h2, h3', name });

/** Makes an account with that address by the calls of the pages, and logs in to it. */
async function signUp(page: DrivenPage, site: SharedSite, email: string): Promise<void> {
  const post = async (call: string, body: object): Promise<void> => {
    const status = await page.evaluate(
      async (path, sent) =>
        (
          await fetch(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: sent,
          })
        ).status,
      `/api/${call}`,
      JSON.stringify(body),
    );
    expect(status).toBe(200);
  };
  await post('send-code', { email });
  await post('verify-code', { email, code: await codeFor(site, email) });
  await post('signup', { email, password: PASSWORD, firstName: 'Ada', lastName: 'Example' });
  await post('login', { email, password: PASSWORD });
}

const CHAIN = {
  Illuminant: 'D65',
  Scene: 'Macbeth',
  Optics: 'Cooke Triplet',
  Sensor: 'Bayer-grbg',
  ISP: 'Fast-openISP',
};
async function choose(page: DrivenPage, choices: Readonly<Record<string, string>>): Promise<void> {
  for (const [list, option] of Object.entries(choices)) await page.choose(list, option);
}

/** Chooses the whole chain with a sensor of 64 x 96 pixels, which every machine computes soon. */
async function smallCamera(page: DrivenPage): Promise<void> {
  await choose(page, CHAIN);
  await page.press(button('Sensor Params'));
  await page.fill(field('Rows*'), '64');
  await page.fill(field('Cols*'), '96');
  await page.fill(field('Pixel Size*'), '15');
  await page.press(button('Modify'));
}

const run = async (page: DrivenPage): Promise<void> => {
  await page.press(button('Run'));
  await page.element(PICTURE);
  await page.see(
    (element) => !(element as HTMLButtonElement).disabled,
    await page.element(button('Run')),
  );
};

/** The size of the picture that is shown, once it is decoded. */
const sizeOf = async (page: DrivenPage): Promise<unknown> =>
  page.evaluate(
    async (element) => {
      const shown = element as HTMLImageElement;
      await shown.decode();
      return [shown.naturalHeight, shown.naturalWidth];
    },
    await page.element(PICTURE),
  );

describe.each(Object.keys(BROWSERS) as (keyof typeof BROWSERS)[])('%s', (name) => {
  const reason = whyNot(name);
  describe.skipIf(reason)(reason ? `(skipped: ${reason})` : 'runs the site', () => {
    let [driver, site] = [undefined as Driver | undefined, undefined as SharedSite | undefined];
    let page: DrivenPage;
    beforeAll(async () => {
      site = await askFor({ WORKBENCH_FEATURES: 'all' });
      driver = await BROWSERS[name].start();
      await driver.send('SetWindowRect', { width: 1440, height: 1000 });
    });
    afterAll(() => driver?.end());
    beforeEach(() => {
      page = new DrivenPage(driver!, site!.address);
    });
    afterEach(async ({ task }) => {
      const folder = process.env['SCREENSHOTS'];
      if (folder && task.result?.state === 'fail') {
        await mkdir(folder, { recursive: true });
        const png = await driver!.send('TakeScreenshot', { full: false });
        await writeFile(`${folder}/${name}-${task.name}.png`, Buffer.from(png as string, 'base64'));
      }
    });

    test('site: pages come alive, their pictures are there, links lead on', async () => {
      await page.startAt('/', false);
      for (const path of ['/', '/research', '/demo']) {
        await page.goTo(path);
        await page.evaluate(() => {
          for (const picture of document.images) picture.loading = 'eager';
        });
        await page.see(() => [...document.images].every(({ complete }) => complete));
        expect(
          await page.evaluate(() =>
            [...document.images]
              .filter(({ naturalWidth }) => naturalWidth === 0)
              .map(({ src }) => src),
          ),
        ).toEqual([]);
      }
      await page.goTo('/');
      await page.press(link('Careers'));
      await page.see(() => location.pathname === '/careers');
      await page.element(heading('Careers'));
    });

    test('sign-up: with the code from the mailbox, then log in', async () => {
      const email = `ada-${name.toLowerCase()}@example.com`;
      await page.startAt('/signup', false);
      await page.fill(field('Email'), email);
      await page.press(button('Continue'));
      await page.fill(field('Password'), PASSWORD);
      await page.fill(field('Confirm password'), PASSWORD);
      await page.press(button('Continue'));
      await page.fill(field('Verification code'), await codeFor(site!, email));
      await page.press(button('Verify email'));
      await page.fill(field('First name'), 'Ada');
      await page.fill(field('Last name'), 'Example');
      await page.press({ selector: 'input[type=checkbox]', name: '*' });
      await page.press(button('Sign Up'));
      await page.see(() => location.pathname === '/login');
      await page.fill(field('Email'), email);
      await page.press(button('Continue'));
      await page.fill(field('Password'), PASSWORD);
      await page.press(button('Login'));
      await page.see(() => localStorage.getItem('userFirstName') === 'Ada');
    });

    test('run: the server computes the picture', async () => {
      await page.startAt('/simulate');
      await smallCamera(page);
      await run(page);
      expect(await sizeOf(page)).toEqual([64, 96]);
    });

    test('Live: the page computes the picture, and again after a change', async () => {
      await page.startAt('/simulate');
      await smallCamera(page);
      await page.press(button('Live'));
      const isSettled = (): boolean =>
        / ms$/.test(
          document.querySelector('output[aria-label="Live"][aria-busy="false"]')?.textContent ?? '',
        );
      await page.see(isSettled);
      const before = await page.evaluate(
        (element) => (element as HTMLImageElement).src,
        await page.element(PICTURE),
      );
      await page.choose('Illuminant', 'Tungsten');
      await page.see(
        (element, src) => (element as HTMLImageElement).src !== src,
        await page.element(PICTURE),
        before,
      );
      await page.see(isSettled);
      await page.press(button('Live'));
    });

    test('Stages: the page computes the arrays between', async () => {
      await page.startAt('/simulate');
      await smallCamera(page);
      await run(page);
      await page.see(
        () =>
          document.querySelectorAll(
            '[role=radiogroup][aria-label="Stages"][aria-busy="false"] [role=radio]',
          ).length > 10,
      );
      expect(await page.evaluate(() => document.querySelectorAll('[role=alert]').length)).toBe(0);
    });

    test('wipe: two runs on the two sides of a line', async () => {
      await page.startAt('/simulate');
      await smallCamera(page);
      await run(page);
      await page.choose('Illuminant', 'Tungsten');
      await run(page);
      await page.evaluate(() =>
        document.querySelector<HTMLElement>('[role=group][aria-label^="Picture:"]')!.focus(),
      );
      await page.type('w');
      const line = { selector: '[role=slider]', name: 'Wipe*' };
      await page.type(KEYS.End, line);
      await page.see(
        (element) => element.getAttribute('aria-valuetext') === '100 % of A',
        await page.element(line),
      );
    });

    test('drop: a file that is dropped on a list is read', async () => {
      await page.startAt('/simulate');
      await signUp(page, site!, `drop-${name.toLowerCase()}@example.com`);
      const list = await page.element({ selector: 'select', name: 'Illuminant' });
      await page.evaluate((element) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['nm,energy\n400,0.1\n700,1\n'], 'led.csv'));
        for (const type of ['dragover', 'drop'])
          element.dispatchEvent(
            new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
          );
      }, list);
      await page.element(image('Spectrum: energy against nm*'));
    });

    test('sweep: a draft runs, and its plots are drawn', async () => {
      await page.startAt('/simulate');
      await signUp(page, site!, `sweep-${name.toLowerCase()}@example.com`);
      await smallCamera(page);
      await page.press(tab('Study'));
      await page.press(button('Sweep'));
      await page.choose('Add a field', 'sensorParams.read_noise');
      await page.choose('Add a figure', 'sensor.snrAtGrey18');
      await page.press(button('Start sweep'));
      await page.element(anything('Done: *'));
      await page.see(
        () => document.querySelectorAll('[role=group][aria-label^="Plots of "] circle').length > 1,
      );
    });

    test('Spectrum: a window with the curve of the light', async () => {
      await page.startAt('/simulate');
      await page.choose('Illuminant', 'D65');
      const before = (await driver!.send('GetWindowHandles')) as string[];
      await page.press(button('Spectrum'));
      const opened = async (): Promise<string[]> =>
        ((await driver!.send('GetWindowHandles')) as string[]).filter(
          (one) => !before.includes(one),
        );
      await expect.poll(opened).toHaveLength(1);
      await driver!.send('SwitchToWindow', { handle: (await opened())[0] });
      await page.element(heading('D65'));
      await page.see(() => document.querySelector('polyline'));
      await driver!.send('CloseWindow');
      await driver!.send('SwitchToWindow', { handle: before[0] });
    });

    test('Optics Design: a typed radius counts on Enter', async () => {
      await page.startAt('/simulate/optics');
      await page.element(image('Spot diagram at *'));
      const focalLength = () =>
        page.evaluate(
          () =>
            [...document.querySelectorAll('main header dl > div')].find(
              (figure) => figure.querySelector('dt')?.textContent === 'f',
            )?.lastElementChild?.textContent,
        );
      const before = await focalLength();
      await page.fill(field('Radius 1'), '5');
      await page.type(KEYS.Enter);
      await expect.poll(focalLength).not.toBe(before);
    });

    test('Sensor Design: a larger well changes the figures, and frames measure it', async () => {
      await page.startAt('/simulate/sensor');
      await page.element(image('Photon transfer: *'));
      const figures = () => page.text({ selector: 'table', name: 'Figures of the sensor' });
      const before = await figures();
      await page.fill(field('Well Capacity, e⁻'), '30000');
      await page.type(KEYS.Enter);
      await expect.poll(figures).not.toBe(before);
      for (const size of ['Rows, px', 'Cols, px']) {
        await page.fill(field(size), '64');
        await page.type(KEYS.Enter);
      }
      await page.press(button('Measure'));
      await page.element(anything('measured as EMVA 1288 asks*'));
    });

    test('Frames: two of them, with the chain that README proposes', async () => {
      await page.startAt('/simulate');
      await choose(page, { ...CHAIN, Optics: 'Double-Gauss' });
      await page.press(button('Frames'));
      await page.fill(field('Number of frames'), '2');
      await page.press(button('Run'));
      await page.element(anything('Took 2 frames*'));
    });
  });
});
