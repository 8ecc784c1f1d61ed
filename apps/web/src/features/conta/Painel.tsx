import { useId } from "react";
import classes from "./Painel.module.css";

/** One section of the page of the conta. */
export function Painel(props: {
  titulo: string;
  texto?: string;
  children: React.ReactNode;
}): React.JSX.Element {
  const { titulo, texto, children } = props;
  const id = useId();
  return (
    <section className={classes.painel} aria-labelledby={id}>
      <header>
        <h2 id={id} className="t-secao">
          {titulo}
        </h2>
        {texto && <p>{texto}</p>}
      </header>
      {children}
    </section>
  );
}
