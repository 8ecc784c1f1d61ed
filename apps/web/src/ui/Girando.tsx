import { IconLoader2 } from "@tabler/icons-react";
import classes from "./Girando.module.css";

/** Something is at work; the words beside it say what. */
export function Girando({ size = 15 }: { size?: number }): React.JSX.Element {
  return <IconLoader2 className={classes.girando} size={size} stroke={1.8} aria-hidden="true" />;
}
