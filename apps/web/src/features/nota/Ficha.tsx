import classes from "./Conteudo.module.css";
import type { Rotulado } from "./conteudo.ts";

/** A titled section of the content. */
export function Ficha(props: { titulo: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <section className={classes.quadro}>
      <h2 className="t-secao">{props.titulo}</h2>
      {props.children}
    </section>
  );
}

/** Labelled values in a grid with as many columns as fit. */
export function Grade({ linhas }: { linhas: readonly Rotulado[] }): React.JSX.Element {
  return (
    <dl className={classes.grade}>
      {linhas.map(({ rotulo, valor }) => (
        <div key={`${rotulo} ${valor}`}>
          <dt className="t-rotulo">{rotulo}</dt>
          <dd>{valor}</dd>
        </div>
      ))}
    </dl>
  );
}
