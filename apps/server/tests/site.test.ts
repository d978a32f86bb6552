import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_OFFERS } from '@lumenloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brotliCompressSync } from 'node:zlib';
import { startServer } from './start-server.ts';

const SCRIPT = 'window.page = "home";';
const folder = await mkdtemp(join(tmpdir(), 'lumenloom-site-'));
afterAll(() => rm(folder, { recursive: true }));

describe('a built site', () => {
  beforeAll(async () => {
    await mkdir(join(folder, 'simulate'));
    await mkdir(join(folder, 'assets'));
    await writeFile(
      join(folder, 'index.html'),
      `<head><link rel="modulepreload" href="/assets/app-1a2b.js"/><link rel="stylesheet" href="/assets/page-3c4d.css"/></head><h1>Home</h1><script src="/assets/app-1a2b.js"></script><script type="module" async="">${SCRIPT}</script>`,
    );
    await writeFile(
      join(folder, 'simulate/index.html'),
      '<html data-public-url="https://public-url.invalid"><meta name="robots" content="noindex"/><link rel="canonical" href="https://public-url.invalid/simulate"/><h1>Workbench</h1>',
    );
    await writeFile(join(folder, '__spa-fallback.html'), '<h1>Fallback</h1>');
    await writeFile(join(folder, 'assets/app-1a2b.js'), `export {};${' '.repeat(5000)}`);
    await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync('export { ready };'));
    await writeFile(join(folder, 'assets/page-3c4d.css'), 'h1 { color: #123; }');
    await writeFile(join(folder, 'favicon.svg'), '<svg/>');
    await writeFile(join(folder, '.secret'), 'hidden');
  });
  const server = startServer({}, { siteFolder: folder });
  const get = (path: string, headers: Record<string, string> = { accept: 'text/html,*/*;q=0.8' }) =>
    fetch(server.address + path, { headers });

  it.each([
    ['/', 'Home'],
    ['/simulate', 'Workbench'],
    ['/simulate/', 'Workbench'],
    ['/simulate?recipe=1', 'Workbench'],
  ])('serves %s with 200', async (path, heading) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain(heading);
  });

  it('lets exactly the scripts of the page itself run', async () => {
    const response = await get('/');
    const wake = /<script>([^]*?)<\/script>/.exec(await response.text())![1]!;
    const hashes = [wake, SCRIPT].map(
      (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    expect(response.headers.get('content-security-policy')).toContain(
      `script-src 'self' 'wasm-unsafe-eval' ${hashes.join(' ')};`,
    );
    expect((await get('/simulate')).headers.get('content-security-policy')).toContain(
      "script-src 'self' 'wasm-unsafe-eval';",
    );
  });

  it('paints without waiting for a style sheet or a script', async () => {
    const html = await (await get('/')).text();
    expect(html).toMatch(/<style>h1 { color: #123; }<\/style><script>[^]*<\/script><\/head>/);
    expect(html).toContain('<link rel="waiting" media="not all" href="/assets/page-3c4d.css"/>');
    expect(html).toContain('<link rel="waiting" href="/assets/app-1a2b.js"/>');
    expect(html).toContain(`<script type="waiting" async="">${SCRIPT}</script>`);
  });

  it('names itself by the address that people type', async () => {
    const html = await (await get('/simulate')).text();
    expect(html).toContain(
      `<link rel="canonical" href="http://localhost:${new URL(server.address).port}/simulate"/>`,
    );
  });

  it('lists for search engines what they may list', async () => {
    const publicUrl = `http://localhost:${new URL(server.address).port}`;
    const map = await get('/sitemap.xml');
    expect(map.headers.get('content-type')).toContain('application/xml');
    expect(
      [...(await map.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address),
    ).toEqual([`${publicUrl}/`]);
    expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  });

  it.each([
    ['br', 'export { ready };'],
    ['gzip', 'export {};'],
  ])('sends files compressed with %s, by brotli those of the build', async (encoding, content) => {
    const response = await get('/assets/app-1a2b.js', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(response.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await response.text()).toContain(content);
  });

  it('has no address for the compressed form of a file', async () => {
    expect((await get('/assets/app-1a2b.js.br', { accept: '*/*' })).status).toBe(404);
  });

  describe('compression of pages', () => {
    const asked = (headers: Record<string, string>, method = 'GET', path = '/') =>
      fetch(server.address + path, { method, headers: { accept: 'text/html', ...headers } });

    it.each([
      ['br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['gzip;q=1, br;q=0.5', 'gzip'],
      ['identity', null],
      ['br;q=0, gzip;q=0', null],
    ])('for Accept-Encoding: %s is %s', async (accepted, encoding) => {
      const response = await asked({ 'accept-encoding': accepted });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(await response.text()).toContain('<h1>Home</h1>');
    });

    it('gives each representation a tag of its own, and 304 to who has it', async () => {
      const tags = new Set<string>();
      for (const accepted of ['br', 'gzip', 'identity']) {
        const first = await asked({ 'accept-encoding': accepted });
        const tag = first.headers.get('etag')!;
        expect(tag).toMatch(/^"[\w-]+"$/);
        tags.add(tag);
        for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
          const again = await asked({ 'accept-encoding': accepted, 'if-none-match': known });
          expect(again.status).toBe(304);
          expect(await again.text()).toBe('');
          for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy'])
            expect(again.headers.get(name), name).toBe(first.headers.get(name));
        }
        const other = await asked({ 'accept-encoding': accepted, 'if-none-match': '"other"' });
        expect(other.status).toBe(200);
      }
      expect(tags.size).toBe(3);
    });

    it('answers HEAD as GET, without the body', async () => {
      const [get, head] = [
        await asked({ 'accept-encoding': 'br' }),
        await asked({ 'accept-encoding': 'br' }, 'HEAD'),
      ];
      expect(await head.text()).toBe('');
      for (const name of ['etag', 'vary', 'content-encoding', 'content-length', 'content-type'])
        expect(head.headers.get(name), name).toBe(get.headers.get(name));
      expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    });

    it('keeps 404 for an unknown address, whatever the client has', async () => {
      const response = await asked({ 'accept-encoding': 'br', 'if-none-match': '*' }, 'GET', '/no');
      expect(response.status).toBe(404);
      expect(response.headers.get('etag')).toBeNull();
      expect(response.headers.get('content-encoding')).toBe('br');
      expect(await response.text()).toContain('Fallback');
    });
  });

  it('lets browsers keep files whose name carries a hash', async () => {
    expect((await get('/assets/app-1a2b.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    const { headers } = await get('/favicon.svg');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect((await get('/')).headers.get('cache-control')).toBe('no-cache');
  });

  it('has an icon where browsers look for one without a page', async () => {
    const response = await get('/favicon.ico');
    expect(response.url).toMatch(/\/favicon\.svg$/);
    expect(await response.text()).toBe('<svg/>');
  });

  it.each(['/nothing', '/simulate/nothing', '/assets', '/index.html', '/__spa-fallback.html'])(
    'answers 404 with the page that knows what to show: %s',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('Fallback');
    },
  );

  it.each([
    '/assets/gone.js',
    '/api/nothing',
    '/.secret',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
  ])('answers 404 as JSON to what is no page: %s', async (path) => {
    const response = await get(path, { accept: '*/*' });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.text()).not.toContain('hidden');
  });

  it('tells the page from the call of the same address', async () => {
    expect(await (await get('/simulate')).text()).toContain('Workbench');
    expect((await server.post('/simulate', {})).headers.get('content-type')).toContain('ndjson');
  });
});

describe('a site that is not built', () => {
  const server = startServer({}, { siteFolder: join(folder, 'nowhere') });

  it('says how to build it, and the calls work', async () => {
    const response = await fetch(`${server.address}/`);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
    expect((await server.post('/get_device')).status).toBe(200);
    expect((await fetch(`${server.address}/simulate`)).status).toBe(404);
  });
});

describe('a server behind another address', () => {
  const server = startServer(
    { PUBLIC_URL: 'https://lumenloom.example', ALLOWED_ORIGINS: 'https://tools.lumenloom.example' },
    { siteFolder: folder },
  );

  it('marks its cookie Secure and asks for https', async () => {
    const response = await server.post('/get_device');
    expect(response.headers.get('set-cookie')).toContain('Secure');
    expect(response.headers.get('strict-transport-security')).toContain('max-age=');
  });

  it('takes calls from its public and its further origins, and lets the latter read the answer', async () => {
    expect(
      (
        await server.post('/get_device', undefined, {
          headers: { origin: 'https://lumenloom.example' },
        })
      ).status,
    ).toBe(200);
    const further = { origin: 'https://tools.lumenloom.example', 'sec-fetch-site': 'same-site' };
    const response = await server.post('/get_device', undefined, { headers: further });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(further.origin);
    const asked = await fetch(`${server.address}/simulate`, {
      method: 'OPTIONS',
      headers: { ...further, 'access-control-request-method': 'POST' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toBe('content-type');
    const stranger = await fetch(`${server.address}/simulate`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('what a deployment says about itself', () => {
  describe('the documented build', () => {
    const server = startServer({ MODELS_DIR: join(folder, 'none') }, { siteFolder: folder });

    it('has nothing switched on and computes by itself', async () => {
      const response = await fetch(`${server.address}/config.json`);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.json()).toEqual({
        computeBase: '',
        workbenchFeatures: [],
        workbenchOffers: DEFAULT_OFFERS,
        absentNetworks: ['DETR', 'MiDaS_DPT_Small'],
        analyticsSrc: '',
      });
    });
  });

  describe('with switches and a compute server of its own', () => {
    const server = startServer(
      {
        WORKBENCH_FEATURES: 'plan-popup,stop',
        WORKBENCH_OFFERS: 'live,sweep',
        COMPUTE_ORIGIN: 'https://compute.lumenloom.example',
        ANALYTICS_SRC: '/stats.js',
        MODELS_FETCH: 'auto',
      },
      { siteFolder: folder },
    );

    it('names both, and its pages may call that server', async () => {
      expect(await (await fetch(`${server.address}/config.json`)).json()).toEqual({
        computeBase: 'https://compute.lumenloom.example',
        workbenchFeatures: ['stop', 'plan-popup'],
        workbenchOffers: ['sweep', 'live'],
        absentNetworks: [],
        analyticsSrc: '/stats.js',
      });
      const page = await fetch(`${server.address}/`, { headers: { accept: 'text/html' } });
      expect(page.headers.get('content-security-policy')).toContain(
        "connect-src 'self' https://compute.lumenloom.example;",
      );
    });
  });
});
