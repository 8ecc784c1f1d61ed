import { formatInteger, formatSize } from "@malote/syntax";
import type { ContaSummary } from "../../rpc/operator/contas.ts";
import { allContasTexts as texts } from "../../texts/operator/contas.ts";
import { formatTimeAgo } from "../../ui/format/relative-time.ts";
import { type ListColumn, TwoLines } from "../../ui/list/ResponsiveTable.tsx";

const { colunas: t } = texts;

/** The columns of the contas: usage, mailboxes and delivery. */
export function columnsOf(now: Date, timeZone: string): ListColumn<ContaSummary>[] {
  const ageText = (instant: Date | null): string =>
    instant === null ? texts.nunca : formatTimeAgo(instant, now, timeZone);
  return [
    { key: "conta", title: t.conta, cell: (conta) => <ContaName conta={conta} /> },
    { key: "uso", width: "168px", title: t.uso, cell: (conta) => <ContaUsage conta={conta} /> },
    { key: "caixas", width: "152px", title: t.caixas, cell: (conta) => <CaixaCounts conta={conta} /> },
    {
      key: "captura",
      width: "156px",
      title: t.captura,
      cell: ({ ultimaCaptura }) => <span className="num">{ageText(ultimaCaptura)}</span>,
    },
    {
      key: "espera",
      width: "156px",
      title: t.espera,
      cell: ({ espera, esperaDesde }) => (
        <TwoLines
          value={espera === 0 ? texts.emDia : texts.esperam(formatInteger(espera))}
          note={esperaDesde && texts.desde(ageText(esperaDesde))}
        />
      ),
    },
    {
      key: "feed",
      width: "156px",
      title: t.feed,
      cell: ({ sequencia, publicadaEm }) => (
        <TwoLines value={texts.numero(formatInteger(sequencia))} note={publicadaEm && ageText(publicadaEm)} />
      ),
    },
    {
      key: "webhooks",
      width: "112px",
      title: t.webhooks,
      cell: ({ webhooksDesligados }) => (
        <TwoLines
          value={
            webhooksDesligados === 0 ? texts.ligados : texts.desligados(formatInteger(webhooksDesligados))
          }
          note={null}
          tone={webhooksDesligados > 0 ? "bad" : undefined}
        />
      ),
    },
  ];
}

function ContaName({ conta: { identificador, sandbox } }: { conta: ContaSummary }): React.JSX.Element {
  return <TwoLines value={identificador} note={sandbox ? texts.demonstracao : null} strong />;
}

function ContaUsage({ conta }: { conta: ContaSummary }): React.JSX.Element {
  const { documentos, plano, emails, bytes } = conta;
  return (
    <TwoLines
      value={texts.uso(formatInteger(documentos), formatInteger(plano))}
      note={texts.guardado(formatInteger(emails), formatSize(bytes))}
      tone={documentos > plano ? "bad" : undefined}
    />
  );
}

function CaixaCounts({ conta }: { conta: ContaSummary }): React.JSX.Element {
  const { caixas, caixasComErro, caixasSilenciosas } = conta;
  const remarks = [
    caixasComErro > 0 ? texts.comErro(formatInteger(caixasComErro)) : null,
    caixasSilenciosas > 0 ? texts.silenciosas(formatInteger(caixasSilenciosas)) : null,
  ].filter((remark) => remark !== null);
  return (
    <TwoLines
      value={caixas === 0 ? texts.semCaixa : texts.caixas(formatInteger(caixas))}
      note={remarks.length > 0 ? remarks.join(", ") : null}
      tone={caixasComErro > 0 ? "bad" : undefined}
    />
  );
}
