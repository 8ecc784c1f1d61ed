import { IconAlertTriangle, IconCheck, IconLockOpen, IconShieldPause } from "@tabler/icons-react";
import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import classes from "./Trilha.module.css";
import { type PassoTrilha, trilhaOf } from "./trilha.ts";

/** The seven processing steps of a document, with the current one. */
export function Trilha({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const passos = trilhaOf(nota, zona);
  return (
    <ol className={classes.trilha} aria-label={textos.trilha.rotulo}>
      {passos.map((passo, index) => (
        <li
          key={passo.chave}
          className={classes.passo}
          data-estado={passo.estado}
          data-segue={
            (passo.estado === "feito" || passo.estado === "ressalva") &&
            passos[index + 1]?.estado !== "parado"
              ? true
              : undefined
          }
          aria-current={passo.estado === "atual" || passo.estado === "aviso" ? "step" : undefined}
        >
          <span className={classes.sinal} aria-hidden="true">
            <Sinal passo={passo} numero={index + 1} quarentena={nota.quarentena} />
          </span>
          <span className={classes.texto}>
            <b>{passo.titulo}</b>
            <span className="num">{passo.texto}</span>
            <span className="vh">{textos.trilha.estados[passo.estado]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Sinal(props: { passo: PassoTrilha; numero: number; quarentena: boolean }): React.JSX.Element {
  const { passo, numero, quarentena } = props;
  if (passo.estado === "feito") return <IconCheck size={13} stroke={2.4} />;
  if (passo.estado === "ressalva") return <IconLockOpen size={13} stroke={1.8} />;
  if (passo.estado !== "aviso") return <>{numero}</>;
  return quarentena ? (
    <IconShieldPause size={13} stroke={1.8} />
  ) : (
    <IconAlertTriangle size={13} stroke={1.8} />
  );
}
