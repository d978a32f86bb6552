/** The row of titles of a table. */
export const Headings = ({ titles }: { readonly titles: readonly string[] }) => (
  <tr>
    {titles.map((title) => (
      <th key={title} scope="col">
        {title}
      </th>
    ))}
  </tr>
);
