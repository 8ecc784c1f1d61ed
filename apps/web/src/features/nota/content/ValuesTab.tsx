import { formatDate, formatDocumento, formatReais } from "@malote/syntax";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { contentTexts as texts } from "../../../texts/nota/content.ts";
import { ContentSection, ContentTable, PairList, ValueGrid } from "../../../ui/documento/DocContent.tsx";
import { formatPlace } from "../detail/parties.ts";
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
      <References
        title={nota.finalidade === FINALIDADE_RETURN ? texts.devolucaoDe : texts.referencias}
        documentos={referencias}
      />
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
        <ContentTable
          label={t.duplicatas}
          columns={[
            { title: t.duplicata, cell: ({ numero }) => numero ?? "–" },
            { title: t.vencimento, cell: ({ vencimento }) => (vencimento ? formatDate(vencimento) : "–") },
            { title: t.valor, cell: ({ valor }) => (valor ? formatReais(valor) : "–"), end: true },
          ]}
          rows={duplicatas}
        />
      )}
    </ContentSection>
  );
}

function PaymentsSection({ pagamentos }: { pagamentos: Commerce["pagamentos"] }): React.JSX.Element {
  const { pagamento: t } = texts;
  return (
    <ContentSection title={t.titulo}>
      <PairList
        pairs={pagamentos.map((pagamento) => ({
          name: paymentMethodOf(pagamento),
          extra: pagamento.prazo && t.prazos[pagamento.prazo],
          end: <b className="num">{pagamento.valor ? formatReais(pagamento.valor) : "–"}</b>,
        }))}
      />
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
  const second = [
    transportador?.documento ? formatDocumento(transportador.documento) : null,
    transportador && formatPlace(transportador),
  ];
  return (
    <ContentSection title={t.titulo}>
      <ValueGrid
        rows={[
          ...(modFrete === null ? [] : [{ rotulo: t.modalidade, valor: freightPayerOf(modFrete) }]),
          ...(transportador === null
            ? []
            : [
                {
                  rotulo: t.transportador,
                  valor: transportador.nome || "–",
                  detalhe: second.filter(Boolean).join(" · "),
                },
              ]),
        ]}
      />
    </ContentSection>
  );
}
