import classes from "./JobsPage.module.css";

/** A page with a request form above the list of requests; it scrolls as one, its pager stays. */
export function JobsPage(props: {
  title: string;
  head: React.ReactNode;
  list: { title: string; note: string };
  /** The rows on screen belong to another page while the requested one loads. */
  busy: boolean;
  footer: React.ReactNode;
  children: React.ReactNode;
}): React.JSX.Element {
  const { title, head, list, busy, footer, children } = props;
  return (
    <div className={classes.pagina}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={classes.corpo} tabIndex={0} aria-label={title}>
        <h1 className={`t-pagina ${classes.titulo}`}>{title}</h1>
        {head}
        <header className={classes.cabecalho}>
          <h2>{list.title}</h2>
          <p>{list.note}</p>
        </header>
        <div aria-busy={busy} className={classes.lista}>
          {children}
        </div>
      </section>
      {footer}
    </div>
  );
}
