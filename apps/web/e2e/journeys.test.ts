import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { VERSION } from '@lumenloom/engine';
import { run as runAdmin } from '../../server/dist/admin/run.js';
import { until } from '../../server/tests/until.ts';
import { describeSite, type Site } from './browser.ts';
import { expectNoSidewaysScroll, goTo, reload } from './site-page.ts';
import { button, choose, contentOf, expectAccessible, log } from './workbench-page.ts';

const packages = await mkdtemp(join(tmpdir(), 'lumenloom-journeys-'));
afterAll(() => rm(packages, { recursive: true, force: true }));

const PERSON = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Example',
  password: 'Loom1!loom',
};
/** Has had an account for long. */
const FORGETFUL = 'grace@example.com';
const NEW_PASSWORD = 'Weave2#weave';
const INBOX = 'contact@example.com';
/** The smallest file that is a PDF. */
const RESUME = {
  name: 'resume.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
};

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly at: number;
}

async function mailsTo({ dataFolder }: Site, address: string): Promise<readonly Mail[]> {
  const folder = join(dataFolder, 'outbox');
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) =>
    name.endsWith('.json'),
  );
  const mails = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Mail),
  );
  return mails.filter(({ to }) => to === address).sort((one, other) => one.at - other.at);
}

/** The code of the newest of at least `count` mails. */
const codeTo = (site: Site, address: string, count: number): Promise<string> =>
  until(async () => {
    const codes = (await mailsTo(site, address)).flatMap(
      ({ text }) => /\b(\d{6})\b/.exec(text)?.[1] ?? [],
    );
    expect(codes.length).toBeGreaterThanOrEqual(count);
    return codes.at(-1)!;
  });

/** What the company's people type, and the rows that they see. */
async function admin(site: Site, ...args: string[]): Promise<readonly Record<string, unknown>[]> {
  let [output, problem] = ['', ''];
  const status = await runAdmin([...args, '--json'], {
    stdout: { write: (piece) => (output += String(piece)) },
    stderr: { write: (piece) => (problem += String(piece)) },
    env: { ...process.env, DATA_DIR: site.dataFolder },
    readInput: async () => '',
  });
  expect(status, problem).toBe(0);
  return (JSON.parse(output) as { readonly rows: readonly Record<string, unknown>[] }).rows;
}

/** Fills fields by their labels. */
async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

/** A page whose alerts are answered; what they said gathers in the list. */
async function visit(
  site: Site,
  path: string,
): Promise<{ readonly page: Page; readonly alerts: string[] }> {
  const page = await site.open(path);
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  return { page, alerts };
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  // The address changes before the page does, and the page before this one has a field for an
  // address too.
  await button(page, 'Continue').waitFor();
  await fill(page, { Email: email });
  await button(page, 'Continue').click();
  await fill(page, { Password: password });
  await button(page, 'Login').click();
}

const acceptTerms = (page: Page): Promise<void> => page.getByRole('checkbox').check();

