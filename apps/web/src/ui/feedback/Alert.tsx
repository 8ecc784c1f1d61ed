import { IconAlertCircle, IconAlertTriangle, IconChecks } from "@tabler/icons-react";
import classes from "./feedback.module.css";

const LOOKS = {
  recusa: { Icon: IconAlertCircle, role: "alert" },
  feito: { Icon: IconChecks, role: "status" },
  nota: { Icon: IconAlertTriangle, role: "note" },
};

/** A message in a box. A refusal or a success is announced by screen readers at once. */
export function Alert({
  tone = "recusa",
  children,
}: {
  tone?: keyof typeof LOOKS;
  children: React.ReactNode;
}): React.JSX.Element {
  const { Icon, role } = LOOKS[tone];
  return (
    <p className={classes.alert} data-tone={tone} role={role}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
