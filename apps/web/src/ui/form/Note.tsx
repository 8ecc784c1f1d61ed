import type { TablerIcon } from "@tabler/icons-react";
import classes from "./Note.module.css";

/**
 * An icon and a sentence about the fields around it. Mantine's Alert needs a title and a heading's room; this
 * is one paragraph.
 */
export function Note(props: {
  icon: TablerIcon;
  /** bare: without a box; warning: in an amber box. */
  tone?: "soft" | "ground" | "warning" | "bare";
  className?: string | undefined;
  role?: "note";
  children: React.ReactNode;
}): React.JSX.Element {
  const { icon: Icon, tone = "soft", className = "", role, children } = props;
  return (
    <p className={`${classes.note} ${className}`} data-tone={tone} role={role}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
