import { IconAlertCircle, IconAlertTriangle, IconChecks } from "@tabler/icons-react";
import classes from "./Alert.module.css";

const LOOKS = {
  recusa: { Icon: IconAlertCircle, role: "alert", "data-tom": "ruim" },
  feito: { Icon: IconChecks, role: "status", "data-tom": "ok" },
  aviso: { Icon: IconAlertTriangle, role: "note", "data-tom": "aviso" },
  nota: { Icon: IconAlertTriangle, role: "note", "data-tom": "ruim" },
};

/**
 * A message in a box: screen readers announce a refusal or a success at once. Mantine's Alert alone would put
 * the sign-in page over its budget.
 */
export function Alert({
  tone = "recusa",
  children,
}: {
  tone?: keyof typeof LOOKS;
  children: React.ReactNode;
}): React.JSX.Element {
  const { Icon, ...look } = LOOKS[tone];
  return (
    <p className={classes.alert} {...look}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
