/** What a file of a renderer's or simulator's folder holds. */
export type RenderPass =
  | 'hdr'
  | 'colour'
  | 'z'
  | 'range'
  | 'instance'
  | 'semantic'
  | 'legend'
  | 'camera'
  | 'vector'
  | 'other';

/** One exposure: the files that belong together, as paths in the folder. */
export interface RenderFrame {
  /** For files that are made of it. */
  readonly name: string;
  /** High dynamic range before others. */
  readonly colour: string;
  readonly depth?: { readonly path: string; readonly kind: 'z' | 'range' };
  /** Instances before classes. */
  readonly identifiers?: { readonly path: string; readonly kind: 'instance' | 'semantic' };
  /** JSON that says what the colours of the identifiers mean. */
  readonly legend?: string;
  /** JSON with the field of view. */
  readonly camera?: string;
}

/** The exposures of a folder, and what each of its other files is. */
export interface RenderFolder {
  readonly frames: readonly RenderFrame[];
  /** By path, in words. */
  readonly uses: ReadonlyMap<string, string>;
}

const PICTURE = 'exr|png|jpe?g|tiff?';
/** Passes by the words of Isaac Sim's writers and of CARLA's sensors, and the files they are. */
const PASSES: readonly (readonly [RenderPass, words: string, ends: string])[] = [
  ['vector', 'motion_vectors?|optical_flow|flow', '.*'],
  ['other', 'normals?|bounding_box_\\w+|occlusion|pointcloud|skeleton_data', '.*'],
  ['legend', '\\w+_segmentation_\\w*(?:labels|mapping)', 'json'],
  ['camera', 'camera_params|camera|intrinsics', 'json'],
  ['range', 'distance_to_camera', 'npy|exr|png'],
  ['z', 'distance_to_image_plane|depth', 'npy|exr|png'],
  ['instance', 'instance_id_segmentation|instance_segmentation|instances?', 'npy|exr|png'],
  ['semantic', 'semantic_segmentation|semantics?', 'npy|exr|png'],
  ['hdr', 'hdr_?colou?r|hdr', PICTURE],
  ['colour', 'ldr_?colou?r|rgba?|colou?r|image|beauty', PICTURE],
];
const WORDS: Readonly<Record<RenderPass, string>> = {
  hdr: 'colour of high dynamic range',
  colour: 'colour',
  z: 'depth along the axis',
  range: 'depth as range from the camera',
  instance: 'identifiers of instances',
  semantic: 'identifiers of classes',
  legend: 'meaning of the identifiers',
  camera: 'field of view',
  vector: 'The channel Vector is not used yet.',
  other: 'not used',
};
const PATTERNS = PASSES.map(([pass, words, ends]) => ({
  pass,
  words: new RegExp(`(?<=^|[/_. -])(?:${words})(?=$|[/_. -])`, 'g'),
  ends: new RegExp(`^(?:${ends})$`, 'i'),
}));
const SCENE_FILE = new RegExp(`\\.(?:${PICTURE})$`, 'i');
/** Scenes that are not pictures: exposures of their own only. */
const CUBE_FILE = /\.(?:hdr|mat|npy)$/i;

interface Sorted {
  readonly path: string;
  readonly pass: RenderPass;
  /** What is left of the path without pass and ending: equal in files of one exposure. */
  readonly key: string;
  /** Whether the name says the pass. */
  readonly isNamed: boolean;
}

/**
 * Finds the exposures of a folder. Where colour and another pass differ in their names by the pass
 * alone (`rgb_0001.png`, `distance_to_image_plane_0001.npy`; `rgb/7.png`, `depth/7.png`), files are
 * exposures together; elsewhere each picture or cube is one of its own.
 *
 * @param paths of the files, with slashes.
 */
