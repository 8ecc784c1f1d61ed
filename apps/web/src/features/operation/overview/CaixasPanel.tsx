import { formatInteger } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { allCaixasQuery, type CaixaOfAnyConta } from "../../../rpc/operator/operator-queries.ts";
import { allCaixasTexts as texts } from "../../../texts/operator/pages.ts";
import { formatDuration } from "../../../ui/format/duration.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { WarnConta } from "../WarnConta.tsx";
import classes from "./Overview.module.css";
import { PanelRow } from "./PanelRow.tsx";
import { PanelState } from "./PanelState.tsx";
import { Section } from "./Section.tsx";

/** Rows of the panel; the page of mailboxes has all. */
const SHOWN = 5;

/** Panel of the failing mailboxes. `all`: number of mailboxes in all contas. */
export function CaixasPanel({ all }: { all: number | undefined }): React.JSX.Element {
  const query = useQuery(allCaixasQuery(true, 1, SHOWN));
  const { data } = query;
  return (
    <Section
      id="caixas"
      title={texts.painel}
      action={
        all !== undefined &&
        all > 0 && (
          <Link to="/operacao/caixas" className="link">
            {texts.ver(formatInteger(all))}
          </Link>
        )
      }
    >
      {!data && (
        <PanelState
          rows={2}
          falha={query.isError ? explainFailure(query.error) : null}
          onRetry={query.refetch}
        />
      )}
      {data?.totalCount === 0 && <p className={classes.none}>{texts.nenhumaEmErro}</p>}
      {data && data.totalCount > 0 && (
        <ul className={classes.rows}>
          {data.results.map((caixa) => (
            <CaixaRow key={`${caixa.contaId}-${caixa.id}`} caixa={caixa} />
          ))}
        </ul>
      )}
      {data && data.totalCount > SHOWN && (
        <Link to="/operacao/caixas?aba=erro" className={`link ${classes.more}`}>
          {texts.verErros(formatInteger(data.totalCount))}
        </Link>
      )}
    </Section>
  );
}

function CaixaRow({ caixa }: { caixa: CaixaOfAnyConta }): React.JSX.Element {
  const now = useNow();
  const { endereco, motivo, erroDesde } = caixa;
  const ageText = erroDesde && texts.ha(formatDuration(now.getTime() - erroDesde.getTime()));
  return (
    <PanelRow title={endereco} text={[motivo, ageText].filter(Boolean).join(", ")}>
      <WarnConta sobre="caixa" what={caixa} name={endereco} />
    </PanelRow>
  );
}
