import { WORKBENCH_FEATURES } from '@lumenloom/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
      workbenchOffers: WORKBENCH_FEATURES.filter(
        (feature) => !['plan-popup', 'demo-camera'].includes(feature),
      ),
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

  it('leaves to others what is theirs: the variables of docs/automation.md, and names near a short one', () => {
    const theirs = {
      LUMENLOOM_URL: 'http://localhost:3000',
      LUMENLOOM_TOKEN: 'a token',
      LUMENLOOM_DEBUG: '1',
      POST: '1',
      HOSTS: 'a b',
      HOME: '/root',
    };
    expect(readConfig(theirs)).toEqual(readConfig({}));
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
        WORKBENCH_OFFERS: 'plan-popup,live',
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
      workbenchOffers: ['plan-popup', 'live'],
    });
  });

  it('offers nothing with none, everything with all', () => {
    expect(readConfig({ WORKBENCH_OFFERS: 'none' }).workbenchOffers).toEqual([]);
    expect(readConfig({ WORKBENCH_OFFERS: 'all' }).workbenchOffers).toEqual(WORKBENCH_FEATURES);
  });

  it('leaves the variables of others alone, with all that documents and clients name', () => {
    const others = { HOME: '/root', POST: '1', HOSTNAME: 'a', LUMENLOOM_SIMD: 'off', PATH: '/bin' };
    expect(readConfig(others)).toEqual(readConfig({}));
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const texts = ['docs', 'clients/python/src', 'apps/cli/src', 'packages/node-host/src']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
          join(root, folder, file),
        ),
      )
      .filter((file) => /\.(md|py|ts)$/.test(file))
      .map((file) => readFileSync(file, 'utf8'));
    const named = new Set(texts.flatMap((text) => text.match(/LUMENLOOM_[A-Z]+\b/g) ?? []));
    named.delete('LUMENLOOM_ENV');
    expect(named).toContain('LUMENLOOM_COMMAND');
    const all = Object.fromEntries([...named].map((name) => [name, 'x']));
    expect(readConfig(all)).toEqual(readConfig({}));
  });

  it('takes the database of the deployment as the queue, by its name', () => {
    const DATABASE_URL = 'postgres://lumenloom:secret@database/lumenloom';
    expect(readConfig({ DATABASE_URL, COMPUTE_QUEUE: 'database' }).computeQueue).toBe(DATABASE_URL);
    expect(() => readConfig({ COMPUTE_QUEUE: 'database' })).toThrow('COMPUTE_QUEUE needs');
  });

  it('takes addresses of proxies', () => {
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, loopback' }).trustProxy).toBe(
      '10.0.0.0/8, loopback',
    );
  });

  it.each([
    [{}, true],
    [{ HOST: '127.0.0.2' }, true],
    [{ HOST: '::1' }, true],
    [{ PUBLIC_URL: 'http://camera.example' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: 'camera.example' }, false],
    [{ PUBLIC_URL: 'https://camera.example' }, false],
    [{ HOST: '0.0.0.0', LUMENLOOM_ENV: 'development' }, true],
    [{ LUMENLOOM_ENV: 'production' }, false],
  ])('with %o has demo data and /dev/outbox: %s', (environment, has) => {
    expect(readConfig(environment).hasDevelopmentAids).toBe(has);
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
      { WORKBENCH_FEATURES: 'stop,undo' },
      'WORKBENCH_FEATURES must be some of stop, share, plan-popup, save, history, charts, measure, sfr, sweep, live, upload, stages, compare, demo-camera, exposure, parts, networks, depth, glare, hdr, motion, reference-isp, study, optics-design, sensor-design, object, compare-parts, lens-files, lab, environment, world, choose, twin, or all, or none, not "undo".',
    ],
    [
      { DATABASE_URL: 'mysql://u:secret@host/x' },
      'DATABASE_URL must be an address like postgres://user:password@host/database.',
    ],
    [
      { COMPUTE_QUEUE: 'redis://localhost' },
      'COMPUTE_QUEUE must be embedded, database or a PostgreSQL address: the queue was tested on PostgreSQL alone, so Redis is refused.',
    ],
    [
      { COMPUTE_QUEUE: 'threads' },
      'COMPUTE_QUEUE must be embedded, database or an address like postgres://user:password@host/database.',
    ],
    [
      { COMPUTE_QUEUE: 'postgres://u@host/x' },
      'COMPUTE_QUEUE needs DATABASE_URL, the PostgreSQL database that servers and workers share.',
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
    [
      { TRUST_PROXY: 'yes' },
      'TRUST_PROXY must be a number of proxies, or addresses like 10.0.0.1 or 10.0.0.0/8 separated by commas, not "yes".',
    ],
    [
      { LUMENLOOM_ENVIRONMENT: 'production' },
      'LUMENLOOM_ENVIRONMENT is not a setting. "npm start -- --help" lists all settings.',
    ],
    [
      { LUMENLOM_ENV: 'production' },
      'LUMENLOM_ENV is not a setting: did you mean LUMENLOOM_ENV? "npm start -- --help" lists all settings.',
    ],
    [
      { PUBLIC_ULR: 'https://a.example' },
      'PUBLIC_ULR is not a setting: did you mean PUBLIC_URL? "npm start -- --help" lists all settings.',
    ],
    [
      { trust_proxy: '1' },
      'trust_proxy is not a setting: did you mean TRUST_PROXY? "npm start -- --help" lists all settings.',
    ],
    [
      { PRT: '8080' },
      'PRT is not a setting: did you mean PORT? "npm start -- --help" lists all settings.',
    ],
    [
      { LUMENLOOM_TOKN: 'a' },
      'LUMENLOOM_TOKN is not a setting: did you mean LUMENLOOM_TOKEN? "npm start -- --help" lists all settings.',
    ],
  ])('refuses %o with one sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(new ConfigError(sentence));
  });
});
