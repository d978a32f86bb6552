import { withHelp } from '@lumenloom/contract';
import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Field } from '@lumenloom/engine/catalogue';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { DialogFrame } from '../../kit/dialog/dialog-frame.tsx';
import { typedProblems, type TypedProblems } from '../../kit/dialog/tools.ts';
import { reduceRecipe, type OpticsParams, type Recipe } from '../../model/recipe/recipe.ts';
import { ParameterField } from '../../shell/dialogs/parameter-field.tsx';
import type { TypedField } from '../../shell/dialogs/parameter-form.ts';
import { refusalOf, type AskFocus } from './focus-engine.ts';
import { metresInWords, typedMetresUp } from './metres.ts';
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
import { DockedContext } from '../../kit/dialog/contexts.ts';

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

async function focusedAt(ask: AskFocus, recipe: Recipe): Promise<Focused> {
  const answer = await ask(recipe);
  const refusal = refusalOf(answer);
  if (refusal) return { ...NOTHING, problems: { [refusal.key]: refusal.message } };
  if (answer.kind !== 'focus' || !answer.facts) return NOTHING;
  const { hyperfocalM } = answer.facts;
  return {
    line: answer.line,
    hyperfocal: hyperfocalM === null ? '' : typedMetresUp(hyperfocalM),
    problems: {},
  };
}
/** Typing goes on without an answer to every letter, ms. */
const PAUSE_MS = 150;

/** What the engine answers about what is typed; nothing while it is not known. */
function useFocused(
  ask: AskFocus,
  recipe: Recipe,
  mode: FocusMode,
  onHyperfocal: (distance: string) => void,
): Focused {
  const onAnswer = useEffectEvent(({ hyperfocal }: Focused) => {
    if (mode === 'hyperfocal' && hyperfocal !== '') onHyperfocal(hyperfocal);
  });
  const question = JSON.stringify([recipe, mode]);
  const [known, setKnown] = useState<Focused & { readonly question: string }>();
  useEffect(() => {
    const life = new AbortController();
    const timer = setTimeout(() => {
      void focusedAt(ask, recipe).then((answer) => {
        if (life.signal.aborted) return;
        setKnown({ ...answer, question });
        onAnswer(answer);
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

/** What is typed, and how it is changed. */
interface Typing {
  readonly typed: OpticsParams;
  readonly problems: TypedProblems;
  /** Key of the field that has the focus; the first one without it. */
  readonly focus: string | undefined;
  readonly onType: (next: OpticsParams) => void;
}

const Fields = ({
  fields,
  typed,
  problems,
  focus,
  onType,
}: Typing & { readonly fields: readonly Field[] }) =>
  withHelp(fields).map((field) => (
    <ParameterField
      key={field.key}
      field={field as TypedField}
      value={shownValue(typed, field)}
      problems={problems}
      onChange={(value) => onType({ ...typed, [field.key]: value as string })}
      isFirst={field.key === focus}
      path={field.kind === 'number' ? `opticsParams.${field.key}` : undefined}
    />
  ));

/** Focus and stop of the lens, and its stray light. */
export function OpticsDialog(props: OpticsDialogProps) {
  const { recipe, features, focus, ask, onModify, onPick, onClose } = props;
  const { opticsParams: optics = {} } = recipe;
  const isDocked = use(DockedContext);
  const [typed, setTyped] = useState(optics);
  const [mode, setMode] = useState(() => focusModeOf(optics));
  const [stray, setStray] = useState(() => strayModeOf(optics));
  const wanted = opticsOf(typed);
  const onType = (next: OpticsParams): void => {
    setTyped(next);
    if (isDocked) onModify(opticsOf(next));
  };
  const focused = useFocused(
    ask,
    reduceRecipe(recipe, { type: 'optics', optics: wanted }),
    mode,
    // The hyperfocal distance follows the f-number.
    (hyperfocal) => {
      if (hyperfocal !== typed.focusDistance) onType({ ...typed, focusDistance: hyperfocal });
    },
  );
  const problems = { ...focused.problems, ...typedProblems('opticsParams', wanted ?? {}) };
  const isTyped = JSON.stringify(wanted) !== JSON.stringify(opticsOf(optics));
  const hasFocus = features.includes('depth');
  const typing = { typed, problems, focus, onType };
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
        onType(objectDistance === undefined ? {} : { objectDistance });
      }}
      onSubmit={() => {
        if (isTyped) onModify(wanted);
      }}
    >
      {hasFocus && (
        <FocusFields {...typing} mode={mode} onMode={setMode} focused={focused} onPick={onPick} />
      )}
      {features.includes('glare') && (
        <StrayFold {...typing} mode={stray} onMode={setStray} isFirst={!hasFocus} />
      )}
    </DialogFrame>
  );
}

interface FocusFieldsProps extends Typing {
  readonly mode: FocusMode;
  readonly onMode: (mode: FocusMode) => void;
  readonly focused: Focused;
  readonly onPick: (() => void) | undefined;
}

function FocusFields({ mode, onMode, focused, onPick, ...typing }: FocusFieldsProps) {
  const { typed, focus, onType } = typing;
  return (
    <>
      <div className={styles.fields}>
        <ParameterField
          field={{
            ...{ kind: 'choice', key: 'mode', label: 'Focus' },
            options: focusModes,
            default: 'infinity',
            ...(mode === 'hyperfocal' && { help: hyperfocalHelp(focused.hyperfocal) }),
          }}
          value={mode}
          problems={NONE}
          isFirst={focus === undefined}
          onChange={(value) => {
            const next = value as FocusMode;
            onMode(next);
            onType(withMode(typed, next, String(typed.focusDistance ?? typed.objectDistance ?? 1)));
          }}
        />
        <Fields {...typing} fields={focusFields(mode)} />
      </div>
      <div className={styles.sharp}>
        <p role="status">{focused.line}</p>
        {onPick && (
          <button type="button" onClick={onPick}>
            Focus in the picture
          </button>
        )}
      </div>
    </>
  );
}

interface StrayFoldProps extends Typing {
  readonly mode: StrayMode;
  readonly onMode: (mode: StrayMode) => void;
  /** It begins the dialog. */
  readonly isFirst: boolean;
}

function StrayFold({ mode, onMode, isFirst, ...typing }: StrayFoldProps) {
  const { typed, focus, onType } = typing;
  const fields = strayFields(mode);
  const isOpen = isFirst || fields.some(({ key }) => key === focus);
  return (
    <details className={styles.fold} open={isOpen || undefined}>
      <summary data-changed={mode !== 'off' || undefined}>
        Stray light <span className={styles.main}>{strayInWords(typed)}</span>
      </summary>
      <div className={styles.wide}>
        <ParameterField
          field={{
            ...{ kind: 'choice', key: 'mode', label: 'Stray light' },
            options: strayModes,
            default: 'off',
          }}
          value={mode}
          problems={NONE}
          isFirst={isFirst && focus === undefined}
          onChange={(value) => {
            onMode(value as StrayMode);
            onType(withStray(typed, value as StrayMode));
          }}
        />
        <Fields {...typing} fields={fields} />
      </div>
    </details>
  );
}
