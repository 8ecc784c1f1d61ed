import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../../rpc/atual.ts";
import { explainFalha } from "../../../rpc/falhas.ts";
import { falhasQuery, type OperatorState, operatorStateQuery } from "../../../rpc/operador.ts";
import { operacao as textos } from "../../../textos/operacao.ts";
import { Falha } from "../../../ui/Falha.tsx";
import { LinhasEsqueleto } from "../../../ui/LinhasEsqueleto.tsx";
import { useTitulo } from "../../../ui/telas.ts";
import { Updated } from "../Updated.tsx";
import { BackupPanel } from "./BackupPanel.tsx";
import { CaixasPanel } from "./CaixasPanel.tsx";
import { CertificadosPanel } from "./CertificadosPanel.tsx";
import { FalhasPanel, SHOWN_FALHAS } from "./FalhasPanel.tsx";
import { FilasPanel } from "./FilasPanel.tsx";
import { Health } from "./Health.tsx";
import classes from "./Overview.module.css";
import { OverviewActions } from "./OverviewActions.tsx";
import { StoragePanel } from "./StoragePanel.tsx";
import { Strip } from "./Strip.tsx";

/** Widths of the placeholder cells of the queues. */
const WIDTHS = [180, 60, 60, 60, 60];

/** Overview of the installation, with everything that needs an operator. */
export function OverviewPage(): React.JSX.Element {
  const zona = useZona();
  const state = useQuery(operatorStateQuery);
  const falhas = useQuery(falhasQuery({}, 1, SHOWN_FALHAS));
  useTitulo(textos.telas.operacao);
  const { data } = state;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className={classes.page} tabIndex={0} aria-label={textos.telas.operacao}>
      <div className={classes.top}>
        <h1 className="t-pagina">{textos.telas.operacao}</h1>
        <div>
          <Updated
            at={Math.min(state.dataUpdatedAt, falhas.dataUpdatedAt)}
            failed={state.isError || falhas.isError}
            fetching={state.isFetching || falhas.isFetching}
          />
        </div>
        <OverviewActions pausada={data?.pausa.pausada} />
      </div>
      {data && (
        <>
          <div className={classes.strip}>
            <Strip strip={withList(data.faixa, falhas.data)} />
          </div>
          <Health findings={data.saude} />
        </>
      )}
      {!data && !state.isError && (
        <div className={classes.strip}>
          <div className={classes.stripSketch} />
        </div>
      )}
      {!data && state.isError && (
        <Falha falha={explainFalha(state.error)} onRetry={() => void state.refetch()} />
      )}
      <div className={classes.columns}>
        <div className={classes.left}>
          {data && <FilasPanel filas={data.filas} />}
          {!data && !state.isError && <LinhasEsqueleto linhas={6} larguras={WIDTHS} />}
          <FalhasPanel query={falhas} zona={zona} />
        </div>
        <div className={classes.right}>
          <StoragePanel />
          <BackupPanel />
          <CaixasPanel all={data?.faixa.caixas} />
          <CertificadosPanel />
        </div>
      </div>
    </section>
  );
}

/** Takes the failure counts from the list on screen, which may be newer than the strip. */
function withList(
  strip: OperatorState["faixa"],
  list: { totalCount: number; tentaveis: number } | undefined,
): OperatorState["faixa"] {
  return list ? { ...strip, falhas: list.totalCount, falhasTentaveis: list.tentaveis } : strip;
}
