import { decode } from 'tiff';
import { checkPieces } from './picture-scene.ts';
import { checkSize, failScene, type SpectralFile } from './spectral-file.ts';

type TiffPage = ReturnType<typeof decode>[number];

const MOST_PAGES = 1000;
const DESCRIPTION = 270;
/** A wavelength in a description: 450 nm, wavelength=450, 0.45 um. */
const WAVELENGTH =
  /(?:^|[^\w.])(\d+(?:\.\d+)?)\s*(nm|nanomet|um|µm|micromet)|wavelength\s*[=:]\s*(\d+(?:\.\d+)?)/i;

/** The wavelength of a page, nm; undefined where its description has none. */
function wavelengthOf(page: TiffPage): number | undefined {
  const text: unknown = page.get(DESCRIPTION);
  const [, value, unit, named] = WAVELENGTH.exec(typeof text === 'string' ? text : '') ?? [];
  if (named !== undefined) return Number(named) < 100 ? Number(named) * 1000 : Number(named);
  if (value === undefined) return undefined;
  return /^n/i.test(unit!) ? Number(value) : Number(value) * 1000;
}

/**
 * A TIFF of grey pages of one size, whose descriptions have wavelengths, as a cube; undefined for
 * any other.
 *
 * @param room bytes that the planes may take.
 */
export function readTiffCube(bytes: Uint8Array, room?: number): SpectralFile | undefined {
  const pages = pagesOf(bytes);
  const [first] = pages;
  if (!first || pages.length < 2) return undefined;
  const { width: columns, height: rows, bitsPerSample } = first;
  const named = pages.map((page, index) => ({ page, index, nm: wavelengthOf(page) }));
  const isCube = named.every(
    ({ page, nm }) =>
      nm !== undefined &&
      page.samplesPerPixel === 1 &&
      page.width === columns &&
      page.height === rows &&
      page.bitsPerSample === bitsPerSample,
  );
  if (!isCube) return undefined;
  checkSize(rows, columns, pages.length, room);
  const sorted = named.toSorted((a, b) => a.nm! - b.nm!);
  const isFloat = first.sampleFormat === 3;
  const white = isFloat ? 1 : 2 ** bitsPerSample - 1;
  const plane = new Float64Array(rows * columns);
  return {
    cube: {
      rows,
      columns,
      wavelengths: sorted.map(({ nm }) => nm!),
      band: (band) => {
        const { index, page } = sorted[band]!;
        checkPieces(bytes, page);
        const [read] = decode(bytes, { pages: [index] });
        if (!read) return failScene(`Page ${index + 1} of the TIFF cannot be read`);
        for (let pixel = 0; pixel < plane.length; pixel += 1)
          plane[pixel] = read.data[pixel]! / white;
        return plane;
      },
    },
    notes: [`Its ${pages.length} pages are bands by the wavelengths of their descriptions.`],
  };
}

/** The pages without their pixels; none where the library cannot read them. */
function pagesOf(bytes: Uint8Array): readonly TiffPage[] {
  try {
    const pages = decode(bytes, { ignoreImageData: true });
    return pages.length <= MOST_PAGES ? pages : [];
  } catch {
    return [];
  }
}
