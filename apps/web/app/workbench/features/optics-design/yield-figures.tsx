import type { ToleranceResult } from '@lumenloom/browser-host';
import { Button } from '@mantine/core';
import { domainOf, drawn, plot } from '@lumenloom/plot';
import { Drawing } from '@lumenloom/report';
import { look } from '../../kit/figures/line-plot.tsx';
import type { LensState, LensStore } from './lens-store.ts';
import { LongWorkLine } from './long-work-line.tsx';
import { TypedText } from './merit-editor.tsx';
import styles from './optics-workspace.module.css';
import {
  ERRORS,
  meritScale,
  PRESETS,
  tolerancesIn,
  wordsOfPath,
  type ErrorKind,
  type Tolerances,
} from './tolerances.ts';

const KINDS = Object.keys(ERRORS) as readonly ErrorKind[];

/** Tolerances, the lenses that are drawn within them, and which error costs most. */
export function YieldFigures({
  state,
  store,
  onYield,
}: {
  readonly state: LensState;
  readonly store: LensStore;
  /** Takes the tolerances to the yield of the camera; undefined where there are no yields. */
  readonly onYield: (() => void) | undefined;
}) {
  const { now, toleranced } = state;
  const { draft } = now!;
  const typed = tolerancesIn(draft);
  const change = (changes: Partial<Tolerances>, name: string): void =>
    store.edit({ ...draft, tolerances: { ...typed, ...changes } }, name);
  const { unit } = meritScale(draft.merit?.merit ?? 'spot');
  const preset = Object.entries(PRESETS).find(([, errors]) =>
    KINDS.every((kind) => errors[kind] === typed[kind]),
  );
  const isOld =
    toleranced?.failure !== undefined ||
    toleranced?.draft.lens !== draft.lens ||
    toleranced.draft.tolerances !== draft.tolerances ||
    toleranced.draft.merit !== draft.merit;
  const field = (key: keyof Tolerances, label: string, placeholder?: string) => (
    <label key={key}>
      {label}
      <TypedText
        label={label}
        value={typed[key]}
        isWrong={toleranced?.wrong === key}
        {...(placeholder !== undefined && { placeholder })}
        onType={(text) => change({ [key]: text }, `${label}: ${text || '—'}`)}
      />
    </label>
  );
  return (
    <section aria-label="Tolerances" className={styles.tolerances}>
      <div className={styles.fields}>
        <label>
          Preset
          <select
            value={preset?.[0] ?? ''}
            onChange={({ target }) => change(PRESETS[target.value]!, `tolerances ${target.value}`)}
          >
            {!preset && <option value="">own</option>}
            {Object.keys(PRESETS).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {KINDS.map((kind) => {
          const { label, unit: counted } = ERRORS[kind];
          return field(kind, `± ${label}${counted && `, ${counted}`}`);
        })}
        {field('samples', 'Lenses')}
        {field('limit', `Limit, ${unit}`, '1.5 ×')}
      </div>
      <DrawLine state={state} isOld={isOld} store={store} />
      {onYield && (
        <Button
          size="compact-xs"
          variant="default"
          title="Which share of the cameras with these tolerances keeps a limit"
          onClick={onYield}
        >
          Yield of the camera
        </Button>
      )}
      {toleranced?.failure && <p role="alert">{toleranced.failure.message}</p>}
      {toleranced?.value && (
        <div data-old={isOld || undefined}>
          <YieldResult result={toleranced.value} merit={toleranced.merit} />
        </div>
      )}
    </section>
  );
}

/** Draws lenses, or stops it, and says how far it is. */
const DrawLine = ({
  state: { progress, toleranced },
  isOld,
  store,
}: {
  readonly state: LensState;
  readonly isOld: boolean;
  readonly store: LensStore;
}) => (
  <div className={styles.line}>
    <LongWorkLine
      label="Draw lenses"
      progress={progress}
      part="lens"
      first="The errors alone …"
      idle={!toleranced?.value ? 'not drawn' : isOld ? 'of the lens before the last change' : ''}
      onStart={() => void store.tolerate()}
      onStop={store.stop}
    />
  </div>
);

/** Yield with its interval, the share of the lenses below each merit, and the worst errors. */
function YieldResult({
  result: { nominal, monteCarlo, sensitivities },
  merit,
}: {
  readonly result: ToleranceResult;
  readonly merit: 'spot' | 'wavefront';
}) {
  const { unit, factor } = meritScale(merit);
  const shown = (value: number | null): string =>
    value === null ? 'no ray' : (value * factor).toPrecision(3);
  const part = monteCarlo?.yield;
  const percent = (share: number): string => (100 * share).toFixed(1);
  const sorted = (monteCarlo?.values ?? [])
    .filter((value) => value !== null)
    .map((value) => value * factor)
    .sort((one, other) => one - other);
  const count = monteCarlo?.samples ?? 0;
  return (
    <>
      {part && (
        <p className={styles.yield}>
          <b>Yield {percent(part.share)} %</b> ({percent(part.low)} to {percent(part.high)} %, 95 %
          interval) at {shown(part.limit)} {unit}. Without errors {shown(nominal)} {unit}; half of
          the lenses are below {shown(monteCarlo.quantiles['0.5']!)}, 90 % below{' '}
          {shown(monteCarlo.quantiles['0.9']!)} {unit}.
        </p>
      )}
      {part && sorted.length > 1 && (
        <Drawing
          drawn={plot({
            width: 420,
            height: 200,
            look,
            description: `Share of the lenses over their merit, yield ${percent(part.share)} %`,
            x: {
              title: `merit after refocusing, ${unit}`,
              domain: domainOf([...sorted, part.limit * factor], { isNice: true }),
            },
            y: { title: 'lenses below, %', domain: [0, 100] },
            series: [
              {
                shape: 'steps',
                points: sorted.map((value, i) => [value, (100 * (i + 1)) / count] as const),
                colour: '#7aa2ff',
              },
            ],
            marks: ({ x, top, bottom }) => [
              drawn('path', {
                d: `M${x(part.limit * factor)} ${top}V${bottom}`,
                stroke: look.axis,
                'stroke-dasharray': '5 4',
              }),
            ],
          })}
        />
      )}
      <table className={styles.table} aria-label="Sensitivities">
        <thead>
          <tr>
            {['Error', 'change', `merit, ${unit}`, 'refocused'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {worstOf(sensitivities).map(({ path, change, value, compensated }) => (
            <tr key={path}>
              <th scope="row">{wordsOfPath(path)}</th>
              <td>{Number(change.toPrecision(3))}</td>
              <td>{shown(value)}</td>
              <td>{shown(compensated)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The worse sign of each error, the error that costs most first. */
function worstOf(sensitivities: ToleranceResult['sensitivities']) {
  const lossOf = ({ compensated }: (typeof sensitivities)[number]): number =>
    compensated ?? Infinity;
  const byPath = new Map<string, (typeof sensitivities)[number]>();
  for (const one of sensitivities) {
    const before = byPath.get(one.path);
    if (!before || lossOf(one) > lossOf(before)) byPath.set(one.path, one);
  }
  return [...byPath.values()].sort((one, other) => lossOf(other) - lossOf(one));
}
