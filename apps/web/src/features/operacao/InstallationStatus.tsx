import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { operatorStateQuery } from "../../rpc/operador.ts";
import { operacao as textos } from "../../textos/operacao.ts";
import { useAgora } from "../../ui/agora.ts";
import { formatDuracao } from "../../ui/duracao.ts";
import classes from "./InstallationStatus.module.css";

/** Whether all health checks pass, with the running version and its uptime. */
export function InstallationStatus({
  onNavigate,
}: {
  onNavigate?: (() => void) | undefined;
}): React.JSX.Element | null {
  const agora = useAgora();
  const { data, isError } = useQuery(operatorStateQuery);
  if (!data) return isError ? <p className={classes.status}>{textos.semResposta}</p> : null;
  const failed = data.saude.filter(({ ok }) => !ok).length;
  const words = isError ? textos.semResposta : failed === 0 ? textos.tudoNoAr : textos.algoErrado(failed);
  return (
    <Link to="/operacao" className={classes.status} onClick={onNavigate}>
      <span className={classes.line}>
        <span className={classes.dot} data-bad={isError || failed > 0 || undefined} aria-hidden="true" />
        <b>{words}</b>
      </span>
      {data.noArDesde && (
        <span className={`${classes.version} num`}>
          {textos.versao(data.versao, formatDuracao(agora.getTime() - data.noArDesde.getTime()))}
        </span>
      )}
    </Link>
  );
}
