import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  applicantSchema,
  contactSchema,
  licenseCheckSchema,
  loginSchema,
  newPasswordSchema,
  ownSentences,
  salesInquirySchema,
  signupCodeSchema,
  signupEmailSchema,
  signupNamesSchema,
  signupPasswordSchema,
  verifyCodeSchema,
} from './index.ts';

/** The sentence that a form shows under each field: the first one of its path. */
function sentences(schema: z.ZodType, value: unknown): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const issue of schema.safeParse(value).error?.issues ?? [])
    shown[issue.path.join('.')] ??= issue.message;
  return shown;
}

const sender = {
  companyName: 'A',
  firstName: 'B',
  lastName: 'C',
  email: 'd@example.com',
  acceptedTerms: true,
};
const PASSWORDS: readonly (readonly [string, string, string])[] = [
  ['Aa1!x', 'Password must be at least 6 characters', 'Password must be at least 8 characters'],
  ['ABC123!X', 'Password must contain at least one lowercase letter', 'Must contain lowercase'],
  ['abc123!x', 'Password must contain at least one uppercase letter', 'Must contain uppercase'],
  ['Abcdefg!', 'Password must contain at least one number', 'Must contain a number'],
  [
    'Abcdef1^',
    'Password must contain at least one special character',
    'Must contain a special character',
  ],
  ['', 'Password is required', 'Password is required'],
];

describe('forms', () => {
  test('an empty contact form', () => {
    expect(
      sentences(contactSchema, {
        questionType: '',
        companyName: ' ',
        firstName: '',
        lastName: '',
        email: '',
        subject: '',
        message: '',
        acceptedTerms: false,
      }),
    ).toEqual({
      questionType: 'Please select a question type',
      companyName: 'Company Name is required',
      firstName: 'First Name is required',
      lastName: 'Last Name is required',
      email: 'Email is required',
      subject: 'Subject is required',
      message: 'Message is required',
      acceptedTerms: 'You must accept the terms and privacy policy',
    });
  });
  test.each([
    [0, 'Quantity must be a positive number'],
    [-1.5, 'Quantity must be a positive number'],
    [1.5, 'Quantity must be an integer'],
    [NaN, 'Quantity is required'],
    [undefined, 'Quantity is required'],
    [2e6, 'Quantity must be at most 1000000'],
    [1, undefined],
  ])('quantity %s', (quantity, sentence) => {
    expect(
      sentences(salesInquirySchema, { ...sender, productType: 'Pro', quantity })['quantity'],
    ).toBe(sentence);
  });
  test('a sales inquiry needs a product and no message', () => {
    expect(sentences(salesInquirySchema, { ...sender, productType: '', quantity: 1 })).toEqual({
      productType: 'Please select a product type',
    });
    expect(
      salesInquirySchema.parse({
        ...sender,
        email: ' D@example.com ',
        productType: 'Education',
        quantity: 3,
      }).email,
    ).toBe('D@example.com');
  });
  test('an empty application', () => {
    expect(
      sentences(applicantSchema, { firstName: '', lastName: '', email: 'x', phone: '' }),
    ).toEqual({
      firstName: 'First Name is required',
      lastName: 'Last Name is required',
      email: 'Email is invalid',
      phone: 'Phone number is required',
    });
  });
  test.each([
    ['', 'License key is required'],
    ['abcde', 'License key must be at least 6 characters'],
    ['abcdef', undefined],
  ])('license key %j', (licenseKey, sentence) => {
    expect(
      sentences(licenseCheckSchema, { email: 'a@example.com', licenseKey })['licenseKey'],
    ).toBe(sentence);
  });
});

describe('accounts', () => {
  test('login asks only that both are there', () => {
    expect(sentences(loginSchema, { email: 'x', password: '' })).toEqual({
      email: 'Email is invalid',
      password: 'Password is required',
    });
    expect(sentences(loginSchema, { email: 'a@example.com', password: 'x' })).toEqual({});
  });
  test.each([
    'a\r\nb@example.com',
    `${'a'.repeat(320)}@example.com`,
    'a@b@c',
    '@example.com',
    'a@',
    'ä@example.com',
  ])('%j is no address', (email) => {
    expect(sentences(signupEmailSchema, { email })).toEqual({ email: 'Invalid email' });
  });
  test.each(PASSWORDS)('password %j', (password, atReset, atSignup) => {
    const form = { password, confirmPassword: password || 'x' };
    expect(sentences(newPasswordSchema, form)['password']).toBe(atReset);
    expect(sentences(signupPasswordSchema, form)['password']).toBe(atSignup);
  });
  test('six characters are enough for a reset, not for a sign-up', () => {
    expect(sentences(newPasswordSchema, { password: 'Aa1#xy', confirmPassword: 'Aa1#xy' })).toEqual(
      {},
    );
    expect(
      sentences(signupPasswordSchema, { password: 'Aa1#xyz', confirmPassword: 'Aa1#xyz' }),
    ).toEqual({ password: 'Password must be at least 8 characters' });
  });
  test('confirmations', () => {
    expect(sentences(newPasswordSchema, { password: 'Aa1#xy', confirmPassword: '' })).toEqual({
      confirmPassword: 'Confirm password is required',
    });
    expect(sentences(signupPasswordSchema, { password: 'Aa1#xyzz', confirmPassword: '' })).toEqual({
      confirmPassword: 'Confirm your password',
    });
    expect(
      sentences(signupPasswordSchema, { password: 'short', confirmPassword: 'other' })[
        'confirmPassword'
      ],
    ).toBe('Passwords must match');
  });
  test('codes: exactly six characters at sign-up, any at reset', () => {
    expect(
      ['12345', '1234567', '', '123456'].map(
        (code) => sentences(signupCodeSchema, { code })['code'],
      ),
    ).toEqual(['Must be 6 digits', 'Must be 6 digits', 'Verification code is required', undefined]);
    expect(sentences(verifyCodeSchema, { email: 'a@example.com', code: '1' })).toEqual({});
  });
  test('names and terms', () => {
    expect(
      sentences(signupNamesSchema, { firstName: '', lastName: '', agreeTerms: false }),
    ).toEqual({
      firstName: 'First name required',
      lastName: 'Last name required',
      agreeTerms: 'You must agree to the Terms of Use and Privacy Policy.',
    });
  });
});

test('a missing field without a sentence of its own', () => {
  z.config(ownSentences);
  expect(sentences(z.object({ colour: z.string() }), {})).toEqual({
    colour: 'colour is a required field',
  });
});
