import { derived, follow } from '../../model/store.ts';
import type { Bench, PictureSource } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { LiveStore } from './live-store.ts';
import { LiveSwitch, wordsOf } from './live-switch.tsx';

export function contribute({
  recipe,
  run,
  areFiguresRead,
  signal,
}: Pick<Bench, 'recipe' | 'run' | 'areFiguresRead' | 'signal'>): Contributions {
  const store = new LiveStore();
  const isOn = derived([store], () => store.current().isOn);
  const image = derived([run], () => run.current().image);
  follow([isOn, recipe, image], () => store.follow(recipe.current(), image.current()), signal);
  follow([areFiguresRead], () => store.wantFigures(areFiguresRead.current()), signal);
  signal.addEventListener('abort', store.end, { once: true });
  return {
    header: [{ id: 'live', label: 'Live', Content: () => <LiveSwitch store={store} /> }],
    pictures: derived([store, image], (): PictureSource => {
      const { isOn: draws, isBusy, status, shown, figures } = store.current();
      return {
        name: 'live',
        isOn: draws,
        isBusy,
        failure: status.kind === 'failed' ? status.reason : undefined,
        remedy:
          status.kind === 'failed' && status.isFault
            ? { label: 'Start again', perform: store.restart }
            : undefined,
        words: wordsOf(status),
        // A run has made another picture since.
        picture: shown && shown.over === image.current() ? shown : undefined,
        figures,
      };
    }),
    docks: isOn,
    keys: [{ key: 'L', where: 'picture', says: 'switches Live on or off', perform: store.toggle }],
  };
}
