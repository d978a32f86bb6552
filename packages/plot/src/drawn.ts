/** An element of a drawing, which can be written as text or made into elements of a page. */
export interface Drawn {
  readonly tag: string;
  /** By their names in SVG; lengths are px. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Drawn | string)[];
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Hundredths of a pixel are enough, and shorter. */
const rounded = (value: string | number): string | number =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : value;

/** An element with those of the attributes that are defined. */
export const drawn = (
  tag: string,
  attributes: Attributes,
  ...children: readonly (Drawn | string)[]
): Drawn => ({
  tag,
  attributes: Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, rounded(value)]],
    ),
  ),
  children,
});

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text that stands in HTML or SVG, between tags or in a quoted attribute, as the characters that it
 * is.
 */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** The drawing as SVG. */
export function svgText({ tag, attributes, children }: Drawn): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escape(String(value))}"`,
  );
  const inner = children.map((child) =>
    typeof child === 'string' ? escape(child) : svgText(child),
  );
  return `<${tag}${written.join('')}>${inner.join('')}</${tag}>`;
}
