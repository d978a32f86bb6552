/** A document of the folder docs, as its index lists it. */
interface ListedDocument {
  /** Name of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  readonly line: string;
}

/** The headings of docs/README.md that are for people who use the product. */
const HEADINGS = [
  'Run it',
  'Choose',
  'Measure',
  'Bring your own',
  'Automate',
  'Operate',
  'Understand',
];
/** What they list for those who work on it. */
const NOT_FOR_USERS = ['claims', 'threat-model'];

/** Documents that stand beside their code: paths from the root, without the ending, by name. */
const BESIDE: Readonly<Record<string, string>> = {
  'workbench-panels': 'apps/web/app/workbench/features/README',
};

/** The path of a document from the root, without the ending. */
export const pathOfDocument = (name: string): string => BESIDE[name] ?? `docs/${name}`;

/** The name of the document at a path from the root; undefined for any other file. */
export const documentAt = (path: string): string | undefined =>
  Object.entries(BESIDE).find(([, beside]) => `${beside}.md` === path)?.[0] ??
  /^docs\/(.+)\.md$/.exec(path)?.[1];

/** The documents of those headings, in order. @param index the text of docs/README.md. */
export const documentsIn = (index: string): ReadonlyMap<string, readonly ListedDocument[]> =>
  new Map(
    HEADINGS.map((heading) => {
      const [, part = ''] = index.split(`\n## ${heading}\n`);
      const rows = part.split('\n## ')[0]!.matchAll(/^- \[(.+)\]\(([^)]+)\): (.+)$/gm);
      const documents = [...rows].flatMap(([, title, target, line]): ListedDocument[] => {
        const name = documentAt(new URL(target!, 'file:///docs/').pathname.slice(1));
        const isForUsers = name !== undefined && /^[\w-]+$/.test(name);
        return isForUsers && !NOT_FOR_USERS.includes(name)
          ? [{ title: title!, name, line: line! }]
          : [];
      });
      return [heading, documents];
    }),
  );

/** Facts and formulas with their sources: names like reference/optics. */
const referencesIn = (index: string): readonly ListedDocument[] =>
  [...index.matchAll(/^- \[(.+)\]\((reference\/[\w-]+)\.md\): (.+)$/gm)].map(
    ([, title, name, line]) => ({ title: title!, name: name!, line: line! }),
  );

/** All documents that are pages of the site. */
export const pagesIn = (index: string): readonly ListedDocument[] => [
  ...[...documentsIn(index).values()].flat(),
  ...referencesIn(index),
];

/** Where the site has the document as a page. */
export const pageOfDocument = (name: string): `/${string}` => `/documentation/${name}`;

/** Where the built site has the document, as plain text. */
export const addressOfDocument = (name: string): `/${string}` => `/documents/${name}.txt`;
