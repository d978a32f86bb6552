import type { Aperture } from '@lumenloom/engine/catalogue';
import { Button } from '@mantine/core';
import { PartFields } from './part-fields.tsx';
import styles from './surface-fold.module.css';
import { APERTURE_NUMBERS, newAperture } from './surface-parts.ts';

const KINDS = Object.keys(APERTURE_NUMBERS) as Aperture['kind'][];
const PLACE = ['x', 'y', 'turn'];

/** The apertures of a surface, with their drawing; x to the right, y up. */
export function ApertureEditor({
  apertures,
  semiDiameter,
  row,
  onChange,
}: {
  readonly apertures: readonly Aperture[];
  readonly semiDiameter: number;
  readonly row: number;
  readonly onChange: (apertures: readonly Aperture[] | undefined) => void;
}) {
  const take = (next: readonly Aperture[]): void => onChange(next.length > 0 ? next : undefined);
  const place = (at: number, next: Aperture): void => take(apertures.with(at, next));
  return (
    <fieldset className={styles.apertures}>
      <legend>Apertures</legend>
      <ApertureDrawing apertures={apertures} semiDiameter={semiDiameter} row={row} />
      <div>
        {apertures.map((aperture, at) => {
          const name = `aperture ${at + 1} of surface ${row + 1}`;
          return (
            <div key={at} className={styles.part}>
              <select
                aria-label={`Kind of ${name}`}
                value={aperture.kind}
                onChange={(event) =>
                  place(at, newAperture(event.target.value as Aperture['kind'], semiDiameter))
                }
              >
                {KINDS.map((kind) => (
                  <option key={kind}>{kind}</option>
                ))}
              </select>
              <PartFields
                table={{ ...aperture }}
                keys={[...APERTURE_NUMBERS[aperture.kind], ...PLACE]}
                name={name}
                onChange={(next) => place(at, next as unknown as Aperture)}
              />
              {aperture.kind !== 'spider' && (
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    checked={aperture.obscures ?? false}
                    onChange={({ target }) => {
                      const { obscures: _, ...open } = aperture;
                      place(at, target.checked ? { ...aperture, obscures: true } : open);
                    }}
                  />
                  obscures
                </label>
              )}
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Delete ${name}`}
                onClick={() => take(apertures.toSpliced(at, 1))}
              >
                Delete
              </Button>
            </div>
          );
        })}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => take([...apertures, newAperture('circle', semiDiameter)])}
        >
          Add an aperture
        </Button>
      </div>
    </fieldset>
  );
}

/** Room about the clear circle, as a share of it. */
const ROOM = 1.15;

/** What is open at a surface, bright, within its clear circle. */
function ApertureDrawing({
  apertures,
  semiDiameter,
  row,
}: {
  readonly apertures: readonly Aperture[];
  readonly semiDiameter: number;
  readonly row: number;
}) {
  const half = ROOM * semiDiameter;
  const isDark = (one: Aperture): boolean => one.obscures === true || one.kind === 'spider';
  const open = apertures.filter((one) => !isDark(one));
  return (
    <svg
      className={styles.drawing}
      viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
      role="img"
      aria-label={`Apertures of surface ${row + 1}`}
    >
      <g transform="scale(1 -1)">
        {/* Each opening cuts what the one before leaves. */}
        {open.map((one, at) => (
          <clipPath key={at} id={`opening-${row}-${at}`} clipPathUnits="userSpaceOnUse">
            <path d={outlineOf(one, half)} transform={placeOf(one)} clipRule="evenodd" />
          </clipPath>
        ))}
        {open.reduce(
          (inside, _, at) => (
            <g clipPath={`url(#opening-${row}-${at})`}>{inside}</g>
          ),
          <circle r={semiDiameter} data-open />,
        )}
        {apertures.filter(isDark).map((one, at) => (
          <path key={at} d={outlineOf(one, half)} transform={placeOf(one)} fillRule="evenodd" />
        ))}
        <circle r={semiDiameter} data-rim />
      </g>
    </svg>
  );
}

const placeOf = ({ x = 0, y = 0, turn = 0 }: Aperture): string =>
  `translate(${x} ${y}) rotate(${turn})`;

const ellipse = (a: number, b: number): string =>
  `M${-a} 0A${a} ${b} 0 1 0 ${a} 0A${a} ${b} 0 1 0 ${-a} 0Z`;
const polygon = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map((point) => point.join(' ')).join('L')}Z`;

/** The edge of an aperture about its middle. @param far where arms end. */
function outlineOf(aperture: Aperture, far: number): string {
  switch (aperture.kind) {
    case 'circle':
      return ellipse(aperture.radius, aperture.radius);
    case 'ring':
      return (
        ellipse(aperture.radius, aperture.radius) +
        (aperture.inner > 0 ? ellipse(aperture.inner, aperture.inner) : '')
      );
    case 'ellipse':
      return ellipse(aperture.halfX, aperture.halfY);
    case 'rectangle': {
      const { halfX: a, halfY: b } = aperture;
      return polygon([
        [-a, -b],
        [a, -b],
        [a, b],
        [-a, b],
      ]);
    }
    case 'polygon':
      return polygon(aperture.points);
    case 'spider': {
      const { width, arms, first = 0 } = aperture;
      const half = width / 2;
      return Array.from({ length: arms }, (_, arm) => {
        const angle = ((first + (360 * arm) / arms) * Math.PI) / 180;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        return polygon(
          [
            [0, -half],
            [2 * far, -half],
            [2 * far, half],
            [0, half],
          ].map(([u, v]) => [u! * c - v! * s, u! * s + v! * c] as const),
        );
      }).join('');
    }
  }
}
