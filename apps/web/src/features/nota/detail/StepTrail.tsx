import { IconAlertTriangle, IconCheck, IconLockOpen, IconShieldPause } from "@tabler/icons-react";
import { serverNow } from "../../../network/clock.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { type NotaStep, notaStepsOf } from "./nota-steps.ts";
import classes from "./StepTrail.module.css";

/** The seven processing steps of a document, with the current one. */
export function StepTrail({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const steps = notaStepsOf(nota, serverNow(), timeZone);
  return (
    <ol className={classes.trail} aria-label={texts.trilha.rotulo}>
      {steps.map((step, index) => (
        <li
          key={step.chave}
          className={classes.step}
          data-estado={step.estado}
          data-segue={
            (step.estado === "feito" || step.estado === "liberada") && steps[index + 1]?.estado !== "parado"
              ? true
              : undefined
          }
          aria-current={step.estado === "atual" || step.estado === "aviso" ? "step" : undefined}
        >
          <span className={classes.sign} aria-hidden="true">
            <StepIcon step={step} numero={index + 1} quarentena={nota.quarentena} />
          </span>
          <span className={classes.words}>
            <b>{step.titulo}</b>
            <span className="t-rotulo num">{step.texto}</span>
            <span className="vh">{texts.trilha.estados[step.estado]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function StepIcon(props: { step: NotaStep; numero: number; quarentena: boolean }): React.JSX.Element {
  const { step, numero, quarentena } = props;
  if (step.estado === "feito") return <IconCheck size={13} stroke={2.4} />;
  if (step.estado === "liberada") return <IconLockOpen size={13} stroke={1.8} />;
  if (step.estado !== "aviso") return <>{numero}</>;
  return quarentena ? (
    <IconShieldPause size={13} stroke={1.8} />
  ) : (
    <IconAlertTriangle size={13} stroke={1.8} />
  );
}
