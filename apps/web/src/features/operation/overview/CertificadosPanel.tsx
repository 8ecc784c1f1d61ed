import { formatDate, formatInteger } from "@malote/syntax";
import { useState } from "react";
import { useQuery } from "../../../rpc/call/use-query.ts";
import {
  type CertificadoOfAnyConta,
  expiringCertificadosQuery,
} from "../../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { expiringCertificadosTexts as texts } from "../../../texts/operator/pages.ts";
import { WarnConta } from "../WarnConta.tsx";
import { certificadoWords, daysWords } from "./certificado-words.ts";
import { Panel, PanelList } from "./Panel.tsx";
import { PanelRow } from "./PanelRow.tsx";

/** Rows at first, and after the user asks for all. */
const SHOWN = 5;
const MOST = 100;

/** Panel of certificates that expire soon or have expired, of companies and of the installation. */
export function CertificadosPanel(): React.JSX.Element {
  const [size, setSize] = useState(SHOWN);
  const query = useQuery(expiringCertificadosQuery(size));
  return (
    <Panel id="certificados" title={texts.painel} query={query} rows={3}>
      {(data) => (
        <PanelList
          list={data}
          none={texts.nenhum}
          more={
            size < MOST && (
              <button type="button" className="link" onClick={() => setSize(MOST)}>
                {texts.ver(formatInteger(data.totalCount))}
              </button>
            )
          }
        >
          {(certificados) => (
            <ul>
              {certificados.map((certificado) => (
                <CertificadoRow key={certificado.id} certificado={certificado} />
              ))}
            </ul>
          )}
        </PanelList>
      )}
    </Panel>
  );
}

function CertificadoRow({ certificado }: { certificado: CertificadoOfAnyConta }): React.JSX.Element {
  const timeZone = useTimeZone();
  const { id, nome, contaId, dias, avisar, avisadaEm, validoAte } = certificado;
  const date = validoAte ? formatDate(validoAte, timeZone) : "";
  const owned = contaId !== null && (avisar || avisadaEm !== null);
  return (
    <PanelRow title={nome} text={certificadoWords(certificado, date)}>
      {owned ? (
        <WarnConta sobre="certificado" what={{ contaId, id, avisar, avisadaEm }} name={nome} />
      ) : (
        <span className="t-rotulo">{daysWords(dias)}</span>
      )}
    </PanelRow>
  );
}
