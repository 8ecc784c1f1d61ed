import { formatInteiro } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { explainFalha } from "../../../rpc/falhas.ts";
import { type CaixaVista, caixasVistasQuery } from "../../../rpc/operador.ts";
import { caixasVistas as textos } from "../../../textos/operacao-paginas.ts";
import { useAgora } from "../../../ui/agora.ts";
import { formatDuracao } from "../../../ui/duracao.ts";
import { WarnConta } from "../WarnConta.tsx";
import classes from "./Overview.module.css";
import { PanelRow } from "./PanelRow.tsx";
import { PanelState } from "./PanelState.tsx";
import { Section } from "./Section.tsx";

/** Rows of the panel; the page of mailboxes has all. */
const SHOWN = 5;

/** Panel of the failing mailboxes. `all`: number of mailboxes in all contas. */
export function CaixasPanel({ all }: { all: number | undefined }): React.JSX.Element {
  const query = useQuery(caixasVistasQuery(true, 1, SHOWN));
  const { data } = query;
  return (
    <Section
      id="caixas"
      title={textos.painel}
      action={
        all !== undefined &&
        all > 0 && (
          <Link to="/operacao/caixas" className="link">
            {textos.ver(formatInteiro(all))}
          </Link>
        )
      }
    >
      {!data && (
        <PanelState
          rows={2}
          falha={query.isError ? explainFalha(query.error) : null}
          onRetry={query.refetch}
        />
      )}
      {data?.totalCount === 0 && <p className={classes.none}>{textos.nenhumaEmErro}</p>}
      {data && data.totalCount > 0 && (
        <ul className={classes.rows}>
          {data.results.map((caixa) => (
            <CaixaRow key={`${caixa.contaId}-${caixa.id}`} caixa={caixa} />
          ))}
        </ul>
      )}
      {data && data.totalCount > SHOWN && (
        <Link to="/operacao/caixas?aba=erro" className={`link ${classes.more}`}>
          {textos.verErros(formatInteiro(data.totalCount))}
        </Link>
      )}
    </Section>
  );
}

function CaixaRow({ caixa }: { caixa: CaixaVista }): React.JSX.Element {
  const agora = useAgora();
  const { endereco, motivo, erroDesde } = caixa;
  const ha = erroDesde && textos.ha(formatDuracao(agora.getTime() - erroDesde.getTime()));
  return (
    <PanelRow title={endereco} text={[motivo, ha].filter(Boolean).join(", ")}>
      <WarnConta sobre="caixa" what={caixa} name={endereco} />
    </PanelRow>
  );
}
