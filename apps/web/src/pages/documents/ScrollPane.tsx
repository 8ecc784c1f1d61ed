import classes from "./ScrollPane.module.css";

/** A pane of a document that scrolls on its own, also by keyboard. */
export function ScrollPane(props: { label: string; children: React.ReactNode }): React.JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.pane} tabIndex={0} aria-label={props.label}>
      {props.children}
    </section>
  );
}
