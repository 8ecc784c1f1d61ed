import classes from "./Conteudo.module.css";
import type { Rotulado } from "./conteudo.ts";

/** A subject of the content under its title. */
export function Ficha(props: { titulo: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <section className={classes.quadro}>
      <h2 className="t-secao">{props.titulo}</h2>
      {props.children}
    </section>
  );
}

/** Values under their labels, as many side by side as there is room for. */
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
