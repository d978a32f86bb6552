import type { Drawn } from '@lumenloom/plot';
import { createElement, type ReactElement, type SVGProps } from 'react';

/** The name that React gives to an attribute of SVG. */
function propertyOf(attribute: string): string {
  if (attribute === 'class') return 'className';
  if (/^(aria|data)-/.test(attribute)) return attribute;
  return attribute.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** An element, which is no component: a plot may have thousands of marks. */
const elementOf = ({ tag, attributes, children }: Drawn, more?: object): ReactElement =>
  createElement(
    tag,
    {
      ...Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [propertyOf(name), value]),
      ),
      ...more,
    },
    ...children.map((child) => (typeof child === 'string' ? child : elementOf(child))),
  );

/** A plot of `@lumenloom/plot` as elements. @param props more of the outermost one. */
export const Drawing = ({
  drawn,
  ...props
}: { readonly drawn: Drawn } & SVGProps<SVGSVGElement>): ReactElement => elementOf(drawn, props);
