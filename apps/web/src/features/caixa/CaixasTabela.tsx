import { formatInteiro } from "@malote/syntax";
import { Loader } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Caixa } from "../../rpc/queries.ts";
import { caixas as textos, caixa as textosCaixa } from "../../textos/caixas.ts";
import { type Coluna, DataTable } from "../../ui/DataTable.tsx";
import { formatEm, formatHa } from "../../ui/quando.ts";
import type { CaixaAcoes } from "./acoes.ts";
import { CaixaMenu } from "./CaixaMenu.tsx";
import { CaixaStatus } from "./CaixaStatus.tsx";
import classes from "./Caixas.module.css";
import { estadoOf, isFalhando, nomeOf, type Ordem, silencioOf } from "./saude.ts";
import { portaPadrao } from "./tipos.ts";

export type CaixasProps = {
  caixas: readonly Caixa[];
  ordem: Ordem;
  agora: Date;
  zona: string;
  /** Null for users who are not managers. */
  acoes: CaixaAcoes | null;
  pedidas: ReadonlySet<string>;
};

/** The mailboxes as a table: server, status, e-mail counts and problems. */
export function CaixasTabela(props: CaixasProps & { onAbrir: (caixa: Caixa) => void }): React.JSX.Element {
  return (
    <div className={classes.tabela}>
      <DataTable
        rotulo={textos.lista}
        colunas={colunasOf(props)}
        linhas={props.caixas}
        chaveDe={({ id }) => id}
        onAbrir={props.onAbrir}
      />
    </div>
  );
}

function colunasOf(props: CaixasProps): Coluna<Caixa>[] {
  const { ordem, acoes, pedidas } = props;
  const { colunas } = textos;
  return [
    {
      chave: "descricao",
      largura: "18%",
      ...sorted(ordem === "descricao" ? ordem : null, colunas.descricao),
      celula: (caixa) => <Nome caixa={caixa} />,
    },
    {
      chave: "servidor",
      largura: "16%",
      ...sorted(ordem === "descricao" ? null : ordem, colunas.servidor),
      celula: (caixa) => <Servidor caixa={caixa} />,
    },
    {
      chave: "saude",
      largura: "138px",
      titulo: colunas.saude,
      celula: (caixa) => <CaixaStatus estado={estadoOf(caixa)} />,
    },
    {
      chave: "coleta",
      largura: "150px",
      titulo: colunas.coleta,
      celula: (caixa) => <Coleta {...props} caixa={caixa} />,
    },
    numero("hoje", "84px", colunas.hoje, ({ emailsHoje }) => emailsHoje),
    numero("total", "64px", colunas.total, ({ emailsTotal }) => emailsTotal),
    {
      chave: "houve",
      titulo: <span className={classes.houveTitulo}>{colunas.houve}</span>,
      celula: (caixa) => <Houve {...props} caixa={caixa} />,
    },
    ...(acoes ? [menu(acoes, pedidas)] : []),
  ];
}

/** The header of the sorted column says so; the type is in the column of the server. */
function sorted(by: Ordem | null, titulo: string): Pick<Coluna<Caixa>, "titulo" | "ordem"> {
  if (by === null) return { titulo };
  return {
    ordem: "ascending",
    titulo: (
      <span className={classes.ordenada}>
        {by === "tipo" ? `${titulo} (${textos.ordens.tipo.toLowerCase()})` : titulo}
        <IconArrowUp size={13} stroke={2} aria-hidden="true" />
      </span>
    ),
  };
}

function numero(chave: string, largura: string, titulo: string, of: (caixa: Caixa) => number): Coluna<Caixa> {
  return {
    chave,
    largura,
    titulo,
    lado: "direita",
    celula: (caixa) => <span className="num">{formatInteiro(of(caixa))}</span>,
  };
}

function menu(acoes: CaixaAcoes, pedidas: ReadonlySet<string>): Coluna<Caixa> {
  return {
    chave: "acao",
    largura: "56px",
    lado: "direita",
    titulo: <span className="vh">{textos.colunas.acao}</span>,
    celula: (caixa) => (
      <CaixaMenu
        caixa={caixa}
        acoes={acoes}
        ocupada={caixa.estado === "coletando" || pedidas.has(caixa.id)}
      />
    ),
  };
}

function Nome({ caixa }: { caixa: Caixa }): React.JSX.Element {
  return (
    <>
      <Link
        to={`/caixaemail/${caixa.id}`}
        className={classes.nome}
        data-abrir
        title={nomeOf(caixa)}
        aria-label={textos.abrir(nomeOf(caixa))}
      >
        {nomeOf(caixa)}
      </Link>
      {caixa.descricao && (
        <span className={classes.segunda} title={caixa.usuario}>
          {caixa.usuario}
        </span>
      )}
    </>
  );
}

export function Servidor({ caixa }: { caixa: Caixa }): React.JSX.Element {
  return (
    <>
      <span className={classes.primeira} title={caixa.servidor}>
        {caixa.servidor}
      </span>
      <span className={classes.segunda}>
        {textosCaixa.tiposCurtos[caixa.tipo]} · {caixa.porta ?? portaPadrao(caixa.tipo)}
      </span>
    </>
  );
}

/** The last and the next collection. */
export function Coleta(props: CaixasProps & { caixa: Caixa }): React.JSX.Element {
  const { caixa, agora, zona, pedidas } = props;
  if (caixa.estado === "coletando" || pedidas.has(caixa.id)) {
    return (
      <span className={classes.agora} role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        {textos.coletandoAgora}
      </span>
    );
  }
  return (
    <>
      <span className={classes.primeira}>
        {caixa.ultimaColeta ? formatHa(caixa.ultimaColeta, agora, zona) : textos.semColeta}
      </span>
      {caixa.proximaColeta && (
        <span className={classes.segunda}>{textos.proxima(formatEm(caixa.proximaColeta, agora, zona))}</span>
      )}
    </>
  );
}

/** The problem of a mailbox, with a button to fix it. */
export function Houve(props: CaixasProps & { caixa: Caixa }): React.JSX.Element {
  const { caixa, agora, zona, acoes } = props;
  const conferir = (rotulo: string): React.ReactNode =>
    acoes && (
      <button type="button" className="link" onClick={() => acoes.testar(caixa)}>
        {rotulo}
        <span className="vh"> {nomeOf(caixa)}</span>
      </button>
    );
  if (isFalhando(caixa)) return <Aviso texto={caixa.ultimoErro ?? ""} cura={conferir(textos.corrigir)} />;
  const silencio = silencioOf(caixa, agora, zona);
  if (silencio !== null) return <Aviso texto={silencio} cura={conferir(textos.conferir)} />;
  return <span className={classes.nada}>{textos.nadaARelatar}</span>;
}

function Aviso({ texto, cura }: { texto: string; cura: React.ReactNode }): React.JSX.Element {
  return (
    <span className={classes.houve}>
      <span className={classes.causa} title={texto}>
        {texto}
      </span>{" "}
      {cura}
    </span>
  );
}
