import { formatDataHora, formatReais } from "@malote/syntax";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router-dom";
import type { NotaLinha, NotaOrdem, Papel } from "../../rpc/queries.ts";
import { filtros } from "../../textos/filtros.ts";
import { notas as textos } from "../../textos/notas.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { type Coluna, DataTable } from "../../ui/DataTable.tsx";
import { formatNumero } from "../../ui/numero.ts";
import { Status } from "../../ui/Status.tsx";
import { situacaoNfe, situacaoSefaz } from "../../ui/situacao.ts";
import { TypeTag } from "../../ui/TypeTag.tsx";
import { MarcaFlag } from "./MarcaFlag.tsx";
import { type Marca, type Marcavel, nomeOf } from "./marcas.ts";
import classes from "./Notas.module.css";
import type { Selecao } from "./selecao.ts";

/** A cell that filters the list by what it holds. */
export type Filtravel = "tipo" | "uf" | "parte";

export type ListaProps = {
  notas: readonly NotaLinha[];
  papel: Papel;
  zona: string;
  ordem: NotaOrdem;
  /** Only the divergences: the marks give place to the question to SEFAZ. */
  divergencias: boolean;
  selecao: Selecao;
  /** Address and place in the list, for the way back and to the next. */
  linkOf: (nota: NotaLinha) => { to: string; state: unknown };
  onFiltrar: (campo: Filtravel, nota: NotaLinha) => void;
  onMarcar: (nota: Marcavel, marca: Marca) => void;
  onConsultar: (nota: NotaLinha) => void;
};

/** The list of documents on a desk. */
export function NotasTabela(props: ListaProps): React.JSX.Element {
  const navigate = useNavigate();
  const open = (nota: NotaLinha): void => {
    const { to, state } = props.linkOf(nota);
    void navigate(to, { state });
  };
  return (
    <DataTable
      rotulo={textos.tabela}
      colunas={[...identityColumns(props), ...statusColumns(props)]}
      linhas={props.notas}
      chaveDe={(nota) => nota.id}
      selecionada={(nota) => props.selecao.has(nota.id)}
      onAbrir={open}
    />
  );
}

function identityColumns(props: ListaProps): Coluna<NotaLinha>[] {
  const { zona, ordem, papel, selecao, notas } = props;
  const parte = papel === "E" ? ("emitente" as const) : ("destinatario" as const);
  return [
    {
      chave: "selecao",
      largura: "51px",
      titulo: (
        <Checkbox
          rotulo={textos.selecionarTudo}
          checked={selecao.all(notas)}
          indeterminate={!selecao.all(notas) && selecao.some(notas)}
          onChange={() => selecao.toggleAll(notas)}
        />
      ),
      celula: (nota) => (
        <Checkbox
          rotulo={textos.selecionar(nomeOf(nota))}
          checked={selecao.has(nota.id)}
          onChange={() => selecao.toggle(nota)}
        />
      ),
    },
    {
      chave: "tipo",
      titulo: textos.colunas.tipo,
      largura: "74px",
      celula: (nota) => (
        <Filtro {...props} campo="tipo" nota={nota} valor={nota.tipoNota}>
          <TypeTag tipo={nota.tipoNota} />
        </Filtro>
      ),
    },
    {
      chave: "numero",
      titulo: textos.colunas.numero,
      largura: "104px",
      celula: (nota) => <Numero {...props} nota={nota} />,
    },
    {
      chave: "emissao",
      titulo: (
        <Ordenada
          ativa={ordem === "emissaoDesc" || ordem === "emissaoAsc"}
          desce={ordem !== "emissaoAsc"}
          texto={textos.colunas.emissao}
        />
      ),
      largura: "136px",
      ordem: ordem === "emissaoDesc" ? "descending" : ordem === "emissaoAsc" ? "ascending" : undefined,
      celula: (nota) => (
        <span className={`num ${classes.secundario}`}>
          {nota.dataEmissao ? formatDataHora(nota.dataEmissao, zona) : "–"}
        </span>
      ),
    },
    {
      chave: parte,
      titulo: <Ordenada ativa={ordem === parte} desce={false} texto={textos.colunas[parte]} />,
      ordem: ordem === parte ? "ascending" : undefined,
      celula: (nota) => {
        const { nome } = parteOf(nota, papel);
        return (
          <Filtro {...props} campo="parte" nota={nota} valor={nome}>
            <span className={classes.parte} title={nome}>
              {nome}
            </span>
          </Filtro>
        );
      },
    },
  ];
}

