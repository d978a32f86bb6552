import type { NamedChannel } from './read-exr.ts';

/** What the channels of a file are for, by their names. */
export interface ChannelUses {
  /** Red, green and blue, or luminance; undefined without them. */
  readonly colour: readonly NamedChannel[] | undefined;
  /** By ascending wavelength, nm. */
  readonly bands: readonly { readonly channel: NamedChannel; readonly nm: number }[];
  readonly depth: NamedChannel | undefined;
  /** 'range' where it is the distance from the pinhole instead of the one along the axis. */
  readonly depthKind: 'z' | 'range';
  readonly identifiers: NamedChannel | undefined;
  /** Layers of motion vectors, such as `Vector`. */
  readonly vectors: readonly string[];
  /** What each channel is used for, in words. */
  readonly words: ReadonlyMap<NamedChannel, string>;
}

/** Wavelengths in names such as `550nm`, `w550`, `S0.550,5nm`, `R.550nm` or `400.00-420.00nm`. */
const WAVELENGTH = /(?:^|\.|w|_)(\d{3,4}(?:[.,]\d+)?)(?:-(\d{3,4}(?:[.,]\d+)?))?\s*(?:nm)?$/i;
/** The rest of the Stokes vector of polarised light. */
const POLARISATION = /(?:^|\.)S[123]\./;
const CRYPTOMATTE = /crypto/i;
const VECTOR = /(?:^|\.)(vector|motion(?:[ _]?vectors?)?|velocity)(?:\.|$)/i;
const MAIN_COLOUR = /(?:^|\.)(?:combined|beauty|rgba?|colou?r|image|final)(?:\.|$)/i;
/** Layers that are colours of something else than the light of the scene. */
const OTHER_COLOUR =
  /(?:albedo|normal|diff|gloss|trans|emit|emission|env|shadow|variance|position|uv|(?:^|\.)(?:ao|n|ns|p)$)/i;
/** Depth by its name; else a Z without X beside it. */
const DEPTH = /(?:^|\.)(?:depth|zdepth)(?:\.[a-z])?$/i;
/** Mitsuba's distance from the pinhole, and its index of shapes. */
const [RANGE, SHAPE] = [/\.T$/, /\.I$/];
const MIST = /mist/i;
/** The third coordinate of pbrt's positions, seen from the camera. */
const PBRT_DEPTH = /^P\.?z$/i;
const IDENTIFIERS: readonly RegExp[] = [
  /(?:^|\.)(?:indexob|object index)(?:\.|$)/i,
  /(?:^|\.)(?:instance(?:[ _]?ids?)?|object[ _]?ids?|ids?)(?:\.|$)/i,
  SHAPE,
  /(?:^|\.)(?:indexma|material index|semantic(?:[ _]?ids?)?)(?:\.|$)/i,
];

/** Name of the channel in its layer, and of the layer. */
const componentOf = ({ name }: NamedChannel): string => name.slice(name.lastIndexOf('.') + 1);
const layerOf = ({ name }: NamedChannel): string =>
  name.slice(0, Math.max(0, name.lastIndexOf('.')));

