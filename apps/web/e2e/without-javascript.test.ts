import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applicationPaths, publicPaths } from '../app/routes.ts';
import { describeSite } from './browser.ts';

/** Pages that are nothing without their scripts. */
/**
 * Shortest text that counts as one, in characters: a heading and 'Coming Soon...' are all that the
 * specification gives a page.
 */
const SHORTEST_TEXT = 30;
/**
 * The signs of the text font's first file (tools/scripts/font.mjs); Greek, superscripts and Korean
 * are not its matter.
 */
const coreSigns = new Set(
  [
    ...readFileSync(new URL('../app/fonts/inter-core.css', import.meta.url), 'utf8').matchAll(
      /U\+([\dA-F]+)(?:-([\dA-F]+))?/g,
    ),
  ].flatMap(([, first = '', last = first]) =>
    Array.from({ length: parseInt(last, 16) - parseInt(first, 16) + 1 }, (_, i) =>
      String.fromCodePoint(parseInt(first, 16) + i),
    ),
  ),
);
const isLatin = (sign: string): boolean => /[\u0020-\u00ff\u2010-\u2027\u2212]/.test(sign);
const matched = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found = '']) => found);

describeSite('the site without JavaScript', (site) => {
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();

  test.each(publicPaths.filter((path) => !applicationPaths.includes(path)))(
    '%s is complete HTML',
    async (path) => {
      const response = await fetch(site().address + path, { headers: { accept: 'text/html' } });
      expect(response.status).toBe(200);
      const html = await response.text();
      const [title = '', ...otherTitles] = matched(html, /<title>(.*?)<\/title>/g);
      const [description = ''] = matched(html, /<meta name="description" content="(.*?)"/g);
      expect(otherTitles).toEqual([]);
      expect(title).not.toBe('');
      expect(titles.get(title), `the title of ${path}`).toBeUndefined();
      expect(descriptions.get(description), `the description of ${path}`).toBeUndefined();
      titles.set(title, path);
      descriptions.set(description, path);
      expect(description.length).toBeGreaterThanOrEqual(50);
      expect(description.length).toBeLessThanOrEqual(170);
      expect(matched(html, /<link rel="canonical" href="(.*?)"/g)).toEqual([site().address + path]);
      expect(matched(html, /<meta property="og:title" content="(.*?)"/g)).toHaveLength(1);
      const [image = ''] = matched(html, /<meta property="og:image" content="(.*?)"/g);
      expect((await fetch(image)).headers.get('content-type')).toBe('image/jpeg');
      expect(matched(html, /<(main)[\s>]/g)).toHaveLength(1);
      expect(matched(html, /<(h1)[\s>]/g)).toHaveLength(1);
      const [main = ''] = matched(html, /<main[^>]*>([\s\S]*)<\/main>/g);
      expect(
        main
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim().length,
      ).toBeGreaterThanOrEqual(SHORTEST_TEXT);
      expect(
        [...new Set(html.replace(/<script[\s\S]*?<\/script>/g, ''))].filter(
          (sign) => isLatin(sign) && !coreSigns.has(sign),
        ),
        'add them to tools/scripts/font.mjs',
      ).toEqual([]);
      for (const data of matched(
        html,
        /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g,
      ))
        expect(() => JSON.parse(data) as unknown).not.toThrow();
    },
  );

  test('every picture and video that a page names is there', async () => {
    const named = new Set<string>();
    for (const path of publicPaths) {
      const html = await (await fetch(site().address + path)).text();
      for (const [address] of html.matchAll(/\/media\/[\w/-]+\.(?:avif|webp|jpg|mp4|webm)/g))
        named.add(address);
    }
    // One of each kind: a picture's smallest and largest size, the card, a video and its poster.
    for (const address of [
      'hero-double-gauss-360.avif',
      'hero-double-gauss-1080.webp',
      'open-graph.jpg',
      'videos/optics.avif',
      'videos/optics.webm',
    ])
      expect(named).toContain(`/media/${address}`);
    const types = new Map<string, string | null>();
    for (const address of named) {
      const response = await fetch(site().address + address, { method: 'HEAD' });
      types.set(address, response.ok ? response.headers.get('content-type') : null);
    }
    expect([...types].filter(([, type]) => !/^(image|video)\//.test(type ?? ''))).toEqual([]);
  });

  test('the site map names every page that may be listed', async () => {
    const addresses = matched(
      await (await fetch(`${site().address}/sitemap.xml`)).text(),
      /<loc>(.*?)<\/loc>/g,
    );
    for (const path of ['/', '/product_features', '/research', '/blog/cv', '/privacy', '/login'])
      expect(addresses).toContain(site().address + path);
    for (const path of ['/simulate', '/spectrum', '/submit', '/desktop-info'])
      expect(addresses).not.toContain(site().address + path);
  });
});
