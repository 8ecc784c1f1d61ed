import { formatInteger } from "@malote/syntax";
import { IconCircleCheck } from "@tabler/icons-react";
import type { OperatorState } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { AlertStrip } from "../../../ui/feedback/AlertStrip.tsx";
import { alertsOf } from "./alerts.ts";
import classes from "./Overview.module.css";

const { faixa: texts } = operationTexts;

/** The alerts that need an operator; one calm line if there are none. */
export function Strip({ strip }: { strip: OperatorState["faixa"] }): React.JSX.Element {
  const alerts = alertsOf(strip);
  if (alerts.length > 0) {
    return (
      <nav aria-label={texts.titulo}>
        <AlertStrip alerts={alerts} />
      </nav>
    );
  }
  return (
    <p className={classes.calm}>
      <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
      <span>
        <b>{texts.calma}.</b> {texts.calmaTexto(formatInteger(strip.caixas))}
      </span>
    </p>
  );
}
