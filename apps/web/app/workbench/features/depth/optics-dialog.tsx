import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Field } from '@lumenloom/engine/catalogue';
import { use, useEffect, useState } from 'react';
import { DialogFrame } from '../../kit/dialog/dialog-frame.tsx';
import { typedProblems, type TypedProblems } from '../../kit/dialog/tools.ts';
import { DockedContext } from '../../kit/fields/scrub.tsx';
import { reduceRecipe, type OpticsParams, type Recipe } from '../../model/recipe/recipe.ts';
import { ParameterField } from '../../shell/dialogs/parameter-field.tsx';
import type { TypedField } from '../../shell/dialogs/parameter-form.ts';
import { refusalOf, type AskFocus } from './focus-engine.ts';
import { metresInWords, typedMetres } from './metres.ts';
import styles from './optics-dialog.module.css';
import {
  focusFields,
  focusModeOf,
  focusModes,
  opticsOf,
  shownValue,
  strayFields,
  strayInWords,
  strayModeOf,
  strayModes,
  withMode,
  withStray,
  type FocusMode,
  type StrayMode,
} from './typed-optics.ts';

const WIDTH = 360;

interface OpticsDialogProps {
  readonly recipe: Recipe;
  /** Switches that are on. */
  readonly features: readonly WorkbenchFeature[];
  /** Key of the field that has the focus; the first one without it. */
  readonly focus: string | undefined;
  readonly ask: AskFocus;
  readonly onModify: (optics: OpticsParams | undefined) => void;
  /** Closes the dialog and picks the focus in the picture; undefined without a picture. */
  readonly onPick: (() => void) | undefined;
  readonly onClose: () => void;
}

/** What the engine answers about typed values. */
interface Focused {
  /** What is sharp, in a line. */
  readonly line: string;
  /** Text of the hyperfocal distance; '' where it is not known. */
  readonly hyperfocal: string;
  readonly problems: TypedProblems;
}
const NOTHING: Focused = { line: '', hyperfocal: '', problems: {} };

const limit = (distance: number): string =>
  distance < 1 || distance >= 10 ? String(Number(distance.toPrecision(2))) : distance.toFixed(1);

async function focusedAt(ask: AskFocus, recipe: Recipe, mode: FocusMode): Promise<Focused> {
  // Where nothing is asked of the lens it has no figures of focus; those of any plane will do.
  const { opticsParams } = recipe;
  const optics =
    mode === 'hyperfocal'
      ? withMode(opticsParams ?? {}, mode, ANY_DISTANCE)
      : (opticsOf(opticsParams ?? {}) ?? withMode({}, 'infinity', ''));
  const answer = await ask(reduceRecipe(recipe, { type: 'optics', optics }));
  const refusal = refusalOf(answer);
  if (refusal) return { ...NOTHING, problems: { [refusal.key]: refusal.message } };
  if (answer.kind !== 'focus' || !answer.facts) return NOTHING;
  const { focusDistanceM, nearM, farM, hyperfocalM } = answer.facts;
  const sharp =
    nearM === null
      ? 'nothing is sharp'
      : `sharp ${limit(nearM)} ${farM === null ? 'm to infinity' : `to ${limit(farM)} m`}`;
  return {
    line:
      mode === 'hyperfocal'
        ? ''
        : `${metresInWords(focusDistanceM)}; ${sharp} at one pixel of blur`,
    hyperfocal: hyperfocalM === null ? '' : typedMetres(hyperfocalM),
    problems: {},
  };
}
const ANY_DISTANCE = '1000';
/** Typing goes on without an answer to every letter, ms. */
const PAUSE_MS = 150;

