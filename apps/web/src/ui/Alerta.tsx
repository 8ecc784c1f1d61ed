import { IconAlertCircle, IconChecks } from "@tabler/icons-react";
import classes from "./Alerta.module.css";

/** A message that screen readers announce at once: a refusal or a success. */
export function Alerta({
  tom = "recusa",
  children,
}: {
  tom?: "recusa" | "feito";
  children: React.ReactNode;
}): React.JSX.Element {
  const Icone = tom === "recusa" ? IconAlertCircle : IconChecks;
  return (
    <p className={classes.alerta} data-tom={tom} role={tom === "recusa" ? "alert" : "status"}>
      <Icone size={18} stroke={1.6} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
