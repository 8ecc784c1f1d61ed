import classes from "./EmailsLista.module.css";

/** Rows of the height they will have, while the first ones come. */
export function EmailsEsqueleto({ rotulo }: { rotulo: string }): React.JSX.Element {
  return (
    <div role="status" aria-label={rotulo}>
      {Array.from({ length: 20 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other name
        <div key={row} className={classes.esqueleto}>
          <span style={{ width: 120 + ((row * 13) % 40) }} />
          <span style={{ width: 320 + ((row * 29) % 180) }} />
          <span style={{ width: 84 }} />
        </div>
      ))}
    </div>
  );
}
