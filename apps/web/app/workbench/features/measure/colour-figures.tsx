import { memo, useState } from 'react';
import { FigureTable } from '../../kit/figures/figure-table.tsx';
import { threeDigits } from '../../kit/figures/figures.ts';
import styles from './measure-pane.module.css';
import { figuresOf, type Measured } from './measurement-of.ts';
import { colourOfLab } from './colour-of-lab.ts';

type Colour = Measured<'colour'>;

export const colourInOneLine = (
  colour: Colour | undefined,
  unmeasured: string | undefined,
): string =>
  !colour
    ? unmeasured === undefined
      ? 'needs a chart'
      : 'not measured'
    : 'problem' in colour
      ? 'no figure'
      : `mean ΔE00 ${threeDigits(colour.mean)}`;

/**
 * The patches of the chart, each split into what it should be, upper left, and what the picture
 * shows.
 */
export const ColourFigures = memo(function ColourFigures({
  colour,
  unmeasured,
}: {
  readonly colour: Colour | undefined;
  /** Why a sensor of this kind has none; undefined for another reason. */
  readonly unmeasured: string | undefined;
}) {
  const [edition, setEdition] = useState('');
  if (!colour && unmeasured !== undefined) return <p>{unmeasured}</p>;
  if (!colour) return <p>This scene has no colours that are known: choose Macbeth.</p>;
  if ('problem' in colour) return <p>{colour.problem}</p>;
  const published = colour.published.find((one) => one.edition === edition);
  const errors = published ?? colour;
  const worst =
    colour.patches[errors.patches.findIndex(({ deltaE2000 }) => deltaE2000 === errors.max)]!.name;
  return (
    <>
      <label>
        Compared with{' '}
        <select value={edition} onChange={(event) => setEdition(event.currentTarget.value)}>
          <option value="">the spectra of the chart (ISETCam)</option>
          {colour.published.map((one) => (
            <option key={one.edition} value={one.edition}>
              CIELAB of X-Rite, {one.label}
            </option>
          ))}
        </select>
      </label>
      <p>
        {published
          ? 'Published for D50 and adapted to D65; our chart is not of that edition, so a perfect camera differs too.'
          : 'Our chart in the light of the run, adapted to D65. Under D65 its white is L* 92.4, b* 6.4: slightly yellow.'}
      </p>
      <p>
        Upper left as it should be, lower right as measured ({colour.of}); below CIEDE2000. Worst:{' '}
        {worst}.
      </p>
      <ol className={styles.patches} aria-label="Patches">
        {colour.patches
          .map((patch, at) => ({ ...patch, ...published?.patches[at] }))
          .map(({ name, lab, reference, deltaE2000 }) => (
            <li key={name} title={name}>
              <div
                className={styles.patch}
                role="img"
                aria-label={`${name}, CIEDE2000`}
                style={{
                  background: `linear-gradient(135deg, ${colourOfLab(reference)} 50%, ${colourOfLab(lab)} 50%)`,
                }}
              />
              {deltaE2000.toFixed(1)}
            </li>
          ))}
      </ol>
      <FigureTable
        title={`Colour, ${colour.of}${published ? `, ${published.label}` : ''}`}
        figures={figuresOf({ ...colour, ...published, patches: colour.patches }).map((figure) => ({
          ...figure,
          // Reports have the figures of the spectra alone.
          path: published ? undefined : figure.path,
        }))}
      />
    </>
  );
});
