import { formatInteger } from "@malote/syntax";
import { Link } from "react-router-dom";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { allCaixasQuery, type CaixaOfAnyConta } from "../../../rpc/operator/operator-queries.ts";
import { allCaixasTexts as texts } from "../../../texts/operator/pages.ts";
import { formatDuration } from "../../../ui/format/duration.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { WarnConta } from "../WarnConta.tsx";
import { Panel, PanelList } from "./Panel.tsx";
import { PanelRow } from "./PanelRow.tsx";

/** Rows of the panel; the page of mailboxes has all. */
const SHOWN = 5;

/** Panel of the failing mailboxes. `all`: number of mailboxes in all contas. */
export function CaixasPanel({ all }: { all: number | undefined }): React.JSX.Element {
  const query = useQuery(allCaixasQuery(true, 1, SHOWN));
  return (
    <Panel
      id="caixas"
      query={query}
      rows={2}
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
      {(data) => (
        <PanelList
          list={data}
          none={texts.nenhumaEmErro}
          more={
            <Link to="/operacao/caixas?aba=erro" className="link">
              {texts.verErros(formatInteger(data.totalCount))}
            </Link>
          }
        >
          {(caixas) => (
            <ul>
              {caixas.map((caixa) => (
                <CaixaRow key={`${caixa.contaId}-${caixa.id}`} caixa={caixa} />
              ))}
            </ul>
          )}
        </PanelList>
      )}
    </Panel>
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
