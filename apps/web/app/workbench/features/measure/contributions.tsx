import { ispNamed, isps, type IspId } from '@lumenloom/engine/catalogue';
import { useEffect } from 'react';
import { lazyPart } from '../../kit/part/part.tsx';
import { FigureToolContext } from '../../kit/figures/figure-tool.ts';
import type { PictureOverlay } from '../../kit/picture/picture.tsx';
import { useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { RegionFrame } from './region-frame.tsx';
import { createRegionStore } from './region-store.ts';

const LazyPane = lazyPart(async () => (await import('./measure-pane.tsx')).MeasurePane);
const InformationFigures = lazyPart(
  async () => (await import('./information-figures.tsx')).InformationFigures,
);
const SuitLightButton = lazyPart(
  async () => (await import('./suit-light-button.tsx')).SuitLightButton,
);
const SuitLightPart = lazyPart(async () => (await import('./suit-light-button.tsx')).SuitLightPart);

export function contribute(bench: Bench): Contributions {
  const { region, setFrame, draw, focus } = createRegionStore(bench.size);
  const Pane = () => {
    useEffect(() => bench.readFigures(), []);
    return (
      <FigureToolContext value={useReadable(bench.figureTool)}>
        <LazyPane
          recipe={useReadable(bench.recipe)}
          shownRun={useReadable(bench.shownRun)}
          region={useReadable(region)}
          isSfrWanted={useReadable(bench.place).section === 'sfr'}
          onSfrShown={() => bench.show({ section: undefined })}
          Information={useReadable(bench.switches).includes('lab') ? InformationFigures : undefined}
          onLab={(labParams) => bench.change({ type: 'parts', parts: { labParams } })}
        />
      </FigureToolContext>
    );
  };
  const Frame: PictureOverlay['Content'] = ({ view, picture, onLeave }) => {
    const drawn = useReadable(region);
    return (
      drawn && (
        <RegionFrame
          frame={setFrame}
          region={drawn}
          view={view}
          picture={picture}
          onRegion={region.set}
          onLeave={onLeave}
        />
      )
    );
  };
  return {
    tabs: [
      {
        id: 'measure',
        label: 'Measure',
        goal: 'Figures',
        widthLabel: 'Width of the figures',
        Content: Pane,
      },
    ],
    overlays: [{ id: 'region', hint: 'R draws a region', draw, Content: Frame }],
    keys: [
      {
        key: 'R',
        where: 'picture',
        says: 'draws a region, or goes to it',
        isIdle: () => bench.size.current() === undefined,
        perform: focus,
      },
    ],
    dialogParts: [
      ...new Set((Object.keys(isps) as IspId[]).map((id) => ispNamed(id).suit?.section)),
    ].map((section) => ({
      id: section === undefined ? 'no-suit-light' : 'suit-light',
      label: 'Suit this light',
      in: 'isp' as const,
      ...(section === undefined
        ? { Content: SuitLightPart }
        : { section, Content: SuitLightButton }),
    })),
  };
}
