import { IconLoader2 } from "@tabler/icons-react";
import classes from "./Spinner.module.css";

/** A spinner; the text beside it says what is running. */
export function Spinner({ size = 15 }: { size?: number }): React.JSX.Element {
  return <IconLoader2 className={classes.girando} size={size} stroke={1.8} aria-hidden="true" />;
}
