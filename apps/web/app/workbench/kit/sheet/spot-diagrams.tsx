import type { LensSheet } from '@lumenloom/contract';
import { ticksOf } from '@lumenloom/plot';
import { wavelengthColour } from '../../../ui/mark/spectrum-colours.ts';
import styles from './part-sheet.module.css';

/** Side of a diagram, and radius of a ray's mark, px. */
const SIDE = 180;
const MARK = 1.4;

/** Spot diagrams of a lens, all on one scale: where rays of each field meet the sensor. */
export function SpotDiagrams({ spots }: Pick<LensSheet, 'spots'>) {
  const places = spots.flatMap(({ rays }) => rays.flatMap(({ x, y }) => [...x, ...y]));
  const reach = Math.max(0.5, ...places.map(Math.abs)) * 1.1;
  const scale = SIDE / (2 * reach);
  // A round length of about half a side.
  const bar = ticksOf(0, reach, 2).at(-1)!;
  const wavelengths = spots[0]!.rays.map(({ wavelengthNm }) => wavelengthNm.toFixed(1));
  return (
    <figure className={styles.spots}>
      <figcaption>
        Spot diagrams at {wavelengths.join(', ')} nm; the bar is {bar} µm.
      </figcaption>
      <div>
        {spots.map(({ fieldDegrees, rmsUm, rays }) => (
          <figure key={fieldDegrees}>
            <svg
              viewBox={`0 0 ${SIDE} ${SIDE}`}
              role="img"
              aria-label={`Spot diagram at ${fieldDegrees.toFixed(1)}°, RMS ${rmsUm.toPrecision(3)} µm`}
            >
              <path d={`M${SIDE / 2} 0v${SIDE}M0 ${SIDE / 2}h${SIDE}`} className={styles.cross} />
              {rays.map(({ wavelengthNm, x, y }) => (
                <g key={wavelengthNm} fill={wavelengthColour(wavelengthNm)}>
                  {x.map((at, i) => (
                    <circle
                      key={i}
                      cx={SIDE / 2 + at * scale}
                      cy={SIDE / 2 - y[i]! * scale}
                      r={MARK}
                    />
                  ))}
                </g>
              ))}
              <path d={`M8 ${SIDE - 8}h${bar * scale}`} className={styles.bar} />
            </svg>
            <figcaption>
              {fieldDegrees.toFixed(1)}°, RMS {rmsUm.toPrecision(3)} µm
            </figcaption>
          </figure>
        ))}
      </div>
    </figure>
  );
}
