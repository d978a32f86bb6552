import type { WorldBytes } from '@lumenloom/browser-host';
import { ALONE_LUX, worldOfGeometry, type WorldContent } from '@lumenloom/contract';
import { freeName, withObject, type Selected } from './world-edits.ts';
import type { WorldDraft } from './world-draft.ts';

/** What a drop makes of the world that is open. */
export interface DroppedWorld {
  readonly document: WorldContent;
  readonly files: WorldBytes;
  readonly selected: Selected | undefined;
  /** The name of the step. */
  readonly step: string;
  /** What is said of it; '' for nothing. */
  readonly note: string;
}

const GEOMETRY = /\.(glb|gltf|obj|stl|ply)$/i;
const LARGEST = 500_000_000;

/**
 * Reads dropped files: the document of a world with the files beside it, geometry that stands in
 * the world that is open, or geometry alone in even light.
 *
 * @throws Error with a sentence that says what can be dropped.
 */
export async function documentOfDrop(
  dropped: readonly File[],
  open: WorldDraft | undefined,
): Promise<DroppedWorld> {
  const large = dropped.find(({ size }) => size > LARGEST);
  if (large) throw new Error(`${large.name} has more than ${LARGEST / 1e6} MB.`);
  const files: WorldBytes = Object.fromEntries(
    await Promise.all(
      dropped.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
    ),
  );
  const json = dropped.find(({ name }) => /\.json$/i.test(name));
  if (json) return openedDocument(json.name, files);
  const geometry = dropped.find(({ name }) => GEOMETRY.test(name));
  if (!geometry)
    throw new Error(
      `${dropped[0]?.name ?? 'Nothing'} is not read here: drop a .glb, .gltf, .obj, .stl or .ply, or the .json of a world with its files.`,
    );
  return open ? added(geometry.name, files, open) : alone(geometry.name, files);
}

function openedDocument(name: string, files: WorldBytes): DroppedWorld {
  const { [name]: bytes, ...beside } = files;
  let document: WorldContent;
  try {
    document = JSON.parse(new TextDecoder().decode(bytes)) as WorldContent;
  } catch (error) {
    throw new Error(`${name} is not valid JSON: ${(error as Error).message}.`, { cause: error });
  }
  return { document, files: beside, selected: undefined, step: `opened ${name}`, note: '' };
}

const plainName = (file: string): string => file.replace(GEOMETRY, '');

function added(file: string, files: WorldBytes, open: WorldDraft): DroppedWorld {
  const name = freeName(open.document, 'objects', plainName(file));
  const document = withObject(
    {
      ...open.document,
      assets: { ...open.document.assets, [name]: { file } },
    },
    { name, asset: name },
  );
  return {
    document,
    files: { ...open.files, ...files },
    selected: { list: 'objects', name },
    step: `added ${file}`,
    note: `${file} stands at the origin of the world, as large as its file says.`,
  };
}

function alone(file: string, files: WorldBytes): DroppedWorld {
  const document = worldOfGeometry(file);
  return {
    document,
    files,
    selected: { list: 'objects', name: document.name! },
    step: `opened ${file}`,
    note: `${file} has no lamps: it is shown in even light of ${ALONE_LUX} lx.`,
  };
}
