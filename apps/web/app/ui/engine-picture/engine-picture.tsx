import pictures from './pictures.json' with { type: 'json' };

/** A picture that `npm run media` renders. */
export type PictureName = keyof typeof pictures;

/** The picture's facts in one line: what was computed, with which lens, light and exposure. */
export const captionOf = (name: PictureName): string => pictures[name].caption;

interface EnginePictureProps {
  readonly name: PictureName;
  readonly alt: string;
  /** As in HTML: how wide the picture is shown; without it, as wide as the window. */
  readonly sizes?: string;
  /** True for the one picture that is seen first: it is fetched at once. */
  readonly priority?: boolean;
  /** For the img. */
  readonly className?: string | undefined;
}

const sourceSet = (name: PictureName, type: 'avif' | 'webp'): string =>
  pictures[name].widths.map((width) => `/media/${name}-${width}.${type} ${width}w`).join(', ');

/** A picture made by our own engine, in the size and format that suit the browser. */
export function EnginePicture({
  name,
  alt,
  sizes = '100vw',
  priority = false,
  className,
}: EnginePictureProps) {
  const { width, height, widths } = pictures[name];
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(name, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet(name, 'webp')} sizes={sizes} />
      <img
        src={`/media/${name}-${widths.at(-1)!}.webp`}
        alt={alt}
        width={width}
        height={height}
        className={className}
        loading={priority ? 'eager' : 'lazy'}
        decoding={priority ? 'auto' : 'async'}
        fetchPriority={priority ? 'high' : 'auto'}
      />
    </picture>
  );
}
