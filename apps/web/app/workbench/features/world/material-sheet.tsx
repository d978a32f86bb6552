import type { WorldFacts } from '@lumenloom/browser-host';
import { TypedNumber } from './typed-number.tsx';
import { TypedText } from './typed-text.tsx';
import {
  freeMaterialName,
  withMaterial,
  withMaterialKeys,
  type WorldMaterialKeys,
  type WorldObject,
} from './world-edits.ts';
import type { WorldDraft } from './world-draft.ts';
import type { WorldStore } from './world-store.ts';
import styles from './world-workspace.module.css';

interface MaterialProps {
  readonly object: WorldObject;
  readonly draft: WorldDraft;
  readonly namedMaterials: WorldFacts['namedMaterials'];
  readonly store: WorldStore;
}

/** Models that are changed here, each with what it begins with. */
const BEGINS = {
  diffuse: { model: 'diffuse', reflectance: 0.5 },
  coated: { model: 'coated', reflectance: 0.5, roughness: 0.1 },
  conductor: { model: 'conductor', reflectance: 0.9, roughness: 0.2 },
  glass: { model: 'glass', ior: 1.5 },
} as const satisfies Readonly<Record<string, WorldMaterialKeys>>;
type Begun = keyof typeof BEGINS;

/** The material of a thing: one of the table or of the world, which can be changed. */
export function MaterialSheet({
  object,
  draft: { document },
  namedMaterials,
  store,
}: MaterialProps) {
  const { name, material = '' } = object;
  const own = document.materials ?? {};
  const keys =
    typeof material === 'object'
      ? material
      : Object.hasOwn(own, material)
        ? own[material]
        : undefined;
  const entry = typeof material === 'string' && !keys ? namedMaterials[material] : undefined;
  const choose = (chosen: string): void =>
    store.edit(
      withMaterial(document, { list: 'objects', name }, chosen),
      `${name} ${chosen || 'without material'}`,
    );
  return (
    <>
      <label>
        Material
        <select
          value={typeof material === 'string' ? material : '(own)'}
          onChange={({ target }) => choose(target.value)}
        >
          {typeof material !== 'string' && <option value="(own)">{material.model}, its own</option>}
          <option value="">
            {object.asset === undefined ? 'grey of one half' : 'of its file'}
          </option>
          {Object.keys(own).length > 0 && (
            <optgroup label="Of this world">
              {Object.keys(own).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </optgroup>
          )}
          <optgroup label="Of the table">
            {Object.keys(namedMaterials)
              .filter((one) => !Object.hasOwn(own, one))
              .map((one) => (
                <option key={one}>{one}</option>
              ))}
          </optgroup>
        </select>
      </label>
      {entry?.source !== undefined && <p>Source: {entry.source}</p>}
      {entry?.plainModel !== undefined && <p>Plain model: {entry.plainModel}</p>}
      {keys ? (
        <Keys
          keys={keys}
          onChange={(next, what) =>
            store.edit(withMaterialKeys(document, object, next), `${name}: ${what}`)
          }
        />
      ) : (
        <button
          type="button"
          className={styles.remove}
          onClick={() => {
            const made = freeMaterialName(document, `${name} material`);
            const held = { ...document, materials: { ...own, [made]: BEGINS.diffuse } };
            store.edit(
              withMaterial(held, { list: 'objects', name }, made),
              `${name} with a material of its own`,
            );
          }}
        >
          A material of its own
        </button>
      )}
    </>
  );
}

function Keys({
  keys,
  onChange,
}: {
  readonly keys: WorldMaterialKeys;
  readonly onChange: (keys: WorldMaterialKeys, what: string) => void;
}) {
  const { model } = keys;
  const set = (key: string, value: unknown, shown: string): void =>
    onChange({ ...keys, [key]: value }, `${key} ${shown}`);
  const roughness = 'roughness' in keys ? keys.roughness : undefined;
  const reflectance = 'reflectance' in keys ? keys.reflectance : undefined;
  return (
    <>
      <label>
        Model
        <select
          value={model}
          onChange={({ target }) => {
            const begun = BEGINS[target.value as Begun];
            onChange(
              {
                ...begun,
                ...('reflectance' in begun && reflectance !== undefined && { reflectance }),
              },
              begun.model,
            );
          }}
        >
          {!Object.hasOwn(BEGINS, model) && <option value={model}>{model}</option>}
          {Object.keys(BEGINS).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      {reflectance !== undefined && (
        <TypedText
          label="Reflectance"
          hint="A number from 0 to 1, a colour as #rrggbb, or the name of a spectrum"
          text={spectrumText(reflectance)}
          onTake={(text) => set('reflectance', spectrumOf(text), text)}
        />
      )}
      {typeof roughness === 'number' && (
        <TypedNumber
          label="Roughness"
          shown="Roughness"
          value={roughness}
          onTake={(value) => set('roughness', value, String(value))}
        />
      )}
      {model === 'glass' && typeof keys.ior === 'number' && (
        <TypedNumber
          label="Index of refraction"
          shown="Index"
          value={keys.ior}
          onTake={(value) => set('ior', value, String(value))}
        />
      )}
    </>
  );
}

/** A spectrum as it is typed; undefined where it is more than a number, a colour or a name. */
function spectrumText(spectrum: unknown): string | undefined {
  if (typeof spectrum === 'number' || typeof spectrum === 'string') return String(spectrum);
  const { srgb } = spectrum as { readonly srgb?: string };
  return srgb;
}

const spectrumOf = (text: string): unknown =>
  text.startsWith('#')
    ? { srgb: text }
    : Number.isFinite(Number(text.replace(',', '.')))
      ? Number(text.replace(',', '.'))
      : text;
