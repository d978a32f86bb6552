/** Renders the product's natural test scene, an apple on a table. See `--help`. */
import { readOrExit } from '@lumenloom/node-host/command-line';
import { denoise } from './denoise.ts';
import { USAGE, readOptions } from './options.ts';
import { renderFilm } from './render-film.ts';
import { savePicture } from './save-picture.ts';
import { still } from './scene.ts';
import { develop } from './tone-curve.ts';

const options = readOrExit(USAGE, () => readOptions(process.argv.slice(2)));
if (options === undefined) {
  process.stdout.write(USAGE);
} else {
  const started = Date.now();
  let shown = 0;
  const film = await renderFilm(
    { ...options, stillModule: new URL('./scene.ts', import.meta.url).href },
    options.threads,
    (share) => {
      const percent = Math.floor(share * 10) * 10;
      if (percent > shown) {
        shown = percent;
        const seconds = Math.round((Date.now() - started) / 1000);
        process.stdout.write(`${percent} % after ${seconds} s\n`);
      }
    },
  );
  await savePicture(
    develop(denoise(film), still.exposure),
    options.width,
    options.height,
    options.output,
  );
  process.stdout.write(`Wrote ${options.output}\n`);
}
