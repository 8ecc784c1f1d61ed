import { useId } from "react";
import classes from "./Panel.module.css";

/** One section of the page of the conta. */
export function Panel(props: { title: string; text?: string; children: React.ReactNode }): React.JSX.Element {
  const { title, text, children } = props;
  const id = useId();
  return (
    <section className={classes.painel} aria-labelledby={id}>
      <header>
        <h2 id={id} className="t-secao">
          {title}
        </h2>
        {text && <p>{text}</p>}
      </header>
      {children}
    </section>
  );
}
