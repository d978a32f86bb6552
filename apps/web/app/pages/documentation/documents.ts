/** A document of the folder docs, as its index lists it. */
interface ListedDocument {
  /** Name of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  readonly line: string;
}

/** The headings of docs/README.md that are for people who use the product. */
const HEADINGS = ['In the workbench', 'Measuring', 'Running it', 'How it works'];
/** What they list for those who work on it. */
const NOT_FOR_USERS = ['claims', 'threat-model'];

/** The documents of those headings, in order. @param index the text of docs/README.md. */
export const documentsIn = (index: string): ReadonlyMap<string, readonly ListedDocument[]> =>
  new Map(
    HEADINGS.map((heading) => {
      const [, part = ''] = index.split(`\n## ${heading}\n`);
      const rows = part.split('\n## ')[0]!.matchAll(/^- \[(.+)\]\(([\w-]+)\.md\): (.+)$/gm);
      const documents = [...rows].map(([, title, name, line]) => ({ title, name, line }));
      return [
        heading,
        (documents as ListedDocument[]).filter(({ name }) => !NOT_FOR_USERS.includes(name)),
      ];
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
