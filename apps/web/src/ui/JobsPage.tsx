import classes from "./JobsPage.module.css";

/** A page with a request form above the list of requests; it scrolls as one, its pager stays. */
export function JobsPage(props: {
  titulo: string;
  cabeca: React.ReactNode;
  lista: { titulo: string; nota: string };
  /** The rows on screen belong to another page while the requested one loads. */
  ocupado: boolean;
  pe: React.ReactNode;
  children: React.ReactNode;
}): React.JSX.Element {
  const { titulo, cabeca, lista, ocupado, pe, children } = props;
  return (
    <div className={classes.pagina}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={classes.corpo} tabIndex={0} aria-label={titulo}>
        <h1 className={`t-pagina ${classes.titulo}`}>{titulo}</h1>
        {cabeca}
        <header className={classes.cabecalho}>
          <h2>{lista.titulo}</h2>
          <p>{lista.nota}</p>
        </header>
        <div aria-busy={ocupado} className={classes.lista}>
          {children}
        </div>
      </section>
      {pe}
    </div>
  );
}
