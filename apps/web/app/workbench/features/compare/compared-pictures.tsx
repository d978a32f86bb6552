import type { PictureDifference } from '@lumenloom/engine/measuring';
import { threeDigits } from '../../kit/figures/figures.ts';
import type { LinkedPicture } from '../../kit/picture/inspected.ts';
import { Picture } from '../../kit/picture/picture.tsx';
import { PictureName } from '../../kit/picture/wipe.tsx';
import styles from './compared-pictures.module.css';
import type { ComparedPicture } from './compared.ts';

const nothing = (): void => undefined;

/** A at the left, at the scale and place of the other picture. */
export function LeftPicture({
  a,
  picture,
}: {
  readonly a: ComparedPicture;
  readonly picture: LinkedPicture;
}) {
  return (
    <Picture
      {...picture}
      image={a.address}
      alt={`A: ${a.name}`}
      onLoad={nothing}
      overlays={[]}
      over={<PictureName side="left">A {a.name}</PictureName>}
    />
  );
}

/** How far two pictures are apart, in a corner of their difference, or why that is not known. */
export function DifferenceFigures({
  figures,
  problem,
}: {
  readonly figures: PictureDifference | undefined;
  readonly problem: string | undefined;
}) {
  return (
    <output className={styles.figures} aria-label="Difference">
      {problem ?? figuresInWords(figures)}
    </output>
  );
}

/** 'max 12 · mean 1.34 · PSNR 41.2 dB · ΔE00 .81, max 5.10'. */
function figuresInWords(figures: PictureDifference | undefined): string {
  if (!figures) return '';
  const { maxAbs, meanAbs, psnrDb, ciede2000 } = figures;
  if (psnrDb === null) return 'equal in every pixel';
  return [
    `max ${maxAbs}`,
    `mean ${threeDigits(meanAbs)}`,
    `PSNR ${threeDigits(psnrDb)} dB`,
    ...(ciede2000
      ? [`ΔE00 mean ${threeDigits(ciede2000.mean)}, max ${threeDigits(ciede2000.max)}`]
      : []),
  ].join(' · ');
}
