import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, variablesHelp } from './config.ts';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      environment: 'development',
      publicUrl: undefined,
      isHttps: false,
      trustProxy: false,
      allowedOrigins: [],
      computeOrigin: '',
      workbenchFeatures: [],
      computeAuth: 'session',
      databaseUrl: undefined,
      smtpUrl: undefined,
      companyInbox: 'contact@example.com',
      rateLimitFactor: 1,
      budget: { sensorPixels: 24e6, sceneSamples: 16e6 },
      maximumRunSeconds: 120,
      maximumWaitingRuns: 2,
      logLevel: 'warn',
    });
  });

  it('says what each variable is for', () => {
    const lines = variablesHelp().split('\n');
    const names = lines.filter((_, index) => index % 2 === 0).map((line) => line.trim());
    expect(names).toContain('PUBLIC_URL');
    expect(names.filter((name) => !/^[A-Z_]+$/.test(name))).toEqual([]);
    expect(lines.filter((line, index) => index % 2 === 1 && line.trim().length < 20)).toEqual([]);
  });

  it('takes blank as unset', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: ' ', LOG_LEVEL: '' })).toEqual(readConfig({}));
  });

  it('reads every kind of value', () => {
    expect(
      readConfig({
        PORT: '8080',
        PUBLIC_URL: 'https://camera.example/',
        ALLOWED_ORIGINS: 'https://a.example, http://b.example:81',
        TRUST_PROXY: '2',
        LUMENLOOM_ENV: 'production',
        MAX_RUN_SECONDS: '0.5',
        COMPUTE_ORIGIN: 'https://compute.camera.example',
        WORKBENCH_FEATURES: 'share, stop,',
      }),
    ).toMatchObject({
      port: 8080,
      publicUrl: 'https://camera.example',
      isHttps: true,
      allowedOrigins: ['https://a.example', 'http://b.example:81'],
      trustProxy: 2,
      environment: 'production',
      logLevel: 'info',
      maximumRunSeconds: 0.5,
      computeOrigin: 'https://compute.camera.example',
      workbenchFeatures: ['stop', 'share'],
    });
  });

  it.each([
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1".'],
    [{ PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535, not "80.5".'],
    [{ LUMENLOOM_ENV: 'test' }, 'LUMENLOOM_ENV must be development or production, not "test".'],
    [
      { PUBLIC_URL: 'camera.example' },
      'PUBLIC_URL must be an address like https://example.com, not "camera.example".',
    ],
    [
      { ALLOWED_ORIGINS: 'https://a.example/path' },
      'ALLOWED_ORIGINS must be an address like https://example.com, not "https://a.example/path".',
    ],
    [
      { WORKBENCH_FEATURES: 'stop,save' },
      'WORKBENCH_FEATURES must be some of stop, share, plan-popup, not "save".',
    ],
    [
      { DATABASE_URL: 'mysql://u:secret@host/x' },
      'DATABASE_URL must be an address like postgres://user:password@host/database.',
    ],
    [
      { SMTP_URL: 'mail.example.com:25' },
      'SMTP_URL must be an address like smtp://user:password@host:587.',
    ],
    [
      { MAIL_FROM: 'us@example.com\nBcc: all@example.com' },
      'MAIL_FROM must be an address like contact@example.com, not "us@example.com\nBcc: all@example.com".',
    ],
    [{ COMPUTE_AUTH: 'none' }, 'COMPUTE_AUTH must be session or open, not "none".'],
    [
      { MAX_SENSOR_MEGAPIXELS: '0' },
      'MAX_SENSOR_MEGAPIXELS must be a number from 0.0001 to 1000, not "0".',
    ],
  ])('refuses %o with one sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(new ConfigError(sentence));
  });
});
