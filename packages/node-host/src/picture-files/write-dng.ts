import {
  VERSION,
  escapeMarkup,
  type CameraColour,
  type FilterColour,
  type Mosaic,
  type ShownImage,
} from '@lumenloom/engine';
import { PICTURE_TAG, ascii, long, pictureTags, short } from './picture-tags.ts';
import { writeTiff, type TiffDirectory, type TiffValue } from './write-tiff.ts';

/** A raw picture with what other programs need to develop it. */
export interface RawFile {
  readonly rows: number;
  readonly columns: number;
  /** codes[row * columns + column]. */
  readonly codes: Uint16Array;
  readonly mosaic: Mosaic;
  /** Name of the sensor. */
  readonly sensor: string;
  /** Codes in the dark and at saturation. */
  readonly black: number;
  readonly white: number;
  readonly exposureSeconds: number;
  readonly colour: CameraColour;
  /** The developed picture, for the preview. */
  readonly preview: ShownImage;
  /** The recipe and the log of the run. */
  readonly recipe: string;
}

/** Longest side of the preview, pixels. */
const PREVIEW = 320;
/** Tags, by their names in TIFF, EXIF and DNG. */
const TAG = {
  ...PICTURE_TAG,
  NewSubfileType: 254,
  Make: 271,
  Model: 272,
  Orientation: 274,
  Xmp: 700,
  CfaRepeatPatternDim: 33421,
  CfaPattern: 33422,
  ExposureTime: 33434,
  DngVersion: 50706,
  DngBackwardVersion: 50707,
  UniqueCameraModel: 50708,
  CfaPlaneColor: 50710,
  CfaLayout: 50711,
  BlackLevelRepeatDim: 50713,
  BlackLevel: 50714,
  WhiteLevel: 50717,
  ColorMatrix1: 50721,
  AsShotNeutral: 50728,
  CalibrationIlluminant1: 50778,
} as const;
const [FULL_PICTURE, SMALL_PICTURE] = [0, 1];
const [RGB, CFA, LINEAR_RAW] = [2, 32803, 34892];
/**
 * Numbers of colours in CFAPlaneColor and CFAPattern.
 * @see ISO 12234-2 (TIFF/EP), tag CFAPattern.
 */
const COLOUR_NUMBERS: Readonly<Record<FilterColour, number>> = {
  red: 0,
  green: 1,
  blue: 2,
  cyan: 3,
  magenta: 4,
  yellow: 5,
  white: 6,
  // The standard has no number for it: the first one that is free.
  infrared: 7,
};

const byte = (...values: readonly number[]): TiffValue => ({ type: 'byte', values });

/**
 * Writes a DNG 1.4 file: a preview, and the raw codes as they are, 16 bits each, uncompressed.
 *
 * @see Adobe, Digital Negative (DNG) Specification 1.4.0.0.
 */
export async function writeDng(raw: RawFile): Promise<Uint8Array> {
  const { rows, columns, channels, data } = raw.preview;
  const { default: sharp } = await import('sharp');
  const { data: small, info } = await sharp(data, {
    raw: { width: columns, height: rows, channels },
    limitInputPixels: false,
  })
    .resize(PREVIEW, PREVIEW, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { colour } = raw;
  return writeTiff({
    fields: new Map([
      ...pictureTags(info.height, info.width, [8, 8, 8]),
      [TAG.NewSubfileType, long(SMALL_PICTURE)],
      [TAG.PhotometricInterpretation, short(RGB)],
      [TAG.Make, ascii('Lumenloom')],
      [TAG.Model, ascii(raw.sensor)],
      [TAG.Orientation, short(1)],
      [TAG.Software, ascii(`Lumenloom ${VERSION}`)],
      [TAG.Xmp, { type: 'byte', values: Buffer.from(xmpOf(raw.recipe), 'utf8') }],
      [TAG.ExposureTime, { type: 'rational', values: [raw.exposureSeconds] }],
      [TAG.DngVersion, byte(1, 4, 0, 0)],
      [TAG.DngBackwardVersion, byte(1, 1, 0, 0)],
      [TAG.UniqueCameraModel, ascii(`Lumenloom ${raw.sensor}`)],
      ...(raw.mosaic.channels.length > 1 ? colourTags(colour) : []),
    ]),
    strip:
      info.channels === 3 ? small : Buffer.from([...small].flatMap((grey) => [grey, grey, grey])),
    inside: [rawDirectory(raw)],
  });
}

function rawDirectory({ rows, columns, codes, mosaic, black, white }: RawFile): TiffDirectory {
  return {
    fields: new Map([
      ...pictureTags(rows, columns, [16]),
      [TAG.NewSubfileType, long(FULL_PICTURE)],
      ...patternTags(mosaic),
      [TAG.BlackLevelRepeatDim, short(1, 1)],
      [TAG.BlackLevel, { type: 'rational', values: [black] }],
      [TAG.WhiteLevel, long(white)],
    ]),
    strip: new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength),
  };
}

/** A picture of one channel has no colours to be told. */
const colourTags = (colour: CameraColour): readonly (readonly [number, TiffValue])[] => [
  [TAG.ColorMatrix1, { type: 'signed rational', values: colour.xyzToCamera.flat() }],
  [TAG.AsShotNeutral, { type: 'rational', values: colour.neutral }],
  [TAG.CalibrationIlluminant1, short(colour.lightSource)],
];

/** The colour filter array; a sensor of one channel has none and is a grey picture. */
function patternTags({ channels, layout }: Mosaic): readonly (readonly [number, TiffValue])[] {
  if (channels.length === 1) return [[TAG.PhotometricInterpretation, short(LINEAR_RAW)]];
  const numbers = channels.map((colour) => COLOUR_NUMBERS[colour]);
  return [
    [TAG.PhotometricInterpretation, short(CFA)],
    [TAG.CfaRepeatPatternDim, short(layout.length, layout[0]!.length)],
    [TAG.CfaPattern, byte(...layout.flat().map((channel) => numbers[channel]!))],
    [TAG.CfaPlaneColor, byte(...numbers)],
    [TAG.CfaLayout, short(1)],
  ];
}

/** The recipe as XMP, in the description of Dublin Core, which every program shows. */
const xmpOf = (recipe: string): string =>
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeMarkup(recipe)}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
