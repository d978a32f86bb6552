import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { messages } from '@lumenloom/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { httpProblem } from '../http-problem.ts';
import { CompressedPage } from './compressed-page.ts';
import { contentSecurityPolicy, inlineScriptHashes } from './content-security-policy.ts';
import { problemBody } from './errors.ts';
import { paintedEarly } from './painted-early.ts';
import { publicUrlOf } from './public-url.ts';

/** A prerendered page with its content security policy. */
interface Page {
  readonly html: string;
  readonly policy: string;
  /** The placeholder in a page for the address of the deployment. */
  readonly placeholder: string | undefined;
}

const PUBLIC_URL_ATTRIBUTE = / data-public-url="([^"]+)"/;

/** @param read gives the text of a file of the site by its path. */
async function readPage(
  read: (path: string) => Promise<string>,
  file: string,
  computeOrigin: string,
): Promise<Page> {
  const html = await paintedEarly(await read(file), read);
  return {
    html,
    policy: contentSecurityPolicy(inlineScriptHashes(html), computeOrigin),
    placeholder: PUBLIC_URL_ATTRIBUTE.exec(html)?.[1],
  };
}

const UNLISTED = '<meta name="robots" content="noindex"';

/** The page for addresses that were not prerendered: the router in it decides what to show. */
const FALLBACK = '__spa-fallback.html';

interface Site {
  /** Every prerendered page by its address. */
  readonly pages: ReadonlyMap<string, Page>;
  readonly fallback: Page;
  /**
   * Paths of all other files. Pages go out through their routes, with the policy that lets their
   * scripts run, and compressed files by the names of the plain ones.
   */
  readonly files: ReadonlySet<string>;
}

/** @returns undefined when the site was not built. */
async function readSite(folder: string, computeOrigin: string): Promise<Site | undefined> {
  const files = await readdir(folder, { recursive: true }).catch((): string[] => []);
  if (!files.includes(FALLBACK)) return undefined;
  const texts = new Map<string, Promise<string>>();
  // Pages share style sheets.
  const read = (path: string): Promise<string> => {
    const text = texts.get(path) ?? readFile(join(folder, path), 'utf8');
    texts.set(path, text);
    return text;
  };
  const pages = new Map<string, Page>();
  for (const file of files.filter(
    (name) => name === 'index.html' || name.endsWith('/index.html'),
  )) {
    pages.set(
      file === 'index.html' ? '/' : `/${dirname(file)}`,
      await readPage(read, file, computeOrigin),
    );
  }
  return {
    pages,
    fallback: await readPage(read, FALLBACK, computeOrigin),
    files: new Set(files.filter((name) => !/(^|\/)\.|\.(html|br)$/.test(name))),
  };
}

/** Whether a request asks for a page, and not for a call, a script or a picture. */
function wantsPage({ method, url, headers: { accept } }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0]!;
  if ((method !== 'GET' && method !== 'HEAD') || path.startsWith('/api/')) return false;
  if (accept?.includes('text/html')) return true;
  return !/\.\w+$/.test(path) && (accept === undefined || accept.includes('*/*'));
}

/** Every page that search engines may list. */
const siteMap = (paths: readonly string[], publicUrl: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>\n',
  ].join('\n');

/**
 * The built site: its pages with 200, its files, and the fallback page with 404 for every other
 * address.
 */
export async function staticSite(
  app: FastifyInstance,
  folder: string,
  config: Config,
): Promise<void> {
  const site = await readSite(folder, config.computeOrigin);
  const publicUrl = (): string => publicUrlOf(app, config);
  /** Made at first use, when the server listens and knows its address. */
  const compressed = new Map<Page, CompressedPage>();
  const sendPage = (
    request: FastifyRequest,
    reply: FastifyReply,
    page: Page,
  ): Promise<FastifyReply> => {
    const { html, policy, placeholder } = page;
    if (!compressed.has(page)) {
      const addressed =
        placeholder === undefined ? html : html.replaceAll(placeholder, publicUrl());
      compressed.set(page, new CompressedPage(addressed, policy));
    }
    return compressed.get(page)!.send(request, reply);
  };
  app.setNotFoundHandler((request, reply) => {
    reply.code(404);
    return site && wantsPage(request)
      ? sendPage(request, reply, site.fallback)
      : reply.send(problemBody(httpProblem(404, messages.notFound)));
  });
  if (!site) {
    app.get('/', { schema: { hide: true } }, (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send(`${messages.siteNotBuilt}\n`),
    );
    return;
  }
  for (const [path, page] of site.pages)
    app.get(path, { schema: { hide: true } }, (request, reply) => sendPage(request, reply, page));
  const listed = [...site.pages]
    .filter(([, { html }]) => !html.includes(UNLISTED))
    .map(([path]) => path)
    .sort();
  app.get('/sitemap.xml', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(siteMap(listed, publicUrl())),
  );
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /docs\n\nSitemap: ${publicUrl()}/sitemap.xml\n`,
      ),
  );
  // Where browsers look for an icon of what is no page, such as /docs and /healthz.
  app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/favicon.svg', 301),
  );
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    redirect: false,
    // Its own route reads whole folders for each request, to compare the spelling of names.
    serve: false,
    cacheControl: false,
    // The build lays `.br` beside what shrinks; other encodings are made as the answer goes out.
    preCompressed: true,
    setHeaders: (response, file) => {
      // Names under assets/ carry a hash of their content.
      response.headers({
        'cache-control': file.startsWith(join(folder, 'assets/'))
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
        ...(file.endsWith('.svg') && { 'content-type': 'image/svg+xml; charset=utf-8' }),
      });
    },
  });
  app.get<{ Params: { readonly '*': string } }>(
    '/*',
    { schema: { hide: true } },
    (request, reply) => {
      const path = request.params['*'];
      if (site.files.has(path)) reply.sendFile(path);
      else reply.callNotFound();
    },
  );
}