function statusColumns(props: ListaProps): Coluna<NotaLinha>[] {
  const { papel, zona, divergencias, onConsultar, onMarcar } = props;
  const marca = (chave: Marca, titulo: string, largura: string): Coluna<NotaLinha> => ({
    chave,
    titulo,
    largura,
    lado: "meio",
    celula: (nota) => <MarcaFlag nota={nota} marca={chave} zona={zona} onToggle={onMarcar} />,
  });
  const acao: Coluna<NotaLinha> = {
    chave: "acao",
    titulo: <span className="vh">{textos.colunas.acao}</span>,
    largura: "116px",
    lado: "direita",
    celula: (nota) => (
      <button type="button" className="link" onClick={() => onConsultar(nota)}>
        {textos.consultar}
        <span className="vh"> {nomeOf(nota)}</span>
      </button>
    ),
  };
  return [
    {
      chave: "uf",
      titulo: textos.colunas.uf,
      largura: "42px",
      celula: (nota) => {
        const { uf } = parteOf(nota, papel);
        return uf ? (
          <Filtro {...props} campo="uf" nota={nota} valor={uf}>
            {uf}
          </Filtro>
        ) : (
          "–"
        );
      },
    },
    {
      chave: "valor",
      titulo: textos.colunas.valor,
      largura: "116px",
      lado: "direita",
      celula: (nota) => <span className={`num ${classes.valor}`}>{formatReais(nota.valorTotal)}</span>,
    },
    {
      chave: "nfe",
      titulo: textos.colunas.nfe,
      largura: "137px",
      celula: (nota) => <Status situacao={situacaoNfe(nota)} />,
    },
    {
      chave: "sefaz",
      titulo: textos.colunas.sefaz,
      largura: "196px",
      celula: (nota) => <Status situacao={situacaoSefaz(nota)} />,
    },
    ...(divergencias
      ? [acao]
      : [
          marca("processado", textos.colunas.erp, "40px"),
          marca("recebido", textos.colunas.recebido, "41px"),
          marca("conferido", textos.colunas.conferido, "66px"),
        ]),
  ];
}

function Ordenada(props: { ativa: boolean; desce: boolean; texto: string }): React.JSX.Element {
  if (!props.ativa) return <>{props.texto}</>;
  const Seta = props.desce ? IconArrowDown : IconArrowUp;
  return (
    <span className={classes.ordenada}>
      {props.texto}
      <Seta size={14} stroke={1.8} aria-hidden="true" />
    </span>
  );
}

/** The number, which opens the document. */
export function Numero({ nota, linkOf }: ListaProps & { nota: NotaLinha }): React.JSX.Element {
  const { to, state } = linkOf(nota);
  return (
    <Link
      to={to}
      state={state}
      data-abrir
      className={`num ${classes.numero}`}
      aria-label={textos.abrir(nomeOf(nota))}
    >
      <b>{formatNumero(nota.numeroNota)}</b> / {nota.serieNota}
    </Link>
  );
}

function Filtro(
  props: ListaProps & { campo: Filtravel; nota: NotaLinha; valor: string; children: React.ReactNode },
): React.JSX.Element {
  const { campo, nota, valor, children, onFiltrar } = props;
  return (
    <button
      type="button"
      className={classes.filtravel}
      title={campo === "parte" ? undefined : filtros.por(valor)}
      onClick={() => onFiltrar(campo, nota)}
    >
      <span className="vh">{filtros.por("")}</span>
      {children}
    </button>
  );
}

/** The other side of a document: who sent it to us, or whom it went to. */
export function parteOf(
  nota: NotaLinha,
  papel: Papel,
): { nome: string; documento: string; uf: string | null } {
  return papel === "E"
    ? { nome: nota.nomeEmitente, documento: nota.cnpjEmitente, uf: nota.ufEmitente }
    : { nome: nota.nomeDestinatario ?? "–", documento: nota.cnpjDestinatario ?? "", uf: nota.ufDestinatario };
}