/** What the engine answers about what is typed; nothing while it is not known. */
function useFocused(ask: AskFocus, recipe: Recipe, mode: FocusMode): Focused {
  const question = JSON.stringify([recipe, mode]);
  const [known, setKnown] = useState<Focused & { readonly question: string }>();
  useEffect(() => {
    const life = new AbortController();
    const timer = setTimeout(() => {
      void focusedAt(ask, recipe, mode).then((answer) => {
        if (!life.signal.aborted) setKnown({ ...answer, question });
      });
    }, PAUSE_MS);
    return () => {
      life.abort();
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the text stands for recipe and mode
  }, [ask, question]);
  return known?.question === question ? known : NOTHING;
}

const NONE: TypedProblems = {};
const hyperfocalHelp = (hyperfocal: string): string =>
  hyperfocal === ''
    ? 'Sharp from half of it to infinity.'
    : `${metresInWords(Number(hyperfocal))}: sharp from half of it to infinity.`;

/** Focus and stop of the lens, and its stray light. */
export function OpticsDialog(props: OpticsDialogProps) {
  const { recipe, features, focus, ask, onModify, onPick, onClose } = props;
  const { opticsParams: optics = {} } = recipe;
  const isDocked = use(DockedContext);
  const [typed, setTyped] = useState(optics);
  const [mode, setMode] = useState(() => focusModeOf(optics));
  const [stray, setStray] = useState(() => strayModeOf(optics));
  const wanted = opticsOf(typed);
  const focused = useFocused(ask, reduceRecipe(recipe, { type: 'optics', optics: wanted }), mode);
  const problems = { ...focused.problems, ...typedProblems('opticsParams', wanted ?? {}) };
  const isTyped = JSON.stringify(wanted) !== JSON.stringify(opticsOf(optics));
  const take = (next: OpticsParams): void => {
    setTyped(next);
    if (isDocked) onModify(opticsOf(next));
  };
  const isHyperfocal = mode === 'hyperfocal';
  const { hyperfocal } = focused;
  // The hyperfocal distance follows the f-number.
  if (isHyperfocal && hyperfocal !== '' && hyperfocal !== typed.focusDistance)
    take({ ...typed, focusDistance: hyperfocal });
  const fields = (shown: readonly Field[], first: string | undefined) =>
    shown.map((field) => (
      <ParameterField
        key={field.key}
        field={field as TypedField}
        value={shownValue(typed, field)}
        problems={problems}
        onChange={(value) => take({ ...typed, [field.key]: value as string })}
        isFirst={field.key === first}
        path={field.kind === 'number' ? `opticsParams.${field.key}` : undefined}
      />
    ));
  const hasFocus = features.includes('depth');
  return (
    <DialogFrame
      title="Optics Params"
      width={WIDTH}
      isTyped={isTyped}
      onClose={onClose}
      onDefaults={() => {
        setMode('infinity');
        setStray('off');
        const { objectDistance } = optics;
        take(objectDistance === undefined ? {} : { objectDistance });
      }}
      onSubmit={() => {
        if (isTyped) onModify(wanted);
      }}
    >
      {hasFocus && (
        <div className={styles.fields}>
          <ParameterField
            field={{
              ...{ kind: 'choice', key: 'mode', label: 'Focus' },
              options: focusModes,
              default: 'infinity',
              ...(isHyperfocal && { help: hyperfocalHelp(hyperfocal) }),
            }}
            value={mode}
            problems={NONE}
            isFirst={focus === undefined}
            onChange={(value) => {
              const next = value as FocusMode;
              setMode(next);
              take(withMode(typed, next, String(typed.focusDistance ?? typed.objectDistance ?? 1)));
            }}
          />
          {fields(focusFields(mode), focus)}
        </div>
      )}
      {hasFocus && (
        <div className={styles.sharp}>
          <p role="status">{focused.line}</p>
          {onPick && (
            <button type="button" onClick={onPick}>
              Focus in the picture
            </button>
          )}
        </div>
      )}
      {features.includes('glare') && (
        <details
          className={styles.fold}
          open={!hasFocus || strayFields(stray).some(({ key }) => key === focus) || undefined}
        >
          <summary data-changed={stray !== 'off' || undefined}>
            Stray light <span className={styles.main}>{strayInWords(typed)}</span>
          </summary>
          <div className={styles.fields}>
            <ParameterField
              field={{
                ...{ kind: 'choice', key: 'mode', label: 'Stray light' },
                options: strayModes,
                default: 'off',
              }}
              value={stray}
              problems={NONE}
              isFirst={!hasFocus && focus === undefined}
              onChange={(value) => {
                setStray(value as StrayMode);
                take(withStray(typed, value as StrayMode));
              }}
            />
            {fields(strayFields(stray), focus)}
          </div>
        </details>
      )}
    </DialogFrame>
  );
}