describeSite(
  'journeys with nothing faked',
  (site) => {
    test('sign up with the code from the mailbox, log in, simulate, log out', async () => {
      const { page, alerts } = await visit(site(), '/signup');
      await fill(page, { Email: PERSON.email });
      await button(page, 'Continue').click();
      await fill(page, { Password: PERSON.password, 'Confirm password': PERSON.password });
      await button(page, 'Continue').click();
      await page.getByLabel('Verification code').fill(await codeTo(site(), PERSON.email, 1));
      await button(page, 'Verify email').click();
      await fill(page, { 'First name': PERSON.firstName, 'Last name': PERSON.lastName });
      await acceptTerms(page);
      await button(page, 'Sign Up').click();
      await page.waitForURL('**/login');
      expect(alerts).toEqual([
        'Verification code sent.',
        'Email verified!',
        'Signup successful! You can now log in.',
      ]);

      await logIn(page, PERSON.email, PERSON.password);
      await page.waitForURL(site().address + '/');
      const account = page.getByRole('button', { name: PERSON.firstName });
      await account.waitFor();

      await goTo(page, `${site().address}/simulate`);
      await log(page).getByText('Using CPU').waitFor();
      await choose(page, {
        Illuminant: 'D65',
        Scene: 'Macbeth',
        Optics: 'Double-Gauss',
        Sensor: 'Bayer-grbg',
        ISP: 'Fast-openISP',
      });
      await button(page, 'Run').click();
      await page.getByAltText('Simulation result').waitFor();

      await goTo(page, site().address);
      await account.click();
      await button(page, 'Logout').click();
      await page.getByRole('link', { name: 'Login' }).first().waitFor();
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
      // The session has ended on the server too, whatever the browser says of itself.
      await expect
        .poll(() =>
          page.evaluate(async () => (await fetch('/get_device', { method: 'POST' })).status),
        )
        .toBe(401);
    });

    test('reset a password', async () => {
      await admin(
        site(),
        'create-user',
        FORGETFUL,
        '--first-name',
        'Grace',
        '--last-name',
        'Example',
      );
      const { page, alerts } = await visit(site(), '/login');
      await fill(page, { Email: FORGETFUL });
      await button(page, 'Continue').click();
      await button(page, 'Forgot Password?').click();
      await button(page, 'Send reset code').click();
      await page.getByLabel('Verification code').fill(await codeTo(site(), FORGETFUL, 1));
      await button(page, 'Verify code').click();
      await fill(page, { 'New password': NEW_PASSWORD, 'Confirm password': NEW_PASSWORD });
      await button(page, 'Reset password').click();
      await expect.poll(() => alerts).toEqual(['Password reset successful. Please login.']);
      await logIn(page, FORGETFUL, NEW_PASSWORD);
      await page.waitForURL(site().address + '/');
    });

    test('make a token, use it, and revoke it', async () => {
      const { page, alerts } = await visit(site(), '/login');
      await logIn(page, FORGETFUL, NEW_PASSWORD);
      await page.waitForURL(site().address + '/');
      await goTo(page, `${site().address}/account/tokens`);
      await page.getByText('You have no tokens.').waitFor();
      await button(page, 'Make a token').click();
      await page.getByText('Name is required').waitFor();
      await fill(page, { Name: 'nightly sweeps' });
      await page.getByLabel('It may').selectOption('Read only');
      await page.getByLabel('It expires').selectOption('In 30 days');
      await button(page, 'Make a token').click();
      const token = await page.getByText(/^lumenloom_/).innerText();
      const statusWith = async (method = 'GET'): Promise<number> =>
        (
          await fetch(`${site().address}/api/sweeps`, {
            method,
            headers: { authorization: `Bearer ${token}` },
          })
        ).status;
      expect(await statusWith()).toBe(200);
      expect(await statusWith('POST')).toBe(403);
      const row = page.getByRole('list', { name: 'Your tokens' }).getByRole('listitem');
      await row.getByText('Read only').waitFor();
      await row.getByText(/^valid until [A-Z]/).waitFor();
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
      await reload(page);
      await page.getByText(/last used/).waitFor();
      expect(await page.getByText(/^lumenloom_/).count()).toBe(0);
      await button(page, 'Revoke nightly sweeps').click();
      await page.getByText('You have no tokens.').waitFor();
      expect(alerts).toEqual([
        'Revoke "nightly sweeps"? Programs that use it are refused from now on.',
      ]);
      expect(await statusWith()).toBe(401);
    });

    test('apply with a PDF, which the company can read', async () => {
      const { page } = await visit(site(), '/careers');
      await page.locator('summary', { hasText: 'Optical Engineer' }).click();
      await page
        .getByRole('link', { name: /Apply now/ })
        .first()
        .click();
      await fill(page, {
        'First name': 'Grace',
        'Last name': 'Example',
        Email: FORGETFUL,
        'Phone number': '+82 2 000 0000',
      });
      await page.getByLabel('Resume').setInputFiles(RESUME);
      await button(page, 'Submit application').click();
      await page.getByRole('heading', { name: 'Thanks for applying!' }).waitFor();
      expect(await admin(site(), 'applications')).toMatchObject([{ email: FORGETFUL }]);
    });

    test('contact, and contact sales from a pricing card', async () => {
      const { page, alerts } = await visit(site(), '/contact');
      const sender = {
        'Company name': 'Example Optics',
        'First name': 'Grace',
        'Last name': 'Example',
        Email: FORGETFUL,
      };
      await choose(page, { 'Question type': 'Support' });
      await fill(page, { ...sender, Subject: 'Fisheye', Message: 'Which HFoV fills the sensor?' });
      await acceptTerms(page);
      await button(page, 'Send message').click();
      await expect.poll(() => alerts).toEqual(['Your message has been sent successfully!']);
      expect(await admin(site(), 'messages')).toMatchObject([
        { email: FORGETFUL, subject: 'Fisheye' },
      ]);

      await goTo(page, `${site().address}/product_pricing`);
      await page
        .getByRole('article')
        .filter({ hasText: '$2499/month' })
        .getByText('Contact Sales')
        .click();
      await expect.poll(() => page.getByLabel('Product type').inputValue()).toBe('Pro');
      await fill(page, { ...sender, Quantity: '3' });
      await acceptTerms(page);
      await page.locator('main').getByRole('button', { name: 'Contact Sales' }).click();
      await expect.poll(() => alerts.length).toBe(2);
      expect(await admin(site(), 'inquiries')).toMatchObject([
        { email: FORGETFUL, productType: 'Pro', quantity: 3 },
      ]);
      await until(async () =>
        expect((await mailsTo(site(), INBOX)).length).toBeGreaterThanOrEqual(3),
      );
    });

    test('a licence becomes the package', async () => {
      // apps/server/tests/package.test.ts packs the real one, of this name, and starts it.
      const content = randomBytes(5e6);
      await writeFile(join(packages, `lumenloom-${VERSION}.tgz`), content);
      const [licence] = await admin(site(), 'issue-licence', PERSON.email, '--plan', 'Enterprise');
      const { page, alerts } = await visit(site(), '/download');
      await fill(page, { Email: PERSON.email, 'License Key': String(licence!['key']) });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Validate & Download').click(),
      ]);
      expect(alerts).toEqual(['Validation successful! Download will begin.']);
      expect(download.suggestedFilename()).toBe(`lumenloom-${VERSION}.tgz`);
      expect((await contentOf(download)).equals(content)).toBe(true);
    });

    test('the dashboard counts the new accounts', async () => {
      const { page } = await visit(site(), '/dashboard');
      const { totalUsers, signups } = await page.evaluate(
        async () =>
          (await (await fetch('/api/dashboard')).json()) as {
            totalUsers: number;
            signups: { count: number }[];
          },
      );
      expect(totalUsers).toBe(2);
      expect(signups.at(-1)?.count).toBe(2);
      await page.getByText('Total Users').locator('..').getByText('2', { exact: true }).waitFor();
    });
  },
  { COMPUTE_AUTH: 'session', PACKAGE_FOLDER: packages },
);
