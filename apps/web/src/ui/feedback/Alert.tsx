import { IconAlertCircle, IconChecks } from "@tabler/icons-react";
import classes from "./Alert.module.css";

/** A message that screen readers announce at once: a refusal or a success. */
export function Alert({
  tone = "recusa",
  children,
}: {
  tone?: "recusa" | "feito";
  children: React.ReactNode;
}): React.JSX.Element {
  const Icon = tone === "recusa" ? IconAlertCircle : IconChecks;
  return (
    <p className={classes.alerta} data-tom={tone} role={tone === "recusa" ? "alert" : "status"}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