export function renderFolder(paths: readonly string[]): RenderFolder {
  const sorted = paths.flatMap(passOf);
  const groups = new Map<string, Sorted[]>();
  for (const file of sorted) groups.set(file.key, [...(groups.get(file.key) ?? []), file]);
  const hasPasses = [...groups.values()].some(
    (files) =>
      files.some(isColour) &&
      new Set(files.filter((file) => file.isNamed).map(({ pass }) => pass)).size > 1,
  );
  if (!hasPasses) return plainFolder(paths);
  const uses = new Map<string, string>();
  const frames: RenderFrame[] = [];
  const shared = groups.get('') ?? [];
  for (const [key, files] of groups)
    if (files.some(isColour)) frames.push(frameOf(key, [...files, ...shared]));
  const used = new Set(
    frames.flatMap(({ colour, depth, identifiers, legend, camera }) => [
      colour,
      depth?.path,
      identifiers?.path,
      legend,
      camera,
    ]),
  );
  for (const { path, pass } of sorted)
    uses.set(
      path,
      used.has(path) || pass === 'vector' || pass === 'other'
        ? WORDS[pass]
        : `not used: ${WORDS[pass]}`,
    );
  return { frames, uses };
}

const isColour = ({ pass }: Sorted): boolean => pass === 'colour' || pass === 'hdr';

function plainFolder(paths: readonly string[]): RenderFolder {
  const scenes = paths.filter((path) => SCENE_FILE.test(path) || CUBE_FILE.test(path));
  const stemOf = (path: string): string => path.replace(/\.[^./]+$/, '');
  const counts = new Map<string, number>();
  for (const path of scenes) counts.set(stemOf(path), (counts.get(stemOf(path)) ?? 0) + 1);
  const cameras = paths.flatMap(passOf).filter(({ pass, key }) => pass === 'camera' && key === '');
  return {
    frames: scenes.map((path) => ({
      // Files that differ in their endings alone keep these.
      name: counts.get(stemOf(path)) === 1 ? stemOf(path) : path,
      colour: path,
      ...(cameras[0] && { camera: cameras[0].path }),
    })),
    uses: new Map([
      ...scenes.map((path) => [path, WORDS.colour] as const),
      ...cameras.map(({ path }) => [path, WORDS.camera] as const),
    ]),
  };
}

/** The pass of a file and its exposure; nothing for files of other kinds. */
function passOf(path: string): readonly Sorted[] {
  const [, stem = path, end = ''] = /^(.*?)\.([^./]+)$/.exec(path) ?? [];
  const words = stem.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  for (const { pass, words: pattern, ends } of PATTERNS)
    if (ends.test(end) && words.search(pattern) >= 0)
      return [{ path, pass, key: keyOf(words.replaceAll(pattern, '')), isNamed: true }];
  return SCENE_FILE.test(path) ? [{ path, pass: 'colour', key: keyOf(words), isNamed: false }] : [];
}

const keyOf = (words: string): string =>
  words
    .split(/[/_. -]+/)
    .filter((word) => word !== '')
    .join('_');

function frameOf(key: string, files: readonly Sorted[]): RenderFrame {
  const pathOf = (wanted: RenderPass): string | undefined =>
    files.find(({ pass }) => pass === wanted)?.path;
  const colour = pathOf('hdr') ?? pathOf('colour')!;
  const [z, range, instance, semantic] = [
    pathOf('z'),
    pathOf('range'),
    pathOf('instance'),
    pathOf('semantic'),
  ];
  const identifiers = instance ?? semantic;
  const legends = files.filter(({ pass }) => pass === 'legend').map(({ path }) => path);
  const legend = legends.find((path) => /instance/i.test(path) === (instance !== undefined));
  const camera = pathOf('camera');
  return {
    name: key === '' ? colour.replace(/\.[^./]+$/, '') : key,
    colour,
    ...((z ?? range) !== undefined && {
      depth: { path: (z ?? range)!, kind: z === undefined ? 'range' : 'z' },
    }),
    ...(identifiers !== undefined && {
      identifiers: {
        path: identifiers,
        kind: instance === undefined ? 'semantic' : 'instance',
      },
    }),
    ...(legend !== undefined && { legend }),
    ...(camera !== undefined && { camera }),
  };
}
