import { formatInteiro } from "@malote/syntax";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { explainFalha } from "../../../rpc/falhas.ts";
import type { Falha } from "../../../rpc/operador.ts";
import { operacao } from "../../../textos/operacao.ts";
import { formatHora } from "../../../ui/quando.ts";
import { FalhasTable } from "../FalhasTable.tsx";
import { RetryAll } from "../RetryAll.tsx";
import classes from "./Overview.module.css";
import { PanelState } from "./PanelState.tsx";
import { Section } from "./Section.tsx";

const { falhas: textos } = operacao;

/** Rows of the panel; the page of failures has all. */
export const SHOWN_FALHAS = 8;

type Page = { results: Falha[]; totalCount: number; tentaveis: number; desdeEm: Date | null };

/** Panel of the tasks that failed today or are still retried. */
export function FalhasPanel({
  query,
  zona,
}: {
  query: UseQueryResult<Page>;
  zona: string;
}): React.JSX.Element {
  const { data } = query;
  return (
    <Section
      id="falhas"
      title={textos.titulo}
      aside={data?.desdeEm && textos.desde(formatHora(data.desdeEm, zona))}
      action={data && <RetryAll total={data.tentaveis} filter={{}} />}
    >
      {!data && (
        <PanelState
          rows={4}
          falha={query.isError ? explainFalha(query.error) : null}
          onRetry={query.refetch}
        />
      )}
      {data?.totalCount === 0 && <p className={classes.none}>{textos.nenhuma}.</p>}
      {data && data.totalCount > 0 && (
        <div className={classes.table}>
          <FalhasTable falhas={data.results} zona={zona} />
        </div>
      )}
      {data && data.totalCount > SHOWN_FALHAS && (
        <Link to="/operacao/filas?aba=falhas" className={`link ${classes.more}`}>
          {textos.ver(formatInteiro(data.totalCount))}
        </Link>
      )}
    </Section>
  );
}
