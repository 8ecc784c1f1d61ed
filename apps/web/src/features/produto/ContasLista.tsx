import { formatInteiro, formatTamanho } from "@malote/syntax";
import type { ContaVista } from "../../rpc/produto.ts";
import { produto as textos } from "../../textos/produto.ts";
import { type Coluna, DataTable } from "../../ui/DataTable.tsx";
import { formatHa } from "../../ui/quando.ts";
import { useIsPhone } from "../../ui/telas.ts";
import classes from "./ContasLista.module.css";

type Props = { contas: readonly ContaVista[]; agora: Date; zona: string };

const { colunas: t } = textos;

/** The contas, one in a row; on a phone one under another, each with the same figures. */
export function ContasLista(props: Props): React.JSX.Element {
  const { contas } = props;
  const phone = useIsPhone();
  const colunas = colunasOf(props);
  if (!phone) {
    return (
      <div className={classes.tabela}>
        <DataTable
          rotulo={textos.titulo}
          colunas={colunas}
          linhas={contas}
          chaveDe={({ id }) => id}
          larguraMinima={1020}
        />
      </div>
    );
  }
  return (
    <ul aria-label={textos.titulo}>
      {contas.map((conta) => (
        <li key={conta.id} className={classes.cartao}>
          {colunas.map(({ chave, titulo, celula }) => (
            <div key={chave} className={classes.campo}>
              {chave !== "conta" && <span className={classes.rotulo}>{titulo}</span>}
              {celula(conta)}
            </div>
          ))}
        </li>
      ))}
    </ul>
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
        <Par
          valor={espera === 0 ? textos.emDia : textos.esperam(formatInteiro(espera))}
          nota={esperaDesde && textos.desde(ha(esperaDesde))}
        />
      ),
    },
    {
      chave: "feed",
      largura: "156px",
      titulo: t.feed,
      celula: ({ sequencia, publicadaEm }) => (
        <Par valor={textos.numero(formatInteiro(sequencia))} nota={publicadaEm && ha(publicadaEm)} />
      ),
    },
    {
      chave: "webhooks",
      largura: "112px",
      titulo: t.webhooks,
      celula: ({ webhooksDesligados }) => (
        <Par
          valor={
            webhooksDesligados === 0 ? textos.ligados : textos.desligados(formatInteiro(webhooksDesligados))
          }
          nota={null}
          ruim={webhooksDesligados > 0}
        />
      ),
    },
  ];
}

function Nome({ conta: { identificador, sandbox } }: { conta: ContaVista }): React.JSX.Element {
  return <Par valor={identificador} nota={sandbox ? textos.demonstracao : null} forte />;
}

function Uso({ conta }: { conta: ContaVista }): React.JSX.Element {
  const { documentos, plano, emails, bytes } = conta;
  return (
    <Par
      valor={textos.uso(formatInteiro(documentos), formatInteiro(plano))}
      nota={textos.guardado(formatInteiro(emails), formatTamanho(bytes))}
      ruim={documentos > plano}
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
    <Par
      valor={caixas === 0 ? textos.semCaixa : textos.caixas(formatInteiro(caixas))}
      nota={notas.length > 0 ? notas.join(", ") : null}
      ruim={caixasComErro > 0}
    />
  );
}

/** A figure, and under it what else there is to say. ruim: somebody should look at it. */
function Par(props: {
  valor: string;
  nota: string | null;
  ruim?: boolean;
  forte?: boolean;
}): React.JSX.Element {
  const { valor, nota, ruim = false, forte = false } = props;
  return (
    <span className={classes.par} data-ruim={ruim ? "" : undefined}>
      {forte ? <b>{valor}</b> : <span className="num">{valor}</span>}
      {nota && <span className={classes.nota}>{nota}</span>}
    </span>
  );
}
