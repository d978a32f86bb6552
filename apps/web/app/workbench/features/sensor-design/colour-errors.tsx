import { threeDigits } from '../../kit/figures/figures.ts';
import type { SlotProps } from './slot-props.ts';
import styles from './sensor-workspace.module.css';

const colourOf = (codes: readonly number[]): string => `rgb(${codes.join(' ')})`;

/** What the best matrix for the light leaves of the colours of the Macbeth chart. */
export function ColourErrors({ model: { colour }, draft: { conditions } }: SlotProps) {
  if (!colour) return <p>Colours need three or more filters that pass different light.</p>;
  const { mean, worst, matrix, patches } = colour;
  return (
    <>
      <p>
        ΔE00 of 24 patches under {conditions.illuminant}: mean <strong>{mean.toFixed(2)}</strong>,
        worst <strong>{worst.toFixed(2)}</strong>, with the white balance and the matrix that keeps
        white and comes nearest in linear sRGB.
      </p>
      <div
        className={styles.patches}
        role="img"
        aria-label="The patches: the sensor around, the true colour inside, ΔE00 below"
      >
        {patches.map(({ name, shown, reference, deltaE2000 }) => (
          <figure key={name} title={`${name}: ΔE00 ${deltaE2000.toFixed(2)}`}>
            <span style={{ background: colourOf(shown) }}>
              <span style={{ background: colourOf(reference) }} />
            </span>
            <figcaption>{deltaE2000.toFixed(1)}</figcaption>
          </figure>
        ))}
      </div>
      <table className={styles.matrix} aria-label="Matrix to linear sRGB">
        <tbody>
          {matrix.map((row, i) => (
            <tr key={i}>
              {row.map((value, j) => (
                <td key={j}>{threeDigits(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
