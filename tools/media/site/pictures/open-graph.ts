import sharp from 'sharp';
import { siteConfig } from '../../../../apps/web/app/site-config.ts';
import { spectrumColours } from '../../../../apps/web/app/ui/mark/spectrum-colours.ts';
import { threadPaths } from '../../../../apps/web/app/ui/mark/threads.ts';
import { INK, MUTED, TEXT, figure, image, text } from '../figure.ts';
import { openMaster, saveMaster } from '../save.ts';

const [WIDTH, HEIGHT, THREADS] = [1200, 630, 31];

/**
 * The card that other sites show for a link: mark, name and a real result, which must have been
 * made before.
 */
export async function saveOpenGraph(): Promise<void> {
  const shown = await (await openMaster('hero-fisheye')).png().toBuffer();
  const colours = spectrumColours(THREADS);
  const mark = threadPaths(THREADS)
    .map((d, index) => `<path d="${d}" fill="${colours[index]!}"/>`)
    .join('');
  const card = await figure(
    WIDTH,
    HEIGHT,
    image(shown, [480, 0, 720, HEIGHT]),
    `<defs><linearGradient id="fade"><stop offset="0" stop-color="${INK}"/><stop offset="1" stop-color="${INK}" stop-opacity="0"/></linearGradient></defs><rect x="479" width="240" height="${HEIGHT}" fill="url(#fade)"/>`,
    `<g transform="translate(72 132) scale(1.5)">${mark}</g>`,
    text(72, 376, siteConfig.productName, { size: 68, colour: TEXT, weight: 600 }),
    text(74, 432, 'Camera simulation,', { size: 32, colour: MUTED }),
    text(74, 474, 'from light to decision', { size: 32, colour: MUTED }),
  );
  await saveMaster('open-graph', sharp(card).flatten({ background: INK }));
}
