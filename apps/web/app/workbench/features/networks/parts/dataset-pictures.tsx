import type { WholeDataset } from '@lumenloom/contract';
import styles from './parts-dialog.module.css';

/** The first pictures of a data set with the boxes of their labels. */
export const DatasetPictures = ({ pictures }: Pick<WholeDataset, 'pictures'>) => (
  <ul className={styles.pictures} aria-label="First pictures">
    {pictures.map(({ name, width, height, thumbnail, boxes }) => {
      const classes = [...new Set(boxes.map(({ category }) => category))];
      return (
        <li key={name}>
          <figure>
            <span style={{ aspectRatio: `${width} / ${height}` }}>
              <img
                src={thumbnail}
                alt={`${name}: ${boxes.length === 0 ? 'no boxes' : `${boxes.length} ${boxes.length === 1 ? 'box' : 'boxes'} of ${classes.join(', ')}`}`}
              />
              <svg aria-hidden viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
                {boxes.map(({ bbox: [x, y, w, h] }, at) => (
                  <rect key={at} x={x} y={y} width={w} height={h} />
                ))}
              </svg>
            </span>
            <figcaption title={name}>{name.split('/').at(-1)}</figcaption>
          </figure>
        </li>
      );
    })}
  </ul>
);
