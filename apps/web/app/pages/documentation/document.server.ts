import index from '../../../../../docs/README.md?raw';
import panels from '../../workbench/features/README.md?raw';
import { documentPage, type DocumentPage } from './document-html.ts';
import { pagesIn, pathOfDocument } from './documents.ts';

const ROOT = '../../../../../';
const texts: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>('../../../../../docs/{*,reference/*}.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  [`${ROOT}${pathOfDocument('workbench-panels')}.md`]: panels,
};
const pages = pagesIn(index);

/** The page of a document, with the line of the index about it; undefined where there is none. */
export function pageOf(name: string): (DocumentPage & { readonly line: string }) | undefined {
  const listed = pages.find((page) => page.name === name);
  const text = texts[`${ROOT}${pathOfDocument(name)}.md`];
  if (!listed || text === undefined) return undefined;
  const { line } = listed;
  return { ...documentPage(name, text, (one) => pages.some((page) => page.name === one)), line };
}
