import { formatDate, formatDocumento, formatReais } from "@malote/syntax";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { contentTexts as texts } from "../../../texts/nota/content.ts";
import { formatPlace } from "../detail/parties.ts";
import classes from "./Content.module.css";
import { ContentSection, ValueGrid } from "./ContentSection.tsx";
import {
  type Commerce,
  FINALIDADE_RETURN,
  finalidadeValueOf,
  freightPayerOf,
  paymentMethodOf,
  totalsOf,
} from "./content-values.ts";
import { References } from "./References.tsx";

/** Totals, billing, payments, freight and references of an NF-e. */
export function ValuesTab(props: { nota: Nota; comercio: Commerce }): React.JSX.Element {
  const { nota, comercio } = props;
  const { fatura, duplicatas, pagamentos, referencias } = comercio;
  const finalidade = finalidadeValueOf(nota.finalidade, comercio);
  return (
    <>
      {totalsOf(comercio, nota.valorTotal).map(({ titulo, linhas }) => (
        <ContentSection key={titulo} title={titulo}>
          <ValueGrid rows={linhas} />
        </ContentSection>
      ))}
      {(fatura !== null || duplicatas.length > 0) && <BillingSection comercio={comercio} />}
      {pagamentos.length > 0 && <PaymentsSection pagamentos={pagamentos} />}
      <FreightSection nota={nota} modFrete={comercio.modFrete} />
      {finalidade !== null && (
        <ContentSection title={texts.finalidade.titulo}>
          <ValueGrid rows={[finalidade]} />
        </ContentSection>
      )}
      {referencias.length > 0 && (
        <ContentSection title={nota.finalidade === FINALIDADE_RETURN ? texts.devolucaoDe : texts.referencias}>
          <References documentos={referencias} />
        </ContentSection>
      )}
    </>
  );
}

function BillingSection({ comercio }: { comercio: Commerce }): React.JSX.Element {
  const { fatura, duplicatas } = comercio;
  const { cobranca: t } = texts;
  const linhas = [
    ...(fatura?.numero ? [{ rotulo: t.fatura, valor: fatura.numero }] : []),
    ...(fatura?.valorLiquido ? [{ rotulo: t.liquido, valor: formatReais(fatura.valorLiquido) }] : []),
  ];
  return (
    <ContentSection title={t.titulo}>
      {linhas.length > 0 && <ValueGrid rows={linhas} />}
      {duplicatas.length > 0 && (
        <table className={classes.tabela} aria-label={t.duplicatas}>
          <thead>
            <tr>
              <th scope="col">{t.duplicata}</th>
              <th scope="col">{t.vencimento}</th>
              <th scope="col">{t.valor}</th>
            </tr>
          </thead>
          <tbody>
            {duplicatas.map(({ numero, vencimento, valor }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an instalment may have no number
              <tr key={index}>
                <td>{numero ?? "–"}</td>
                <td className="num">{vencimento ? formatDate(vencimento) : "–"}</td>
                <td className="num">{valor ? formatReais(valor) : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ContentSection>
  );
}

function PaymentsSection({ pagamentos }: { pagamentos: Commerce["pagamentos"] }): React.JSX.Element {
  const { pagamento: t } = texts;
  return (
    <ContentSection title={t.titulo}>
      <ul className={classes.lista}>
        {pagamentos.map((pagamento, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two payments may look the same
          <li key={index}>
            <p>
              {paymentMethodOf(pagamento)}{" "}
              {pagamento.prazo && t.prazos[pagamento.prazo] && <span>{t.prazos[pagamento.prazo]}</span>}
            </p>
            <b className="num">{pagamento.valor ? formatReais(pagamento.valor) : "–"}</b>
          </li>
        ))}
      </ul>
    </ContentSection>
  );
}

function FreightSection({
  nota,
  modFrete,
}: {
  nota: Nota;
  modFrete: string | null;
}): React.JSX.Element | null {
  const { transportador } = nota;
  const { frete: t } = texts;
  if (modFrete === null && transportador === null) return null;
  const second = transportador && [
    transportador.documento ? formatDocumento(transportador.documento) : null,
    formatPlace(transportador),
  ];
  return (
    <ContentSection title={t.titulo}>
      <dl className={classes.grade}>
        {modFrete !== null && (
          <div>
            <dt className="t-rotulo">{t.modalidade}</dt>
            <dd>{freightPayerOf(modFrete)}</dd>
          </div>
        )}
        {transportador && (
          <div>
            <dt className="t-rotulo">{t.transportador}</dt>
            <dd>
              {transportador.nome || "–"}
              <span>{second?.filter(Boolean).join(" · ")}</span>
            </dd>
          </div>
        )}
      </dl>
    </ContentSection>
  );
}
