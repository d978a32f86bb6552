import type { TwinAnswer } from '@lumenloom/browser-host';
import { digitsWithin, intervalDigits, twinFigureName } from '@lumenloom/report';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { downloadFile } from '../../kit/picture/picture-file.ts';
import { Headings } from './headings.tsx';
import styles from './twin-dialog.module.css';
import type { TwinStore } from './twin-store.ts';

type Measured = Extract<TwinAnswer, { kind: 'twin' }>;
type Figure = Measured['twin']['figures'][string];

const DIGITS = 5;
const shown = (value: number): string => String(Number(value.toPrecision(DIGITS)));

const intervalText = ({ interval, status }: Figure): string =>
  interval || status === 'measured' ? intervalDigits(interval) : status;

/** What frames say of a camera, and what they do not. */
export function TwinResult({
  measured,
  onUse,
}: {
  readonly measured: Measured;
  readonly onUse: TwinStore['use'];
}) {
  const [isBusy, setIsBusy] = useState(false);
  const { twin, isp } = measured;
  const use = async (): Promise<void> => {
    setIsBusy(true);
    await onUse();
    setIsBusy(false);
  };
  return (
    <section aria-label={`Twin of ${twin.name}`} className={styles.result}>
      <div className={styles.frames} tabIndex={0} role="region" aria-label="Figures">
        <table>
          <thead>
            <Headings titles={['Figure', 'Value', '95 %', 'Unit']} />
          </thead>
          <tbody>
            {Object.entries(twin.figures).map(([key, figure]) => (
              <tr key={key}>
                <th scope="row">{twinFigureName(key)}</th>
                <td>{figure.value === null ? '–' : digitsWithin(figure.value, figure.interval)}</td>
                <td>{intervalText(figure)}</td>
                <td>{figure.unit}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {twin.verdict && <p>{twin.verdict.text}</p>}
      {twin.compared.length > 0 && <Compared rows={twin.compared} />}
      <Sentences title="Assumed" items={[...twin.assumed, ...(isp?.assumed ?? [])]} />
      <Sentences title="Not determined" items={twin.notDetermined} />
      <Sentences title="Wanted" items={twin.wanted.map(({ text }) => text)} />
      <Sentences title="Notes" items={twin.notes} />
      <div className={styles.buttons}>
        <Button size="xs" disabled={isBusy} onClick={() => void use()}>
          Use this camera
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            downloadFile(new Blob([`${JSON.stringify(twin, undefined, 2)}\n`]), 'twin.json')
          }
        >
          Download twin.json
        </Button>
      </div>
    </section>
  );
}

/** Figures of the frames beside those of frames that the twin takes. */
function Compared({ rows }: { readonly rows: Measured['twin']['compared'] }) {
  return (
    <div className={styles.frames} tabIndex={0} role="region" aria-label="Real beside simulated">
      <table>
        <thead>
          <Headings titles={['Frame', 'Figure', 'Real', 'Simulated', 'Inside']} />
        </thead>
        <tbody>
          {rows.map(({ frame, figure, real, simulated, inside }) => (
            <tr key={`${frame} ${figure}`}>
              <th scope="row">{frame}</th>
              <td>{figure}</td>
              <td>{shown(real)}</td>
              <td>{shown(simulated)}</td>
              <td>{inside ? 'yes' : 'no'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sentences({
  title,
  items,
}: {
  readonly title: string;
  readonly items: readonly string[];
}) {
  if (items.length === 0) return undefined;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}
