import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeSite, isAlive } from './browser.ts';
import {
  errorOf,
  expectErrors,
  expectFailures,
  expectFocus,
  expectGood,
  expectRefusesNothing,
  failure,
  field,
  fill,
  isReady,
  notice,
  openForm,
  send,
  sendHeld,
  submit,
  WIDTHS,
  type Failure,
  type FormPage,
} from './form-page.ts';
import { goTo } from './site-page.ts';
import {
  button,
  choose,
  fake,
  json,
  list,
  log,
  ndjson,
  PICTURE,
  runBody,
  keptRuns,
  type FakedAnswer,
} from './workbench-page.ts';

const EMAIL = 'ada.augusta.king.countess.of.lovelace@example.com';
const WRONG = 'Wrong email or password.';
const TOO_MANY = 'Too many tries: wait 57 minutes, then try again.';
const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      ['isLoggedIn', 'userEmail', 'userFirstName', 'userPlan'].flatMap((key) => {
        const value = localStorage.getItem(key);
        return value === null ? [] : [[key, value]];
      }),
    ),
  );

describeSite('login', (site) => {
  /** Step 1. */
  async function asksForAddress({ page }: FormPage): Promise<void> {
    expect(await page.locator('main input').count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
    await expectGood(page);
    await expectRefusesNothing(page, { Email: 'Email is required' });
    await fill(page, { Email: 'x' });
    await expectErrors(page, { Email: 'Email is invalid' });
    await fill(page, { Email: EMAIL });
    await send(page);
    await field(page, 'Password').waitFor();
  }

  /** Step 2 while the server refuses. */
  async function refusesPassword(form: FormPage): Promise<void> {
    const { page } = form;
    expect([
      await field(page, 'Email').inputValue(),
      await field(page, 'Email').isEditable(),
    ]).toEqual([EMAIL, false]);
    await expectFocus(page, 'Password');
    await expectRefusesNothing(page, { Password: 'Password is required' });
    await fill(page, { Password: 'x' });

    // It says why it failed, by alert and under the password, and stores nothing.
    const said = (answer: FakedAnswer | null, alert: string, error: string): Failure => ({
      answer,
      alert,
      errors: { Password: error },
    });
    await expectFailures(form, '/api/login', [
      said(json({ message: WRONG }, 401), WRONG, WRONG),
      said(json({}, 401), 'Login failed.', 'Login failed.'),
      said(null, 'Server error. Failed to login.', ''),
      said({ contentType: 'text/html', body: '<html>' }, 'Server error. Failed to login.', ''),
    ]);
    expect(await stored(page)).toEqual({});
  }

  /** Step 3. */
  async function sendsCode(form: FormPage): Promise<void> {
    const { page, alerts } = form;
    await button(page, 'Forgot Password?').click();
    await button(page, 'Send reset code').waitFor();
    // Why it failed is said on the page alone.
    await expectFailures(form, '/api/send-code', [
      { answer: json({ message: 'Wait a minute.' }, 429), notice: 'Wait a minute.' },
      { answer: json({}, 500), notice: 'Failed to send reset email.' },
      { answer: null, notice: 'Server error. Request failed.' },
    ]);

    expect(await sendHeld(page, '/api/send-code', json({ message: 'something else' }))).toEqual({
      email: EMAIL,
    });
    await notice(page)
      .getByText('Verification code sent. Please check your email.', { exact: true })
      .waitFor();
    await expectFocus(page, 'Verification code');
    expect(alerts).toEqual([]);
    await expectGood(page);
  }

  /** Step 4. */
  async function takesCode(form: FormPage): Promise<void> {
    const { page, alerts } = form;
    const code = field(page, 'Verification code');
    expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual(
      ['one-time-code', 'numeric'],
    );
    await expectRefusesNothing(page, {
      'Verification code': 'Verification code is required',
    });

    // Why it failed is said by alert and on the page.
    await fill(form.page, { 'Verification code': '654321' });
    await expectFailures(form, '/api/verify-code', [
      failure(json({ message: 'This code is too old.' }, 400), 'This code is too old.'),
      failure(json({}, 400), 'Invalid verification code.'),
      failure(null, 'Server error.'),
    ]);
    await fill(page, { 'Verification code': '1' });
    expect(await sendHeld(page, '/api/verify-code', json({ message: 'fine' }))).toEqual({
      email: EMAIL,
      code: '1',
    });
    await field(page, 'New password').waitFor();
    expect(alerts).toEqual([]);
  }

  /** Step 5. */
  async function setsPassword(form: FormPage): Promise<void> {
    const { page, alerts } = form;
    await expectRefusesNothing(page, {
      'New password': 'Password is required',
      'Confirm password': 'Confirm password is required',
    });
    for (const [password, sentence] of [
      ['Aa1!x', 'Password must be at least 6 characters'],
      ['ABC123!', 'Password must contain at least one lowercase letter'],
      ['abc123!', 'Password must contain at least one uppercase letter'],
      ['Abcdef!', 'Password must contain at least one number'],
      ['Abcdef1^', 'Password must contain at least one special character'],
      ['Abcde1#', ''],
    ] as const) {
      await fill(page, { 'New password': password });
      await expect.poll(() => errorOf(page, 'New password')).toBe(sentence);
    }
    await fill(page, { 'Confirm password': 'Abcde2#' });
    await expect.poll(() => errorOf(page, 'Confirm password')).toBe('Passwords must match');
    // The confirmation is asked again when the other one changes.
    await fill(page, { 'New password': 'Abcde2#' });
    await expectErrors(page, { 'New password': '', 'Confirm password': '' });

    // Why it failed is said by alert and on the page.
    await expectFailures(form, '/api/reset-password', [
      failure(json({ message: 'Verify the code first.' }, 400), 'Verify the code first.'),
      failure(json({}, 400), 'Password reset failed.'),
      failure(null, 'Server error.'),
    ]);
    expect(
      await sendHeld(page, '/api/reset-password', json({ message: 'something else' })),
    ).toEqual({ email: EMAIL, password: 'Abcde2#' });
    await expect.poll(() => alerts).toEqual(['Password reset successful. Please login.']);
    await button(page, 'Continue').waitFor();
    expect(await field(page, 'Email').inputValue()).toBe(EMAIL);
    await expectGood(page);
  }

  /** Step 2 when the server answers. */
  async function logsIn({ page, alerts }: FormPage): Promise<void> {
    await button(page, 'Continue').click();
    await field(page, 'Password').waitFor();
    await page.evaluate(() =>
      window.addEventListener('login', () => {
        (window as { heard?: string }).heard = localStorage.getItem('userFirstName') ?? '';
      }),
    );
    await fill(page, { Password: 'x' });
    alerts.length = 0;
    await button(page, 'Show').click();
    expect(await field(page, 'Password').getAttribute('type')).toBe('text');
    expect(
      await sendHeld(
        page,
        '/api/login',
        json({ firstName: 'Ada', plan: 'Trial', message: 'welcome' }),
        // All forms look so while an answer is awaited.
        [WIDTHS[0]],
      ),
    ).toEqual({ email: EMAIL, password: 'x' });
    await page.waitForURL(`${site().address}/`);
    expect(await page.evaluate(() => (window as { heard?: string }).heard)).toBe('Ada');
    expect(await stored(page)).toEqual({
      isLoggedIn: 'true',
      userEmail: EMAIL,
      userFirstName: 'Ada',
      userPlan: 'Trial',
    });
    expect(alerts).toEqual([]);
    // On narrow screens it is in the drawer.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText('Ada', { exact: true }).filter({ visible: true }).first().waitFor();
  }

  test('step 1 asks for the address only; step 2 locks it, asks for the password, says why it failed; step 3 sends a code, and says on the page that it did or why it failed; step 4 takes any code, and says why it failed; step 5 sets the password, says why it failed, and leads back to step 1; then step 2 stores the session and goes home', async () => {
    const form = await openForm(site(), '/login');
    await asksForAddress(form);
    await refusesPassword(form);
    form.alerts.length = 0;
    await sendsCode(form);
    await takesCode(form);
    await setsPassword(form);
    await logsIn(form);
  });
});

describeSite('sign-up', (site) => {
  const PASSWORD = 'Aa1!aaaa';

  const TERMS = 'I agree to the Terms of Use and the Privacy Policy';

  /** Step 1. */
  async function asksForAddress(form: FormPage): Promise<void> {
    const { page, alerts } = form;
    await expectGood(page);
    await expectRefusesNothing(page, { Email: 'Email is required' });
    await fill(page, { Email: 'x' });
    await expectErrors(page, { Email: 'Invalid email' });
    await fill(page, { Email: EMAIL });
    const errors = { Email: 'Email already registered' };
    await expectFailures(form, '/api/check-email', [
      { answer: json({ message: TOO_MANY }, 429), notice: TOO_MANY, errors },
      ...[json({ duplicate: true }), json({}, 500), null].map((answer) => ({
        answer,
        notice: '',
        errors,
      })),
    ]);
    expect(await sendHeld(page, '/api/check-email', json({ duplicate: false }))).toEqual({
      email: EMAIL,
    });
    await field(page, 'Password').waitFor();
    expect(alerts).toEqual([]);
  }

  /** Step 2. */
  async function takesPassword(form: FormPage): Promise<void> {
    const { page, alerts } = form;
    await expectFocus(page, 'Password');
    await expectRefusesNothing(page, {
      Password: 'Password is required',
      'Confirm password': 'Confirm your password',
    });
    for (const [password, sentence] of [
      ['Aa1!aaa', 'Password must be at least 8 characters'],
      ['ABCDEF1!', 'Must contain lowercase'],
      ['abcdef1!', 'Must contain uppercase'],
      ['Abcdefg!', 'Must contain a number'],
      ['Abcdefg1', 'Must contain a special character'],
      [PASSWORD, ''],
    ] as const) {
      await fill(page, { Password: password });
      await expect.poll(() => errorOf(page, 'Password')).toBe(sentence);
    }
    await fill(page, { 'Confirm password': 'other' });
    await expectErrors(page, { Password: '', 'Confirm password': 'Passwords must match' });
    await fill(page, { 'Confirm password': PASSWORD });

    // Why it failed is said by alert and on the page.
    await expectFailures(form, '/api/send-code', [
      failure(json({ message: 'Wait a minute.' }, 429), 'Wait a minute.'),
      failure(json({}, 500), 'Failed to send verification.'),
      failure(null, 'Server error sending verification.'),
    ]);
    expect(await sendHeld(page, '/api/send-code', json({ message: 'something else' }))).toEqual({
      email: EMAIL,
    });
    await notice(page).getByText('Verification code sent.', { exact: true }).waitFor();
    await expectFocus(page, 'Verification code');
    expect(alerts).toEqual(['Verification code sent.']);
  }

  /** Step 3. */
  async function takesCode(form: FormPage): Promise<void> {
    const { page, alerts } = form;
    await expect.poll(() => alerts).toEqual(['Verification code sent.']);
    await expectRefusesNothing(page, {
      'Verification code': 'Verification code is required',
    });
    for (const [code, sentence] of [
      ['12345', 'Must be 6 digits'],
      ['1234567', 'Must be 6 digits'],
      ['123456', ''],
    ] as const) {
      await fill(page, { 'Verification code': code });
      await expect.poll(() => errorOf(page, 'Verification code')).toBe(sentence);
    }

    // Why it failed is said by alert and on the page.
    await fill(page, { 'Verification code': '654321' });
    await expectFailures(form, '/api/verify-code', [
      failure(json({ message: 'This code is too old.' }, 400), 'This code is too old.'),
      failure(json({}, 400), 'Verification failed.'),
      failure(null, 'Server error verifying code.'),
    ]);
    await fill(page, { 'Verification code': '123456' });
    const again = await fake(page, '/api/send-code', json({}));
    await button(page, 'Send a new code').click();
    await expect.poll(() => again).toEqual([{ email: EMAIL }]);
    await expect.poll(() => alerts).toEqual(['Verification code sent.']);
    expect(await sendHeld(page, '/api/verify-code', json({ message: 'something else' }))).toEqual({
      email: EMAIL,
      code: '123456',
    });
    await notice(page).getByText('Email verified!', { exact: true }).waitFor();
    await expectFocus(page, 'First name');
    expect(alerts.at(-1)).toBe('Email verified!');
    await expectGood(page);
  }

  /** Step 4. */
  async function takesNames(form: FormPage): Promise<void> {
    const { page, alerts } = form;
    await expectRefusesNothing(page, {
      'First name': 'First name required',
      'Last name': 'Last name required',
      [TERMS]: 'You must agree to the Terms of Use and Privacy Policy.',
    });
    for (const name of ['Terms of Use', 'Privacy Policy'])
      expect(await page.getByRole('link', { name }).getAttribute('target')).toBe('_blank');
    await fill(page, { 'First name': 'Ada', 'Last name': 'Byron' });
    await field(page, TERMS).check();
    expect(await submit(page).textContent()).toBe('Sign Up');

    // Why it failed is said by alert and on the page.
    await expectFailures(form, '/api/signup', [
      failure(json({ message: 'Verify the address first.' }, 403), 'Verify the address first.'),
      failure(json({}, 400), 'Signup failed.'),
      failure(null, 'Server error during signup.'),
    ]);

    expect(await sendHeld(page, '/api/signup', json({ message: 'something else' }))).toEqual({
      firstName: 'Ada',
      lastName: 'Byron',
      email: EMAIL,
      password: PASSWORD,
    });
    await page.waitForURL('**/login');
    expect(alerts.at(-1)).toBe('Signup successful! You can now log in.');

    // One press logs in.
    await isReady(page);
    expect(await field(page, 'Email').inputValue()).toBe(EMAIL);
    await expectGood(page);
    const logins = await fake(page, '/api/login', json({ firstName: 'Ada', plan: 'Trial' }));
    await button(page, `Log in as ${EMAIL}`).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(logins).toEqual([{ email: EMAIL, password: PASSWORD }]);
    expect(await page.evaluate(() => localStorage.getItem('userFirstName'))).toBe('Ada');
  }

  test('step 1 asks for an address without an account; step 2 takes a password and sends a code, or says why it failed; step 3 takes a code of six characters, says why it failed, and another can be sent; step 4 makes the account, says why it failed, and leads to the login', async () => {
    const form = await openForm(site(), '/signup');
    await asksForAddress(form);
    await takesPassword(form);
    await takesCode(form);
    await takesNames(form);
  });
});

describeSite('guard of the workbench', (site) => {
  test('is closed to every flag but the one that the login stores', async () => {
    const { page, alerts } = await openForm(site(), '/login');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    const visits = (): Promise<number> => page.evaluate(() => history.length);
    for (const flag of ['', 'false', 'TRUE', '1']) {
      const before = await visits();
      await page.evaluate((value) => {
        if (value !== '') localStorage.setItem('isLoggedIn', value);
      }, flag);
      await goTo(page, `${site().address}/simulate`);
      await page.waitForURL('**/login');
      await isReady(page);
      expect([alerts, calls], flag).toEqual([['You must be logged in to access this page'], []]);
      // The login stands in the place of the page that was refused.
      expect(await visits()).toBe(before + 1);
      alerts.length = 0;
    }
    // So going back skips that page.
    await page.goBack();
    await isAlive(page);
    expect([new URL(page.url()).pathname, alerts]).toEqual(['/login', []]);
  });

  test('where storage is denied it is closed, and nothing breaks', async () => {
    const page = await site().open('/desktop-info');
    const alerts: string[] = [];
    page.on('dialog', (alert) => {
      alerts.push(alert.message());
      void alert.accept();
    });
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
    );
    await fake(page, '/api/login', json({ firstName: 'Ada', plan: 'Trial' }));
    await goTo(page, `${site().address}/simulate`);
    await page.waitForURL('**/login');
    await fill(page, { Email: EMAIL });
    await send(page);
    await fill(page, { Password: 'x' });
    await send(page);
    await page.waitForURL(`${site().address}/`);
    expect(alerts).toEqual(['You must be logged in to access this page']);
  });

  /** Logs in on the page that is open. */
  async function passLogin(page: Page, email: string): Promise<void> {
    await fake(page, '/api/login', json({ firstName: 'Ada', plan: 'Trial' }));
    await fill(page, { Email: email });
    await send(page);
    await fill(page, { Password: 'x' });
    await send(page);
  }

  test('a session that has ended: login leads back to the recipe, the picture and the log of the tab, also after a logout in another tab', async () => {
    const page = await site().open('/simulate');
    await page.evaluate((email) => localStorage.setItem('userEmail', email), EMAIL);
    await choose(page, { Scene: 'Gridlines', Optics: 'Fisheye', ISP: 'Fast-openISP' });
    await fake(
      page,
      '/simulate',
      ndjson({ type: 'log', content: 'first run' }, { type: 'result', content: PICTURE }),
    );
    await button(page, 'Run').click();
    await button(page, 'Fit').waitFor();
    await expect.poll(async () => (await keptRuns(page)).join()).toContain('first run');
    const sent = await runBody(page);
    await fake(page, '/simulate', json({ message: 'Log in to simulate.' }, 401));
    const login = log(page)
      .getByText('Simulation failed: Log in to simulate.')
      .getByRole('link', { name: 'Log in' });
    for (const way of ['link', 'address', 'link after a logout elsewhere']) {
      if (way.endsWith('elsewhere')) await page.evaluate(() => localStorage.clear());
      await button(page, 'Run').click();
      await login.click();
      await page.waitForURL(`${site().address}/login?next=%2Fsimulate`);
      if (way === 'address') await goTo(page, page.url());
      // The same address, written in another way.
      await passLogin(page, EMAIL.toUpperCase());
      await page.waitForURL(`${site().address}/simulate`);
      await log(page).getByText('first run').waitFor();
      expect(await page.locator('img').first().getAttribute('src')).toBe(PICTURE);
      for (const [label, option] of [
        ['Scene', 'Gridlines'],
        ['Optics', 'Fisheye'],
      ] as const)
        expect(await list(page, label).inputValue()).toBe(option);
    }
    await page.unroute('**/simulate');
    expect(await runBody(page)).toEqual(sent);
  });

  test('another person who logs in does not see the recipe', async () => {
    const page = await site().open('/simulate');
    await page.evaluate((email) => localStorage.setItem('userEmail', email), EMAIL);
    await choose(page, { Scene: 'Gridlines' });
    await goTo(page, `${site().address}/login?next=%2Fsimulate`);
    await passLogin(page, `other-${EMAIL}`);
    await page.waitForURL(`${site().address}/simulate`);
    expect(await list(page, 'Scene').inputValue()).toBe('');
  });

  test('login leads home where its address names another site', async () => {
    const page = await site().open('/login?next=%2F%2Fexample.com%2F');
    expect(await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
    await passLogin(page, EMAIL);
    await page.waitForURL(`${site().address}/`);
  });
});
