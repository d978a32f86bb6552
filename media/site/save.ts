import { readFile, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Picture } from './picture.ts';

export const MEDIA = fileURLToPath(new URL('../../apps/web/public/media/', import.meta.url));
const TABLE = fileURLToPath(
  new URL('../../apps/web/app/ui/engine-picture/pictures.json', import.meta.url),
);

/** Makes a picture and writes it in all its widths, as AVIF and WebP. Returns its caption. */
export async function savePicture(
  name: string,
  { width, height, widths, make }: Picture,
): Promise<string> {
  const { picture, caption } = await make();
  const full = await picture
    .removeAlpha()
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer();
  let bytes = 0;
  for (const wide of widths) {
    const sized = sharp(full).resize(wide, Math.round((height * wide) / width), {
      kernel: 'lanczos3',
    });
    for (const [type, encoded] of [
      ['avif', sized.clone().avif({ quality: 52, effort: 4 })],
      ['webp', sized.clone().webp({ quality: 78, smartSubsample: true, effort: 5 })],
    ] as const) {
      const file = `${MEDIA}${name}-${wide}.${type}`;
      await encoded.toFile(file);
      bytes += (await stat(file)).size;
    }
  }
  console.log(`${name}: ${Math.round(bytes / 1024)} kB. ${caption}`);
  return caption;
}

/** Writes the table that the site reads; captions of pictures that were not made now are kept. */
export async function saveTable(
  pictures: Readonly<Record<string, Picture>>,
  captions: Readonly<Record<string, string>>,
): Promise<void> {
  const before = JSON.parse(await readFile(TABLE, 'utf8').catch(() => '{}')) as Readonly<
    Record<string, { readonly caption: string }>
  >;
  const rows = Object.entries(pictures).map(
    ([name, { width, height, widths }]) =>
      `  ${JSON.stringify(name)}: ${JSON.stringify({ width, height, widths, caption: captions[name] ?? before[name]?.caption ?? '' })}`,
  );
  await writeFile(TABLE, `{\n${rows.join(',\n')}\n}\n`);
}
