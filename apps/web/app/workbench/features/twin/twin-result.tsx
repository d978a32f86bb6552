import type { MeasuredAnswer } from '@lumenloom/browser-host';
import { digitsWithin, intervalDigits, twinFigureName } from '@lumenloom/report';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { downloadFile } from '../../kit/picture/picture-file.ts';
import { Headings } from './headings.tsx';
import styles from './twin-dialog.module.css';
import type { TwinStore } from './twin-store.ts';

type Figure = MeasuredAnswer['twin']['figures'][string];

const DIGITS = 5;
const shown = (value: number): string => String(Number(value.toPrecision(DIGITS)));

const intervalText = ({ interval, status }: Figure): string =>
  interval || status === 'measured' ? intervalDigits(interval) : status;

/** What frames say of a camera, and what they do not. */
export function TwinResult({
  measured,
  truth,
  store,
}: {
  readonly measured: MeasuredAnswer;
  /** What the camera was given, where it is known. */
  readonly truth: Readonly<Record<string, number>> | undefined;
  readonly store: Pick<TwinStore, 'use' | 'save' | 'zip' | 'report'>;
}) {
  const { twin, isp } = measured;
  return (
    <section aria-label={`Twin of ${twin.name}`} className={styles.result}>
      <div className={styles.frames} tabIndex={0} role="region" aria-label="Figures">
        <table>
          <thead>
            <Headings titles={['Figure', 'Value', '95 %', ...(truth ? ['Given'] : []), 'Unit']} />
          </thead>
          <tbody>
            {Object.entries(twin.figures).map(([key, figure]) => (
              <tr key={key}>
                <th scope="row">{twinFigureName(key)}</th>
                <td>{figure.value === null ? '–' : digitsWithin(figure.value, figure.interval)}</td>
                <td>{intervalText(figure)}</td>
                {truth && <td>{truth[key] === undefined ? '' : shown(truth[key])}</td>}
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
      <TwinButtons measured={measured} store={store} />
    </section>
  );
}

/** What is done with a twin. */
function TwinButtons({
  measured: { twin },
  store,
}: {
  readonly measured: MeasuredAnswer;
  readonly store: Pick<TwinStore, 'use' | 'save' | 'zip' | 'report'>;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const busy = (work: () => Promise<void>) => async (): Promise<void> => {
    setIsBusy(true);
    await work();
    setIsBusy(false);
  };
  const download = (make: () => Promise<Blob | undefined>, name: string) =>
    busy(async () => {
      const blob = await make();
      if (blob) downloadFile(blob, name);
    });
  const openReport = busy(async () => {
    const blob = await store.report();
    if (blob) globalThis.open(URL.createObjectURL(blob), '_blank', 'noopener');
  });
  const json = (): Promise<Blob> =>
    Promise.resolve(new Blob([`${JSON.stringify(twin, undefined, 2)}\n`]));
  const others: readonly (readonly [label: string, work: () => Promise<void>])[] = [
    ['Save', busy(store.save)],
    ['Open the report', openReport],
    ['Download report', download(store.report, 'report.html')],
    ['Download twin.json', download(json, 'twin.json')],
    ['Download all', download(store.zip, `${twin.name}.zip`)],
  ];
  return (
    <div className={styles.buttons}>
      <Button size="xs" disabled={isBusy} onClick={() => void busy(store.use)()}>
        Use this camera
      </Button>
      {others.map(([label, work]) => (
        <Button
          key={label}
          size="xs"
          variant="default"
          disabled={isBusy}
          onClick={() => void work()}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Figures of the frames beside those of frames that the twin takes. */
function Compared({ rows }: { readonly rows: MeasuredAnswer['twin']['compared'] }) {
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
