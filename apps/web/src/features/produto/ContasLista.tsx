import { formatInteiro, formatTamanho } from "@malote/syntax";
import type { ContaVista } from "../../rpc/produto.ts";
import { produto as textos } from "../../textos/produto.ts";
import type { Coluna } from "../../ui/DataTable.tsx";
import { formatHa } from "../../ui/quando.ts";
import { ResponsiveTable, TwoLines } from "../../ui/ResponsiveTable.tsx";

type Props = { contas: readonly ContaVista[]; agora: Date; zona: string };

const { colunas: t } = textos;

/** The contas as a table; on a phone as a list with the same figures. */
export function ContasLista(props: Props): React.JSX.Element {
  return (
    <ResponsiveTable
      label={textos.titulo}
      columns={colunasOf(props)}
      rows={props.contas}
      keyOf={({ id }) => id}
      minWidth={1020}
      tall
    />
  );
}

function colunasOf({ agora, zona }: Props): Coluna<ContaVista>[] {
  const ha = (instante: Date | null): string =>
    instante === null ? textos.nunca : formatHa(instante, agora, zona);
  return [
    { chave: "conta", titulo: t.conta, celula: (conta) => <Nome conta={conta} /> },
    { chave: "uso", largura: "168px", titulo: t.uso, celula: (conta) => <Uso conta={conta} /> },
    { chave: "caixas", largura: "152px", titulo: t.caixas, celula: (conta) => <Caixas conta={conta} /> },
    {
      chave: "captura",
      largura: "156px",
      titulo: t.captura,
      celula: ({ ultimaCaptura }) => <span className="num">{ha(ultimaCaptura)}</span>,
    },
    {
      chave: "espera",
      largura: "156px",
      titulo: t.espera,
      celula: ({ espera, esperaDesde }) => (
        <TwoLines
          value={espera === 0 ? textos.emDia : textos.esperam(formatInteiro(espera))}
          note={esperaDesde && textos.desde(ha(esperaDesde))}
        />
      ),
    },
    {
      chave: "feed",
      largura: "156px",
      titulo: t.feed,
      celula: ({ sequencia, publicadaEm }) => (
        <TwoLines value={textos.numero(formatInteiro(sequencia))} note={publicadaEm && ha(publicadaEm)} />
      ),
    },
    {
      chave: "webhooks",
      largura: "112px",
      titulo: t.webhooks,
      celula: ({ webhooksDesligados }) => (
        <TwoLines
          value={
            webhooksDesligados === 0 ? textos.ligados : textos.desligados(formatInteiro(webhooksDesligados))
          }
          note={null}
          bad={webhooksDesligados > 0}
        />
      ),
    },
  ];
}

function Nome({ conta: { identificador, sandbox } }: { conta: ContaVista }): React.JSX.Element {
  return <TwoLines value={identificador} note={sandbox ? textos.demonstracao : null} strong />;
}

function Uso({ conta }: { conta: ContaVista }): React.JSX.Element {
  const { documentos, plano, emails, bytes } = conta;
  return (
    <TwoLines
      value={textos.uso(formatInteiro(documentos), formatInteiro(plano))}
      note={textos.guardado(formatInteiro(emails), formatTamanho(bytes))}
      bad={documentos > plano}
    />
  );
}

function Caixas({ conta }: { conta: ContaVista }): React.JSX.Element {
  const { caixas, caixasComErro, caixasSilenciosas } = conta;
  const notas = [
    caixasComErro > 0 ? textos.comErro(formatInteiro(caixasComErro)) : null,
    caixasSilenciosas > 0 ? textos.silenciosas(formatInteiro(caixasSilenciosas)) : null,
  ].filter((nota) => nota !== null);
  return (
    <TwoLines
      value={caixas === 0 ? textos.semCaixa : textos.caixas(formatInteiro(caixas))}
      note={notas.length > 0 ? notas.join(", ") : null}
      bad={caixasComErro > 0}
    />
  );
}
