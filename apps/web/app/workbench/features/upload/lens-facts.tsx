import type { WholeOwnFile } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import styles from './library-dialog.module.css';

type Facts = NonNullable<WholeOwnFile['file']>;
type Positions = Extract<WholeOwnFile['preview'], { readonly kind: 'lens' }>['positions'];

const FORMATS: Readonly<Record<Facts['format'], string>> = {
  zmx: 'Zemax .zmx',
  seq: 'CODE V .seq',
  oslo: 'OSLO .len',
  optiland: 'optiland JSON',
  'ray-optics': 'ray-optics JSON',
  json: 'JSON of Lumenloom',
};

/** A name without its maker and hyphens, which say nothing of a glass. */
const plain = (name: string): string => name.replace(/_[A-Z]+$/, '').replaceAll('-', '');

const short = (value: number): string => String(Number(value.toPrecision(5)));

/** The aperture that the file gives, in words. */
function apertureOf({ aperture }: Facts): string {
  if (!aperture) return '—';
  const { kind, value } = aperture;
  if (value === null) return 'the stop’s own size';
  return kind.includes('f-number') ? `f/${short(value)}` : `${kind} ${short(value)} mm`;
}

/**
 * What a lens file has besides its lens: its aperture beside ours, its configurations, glasses that
 * were replaced, and keys that were passed over.
 */
export function LensFacts({
  file,
  positions = [],
  chosen,
  onChoose,
  onUse,
}: {
  readonly file: Facts;
  readonly positions: Positions;
  /** The position whose sheet is shown, from 1. */
  readonly chosen: number;
  readonly onChoose: (configuration: number) => void;
  /** Puts the lens in this position into the recipe; undefined where Confirm does. */
  readonly onUse: (() => void) | undefined;
}) {
  const ours = positions[chosen - 1]?.figures;
  const replaced = [
    ...new Map(
      file.glasses
        .filter(({ name, as }) => as !== null && plain(as) !== plain(name))
        .map(({ name, as, maker, why }) => [name, `${name} is ${as!} (${maker!}; ${why})`]),
    ).values(),
  ];
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Replaced', replaced],
    ['Passed over', file.passedOver],
  ];
  return (
    <section className={styles.facts} aria-label="The lens file">
      <dl>
        <div>
          <dt>Format</dt>
          <dd>{FORMATS[file.format]}</dd>
        </div>
        <div>
          <dt>Aperture of the file</dt>
          <dd>{apertureOf(file)}</dd>
        </div>
        <div>
          <dt>Aperture here</dt>
          <dd>
            {ours
              ? `entrance pupil ${short(ours.entrancePupilDiameterMm)} mm, f/${short(ours.workingFNumber)}`
              : '—'}
          </dd>
        </div>
        {lists.map(
          ([name, entries]) =>
            entries.length > 0 && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{entries.join(', ')}</dd>
              </div>
            ),
        )}
      </dl>
      {positions.length > 1 && (
        <>
          <Configurations positions={positions} chosen={chosen} onChoose={onChoose} />
          {onUse && (
            <Button variant="default" size="xs" h={32} onClick={onUse}>
              Use configuration {chosen}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

/** The positions of a lens, of which one has its sheet below. */
const Configurations = ({
  positions,
  chosen,
  onChoose,
}: {
  readonly positions: NonNullable<Positions>;
  readonly chosen: number;
  readonly onChoose: (configuration: number) => void;
}) => (
  <table aria-label="Configurations">
    <thead>
      <tr>
        {['Configuration', 'f, mm', 'f/', 'Half field', 'Length, mm'].map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {positions.map(({ name, figures, refused }, i) => (
        <tr key={i} aria-current={chosen === i + 1 || undefined}>
          <th scope="row">
            <label>
              <input
                type="radio"
                name="configuration"
                checked={chosen === i + 1}
                disabled={!figures}
                onChange={() => onChoose(i + 1)}
              />
              {i + 1} {name}
            </label>
          </th>
          {figures ? (
            <>
              <td>{figures.focalLengthMm.toPrecision(4)}</td>
              <td>{figures.workingFNumber.toPrecision(3)}</td>
              <td>{figures.halfFieldDegrees.toPrecision(3)}°</td>
              <td>{figures.lengthMm.toPrecision(4)}</td>
            </>
          ) : (
            <td colSpan={4}>{refused}</td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
