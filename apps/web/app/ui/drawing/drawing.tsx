import type { Drawn } from '@lumenloom/plot';
import { createElement, type ReactElement, type SVGProps } from 'react';

/** The name that React gives to an attribute of SVG. */
const propertyOf = (attribute: string): string =>
  /^(aria|data)-/.test(attribute)
    ? attribute
    : attribute.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A plot of `@lumenloom/plot` as elements. @param props more of the outermost one. */
export function Drawing({
  drawn: { tag, attributes, children },
  ...props
}: { readonly drawn: Drawn } & SVGProps<SVGSVGElement>): ReactElement {
  return createElement(
    tag,
    {
      ...Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [propertyOf(name), value]),
      ),
      ...props,
    },
    ...children.map((child) =>
      typeof child === 'string' ? child : createElement(Drawing, { drawn: child }),
    ),
  );
}
