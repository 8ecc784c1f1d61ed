import classes from "./ScrollRegion.module.css";

/**
 * An area that scrolls by itself. It takes the focus, because the arrow keys scroll only what has it
 * (WCAG 2.1.1); Mantine's ScrollArea draws its own bars and takes none.
 */
export function ScrollRegion(props: React.ComponentProps<"section">): React.JSX.Element {
  const { className = "", ...rest } = props;
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the only element without an action that takes the focus
  return <section tabIndex={0} className={`${classes.region} ${className}`} {...rest} />;
}
