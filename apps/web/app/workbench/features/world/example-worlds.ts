import type { WorldBytes } from '@lumenloom/browser-host';
import type { WorldContent } from '@lumenloom/contract';

/** The worlds of examples/worlds, by the names that recipes have for them. */
export const EXAMPLE_WORLDS = {
  desk: 'Desk',
  'inspection-cell': 'Inspection cell',
  'dusk-road': 'Dusk road',
} as const;

export type ExampleWorld = keyof typeof EXAMPLE_WORLDS;

/** Addresses of the documents and their files. */
const addresses = import.meta.glob<string>('../../../../../../examples/worlds/*', {
  eager: true,
  import: 'default',
  query: '?url',
});

const contentOf = async (file: string): Promise<Response> => {
  const [, address] = Object.entries(addresses).find(([path]) => path.endsWith(`/${file}`)) ?? [];
  const response = await fetch(address ?? file);
  if (!response.ok) throw new Error(`${file} could not be loaded.`);
  return response;
};

/** An example with the files beside it. */
export async function loadExample(
  name: ExampleWorld,
): Promise<{ readonly document: WorldContent; readonly files: WorldBytes }> {
  const document = (await (await contentOf(`${name}.json`)).json()) as WorldContent;
  const text = JSON.stringify(document);
  const names = Object.keys(addresses)
    .map((path) => path.slice(path.lastIndexOf('/') + 1))
    .filter((file) => text.includes(`"${file}"`));
  const files = await Promise.all(
    names.map(
      async (file) => [file, new Uint8Array(await (await contentOf(file)).arrayBuffer())] as const,
    ),
  );
  return { document, files: Object.fromEntries(files) };
}
