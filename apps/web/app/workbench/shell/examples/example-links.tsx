import { Fragment } from 'react';
import { Link } from 'react-router';
import { exampleAddress, EXAMPLES } from '../../model/examples.ts';

/** The examples, in the empty picture area. */
export function ExampleLinks() {
  return (
    <p>
      Or open an example:{' '}
      {EXAMPLES.map((example, index) => (
        <Fragment key={example.id}>
          {index > 0 && ' · '}
          <Link to={exampleAddress(example)} title={example.question}>
            {example.name}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
