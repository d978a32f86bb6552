import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import {
  errorOf,
  expectErrors,
  expectFailures,
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
  valuesOf,
  type Failure,
} from './form-page.ts';
import { goTo, reload } from './site-page.ts';
import { json, type FakedAnswer } from './workbench-page.ts';

const sender = {
  'Company name': 'Analytical Engines',
  'First name': 'Ada',
  'Last name': 'Byron',
  Email: 'ada@example.com',
};
const senderBody = {
  companyName: 'Analytical Engines',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  acceptedTerms: true,
};
const senderErrors = {
  'Company name': 'Company Name is required',
  'First name': 'First Name is required',
  'Last name': 'Last Name is required',
  Email: 'Email is required',
};
const TERMS = 'I agree to the Terms of Use and the Privacy Policy';
const termsError = { [TERMS]: 'You must accept the terms and privacy policy' };
const SENT = 'Your message has been sent successfully!';
const TOO_MANY = 'Too many tries: wait 57 minutes, then try again.';
const NOT_APPLIED = 'Failed to submit application';
const NOT_SENT = 'There was an issue sending your message. Please try again later.';

describeSite('forms', (site) => {
  describe('download', () => {
    const pair = { Email: 'ada@example.com', 'License Key': 'ABC-123' };

    test('says what is wrong with a field once it was touched, then with every change; refuses an empty form; says by alert why a pair was refused, and under the fields what to look at; one that fits leads to the program', async () => {
      const form = await openForm(site(), '/download');
      const { page, alerts } = form;
      await expectRefusesNothing(page, {
        Email: 'Email is required',
        'License Key': 'License key is required',
      });
      await reload(page);
      await isReady(page);
      await expectGood(page);
      await field(page, 'Email').pressSequentially('x');
      await expectErrors(page, { Email: '', 'License Key': '' });
      await field(page, 'License Key').focus();
      await expectErrors(page, { Email: 'Email is invalid', 'License Key': '' });
      await field(page, 'Email').fill('ada@example.com');
      await expectErrors(page, { Email: '', 'License Key': 'License key is required' });
      await field(page, 'License Key').fill('abcde');
      await expectErrors(page, {
        Email: '',
        'License Key': 'License key must be at least 6 characters',
      });
      await field(page, 'License Key').fill('abcdef');
      await expectErrors(page, { Email: '', 'License Key': '' });

      await fill(page, pair);

      const html = { contentType: 'text/html', body: '<html>' };
      const [emailDiffers, keyDiffers, unreachable] = [
        'Email does not match.',
        'License key does not match.',
        'Server error. Please try again later.',
      ];
      const refused = (
        answer: FakedAnswer | null,
        alert: string,
        email = '',
        key = '',
      ): Failure => ({ answer, alert, errors: { Email: email, 'License Key': key } });
      const [bad, invalid] = ['Invalid email.', 'Invalid credentials.'];
      await expectFailures(form, '/api/license-check', [
        refused(
          json({ message: 'This EMAIL is unknown.' }, 400),
          'This EMAIL is unknown.',
          emailDiffers,
        ),
        refused(json({ message: 'No such License' }, 404), 'No such License', '', keyDiffers),
        refused({ status: 502, ...html }, unreachable),
        refused({ status: 200, ...html }, unreachable),
        refused(null, unreachable),
        refused(json({ message: 'nope' }, 400), 'nope', bad, invalid),
        refused(json({}, 400), 'Invalid email or license key.', bad, invalid),
        refused(
          json({ message: 'Email or license wrong' }, 400),
          'Email or license wrong',
          emailDiffers,
          keyDiffers,
        ),
      ]);

      await page.route('**/files/program.zip', (route) =>
        route.fulfill({ contentType: 'text/plain', body: 'program' }),
      );
      expect(
        await sendHeld(page, '/api/license-check', json({ downloadUrl: '/files/program.zip' })),
      ).toEqual({ email: 'ada@example.com', licenseKey: 'ABC-123' });
      await page.waitForURL('**/files/program.zip');
      expect(alerts).toEqual(['Validation successful! Download will begin.']);
    });
  });

  describe('contact', () => {
    const letter = { ...sender, Subject: 'Flare', Message: 'How is it computed?' };

    test('offers the question types, and the legal pages in another tab; refuses an empty form; sends the eight fields, says so or that it failed, and is empty again', async () => {
      const form = await openForm(site(), '/contact');
      const { page, alerts } = form;
      await expectGood(page);
      const blank = await valuesOf(page);
      expect(
        (await field(page, 'Question type').locator('option').allTextContents()).slice(1),
      ).toEqual(['General Inquiry', 'Support', 'Partnership', 'Careers', 'Other']);
      for (const [name, path] of [
        ['Terms of Use', '/terms'],
        ['Privacy Policy', '/privacy'],
      ] as const) {
        const link = page.locator('main').getByRole('link', { name, exact: true });
        expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
          path,
          '_blank',
        ]);
      }
      await expectRefusesNothing(page, {
        'Question type': 'Please select a question type',
        ...senderErrors,
        Subject: 'Subject is required',
        Message: 'Message is required',
        ...termsError,
      });
      await field(page, 'Email').fill('x');
      await expect.poll(() => errorOf(page, 'Email')).toBe('Email is invalid');

      await fill(page, letter);
      await field(page, 'Question type').selectOption('Other');
      await field(page, TERMS).check();
      await expectFailures(form, '/api/contact', [
        failure(json({ message: TOO_MANY }, 429), NOT_SENT, ` ${TOO_MANY}`),
        failure(json({ message: 'no' }, 500), NOT_SENT),
        failure(null, NOT_SENT),
      ]);

      await field(page, 'Question type').selectOption('Support');
      expect(await sendHeld(page, '/api/contact', json({}))).toEqual({
        questionType: 'Support',
        ...senderBody,
        subject: 'Flare',
        message: 'How is it computed?',
      });
      await notice(page).getByText(SENT).waitFor();
      expect(alerts).toEqual([SENT]);
      expect(await valuesOf(page)).toEqual(blank);
      await expectErrors(page, {});
      await expect
        .poll(() => submit(page).evaluate((element) => element === document.activeElement))
        .toBe(true);
      await expectGood(page);
    });
  });

  describe('contact sales', () => {
    const enabledOptions = (page: Awaited<ReturnType<typeof openForm>>['page']) =>
      field(page, 'Product type').locator('option:enabled').allTextContents();

    test('opened directly it is about Enterprise, shows the way to the other plans, and refuses an empty form and quantities that nobody can buy; sends the inquiry, the quantity as a number, and starts anew, or says that it failed', async () => {
      const form = await openForm(site(), '/contact_sales');
      const { page, alerts } = form;
      const blank = await valuesOf(page);
      await page.getByRole('heading', { level: 1, name: "Let's Make It Happen" }).waitFor();
      expect(await field(page, 'Product type').locator('option').allTextContents()).toEqual([
        'Trial',
        'Basic',
        'Pro',
        'Enterprise',
        'Education',
      ]);
      expect([await field(page, 'Product type').inputValue(), await enabledOptions(page)]).toEqual([
        'Enterprise',
        ['Enterprise'],
      ]);
      expect(
        await page.locator('main').getByRole('link', { name: 'pricing page' }).getAttribute('href'),
      ).toBe('/product_pricing');
      expect([
        await field(page, 'Quantity').inputValue(),
        await field(page, 'Quantity').getAttribute('min'),
      ]).toEqual(['1', '1']);
      await expectGood(page);

      // It refuses an empty form and quantities that nobody can buy.
      await expectRefusesNothing(page, { ...senderErrors, ...termsError });
      for (const [quantity, sentence] of [
        ['0', 'Quantity must be a positive number'],
        ['-1', 'Quantity must be a positive number'],
        ['1.5', 'Quantity must be an integer'],
        ['', 'Quantity is required'],
        ['2', ''],
      ] as const) {
        await field(page, 'Quantity').fill(quantity);
        await expect.poll(() => errorOf(page, 'Quantity')).toBe(sentence);
      }

      await fill(page, { ...sender, Quantity: '3' });
      await field(page, TERMS).check();
      await expectFailures(form, '/api/contact-sales', [
        failure(json({}, 422), NOT_SENT),
        failure(null, NOT_SENT),
      ]);

      await fill(page, { Quantity: '12' });
      expect(await sendHeld(page, '/api/contact-sales', json({}))).toEqual({
        productType: 'Enterprise',
        quantity: 12,
        ...senderBody,
        message: '',
      });
      await notice(page).getByText(SENT).waitFor();
      expect(alerts).toEqual([SENT]);
      expect(await valuesOf(page)).toEqual(blank);
      await expectGood(page);
    });

    test('from a plan it is about that one, and free to change', async () => {
      const { page } = await openForm(site(), '/contact_sales');
      for (const plan of ['Basic', 'Pro', 'Enterprise', 'Education']) {
        // As the router keeps the state of a navigation.
        await page.evaluate(
          (planName) =>
            history.replaceState({ ...(history.state as object), usr: { planName } }, ''),
          plan,
        );
        await reload(page);
        await isReady(page);
        await expect.poll(() => field(page, 'Product type').inputValue()).toBe(plan);
        expect(await enabledOptions(page)).toEqual([
          'Select a product type',
          'Trial',
          'Basic',
          'Pro',
          'Enterprise',
          'Education',
        ]);
      }
      await field(page, 'Product type').selectOption('');
      await send(page);
      await expectErrors(page, {
        'Product type': 'Please select a product type',
        ...senderErrors,
        ...termsError,
      });
    });
  });

  describe('apply', () => {
    const applicant = {
      'First name': 'Ada',
      'Last name': 'Byron',
      Email: 'ada@example.com',
      'Phone number': '+82 2 000 0000',
    };
    const resume = {
      name: 'resume.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4'),
    };

    test('refuses an empty form and files that are no resume; sends the five parts and thanks, whatever the answer says, or says that it failed', async () => {
      const form = await openForm(site(), '/apply');
      const { page, alerts } = form;
      await expectGood(page);
      await expectRefusesNothing(page, {
        'First name': 'First Name is required',
        'Last name': 'Last Name is required',
        Email: 'Email is required',
        'Phone number': 'Phone number is required',
        Resume: 'A file is required',
      });
      await field(page, 'Resume').setInputFiles({ ...resume, name: 'resume.exe' });
      await expect.poll(() => errorOf(page, 'Resume')).toBe('The file must be a PDF, DOC or DOCX');
      await field(page, 'Resume').setInputFiles(resume);
      await expect.poll(() => errorOf(page, 'Resume')).toBe('');

      await fill(page, applicant);
      await expectFailures(form, '/api/apply', [
        failure(json({ message: TOO_MANY }, 429), NOT_APPLIED, ` ${TOO_MANY}`),
        failure(json({ message: 'no' }, 500), NOT_APPLIED),
        failure(null, 'Error while submitting application'),
      ]);

      let sent = '';
      await page.route('**/api/apply', async (route) => {
        sent = route.request().postDataBuffer()?.toString() ?? '';
        await route.fulfill({ contentType: 'text/html', body: '<html>' });
      });
      await send(page);
      await page.waitForURL('**/submit');
      expect([...sent.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)).toEqual([
        'firstName',
        'lastName',
        'email',
        'phone',
        'resume',
      ]);
      expect(sent).toContain('filename="resume.pdf"');
      expect(alerts).toEqual([]);
      await page.getByRole('heading', { name: 'Thanks for applying!' }).waitFor();
      await expectGood(page);
      await page.getByRole('link', { name: 'Back to careers' }).click();
      await page.waitForURL('**/careers');
    });
  });
});

describeSite('pages without bar and footer', (site) => {
  test('each has a logo that leads home', async () => {
    const page = await site().open('/login');
    for (const path of ['/login', '/signup', '/apply', '/submit', '/dashboard', '/download']) {
      if (path !== '/login') await goTo(page, site().address + path);
      expect(await page.getByRole('contentinfo').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Lumenloom' }).getAttribute('href')).toBe('/');
    }
    await page.getByRole('link', { name: 'Lumenloom' }).click();
    await page.waitForURL(`${site().address}/`);
  });

  test('no rule of a form needs what the content security policy forbids', async () => {
    const { page } = await openForm(site(), '/download');
    await send(page);
    await expectErrors(page, {
      Email: 'Email is required',
      'License Key': 'License key is required',
    });
    expect(site().pageErrors).toEqual([]);
  });
});