/** Finds by their names what the channels of a file are for. */
export function usesOf(all: readonly NamedChannel[]): ChannelUses {
  const channels = all.filter(({ name }) => !CRYPTOMATTE.test(name) && !VECTOR.test(name));
  const layers = groupedByLayer(channels);
  const bands = bandsOf(channels);
  const colour = colourOf(layers);
  const depth =
    channels.find(({ name }) => DEPTH.test(name)) ??
    channels.find((channel) => isLoneZ(channel, layers)) ??
    channels.find(({ name }) => RANGE.test(name) || PBRT_DEPTH.test(name));
  const identifiers = IDENTIFIERS.map((pattern) =>
    channels.find(({ name }) => pattern.test(name)),
  ).find((channel) => channel !== undefined);
  const vectors = [...new Set(all.flatMap(({ name }) => VECTOR.exec(name)?.[1] ?? []))];
  const words = new Map(all.map((channel) => [channel, otherWords(channel)]));
  for (const [i, channel] of (colour ?? []).entries())
    words.set(
      channel,
      bands.length > 1
        ? 'not used: the spectral channels are the scene'
        : colour!.length === 1
          ? 'luminance of the scene'
          : `${['red', 'green', 'blue'][i]} of the scene`,
    );
  if (bands.length > 1)
    for (const { channel, nm } of bands) words.set(channel, `the scene at ${nm} nm`);
  const depthKind = depth && RANGE.test(depth.name) ? 'range' : 'z';
  if (depth) words.set(depth, `depth, metres${depthKind === 'z' ? '' : ' from the pinhole'}`);
  if (identifiers) words.set(identifiers, 'identifiers (--ids-out)');
  return { colour, bands, depth, depthKind, identifiers, vectors, words };
}

/** Words for a channel that no reader uses. */
function otherWords(channel: NamedChannel): string {
  const { name, part, isSubsampled } = channel;
  if (isSubsampled) return 'not read: fewer samples than the picture';
  if (part.isDeep) return 'not read: deep pixels';
  if (part.compression.startsWith('DWA')) return `not read: compression ${part.compression}`;
  const vector = VECTOR.exec(name)?.[1];
  if (vector !== undefined) return notUsedYet(vector);
  if (CRYPTOMATTE.test(name)) return 'not used: Cryptomatte';
  return /^(?:a|alpha)$/i.test(componentOf(channel)) ? 'not used: transparency' : 'not used';
}

/** @param channel such as Vector. */
export const notUsedYet = (channel: string): string => `The channel ${channel} is not used yet.`;

function bandsOf(channels: readonly NamedChannel[]): ChannelUses['bands'] {
  return channels
    .flatMap((channel) => {
      const [, from, to = from] = WAVELENGTH.exec(channel.name) ?? [];
      if (from === undefined || POLARISATION.test(channel.name)) return [];
      const [first, last] = [from, to!].map((text) => Number(text.replace(',', '.')));
      return [{ channel, nm: (first! + last!) / 2 }];
    })
    .toSorted((one, other) => one.nm - other.nm);
}

type Layers = ReadonlyMap<string, readonly NamedChannel[]>;

function groupedByLayer(channels: readonly NamedChannel[]): Layers {
  const layers = new Map<string, NamedChannel[]>();
  for (const channel of channels) {
    const layer = layerOf(channel);
    layers.set(layer, [...(layers.get(layer) ?? []), channel]);
  }
  return layers;
}

const componentIn = (layer: readonly NamedChannel[], name: string): NamedChannel | undefined =>
  layer.find((channel) => componentOf(channel).toLowerCase() === name);

/** Red, green and blue of the layer that most likely is the picture, or its luminance. */
function colourOf(layers: Layers): readonly NamedChannel[] | undefined {
  const found = [...layers].flatMap(([name, channels]) => {
    const colours = ['r', 'g', 'b'].map((one) => componentIn(channels, one));
    if (colours.every((one) => one !== undefined)) return [{ name, colours }];
    const luminance = componentIn(channels, 'y');
    return luminance && !componentIn(channels, 'x') && !DEPTH.test(luminance.name)
      ? [{ name, colours: [luminance] }]
      : [];
  });
  const rank = ({ name, colours }: (typeof found)[number]): number =>
    (name === '' ? 0 : MAIN_COLOUR.test(name) ? 2 : OTHER_COLOUR.test(name) ? 6 : 4) +
    (colours.length === 1 ? 1 : 0);
  return found.toSorted((one, other) => rank(one) - rank(other))[0]?.colours;
}

function isLoneZ(channel: NamedChannel, layers: Layers): boolean {
  const layer = layers.get(layerOf(channel)) ?? [];
  return /^z$/i.test(componentOf(channel)) && !MIST.test(channel.name) && !componentIn(layer, 'x');
}
