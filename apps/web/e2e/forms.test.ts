import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { describeSite } from './browser.ts';
import {
  errorOf,
  expectErrors,
  expectGood,
  expectRefusesNothing,
  field,
  fill,
  isReady,
  notice,
  openForm,
  send,
  sendHeld,
  submit,
} from './form-page.ts';
import { goTo, reload } from './site-page.ts';
import { fake, json } from './workbench-page.ts';

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
const NOT_SENT = 'There was an issue sending your message. Please try again later.';

describeSite('forms', (site) => {
  describe('download', () => {
    const pair = { Email: 'ada@example.com', 'License Key': 'ABC-123' };

    test('says what is wrong with a field once it was touched, then with every change', async () => {
      const { page } = await openForm(site(), '/download');
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
    });

    test('refuses an empty form', async () => {
      const { page } = await openForm(site(), '/download');
      await expectRefusesNothing(page, {
        Email: 'Email is required',
        'License Key': 'License key is required',
      });
    });

    test('says by alert why a pair was refused, and under the fields what to look at; one that fits leads to the program', async () => {
      const { page, alerts } = await openForm(site(), '/download');
      await fill(page, pair);

      // It says by alert why a pair was refused, and under the fields what to look at.
      const html = { contentType: 'text/html', body: '<html>' };
      const [emailDiffers, keyDiffers, unreachable] = [
        'Email does not match.',
        'License key does not match.',
        'Server error. Please try again later.',
      ];
      for (const [answer, alert, emailError, keyError] of [
        [
          json({ message: 'This EMAIL is unknown.' }, 400),
          'This EMAIL is unknown.',
          emailDiffers,
          '',
        ],
        [json({ message: 'No such License' }, 404), 'No such License', '', keyDiffers],
        [
          json({ message: 'Email or license wrong' }, 400),
          'Email or license wrong',
          emailDiffers,
          keyDiffers,
        ],
        [json({ message: 'nope' }, 400), 'nope', 'Invalid email.', 'Invalid credentials.'],
        [json({}, 400), 'Invalid email or license key.', 'Invalid email.', 'Invalid credentials.'],
        [{ status: 502, ...html }, unreachable, '', ''],
        [{ status: 200, ...html }, unreachable, '', ''],
        [null, unreachable, '', ''],
      ] as const) {
        await fake(page, '/api/license-check', answer);
        alerts.length = 0;
        await send(page);
        await expect.poll(() => alerts).toEqual([alert]);
        await isReady(page);
        await expectErrors(page, { Email: emailError, 'License Key': keyError });
        expect(await field(page, 'License Key').inputValue()).toBe('ABC-123');
        if (emailError && keyError) await expectGood(page);
      }

      alerts.length = 0;
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

    test('offers the question types, and the legal pages in another tab; refuses an empty form', async () => {
      const { page } = await openForm(site(), '/contact');
      await expectGood(page);
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
    });

    test('sends the eight fields, says so or that it failed, and is empty again', async () => {
      const { page, alerts } = await openForm(site(), '/contact');
      // Where it fails it says so, and keeps what was typed.
      await fill(page, letter);
      await field(page, 'Question type').selectOption('Other');
      await field(page, TERMS).check();
      for (const [answer, reason] of [
        [json({ message: TOO_MANY }, 429), ` ${TOO_MANY}`],
        [json({ message: 'no' }, 500), ''],
        [null, ''],
      ] as const) {
        await fake(page, '/api/contact', answer);
        alerts.length = 0;
        await send(page);
        // The page may still show the same sentence from before.
        await expect.poll(() => alerts).toEqual([NOT_SENT]);
        await expect.poll(() => notice(page).textContent()).toBe(NOT_SENT + reason);
        for (const [label, text] of Object.entries(letter))
          expect(await field(page, label).inputValue()).toBe(text);
        expect([
          await field(page, 'Question type').inputValue(),
          await field(page, TERMS).isChecked(),
        ]).toEqual(['Other', true]);
      }
      await expectGood(page);

      alerts.length = 0;
      await field(page, 'Question type').selectOption('Support');
      expect(await sendHeld(page, '/api/contact', json({}))).toEqual({
        questionType: 'Support',
        ...senderBody,
        subject: 'Flare',
        message: 'How is it computed?',
      });
      await notice(page).getByText(SENT).waitFor();
      expect(alerts).toEqual([SENT]);
      for (const label of ['Question type', ...Object.keys(letter)])
        expect(await field(page, label).inputValue()).toBe('');
      expect(await field(page, TERMS).isChecked()).toBe(false);
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

    test('opened directly it is about Enterprise, shows the way to the other plans, and refuses an empty form and quantities that nobody can buy', async () => {
      const { page } = await openForm(site(), '/contact_sales');
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

    test('sends the inquiry, the quantity as a number, and starts anew, or says that it failed', async () => {
      const { page, alerts } = await openForm(site(), '/contact_sales');
      // Where it fails it says so, and keeps what was typed.
      await fill(page, { ...sender, Quantity: '3' });
      await field(page, TERMS).check();
      for (const answer of [json({}, 422), null]) {
        await fake(page, '/api/contact-sales', answer);
        alerts.length = 0;
        await send(page);
        await expect.poll(() => alerts).toEqual([NOT_SENT]);
        await notice(page).getByText(NOT_SENT).waitFor();
        expect([
          await field(page, 'Quantity').inputValue(),
          await field(page, 'Email').inputValue(),
        ]).toEqual(['3', 'ada@example.com']);
      }

      alerts.length = 0;
      await fill(page, { Quantity: '12' });
      expect(await sendHeld(page, '/api/contact-sales', json({}))).toEqual({
        productType: 'Enterprise',
        quantity: 12,
        ...senderBody,
        message: '',
      });
      await notice(page).getByText(SENT).waitFor();
      expect(alerts).toEqual([SENT]);
      expect([
        await field(page, 'Quantity').inputValue(),
        await field(page, 'Product type').inputValue(),
        await field(page, 'Email').inputValue(),
      ]).toEqual(['1', 'Enterprise', '']);
      await expectGood(page);
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

    test('refuses an empty form and files that are no resume', async () => {
      const { page } = await openForm(site(), '/apply');
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
    });

    test('sends the five parts and thanks, whatever the answer says, or says that it failed', async () => {
      const { page, alerts } = await openForm(site(), '/apply');
      // Where it fails it says so, and keeps what was typed.
      await fill(page, applicant);
      await field(page, 'Resume').setInputFiles(resume);
      for (const [answer, sentence, reason] of [
        [json({ message: TOO_MANY }, 429), 'Failed to submit application', ` ${TOO_MANY}`],
        [json({ message: 'no' }, 500), 'Failed to submit application', ''],
        [null, 'Error while submitting application', ''],
      ] as const) {
        await page.route('**/api/apply', (route) =>
          answer ? route.fulfill(answer) : route.abort(),
        );
        alerts.length = 0;
        await send(page);
        await expect.poll(() => notice(page).textContent()).toBe(sentence + reason);
        expect(alerts).toEqual([sentence]);
        expect([
          await field(page, 'Phone number').inputValue(),
          await field(page, 'Resume').evaluate(
            (element) => (element as HTMLInputElement).files!.length,
          ),
        ]).toEqual(['+82 2 000 0000', 1]);
      }
      await expectGood(page);

      alerts.length = 0;
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
      await page.getByRole('link', { name: 'Lumenloom' }).click();
      await page.waitForURL(`${site().address}/`);
    }
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
