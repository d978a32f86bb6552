import { withHelp } from '@lumenloom/contract';
import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Field } from '@lumenloom/engine/catalogue';
import { use, useState } from 'react';
import { DialogFrame } from '../../kit/dialog/dialog-frame.tsx';
import { typedProblems, type TypedProblems } from '../../kit/dialog/tools.ts';
import { useAnswer } from '../../kit/dialog/use-answer.ts';
import {
  reduceRecipe,
  type OpticsParams,
  type Recipe,
  type RecipeChange,
} from '../../model/recipe/recipe.ts';
import { Fold } from '../../shell/dialogs/fold.tsx';
import { ParameterField } from '../../shell/dialogs/parameter-field.tsx';
import type { TypedField } from '../../shell/dialogs/parameter-form.ts';
import { refusalOf, type AskFocus, type AskObject } from './focus-engine.ts';
import { ObjectFold } from './object-fold.tsx';
import { metresInWords, typedMetresUp } from './metres.ts';
import styles from './optics-dialog.module.css';
import { objectMotionOf, taskOf, typedObject, withDistance } from './typed-object.ts';
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
  readonly askObject: AskObject;
  readonly onModify: (change: RecipeChange) => void;
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

const opticsPath = (key: string): string => `opticsParams.${key}`;

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
      path={field.kind === 'number' ? opticsPath(field.key) : undefined}
    />
  ));

/** Focus and stop of the lens, and its stray light. */
export function OpticsDialog(props: OpticsDialogProps) {
  const { recipe, features, focus, ask, askObject, onModify, onPick, onClose } = props;
  const { opticsParams: optics = {} } = recipe;
  const isDocked = use(DockedContext);
  const [typed, setTyped] = useState(optics);
  const [mode, setMode] = useState(() => focusModeOf(optics));
  const [stray, setStray] = useState(() => strayModeOf(optics));
  const [object, setObject] = useState(() => typedObject(recipe));
  const hasObject = features.includes('object');
  const changeTo = (next: OpticsParams, asked = object): RecipeChange => ({
    type: 'optics',
    optics: opticsOf(next),
    ...(hasObject && {
      object: { task: taskOf(asked, recipe.task), motion: objectMotionOf(asked, recipe.motion) },
    }),
  });
  const wanted = opticsOf(typed);
  const changed = reduceRecipe(recipe, changeTo(typed));
  const onType = (next: OpticsParams): void => {
    setTyped(next);
    if (isDocked) onModify(changeTo(next));
  };
  const focused =
    useAnswer(
      JSON.stringify([changed, mode]),
      () => focusedAt(ask, changed),
      ({ hyperfocal }) => {
        // The hyperfocal distance follows the f-number.
        if (mode !== 'hyperfocal' || ['', typed.focusDistance].includes(hyperfocal)) return;
        onType({ ...typed, focusDistance: hyperfocal });
      },
    ) ?? NOTHING;
  const problems = { ...focused.problems, ...typedProblems('opticsParams', wanted ?? {}) };
  const isTyped =
    JSON.stringify(wanted) !== JSON.stringify(opticsOf(optics)) ||
    JSON.stringify(object) !== JSON.stringify(typedObject(recipe));
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
        if (isTyped) onModify(changeTo(typed));
      }}
    >
      {hasFocus && (
        <FocusFields
          {...{ ...typing, mode, focused, onPick, onMode: setMode }}
          isHeated={features.includes('environment')}
        />
      )}
      {hasObject && (
        <ObjectFold
          recipe={changed}
          typed={object}
          focus={focus}
          ask={askObject}
          onType={(next) => {
            setObject(next);
            const placed = withDistance(typed, next);
            setTyped(placed);
            if (isDocked) onModify(changeTo(placed, next));
          }}
        />
      )}
      {features.includes('glare') && (
        <StrayFold {...typing} mode={stray} onMode={setStray} isFirst={!hasFocus && !hasObject} />
      )}
    </DialogFrame>
  );
}

interface FocusFieldsProps extends Typing {
  readonly mode: FocusMode;
  /** Whether cameras are heated. */
  readonly isHeated: boolean;
  readonly onMode: (mode: FocusMode) => void;
  readonly focused: Focused;
  readonly onPick: (() => void) | undefined;
}

function FocusFields({ mode, isHeated, onMode, focused, onPick, ...typing }: FocusFieldsProps) {
  const { typed, focus, onType } = typing;
  return (
    <>
      <div className={styles.fields}>
        <ParameterField
          field={{
            kind: 'choice',
            key: 'mode',
            label: 'Focus',
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
        <Fields {...typing} fields={focusFields(mode, isHeated)} />
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

const STRAY_MODE: TypedField = {
  kind: 'choice',
  key: 'mode',
  label: 'Stray light',
  options: strayModes,
  default: 'off',
};

function StrayFold({ mode, onMode, isFirst, typed, problems, focus, onType }: StrayFoldProps) {
  const fields = withHelp(strayFields(mode)) as readonly TypedField[];
  return (
    <Fold
      label="Stray light"
      words={strayInWords(typed)}
      isChanged={mode !== 'off'}
      isOpen={isFirst || fields.some(({ key }) => key === focus)}
      isWide
      focus={focus}
      fields={[STRAY_MODE, ...fields]}
      values={{
        [STRAY_MODE.key]: mode,
        ...Object.fromEntries(fields.map((field) => [field.key, shownValue(typed, field)])),
      }}
      problems={problems}
      pathOf={opticsPath}
      onType={({ mode: next, ...changes }) => {
        if (next !== undefined) onMode(next as StrayMode);
        onType(next === undefined ? { ...typed, ...changes } : withStray(typed, next as StrayMode));
      }}
    />
  );
}
