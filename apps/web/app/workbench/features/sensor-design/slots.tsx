import type { ComponentType } from 'react';
import { PictureOfDesign } from '../../kit/design/picture-of-design.tsx';
import { SlotFrame, type SlotFrameProps } from '../../kit/design/slot-frame.tsx';
import { LinePlot } from '../../kit/figures/line-plot.tsx';
import type { Curve } from '../../kit/figures/plot.ts';
import { ColourErrors } from './colour-errors.tsx';
import { EfficiencyEditor } from './efficiency-editor.tsx';
import { PixelSizes } from './pixel-sizes.tsx';
import { darkCurve } from './sensor-draft.ts';
import { SLOT_LABELS, type SlotName } from './slot-names.ts';
import type { SlotProps } from './slot-props.ts';
import { nameOf, type Beside, type SensorState, type SensorStore } from './sensor-store.ts';
import styles from './sensor-workspace.module.css';
import { TileEditor } from './tile-editor.tsx';

const CONTENTS: Readonly<Record<SlotName, ComponentType<SlotProps>>> = {
  transfer: Transfer,
  ratio: Ratio,
  linearity: Linearity,
  efficiency: EfficiencyEditor,
  tile: TileEditor,
  colour: ColourErrors,
  size: PixelSizes,
  dark: Dark,
  picture: SensorPicture,
};

/** A place for a curve or an editor, with the list of all. */
export function Slot({
  number,
  name,
  state,
  store,
  ...frame
}: {
  readonly number: number;
  readonly name: SlotName;
  readonly state: SensorState;
  readonly store: SensorStore;
} & SlotFrameProps) {
  const { model: result, now } = state;
  const { value } = result ?? {};
  const Content = CONTENTS[name];
  return (
    <SlotFrame
      label={`Slot ${number}`}
      name={name}
      labels={SLOT_LABELS}
      onShow={(shown) => store.showIn(number - 1, shown)}
      {...frame}
    >
      {value && (
        <div className={styles.content} data-old={result!.failure !== undefined || undefined}>
          <Content
            model={value.model}
            bare={Object.fromEntries(
              value.model.mosaic.channels.map((channel, i) => [channel, value.bare[i]!]),
            )}
            draft={now!.draft}
            state={state}
            store={store}
          />
        </div>
      )}
    </SlotFrame>
  );
}

function SensorPicture({ draft: { sensor, saved }, store }: SlotProps) {
  return (
    <PictureOfDesign
      picture={store.picture}
      design={sensor}
      saved={saved.sensor}
      name={nameOf(sensor)}
    />
  );
}

/** Levels that were measured, above the noise of their mean. */
const measuredLevels = ({ measured }: SensorState) =>
  (measured?.value.levels ?? []).filter(({ signal, variance }) => signal > 0 && variance > 0);

/** The same up to the largest variance: beyond it pixels are full, and vary less. */
function unsaturated(state: SensorState) {
  const levels = measuredLevels(state);
  const most = Math.max(...levels.map(({ variance }) => variance));
  return levels.slice(0, levels.findIndex(({ variance }) => variance === most) + 1);
}

function Transfer({ model: { levels }, state }: SlotProps) {
  const x = levels.map(({ signal }) => signal);
  const points = unsaturated(state);
  const curves: Curve[] = [
    { name: 'in time', x, y: levels.map(({ shot, read }) => shot + read) },
    { name: 'shot', x, y: levels.map(({ shot }) => shot), line: 'dashed' },
    { name: 'read', x, y: levels.map(({ read }) => read), line: 'dotted' },
    { name: 'PRNU', x, y: levels.map(({ prnu }) => prnu), line: 'dashed' },
    ...(points.length === 0
      ? []
      : [
          {
            name: 'measured',
            line: 'points' as const,
            x: points.map(({ signal }) => signal),
            y: points.map(({ variance }) => variance),
          },
        ]),
  ];
  return (
    <LinePlot
      title="Photon transfer"
      xLabel="signal over the dark, codes"
      yLabel="variance, codes²"
      curves={curves.map(positive)}
      isLogX
      isLogY
    />
  );
}

/** Without what has no place on a logarithmic axis. */
function positive({ x, y, ...curve }: Curve): Curve {
  const kept = y.map((value) => value > 0);
  return { ...curve, x: x.filter((_, i) => kept[i]), y: y.filter((_, i) => kept[i]) };
}

function Ratio({ model: { levels, figures }, state }: SlotProps) {
  const x = levels.map(({ electrons }) => electrons);
  const points = unsaturated(state);
  const { quantumEfficiency } = state.measured?.value.model ?? figures;
  const bright = levels.filter(({ electrons }) => electrons >= 1);
  return (
    <LinePlot
      title="Signal-to-noise ratio"
      xLabel="electrons"
      yLabel="dB"
      isLogX
      curves={[
        { name: 'all noise', x, y: levels.map(({ snrDb }) => snrDb) },
        { name: 'in time', x, y: levels.map(({ temporalSnrDb }) => temporalSnrDb), line: 'dashed' },
        {
          name: 'photons alone',
          line: 'dotted',
          x: bright.map(({ electrons }) => electrons),
          y: bright.map(({ electrons }) => 10 * Math.log10(electrons)),
        },
        ...(points.length === 0
          ? []
          : [
              {
                name: 'measured',
                line: 'points' as const,
                x: points.map(({ photons }) => photons * quantumEfficiency),
                y: points.map(
                  ({ signal, variance }) => 20 * Math.log10(signal / Math.sqrt(variance)),
                ),
              },
            ]),
        ...state.besides.flatMap(besideCurve),
      ]}
    />
  );
}

/** Curve of a sensor beside, whose maker says photons and read noise. */
function besideCurve({ label, figures }: Beside): Curve[] {
  const { wellElectrons: well, readNoiseElectrons: read } = figures;
  if (well === null || read === null) return [];
  const x = Array.from({ length: 65 }, (_, step) => well ** (step / 64));
  const y = x.map((electrons) => 20 * Math.log10(electrons / Math.sqrt(electrons + read ** 2)));
  return [{ name: label, x, y, line: 'dashed' }];
}

function Linearity({ model: { levels }, state }: SlotProps) {
  const points = measuredLevels(state);
  return (
    <LinePlot
      title="Linearity"
      xLabel="photons on the pixel"
      yLabel="signal over the dark, codes"
      curves={[
        {
          name: 'model',
          x: levels.map(({ photons }) => photons),
          y: levels.map(({ signal }) => signal),
        },
        ...(points.length === 0
          ? []
          : [
              {
                name: 'measured',
                line: 'points' as const,
                x: points.map(({ photons }) => photons),
                y: points.map(({ signal }) => signal),
              },
            ]),
      ]}
    />
  );
}

function Dark({ draft: { sensor } }: SlotProps) {
  const curve = darkCurve(sensor);
  if (!curve)
    return (
      <p>
        Give Dark Current, Measured at and Doubles every (fold Dark): the dark current is known at
        one temperature only.
      </p>
    );
  return (
    <LinePlot
      title="Dark current"
      xLabel="temperature of the sensor, °C"
      yLabel="e⁻/s"
      curves={[{ name: '', x: curve.celsius, y: curve.rate }]}
      isLogY
    />
  );
}
