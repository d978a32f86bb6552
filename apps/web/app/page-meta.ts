import type { MetaDescriptor } from 'react-router';
import { siteConfig } from './site-config.ts';

/** Metadata of a page for search engines and for sites that link to it. */
export interface PageDescription {
  /** Address from the root, like '/research'. */
  readonly path: `/${string}`;
  readonly title: string;
  /** One or two sentences, 50 to 160 characters. */
  readonly description: string;
  /** File under /media shown by sites that link here, 1200 x 630 px. */
  readonly image?: `/media/${string}`;
  /**
   * Left out of search engines and the site map, because the page makes sense only as a step of a
   * task.
   */
  readonly isUnlisted?: true;
  /** schema.org object (JSON-LD), without @context. */
  readonly structuredData?: Readonly<Record<string, unknown>>;
}

/**
 * The address of the deployment. In built pages it is a placeholder, which the server finds in the
 * attribute `data-public-url` and replaces throughout the page (docs/reference/protocol.md#g1); in
 * the browser it is what the server has put there.
 */
export const PUBLIC_URL =
  (typeof document === 'undefined' ? undefined : document.documentElement.dataset['publicUrl']) ??
  'https://public-url.invalid';

/** A page's `meta` export: title, description, canonical address, Open Graph, structured data. */
export function pageMeta({
  path,
  title,
  description,
  image = '/media/open-graph.jpg',
  isUnlisted,
  structuredData,
}: PageDescription) {
  const fullTitle = path === '/' ? title : `${title} · ${siteConfig.productName}`;
  const descriptors: MetaDescriptor[] = [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: `${PUBLIC_URL}${path}` },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    {
      property: 'og:type',
      content: structuredData?.['@type'] === 'BlogPosting' ? 'article' : 'website',
    },
    { property: 'og:url', content: `${PUBLIC_URL}${path}` },
    { property: 'og:image', content: `${PUBLIC_URL}${image}` },
    { property: 'og:site_name', content: siteConfig.productName },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(isUnlisted ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(structuredData
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...structuredData } }]
      : []),
  ];
  return (): MetaDescriptor[] => descriptors;
}
