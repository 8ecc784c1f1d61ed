import classes from "./Content.module.css";
import type { LabelledValue } from "./content-values.ts";

/** A titled section of the content. */
export function ContentSection(props: { title: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <section className={classes.quadro}>
      <h2 className="t-secao">{props.title}</h2>
      {props.children}
    </section>
  );
}

/** Labelled values in a grid with as many columns as fit. */
export function ValueGrid({ rows }: { rows: readonly LabelledValue[] }): React.JSX.Element {
  return (
    <dl className={classes.grade}>
      {rows.map(({ rotulo, valor }) => (
        <div key={`${rotulo} ${valor}`}>
          <dt className="t-rotulo">{rotulo}</dt>
          <dd>{valor}</dd>
        </div>
      ))}
    </dl>
  );
}
